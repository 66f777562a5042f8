// Small texts kept on this machine, or in memory where the browser forbids more.

const PREFIX = "okey:";

/** What could not be stored; it lives as long as the page. @type {Map<string, string | null>} */
const memory = new Map();

/** localStorage if it works here, else null: a frame of another site may not even look at the property. */
const disk = (() => {
  try {
    const probe = `${PREFIX}probe`;
    localStorage.setItem(probe, "1");
    localStorage.removeItem(probe);
    return localStorage;
  } catch {
    return null;
  }
})();

/** @param {string} key @returns {string | undefined} what `save` kept */
export function load(key) {
  return (memory.has(key) ? memory.get(key) : disk?.getItem(PREFIX + key)) ?? undefined;
}

/**
 * Keeps `text`, or removes the entry when there is none.
 *
 * @param {string} key
 * @param {string | undefined} text
 * @returns {boolean} false if it lives in memory only
 */
export function save(key, text) {
  try {
    if (!disk) throw new Error("no storage");
    if (text === undefined) disk.removeItem(PREFIX + key);
    else disk.setItem(PREFIX + key, text);
    memory.delete(key);
    return true;
  } catch {
    memory.set(key, text ?? null);
    return false;
  }
}
