// The memory of a started Python, made once for each build on the player's machine, so that later starts are quick.

const CACHE = `okey-snapshot ${new URL(".", import.meta.url)}`;
/** The address, in the cache only, of what names the builds that do not start from a snapshot here; first.js writes it. */
const REFUSED = "refused";
/** The header with the length of the whole: the empty end is not kept. */
const LENGTH = "x-okey-length";

/** Gets the snapshot of this build, if there is one. @param {string} version @returns {Promise<Uint8Array | null>} */
export async function read(version) {
  try {
    const found = await (await caches.open(CACHE)).match(version);
    if (!found) return null;
    const whole = new Uint8Array(Number(found.headers.get(LENGTH)));
    whole.set(new Uint8Array(await found.arrayBuffer()));
    return whole;
  } catch {
    return null; // nothing can be kept here, or what was kept is damaged
  }
}

/** Whether a snapshot would be of use: it can be kept, is not there yet, and has not failed before. @param {string} version */
export async function wanted(version) {
  try {
    const cache = await caches.open(CACHE);
    const refused = await (await cache.match(REFUSED))?.text();
    return refused !== version && !await cache.match(version);
  } catch {
    return false;
  }
}

/** Keeps a snapshot in the place of those of other builds. @param {string} version @param {Uint8Array<ArrayBuffer>} bytes */
export async function write(version, bytes) {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1; // most of a fresh memory's end is empty
  const cache = await caches.open(CACHE);
  for (const request of await cache.keys()) {
    if (!request.url.endsWith(`/${REFUSED}`)) await cache.delete(request);
  }
  await cache.put(version, new Response(bytes.subarray(0, end), { headers: { [LENGTH]: String(bytes.length) } }));
}
