// The canvas and what surrounds it: its size in device pixels, the keyboard's focus, pointer looks, full screen.

import { embedded } from "./host.mjs";
import { know } from "./thread.mjs";

const canvas = /** @type {HTMLCanvasElement} */ (document.getElementById("canvas"));
const insets = /** @type {HTMLElement} */ (document.getElementById("insets"));

/** The canvas' box in whole device pixels, where the browser tells it exactly. @type {[number, number] | null} */
let exact = null;
/** What the game was told last. @type {number[]} */
let measured = [];

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

/** Tells the game of the drawing area, whenever it has changed. */
function check() {
  const values = measure();
  if (values.join() === measured.join()) return;
  measured = values;
  know({ viewport: values });
}
check();

/** Finds where on the drawing area, in its pixels, an event is; outside is at its edge. @param {MouseEvent} event @returns {[number, number]} */
export function place({ clientX, clientY }) {
  const [width, height, ratio] = measured;
  return [[clientX, width], [clientY, height]].map(([at, size]) => Math.max(0, Math.min(size - 1, Math.floor(at * ratio))));
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
