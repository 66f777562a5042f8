// Small texts kept on this machine, or in memory where the browser forbids more.  Of several tabs only the newest may write.
//
// They live in IndexedDB and, whole, in memory: so reading and writing need no waiting.  What is written goes to the disk
// at once and in order; the texts of one moment go together or not at all.

import { facts } from "./facts.mjs";
import { tell } from "./page.mjs";
import { ASKED, PLAYS, placeOf } from "./tabs.mjs";

/** The version of the database's layout: one store of texts by key. */
const LAYOUT = 1;
const STORE = "kept";
/** Milliseconds after which a database that does not open counts as none. */
const PATIENCE = 3000;
/** The entry that names the tab which plays, and this tab's name. */
const PLAYER = "okey-page:player";
const NAME = `${Date.now()} ${Math.random()}`;
const DAMAGED = ".damaged";
/** What the page has a copy of: first.js cannot wait for the settings, and the failure page's details end with the match. */
const COPIED = ["settings", "match"];

/** All that is kept. @type {Map<string, string>} */
const texts = new Map();
/** What is not on its way to the disk yet. @type {Map<string, string | undefined>} */
const pending = new Map();
/** When all that was changed is on its way, and when it is there. @type {Promise<void>} */
let underWay = Promise.resolve();
/** @type {Promise<void>} */
let written = Promise.resolve();
/** @type {IDBDatabase | null} */
let database = null;
/** Whether another tab plays now. */
let lost = false;

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function answer(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** @param {IDBTransaction} transaction @returns {Promise<void>} */
function end(transaction) {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}

/** @param {string} name @returns {Promise<IDBDatabase>} */
function connect(name) {
  return new Promise((resolve, reject) => {
    setTimeout(reject, PATIENCE, new Error("the database does not open"));
    const request = indexedDB.open(name, LAYOUT);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onblocked = request.onerror = () => reject(request.error);
    request.onsuccess = () => resolve(request.result);
  });
}

/** Makes this tab the one that plays, and reads what is kept, before the game starts. */
export async function open() {
  const name = placeOf(facts.instance);
  try {
    database = await connect(name);
    database.onversionchange = database.onclose = () => {
      database?.close();
      database = null;
    };
    const transaction = database.transaction(STORE, "readwrite");
    const store = transaction.objectStore(STORE);
    const [keys, values] = await Promise.all([answer(store.getAllKeys()), answer(store.getAll())]);
    keys.forEach((key, at) => texts.set(String(key), String(values[at])));
    texts.delete(PLAYER);
    store.put(NAME, PLAYER);
    await end(transaction);
    listen(name);
  } catch {
    database = null; // blocked, damaged, full, or of a newer game: what is written now lives as long as the page
  }
  await moveOld();
  if (facts.clean) setAside();
  copy("match");
}

/** Tells other tabs that this one plays, and hears when another one does. @param {string} name */
function listen(name) {
  const channel = new BroadcastChannel(name);
  channel.onmessage = async ({ data }) => {
    if (data === PLAYS) return;
    await check();
    if (data === ASKED && database && !lost) channel.postMessage(PLAYS);
  };
  channel.postMessage(NAME);
}

/** Moves what earlier builds kept in another place; that is left only when this one has it. */
async function moveOld() {
  const old = Object.entries(facts.old);
  for (const [key, text] of old) change(key, text);
  await settled();
  if (database && old.length) tell("moved", [Object.keys(facts.old)]);
}

/** Sets everything aside, as the failure page was told to. */
function setAside() {
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
  if (!database || lost) return;
  if (!pending.size) underWay = Promise.resolve().then(flush);
  pending.set(key, text);
}

/** Sends what is pending to the disk, all of it or nothing. */
async function flush() {
  const changes = [...pending];
  pending.clear();
  if (!database) return;
  const transaction = database.transaction(STORE, "readwrite", { durability: "strict" });
  const store = transaction.objectStore(STORE);
  written = Promise.all([written, end(transaction)]).then(() => {}, () => { // full: nothing more will get there
    database = null;
  });
  try {
    if (isAnother(await answer(store.get(PLAYER)))) {
      transaction.abort();
      lose();
      return;
    }
    for (const [key, text] of changes) {
      if (text === undefined) store.delete(key);
      else store.put(text, key);
    }
    transaction.commit?.(); // so that it goes on when the page ends now
  } catch {
    database = null; // as when it is full
  }
}

/** Resolves once all that was saved is on its way, whatever becomes of the page. */
export function sent() {
  return underWay;
}

/** Resolves once all that was saved is on the disk, or cannot be. */
export async function settled() {
  await underWay;
  await written;
}

/** Looks whether another tab has taken over; a page that slept may not have heard of it. */
export async function check() {
  if (!database || lost) return;
  const player = await answer(database.transaction(STORE).objectStore(STORE).get(PLAYER)).catch(() => undefined);
  if (isAnother(player)) lose();
}

/** @param {string | undefined} player */
function isAnother(player) {
  return player !== undefined && player !== NAME;
}

/** Ends the game here, because it goes on in another tab. */
function lose() {
  if (lost) return;
  lost = true;
  tell("yieldTo");
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
  change(key, text);
  if (COPIED.includes(key)) copy(key);
  if (lost || !database) return false;
  tell("insist");
  return true;
}

/** Gives the page a copy of a text. @param {string} key */
function copy(key) {
  tell("copy", [key, texts.get(key)]);
}
