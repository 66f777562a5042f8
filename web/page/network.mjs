// Sockets and ciphers for okey/bridge/network/browser.py.

/** Whether the browser gives this page ciphers: it does for secure origins. */
export const hasCiphers = globalThis.crypto?.subtle !== undefined;

/** Gets the address of this site's relay: at the origin that the build was told, else beside the site itself. @param {string} origin */
export function relayAt(origin) {
  return new URL("relay", origin ? `${origin}/` : location.href).href.replace(/^http/, "ws");
}

const subtle = globalThis.crypto?.subtle;

/** One connection: texts that arrive wait until they are asked for. */
class Socket {
  /** @type {(string | undefined)[]} undefined is the end, and Python's None, which null is not */
  #arrived = [];
  /** @type {((text: string | undefined) => void) | null} */
  #wanted = null;

  /** @param {WebSocket} socket  open */
  constructor(socket) {
    this.socket = socket;
    socket.onmessage = ({ data }) => this.#arrive(typeof data === "string" ? data : "");
    socket.onclose = () => this.#arrive(undefined);
  }

  /** @param {string | undefined} text */
  #arrive(text) {
    this.#arrived.push(text);
    this.#hand();
  }

  #hand() {
    if (!this.#wanted || !this.#arrived.length) return;
    const wanted = this.#wanted;
    this.#wanted = null;
    wanted(this.#arrived[0] === undefined ? undefined : this.#arrived.shift()); // the end stays
  }

  /** @param {string} text */
  send(text) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(text);
  }

  /** @returns {Promise<string | undefined>}  undefined when the connection is gone; a second call takes the place of the first */
  receive() {
    return new Promise((resolve) => {
      this.#wanted = resolve;
      this.#hand();
    });
  }

  close() {
    this.socket.close();
    this.#arrive(undefined); // the other side may take its time
  }
}

/**
 * Opens a connection.
 *
 * @param {string} address
 * @param {number} seconds  how long it may take
 * @returns {Promise<Socket | undefined>}  undefined when there is none
 */
export function connect(address, seconds) {
  return new Promise((resolve) => {
    let socket;
    try {
      socket = new WebSocket(address);
    } catch {
      resolve(undefined); // no address, or one that the page may not reach
      return;
    }
    const late = setTimeout(() => socket.close(), seconds * 1000);
    socket.onopen = () => {
      clearTimeout(late);
      resolve(new Socket(socket));
    };
    socket.onclose = () => {
      clearTimeout(late);
      resolve(undefined);
    };
  });
}

/** @param {Uint8Array} secret @param {Uint8Array} salt @param {number} rounds */
export async function stretch(secret, salt, rounds) {
  const key = await subtle.importKey("raw", secret, "PBKDF2", false, ["deriveBits"]);
  return new Uint8Array(await subtle.deriveBits({ name: "PBKDF2", hash: "SHA-256", salt, iterations: rounds }, key, 256));
}

/** @param {Uint8Array} key @param {Uint8Array} iv @param {Uint8Array} data @param {Uint8Array} additionalData */
export async function seal(key, iv, data, additionalData) {
  const aes = await subtle.importKey("raw", key, "AES-GCM", false, ["encrypt"]);
  return new Uint8Array(await subtle.encrypt({ name: "AES-GCM", iv, additionalData }, aes, data));
}

/** @param {Uint8Array} key @param {Uint8Array} iv @param {Uint8Array} data @param {Uint8Array} additionalData */
export async function unseal(key, iv, data, additionalData) {
  const aes = await subtle.importKey("raw", key, "AES-GCM", false, ["decrypt"]);
  try {
    return new Uint8Array(await subtle.decrypt({ name: "AES-GCM", iv, additionalData }, aes, data));
  } catch {
    return undefined;
  }
}

const CURVE = { name: "ECDH", namedCurve: "P-256" };

/** Makes a key pair for an agreement. */
export async function agreement() {
  const pair = await subtle.generateKey(CURVE, false, ["deriveBits"]);
  return {
    public: new Uint8Array(await subtle.exportKey("raw", pair.publicKey)),

    /** @param {Uint8Array} other  the other side's public half */
    async agree(other) {
      try {
        const key = await subtle.importKey("raw", other, CURVE, false, []);
        return new Uint8Array(await subtle.deriveBits({ name: "ECDH", public: key }, pair.privateKey, 256));
      } catch {
        return undefined;
      }
    },
  };
}

const SIGNING = { name: "ECDSA", namedCurve: "P-256" };
const SIGNATURE = { name: "ECDSA", hash: "SHA-256" };

/** @param {Uint8Array} bytes  @returns {string}  base64url, as JWK has its numbers */
const written = (bytes) => btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** @param {string} text  @returns {Uint8Array} */
const read = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));

/** Makes a key that signs. */
export async function newSigner() {
  const pair = await subtle.generateKey(SIGNING, true, ["sign", "verify"]);
  const point = new Uint8Array(await subtle.exportKey("raw", pair.publicKey));
  return signerOf(pair.privateKey, point, read((await subtle.exportKey("jwk", pair.privateKey)).d));
}

/**
 * Takes up a key that was kept.
 *
 * @param {Uint8Array} point  its public half
 * @param {Uint8Array} secret  its private half
 */
export async function signer(point, secret) {
  const jwk = { kty: "EC", crv: "P-256", x: written(point.subarray(1, 33)), y: written(point.subarray(33)), d: written(secret) };
  try {
    return signerOf(await subtle.importKey("jwk", jwk, SIGNING, false, ["sign"]), point, secret);
  } catch {
    return undefined;
  }
}

/** @param {CryptoKey} key @param {Uint8Array} point @param {Uint8Array} secret */
function signerOf(key, point, secret) {
  return {
    public: point,
    secret,

    /** @param {Uint8Array} data */
    async sign(data) {
      return new Uint8Array(await subtle.sign(SIGNATURE, key, data));
    },
  };
}

/** @param {Uint8Array} point @param {Uint8Array} data @param {Uint8Array} signature */
export async function verify(point, data, signature) {
  try {
    return await subtle.verify(SIGNATURE, await subtle.importKey("raw", point, SIGNING, false, ["verify"]), signature, data);
  } catch {
    return false;
  }
}
