// The canvas and what surrounds it: its size in device pixels, keys that belong to the browser, pointer looks, full screen.

import { embedded } from "./host.mjs";
import { wake } from "./loop.mjs";

const canvas = /** @type {HTMLCanvasElement} */ (document.getElementById("canvas"));
const insets = /** @type {HTMLElement} */ (document.getElementById("insets"));

/** The canvas' box in whole device pixels, where the browser tells it exactly. @type {[number, number] | null} */
let exact = null;
/** What `viewport` gave last, as text. */
let measured = "";
let stale = false;

/** The size in CSS pixels that browsers give letters unless the visitor has asked for another. */
const USUAL = 16;

/** @returns {number[]} width, height, ratio, then the insets top, right, bottom, left, all but the ratio in device pixels; last how much larger than usual the visitor wants letters */
function measure() {
  const ratio = devicePixelRatio;
  const box = canvas.getBoundingClientRect();
  const rough = [box.width * ratio, box.height * ratio];
  // an emulated pixel ratio is not in the exact size: then, as where there is none, rounding has to do
  const trusted = exact?.every((size, i) => Math.abs(size - rough[i]) < 2);
  const [width, height] = (trusted ? exact : null) ?? rough.map(Math.round);
  const style = getComputedStyle(insets);
  const margins = [style.paddingTop, style.paddingRight, style.paddingBottom, style.paddingLeft];
  const letters = parseFloat(style.fontSize) / USUAL;
  return [Math.max(1, width), Math.max(1, height), ratio, ...margins.map((text) => Math.ceil(parseFloat(text) * ratio)), letters];
}

/** Measures the drawing area, see `measure`. */
export function viewport() {
  const values = measure();
  measured = values.join();
  stale = false;
  return values;
}

/** Whether the area has changed since `viewport` measured it; says so once. */
export function resized() {
  const answer = stale;
  stale = false;
  return answer;
}

function check() {
  if (!measured || measure().join() === measured) return;
  stale = true;
  wake();
}

const observer = new ResizeObserver(([entry]) => {
  const size = entry.devicePixelContentBoxSize?.[0];
  exact = size ? [size.inlineSize, size.blockSize] : null;
  check();
});
try {
  observer.observe(canvas, { box: "device-pixel-content-box" });
} catch {
  observer.observe(canvas); // Safari knows no exact size
}

new ResizeObserver(check).observe(insets); // which is one letter wide

/** Follows the pixel ratio, which changes with zoom and from screen to screen. */
function watchRatio() {
  matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener("change", () => {
    watchRatio();
    check();
  }, { once: true });
}
watchRatio();
addEventListener("resize", check);
addEventListener("orientationchange", check);

addEventListener("okey-end", () => canvas.setAttribute("inert", ""));

canvas.addEventListener("contextmenu", (event) => event.preventDefault());

/** Whether Shift+Tab and Tab still move the focus within the game. */
let stops = { backward: true, forward: true };

/** Tells whether the game has a widget before and one behind the focused one. @param {boolean} backward @param {boolean} forward */
export function tabStops(backward, forward) {
  stops = { backward, forward };
}

/** Whether a Tab goes on to what lies beyond the canvas; the next one that arrives comes from there. @param {KeyboardEvent} event */
function leaves(event) {
  if (event.key !== "Tab" || stops[event.shiftKey ? "backward" : "forward"]) return false;
  stops = { backward: true, forward: true };
  return true;
}

// SDL prevents the default of every key it hears of; function keys and shortcuts are the browser's, and so is a Tab at the
// game's ends.  Releases pass, lest a key hang.
canvas.addEventListener("keydown", (event) => {
  const typed = event.getModifierState("AltGraph"); // Turkish keyboards write with AltGr, which also reads as Ctrl+Alt
  const shortcut = (event.ctrlKey || event.metaKey || event.altKey) && !typed;
  if (/^F\d+$/.test(event.key) || shortcut || leaves(event)) event.stopImmediatePropagation();
}, true);

/** What is for the game, see `Surface` in okey/bridge; until it says so, everything is. */
let takes = { finger: (/** @type {number} */ _x, /** @type {number} */ _y) => true, wheel: () => true };

/** Lets the page around this one have what is not for the game, and the text under the game the wheel. @param {(x: number, y: number) => boolean} finger @param {() => boolean} wheel */
export function shareInput(finger, wheel) {
  takes = embedded ? { finger, wheel } : { ...takes, wheel };
}
addEventListener("okey-end", () => {
  takes = { finger: () => false, wheel: () => false };
});

// What SDL hears of never scrolls a page.
canvas.addEventListener("wheel", (event) => {
  if (!takes.wheel()) event.stopImmediatePropagation();
}, { capture: true, passive: true });

/** Whether the fingers on the canvas are left to the browser; taps then come as the mouse's. */
let passing = false;

/** Keys that would scroll the page to the text under the game; the game scrolls its panels with them. */
const SCROLLING = [" ", "PageUp", "PageDown", "Home", "End"];
canvas.addEventListener("keydown", (event) => {
  if (SCROLLING.includes(event.key)) event.preventDefault();
});

// SDL prevents the default of every touch too, and browsers complain where there is none to prevent.
for (const type of ["touchstart", "touchmove", "touchend", "touchcancel"]) {
  canvas.addEventListener(type, (event) => {
    if (type === "touchstart" && event.touches.length === 1) passing = !takes.finger(event.touches[0].clientX, event.touches[0].clientY);
    if (passing) event.stopImmediatePropagation();
    if (!event.cancelable) event.preventDefault = () => {};
  }, { capture: true, passive: true });
}

/** @param {string} name  a CSS cursor that style.css knows */
export function cursor(name) {
  canvas.dataset.cursor = name;
}

/** Whether it is the page that gives the canvas the keyboard. */
let given = false;

/** Gives the canvas the keyboard, but never takes it from a page that embeds the game, nor from who reads on. */
export function focus() {
  if (embedded || scrollY >= innerHeight / 2) return;
  given = true;
  canvas.focus({ preventScroll: true });
  given = false;
}

// Who comes back to the game by a key or a press sees all of it.
canvas.addEventListener("focus", () => {
  if (!given && !embedded) scrollTo(0, 0);
});

export function canFullscreen() {
  return Boolean(document.fullscreenEnabled);
}

export function toggleFullscreen() {
  const change = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen({ navigationUI: "hide" });
  change.catch(() => {}); // refused without a gesture: the player sees that nothing happened and may press again
}

const live = /** @type {HTMLElement} */ (document.getElementById("live"));

/** Announcements that stay in the document: enough for all that happens at once, since one that is replaced may go unread. */
const ANNOUNCED = 8;

/** Has `text` read out.  A new element each time, because the same words twice in a row are news too. @param {string} text */
export function announce(text) {
  const line = document.createElement("p");
  line.textContent = text;
  live.append(line);
  while (live.childElementCount > ANNOUNCED) live.firstElementChild?.remove();
}

/** @param {string} language  "tr" or "en" */
export function setLanguage(language) {
  document.documentElement.lang = language;
}

export { canvas };
