// What the page itself keeps, beside the game's own storage (see storage.mjs): the browser gives workers no localStorage.

import { embedded } from "./host.mjs";
import { tell } from "./thread.mjs";

const INSTANCE = document.documentElement.dataset.instance ?? "";
/** What earlier builds wrote into localStorage, from where it moves once. */
const OLD = "okey:";
/** The copy of the settings for first.js, which cannot wait; and the wish for a clean start, which it notes down. */
const FIRST = `okey-first:settings${INSTANCE}`;
const CLEAN = `okey-clean${INSTANCE}`;

/** localStorage if it works here, else null: a frame of another site may not even look at the property. */
const local = (() => {
  try {
    const probe = "okey-page:probe";
    localStorage.setItem(probe, "1");
    localStorage.removeItem(probe);
    return localStorage;
  } catch {
    return null;
  }
})();

/** Gets what earlier builds kept. @returns {Record<string, string>} */
export function old() {
  const keys = INSTANCE ? [] : Object.keys(local ?? {}).filter((key) => key.startsWith(OLD));
  return Object.fromEntries(keys.map((key) => [key.slice(OLD.length), local?.getItem(key) ?? ""]));
}

/** Removes what the game has taken over. @param {string[]} keys */
export function moved(keys) {
  for (const key of keys) local?.removeItem(OLD + key);
}

/** Whether the game is to set everything aside, once. */
export function clean() {
  try {
    const wanted = sessionStorage.getItem(CLEAN) !== null;
    sessionStorage.removeItem(CLEAN);
    return wanted;
  } catch {
    return false;
  }
}

/** The match as it is kept. @type {string | undefined} */
let match;

/** Takes a copy of one of the game's texts. @param {string} key @param {string | undefined} text */
export function copy(key, text) {
  if (key === "match") match = text;
  else mirror(text);
}

/** @param {string | undefined} settings */
function mirror(settings) {
  try {
    if (settings === undefined) local?.removeItem(FIRST);
    else local?.setItem(FIRST, settings);
  } catch {
    // full: the first screen guesses the language
  }
}

// the failure page's details end with the match as it was kept, without anybody's name: see okey/ui/report.py
addEventListener("okey-details", (event) => {
  const nameless = match?.replace(/^seat (you|bot \S+).*$/gm, "seat $1");
  if (nameless) /** @type {CustomEvent<HTMLElement>} */ (event).detail.append(`\n\n${nameless}`);
});

/** Whether the browser has been asked to keep the game's data for good. */
let asked = false;

/** Asks for that once the player has done something that can be lost; some browsers ask the player, so once is enough. */
export function insist() {
  if (asked || embedded || !navigator.userActivation?.hasBeenActive) return;
  asked = true;
  const ASKED = "okey-page:asked";
  if (!navigator.storage?.persist || local?.getItem(ASKED)) return;
  navigator.storage.persist().then(() => local?.setItem(ASKED, "1")).catch(() => {});
}

// a page that slept may not have heard that another tab plays now
for (const [target, type] of /** @type {const} */ ([[window, "pageshow"], [document, "visibilitychange"]])) {
  target.addEventListener(type, () => tell("check"));
}
