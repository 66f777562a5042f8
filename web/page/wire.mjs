// One file over the wire, compressed whatever the host does.  The page and its service worker share this.

/**
 * A file in the build's list.
 *
 * @typedef {{file: string, hash: string, bytes: number, br?: number, gz?: number}} Listed
 */

/** The header of what the service worker kept: it is whole and plain, whoever compressed it on the way. */
export const KEPT = "x-okey-kept";

/** Where compressed twins end, and what the browser calls their compression; the smaller first. */
const TWINS = /** @type {const} */ ([["br", "brotli"], ["gz", "gzip"]]);

/** Bytes below which a file is not worth a second request. */
const SMALL = 50_000;

/** @param {string} format @returns {DecompressionStream | null} null where the browser cannot */
function decompressor(format) {
  try {
    return new DecompressionStream(/** @type {CompressionFormat} */ (format));
  } catch {
    return null;
  }
}

/**
 * Fetches a file.  Where the host sends it uncompressed, its compressed twin is taken instead and unpacked here.
 *
 * @param {Listed} listed
 * @param {RequestInit} init
 */
export async function open(listed, init) {
  const response = await fetch(listed.file, init);
  const { headers } = response;
  if (!response.ok || listed.bytes < SMALL || headers.has("content-encoding") || headers.has(KEPT)) return response;
  for (const [ending, format] of TWINS) {
    const unpack = listed[ending] ? decompressor(format) : null;
    if (!unpack) continue;
    const twin = await fetch(`${listed.file}.${ending}`, init).catch(() => null);
    if (!twin?.ok) continue;
    response.body?.cancel();
    const told = new Headers(headers);
    told.delete("content-length");
    const packed = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (twin.body);
    const plain = twin.headers.has("content-encoding") ? packed : packed.pipeThrough(unpack); // some hosts know what a twin is
    return new Response(plain, { headers: told });
  }
  return response;
}

/** Whether data has the hash, as far as this browser can tell: on plain http it cannot. @param {BufferSource} data @param {string} hash */
export async function matches(data, hash) {
  if (!crypto.subtle) return true;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("").startsWith(hash);
}
