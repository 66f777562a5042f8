// Small texts kept on this machine, or in memory where the browser forbids more.  Of several tabs only the newest may write.

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

/** The entry that names the tab which plays, and this tab's name. */
const PLAYER = "okey-page:player";
const NAME = `${Date.now()} ${Math.random()}`;

/** What to do when another tab plays; null before `claim` and after the loss. @type {(() => void) | null} */
let lose = null;

/** Makes this tab the one that plays; `lost` is called once another one does.  Without storage each tab is its own. @param {() => void} lost */
export function claim(lost) {
  try {
    disk?.setItem(PLAYER, NAME);
  } catch {
    return; // full: nothing else can be written either
  }
  lose = lost;
  addEventListener("storage", check);
  addEventListener("pageshow", check); // no event of that time reaches a page in the back-forward cache
  document.addEventListener("visibilitychange", check);
}

/** Whether another tab has taken over. */
function isLost() {
  const player = disk?.getItem(PLAYER);
  return Boolean(player) && player !== NAME;
}

function check() {
  if (!lose || !isLost()) return;
  lose();
  lose = null;
}

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
    if (isLost()) throw new Error("another tab plays");
    if (text === undefined) disk.removeItem(PREFIX + key);
    else disk.setItem(PREFIX + key, text);
    memory.delete(key);
    return true;
  } catch {
    memory.set(key, text ?? null);
    return false;
  }
}
