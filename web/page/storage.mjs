// Small texts kept on this machine, or in memory where the browser forbids more.  Of several tabs only the newest may write.
//
// They live in IndexedDB and, whole, in the page: so reading and writing need no waiting.  What is written goes to the disk
// at once and in order; the texts of one moment go together or not at all.

import { embedded } from "./host.mjs";

/** The name of this game if it is one of several on a page, each with saves of its own; first.js has checked it. */
const INSTANCE = document.documentElement.dataset.instance ?? "";
const DATABASE = INSTANCE ? `okey ${INSTANCE}` : "okey";
/** The version of the database's layout: one store of texts by key. */
const LAYOUT = 1;
const STORE = "kept";
/** Milliseconds after which a database that does not open counts as none. */
const PATIENCE = 3000;

/** What earlier builds wrote into localStorage, from where it moves once. */
const OLD = "okey:";
/** The copy of the settings for first.js, which cannot wait; and the wish for a clean start, which it notes down. */
const FIRST = `okey-first:settings${INSTANCE}`;
const CLEAN = `okey-clean${INSTANCE}`;
const DAMAGED = ".damaged";

/** All that is kept. @type {Map<string, string>} */
const texts = new Map();
/** What is not on its way to the disk yet. @type {Map<string, string | undefined>} */
const pending = new Map();
/** Ends of what is on its way. @type {Promise<void>} */
let written = Promise.resolve();
/** @type {IDBDatabase | null} */
let database = null;

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

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function answer(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** @returns {Promise<IDBDatabase>} */
function connect() {
  return new Promise((resolve, reject) => {
    setTimeout(reject, PATIENCE, new Error("the database does not open"));
    const request = indexedDB.open(DATABASE, LAYOUT);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onblocked = request.onerror = () => reject(request.error);
    request.onsuccess = () => resolve(request.result);
  });
}

/** Reads what is kept, before the game starts. */
export const opened = (async () => {
  try {
    database = await connect();
    database.onversionchange = database.onclose = () => {
      database?.close();
      database = null;
    };
    const store = database.transaction(STORE).objectStore(STORE);
    const [keys, values] = await Promise.all([answer(store.getAllKeys()), answer(store.getAll())]);
    keys.forEach((key, at) => texts.set(String(key), String(values[at])));
  } catch {
    database = null; // blocked, damaged, or of a newer game: what is written now lives as long as the page
  }
  await moveOld();
  cleanStart();
})();

/** Moves what earlier builds kept; the old place is left only when the new one has it. */
async function moveOld() {
  if (INSTANCE) return;
  const keys = Object.keys(local ?? {}).filter((key) => key.startsWith(OLD));
  for (const key of keys) {
    const text = local?.getItem(key);
    if (text !== null && text !== undefined) change(key.slice(OLD.length), text);
  }
  await written;
  if (database) for (const key of keys) local?.removeItem(key);
}

/** Sets everything aside if the failure page was told to. */
function cleanStart() {
  try {
    if (!sessionStorage.getItem(CLEAN)) return;
    sessionStorage.removeItem(CLEAN);
  } catch {
    return;
  }
  for (const [key, text] of [...texts]) {
    if (key.endsWith(DAMAGED)) continue;
    change(key, undefined);
    change(key + DAMAGED, text);
  }
}

/** @param {string} key @param {string | undefined} text */
function change(key, text) {
  if (text === undefined) texts.delete(key);
  else texts.set(key, text);
  if (!database) return;
  if (!pending.size) queueMicrotask(flush);
  pending.set(key, text);
}

/** Sends what is pending to the disk, all of it or nothing. */
function flush() {
  const changes = [...pending];
  pending.clear();
  if (!database) return;
  const ended = new Promise((resolve, reject) => {
    const transaction = /** @type {IDBDatabase} */ (database).transaction(STORE, "readwrite", { durability: "strict" });
    const store = transaction.objectStore(STORE);
    for (const [key, text] of changes) {
      if (text === undefined) store.delete(key);
      else store.put(text, key);
    }
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
    transaction.commit?.(); // so that it goes on when the page ends now
  });
  written = Promise.all([written, ended]).then(() => {}, () => { // full: nothing more will get there
    database = null;
  });
}

/** Resolves once all that was saved is on the disk, or cannot be. */
export async function settled() {
  await null; // what this moment saves is sent at its end
  await written;
}

/** The entry that names the tab which plays, and this tab's name. */
const PLAYER = `okey-page:player${INSTANCE}`;
const NAME = `${Date.now()} ${Math.random()}`;

/** What to do when another tab plays; null before `claim` and after the loss. @type {(() => void) | null} */
let lose = null;

// the failure page's details end with the match as it was kept, without anybody's name: see okey/ui/report.py
addEventListener("okey-details", (event) => {
  const match = texts.get("match")?.replace(/^seat (you|bot \S+).*$/gm, "seat $1");
  if (match) /** @type {CustomEvent<HTMLElement>} */ (event).detail.append(`\n\n${match}`);
});

/** Makes this tab the one that plays; `lost` is called once another one does.  Without storage each tab is its own. @param {() => void} lost */
export function claim(lost) {
  try {
    local?.setItem(PLAYER, NAME);
  } catch {
    return; // full: tabs cannot hear of each other
  }
  lose = lost;
  addEventListener("storage", check);
  addEventListener("pageshow", check); // no event of that time reaches a page in the back-forward cache
  document.addEventListener("visibilitychange", check);
}

/** Whether another tab has taken over. */
function isLost() {
  const player = local?.getItem(PLAYER);
  return Boolean(player) && player !== NAME;
}

function check() {
  if (!lose || !isLost()) return;
  lose();
  lose = null;
}

/** @param {string} key @returns {string | undefined} what `save` kept */
export function load(key) {
  return texts.get(key);
}

/**
 * Keeps `text`, or removes the entry when there is none.
 *
 * @param {string} key
 * @param {string | undefined} text
 * @returns {boolean} false if it lives in memory only
 */
export function save(key, text) {
  if (isLost()) {
    if (text === undefined) texts.delete(key);
    else texts.set(key, text);
    return false;
  }
  change(key, text);
  if (key === "settings") mirror(text);
  if (database) insist();
  return database !== null;
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

/** Whether the browser has been asked to keep the game's data for good. */
let asked = false;

/** Asks for that once the player has done something that can be lost; some browsers ask the player, so once is enough. */
function insist() {
  if (asked || embedded || !navigator.userActivation?.hasBeenActive) return;
  asked = true;
  const ASKED = "okey-page:asked";
  if (!navigator.storage?.persist || local?.getItem(ASKED)) return;
  navigator.storage.persist().then(() => local?.setItem(ASKED, "1")).catch(() => {});
}
