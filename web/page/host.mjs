// The page around this one, if there is one: what it is told, and what it may ask for.  See docs/embedding.md.

import { know, tell as pass } from "./thread.mjs";

/** The version of the protocol: messages of any other are not understood. */
const VERSION = 1;

/** Whether the game is a frame in another page. */
export const embedded = parent !== window;

/** How many parameters the address may have, and how many characters those and a command's values: anybody may write them. */
const MOST = 20;
const LONGEST = 400;
/** How many messages wait for the other side, and how many notes are written: the rest is noise. */
const QUEUE = 50;

/** The commands, each with the fields it may have, and whether it makes sense without any. */
const COMMANDS = /** @type {Record<string, {fields: string[], bare: boolean}>} */ ({
  start: { fields: ["rules", "seats"], bare: true },
  pause: { fields: [], bare: true },
  resume: { fields: [], bare: true },
  mute: { fields: ["muted"], bare: true },
  locale: { fields: ["lang"], bare: false },
  theme: { fields: ["theme"], bare: false },
});

let notes = 0;

/** Tells whoever set the game up what is wrong with that. @param {string} text */
export function note(text) {
  notes += 1;
  if (notes <= QUEUE) console.warn(`okey: ${text}`);
}

/** Reads an address's parameters. @param {string} search @returns {string[][]} names and values */
export function parameters(search) {
  const pairs = [...new URLSearchParams(search)];
  const read = pairs.filter((pair) => pair.every((text) => text.length <= LONGEST)).slice(0, MOST);
  if (read.length < pairs.length) note(`address: only ${MOST} parameters of ${LONGEST} characters are read`);
  return read;
}

/**
 * Reads a message as a command.
 *
 * @param {any} data
 * @returns {[type: string, values: Record<string, string>] | string | null} a string says what is wrong with it; null if
 *   it is none of this protocol's
 */
export function command(data) {
  if (typeof data !== "object" || data === null || !Object.hasOwn(data, "okey")) return null;
  if (data.okey !== VERSION) return `this game speaks version ${VERSION}`;
  if (typeof data.type !== "string" || !Object.hasOwn(COMMANDS, data.type)) return `commands are ${Object.keys(COMMANDS).join(", ")}`;
  const { fields, bare } = COMMANDS[data.type];
  /** @type {Record<string, string>} */
  const values = {};
  for (const field of fields) {
    if (!Object.hasOwn(data, field)) continue;
    const value = data[field];
    const wanted = field === "muted" ? "boolean" : "string";
    if (typeof value !== wanted || String(value).length > LONGEST) return `${data.type}: ${field} is a ${wanted} of at most ${LONGEST} characters`;
    values[field] = String(value);
  }
  return bare || fields.every((field) => field in values) ? [data.type, values] : `${data.type} needs ${fields.join(", ")}`;
}

/** What stands for the origin of a page that has none of its own. */
const NONE = "null";
/**
 * The origin of the page around this one: as the browser tells it, else that of the address that led here, else that of
 * the first command; once known it stays.
 *
 * @type {string | null}
 */
let origin = location.ancestorOrigins?.[0] ?? (() => {
  try {
    return new URL(document.referrer).origin;
  } catch {
    return null;
  }
})();

/** What the page around has not been told, because nobody knows where it is from. @type {object[]} */
const untold = [];
/** Commands that came before the game was ready for them; null from then on. @type {[string, Record<string, string>][] | null} */
let waiting = [];

/** Sends a message to the page around this one, and to no other. @param {object} message */
function send(message) {
  if (!embedded) return;
  if (origin !== null && origin !== NONE) parent.postMessage({ okey: VERSION, ...message }, origin);
  else if (untold.length < QUEUE) untold.push(message);
}

/** @param {string} json */
export function tell(json) {
  const message = JSON.parse(json);
  send(message);
  if (message.type === "ready") measure();
}

if (embedded) {
  addEventListener("message", (event) => {
    // without an origin of its own a page cannot be answered, and so is not heard
    if (event.source !== parent || event.origin === NONE || event.origin !== (origin ?? event.origin)) return;
    const read = command(event.data);
    if (read === null) return;
    if (typeof read === "string") {
      note(`message: ${read}`);
      return;
    }
    origin = event.origin;
    untold.splice(0).forEach(send);
    if (!waiting) pass("command", read);
    else if (waiting.length < QUEUE) waiting.push(read);
  });
  addEventListener("okey-ready", () => {
    waiting?.forEach((read) => pass("command", read));
    waiting = null;
  });
  addEventListener("okey-end", () => {
    const { scene, kind } = window.okey.state();
    if (scene === "failure" || scene === "elsewhere") send({ type: "error", kind: kind ?? scene });
  });
}

/** CSS pixels below which a table is too low to be played on with ease. */
const LOWEST = 600;

let measured = 0;

/** Tells the height that suits the width, whenever that changes. */
function measure() {
  if (innerWidth === measured) return;
  measured = innerWidth;
  send({ type: "resize", width: innerWidth, height: Math.max(LOWEST, Math.round((innerWidth * 9) / 16)) });
}
addEventListener("resize", () => {
  if (measured) measure();
});

/** The share of the frame that has to be in sight. */
const SEEN = 0.1;
let unseen = false;

/** Whether the frame is scrolled out of sight. */
export function away() {
  return unseen;
}

if (embedded) {
  new IntersectionObserver(([entry]) => {
    const before = unseen;
    unseen = entry.intersectionRatio < SEEN;
    if (unseen !== before) know({ away: unseen });
  }, { threshold: [0, SEEN] }).observe(document.documentElement);
}
