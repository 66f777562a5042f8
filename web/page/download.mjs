// Downloads whose bytes are counted while they arrive.

import { KEPT, matches, open } from "./wire.mjs";

/** Milliseconds without a single new byte after which a download counts as stalled. */
const PATIENCE = 20_000;

/** What ended a start, told by `kind`, one of the failure page's reasons. */
export class Failure extends Error {
  /** @param {"download" | "stalled"} kind  @param {string} message  @param {unknown} [cause] */
  constructor(kind, message, cause) {
    super(message, { cause });
    this.kind = kind;
  }
}

/** What came is not the file of this build. */
class Mismatch extends Error {}

/** The downloads of one start, all in parallel, with one count of bytes and one watch for stalls. */
export class Downloads {
  #received = 0;
  #pending = 0;
  #abort = new AbortController();
  #watch = 0;

  /**
   * @param {Record<string, import("./wire.mjs").Listed>} files  by name, as the build wrote them into the page
   * @param {(bytes: number) => void} progress  told the sum of all bytes so far
   */
  constructor(files, progress) {
    this.files = files;
    this.progress = progress;
  }

  /** Fetches a file whole; one that is not this build's is asked for again, past every cache. @param {string} name @returns {Promise<Uint8Array<ArrayBuffer>>} */
  async bytes(name) {
    try {
      return await this.#whole(name, "default");
    } catch (error) {
      if (!(error instanceof Failure && error.cause instanceof Mismatch)) throw error;
      return this.#whole(name, "reload");
    }
  }

  /** @param {string} name @param {RequestCache} cache @returns {Promise<Uint8Array<ArrayBuffer>>} */
  async #whole(name, cache) {
    const { bytes, hash } = this.files[name];
    const response = await this.#open(name, cache);
    const data = new Uint8Array(bytes);
    await this.#read(name, response, (chunk, at) => data.set(chunk, at));
    if (!response.headers.has(KEPT) && !await matches(data, hash)) {
      this.#received -= bytes;
      throw this.#failure(name, new Mismatch(`not the file with the hash ${hash}`));
    }
    return data;
  }

  /**
   * Fetches a file for a consumer of streams, such as WebAssembly's compiler.  The response is the browser's own (not a
   * rebuilt one), because only such a response may use V8's code cache; a clone of it is counted.
   * `done` rejects when the body breaks off.
   *
   * @param {string} name
   */
  async stream(name) {
    const response = await this.#open(name, "default");
    return { response, done: this.#read(name, response.clone(), () => {}) };
  }

  /** Imports a module; its bytes count when it has arrived. @param {string} name */
  async module(name) {
    this.#begin();
    try {
      const module = await import(`./${this.files[name].file}`);
      this.#count(this.files[name].bytes);
      return module;
    } catch (error) {
      throw this.#failure(name, error);
    } finally {
      this.#end();
    }
  }

  /** @param {string} name @param {RequestCache} cache */
  async #open(name, cache) {
    this.#begin();
    try {
      const response = await open(this.files[name], { cache, signal: this.#abort.signal });
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      return response;
    } catch (error) {
      this.#end();
      throw this.#failure(name, error);
    }
  }

  /** @param {string} name @param {Response} response @param {(chunk: Uint8Array, at: number) => void} take */
  async #read(name, response, take) {
    const expected = this.files[name].bytes;
    let at = 0;
    try {
      const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        if (at + part.value.length > expected) throw new Mismatch(`longer than ${expected} bytes`);
        take(part.value, at);
        at += part.value.length;
        this.#count(part.value.length);
      }
      if (at < expected) throw new Mismatch(`${at} of ${expected} bytes`);
    } catch (error) {
      this.#received -= at;
      throw this.#failure(name, error);
    } finally {
      this.#end();
    }
  }

  /** @param {string} name @param {unknown} error */
  #failure(name, error) {
    if (this.#abort.signal.aborted) return this.#abort.signal.reason;
    return new Failure("download", `${name}: ${error}`, error);
  }

  /** @param {number} bytes */
  #count(bytes) {
    this.#received += bytes;
    this.progress(this.#received);
    this.#rewind();
  }

  #begin() {
    this.#pending += 1;
    this.#rewind();
  }

  #end() {
    this.#pending -= 1;
    this.#rewind();
  }

  /** Starts the watch for stalls anew, or stops it when nothing is under way. */
  #rewind() {
    clearTimeout(this.#watch);
    if (!this.#pending) return;
    this.#watch = setTimeout(() => {
      this.#abort.abort(new Failure("stalled", `no byte for ${PATIENCE / 1000} s, ${this.#received} received`));
    }, PATIENCE);
  }
}
