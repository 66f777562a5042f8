// What the player does on the canvas, told to the game in pygame's words; the browser keeps what is its own.

import { PASTED } from "./files.mjs";
import { embedded } from "./host.mjs";
import { keyOf } from "./keys.mjs";
import { canvas, place } from "./screen.mjs";
import { takesFinger, takesWheel } from "./surface.mjs";
import { act } from "./thread.mjs";

/** CSS pixels that a wheel's step moves pages by. */
const STEP = 100;
/** How many of them a line and a page are, as wheels may count too. */
const MODES = [1, 33, 800];

/** @param {string} name @param {object} values */
function send(name, values) {
  act("input", [name, values]);
}

/** pygame's number of the main button. */
const MAIN = 1;

/** @param {"down" | "up"} name @param {PointerEvent} event @param {number} [button] */
function press(name, event, button = event.button + MAIN) {
  send(name, { pos: place(event), button });
}

/** Whether the finger on the canvas is left to the browser; it then may be a tap, and no more. */
let passing = false;

canvas.addEventListener("pointerdown", (event) => {
  if (!event.isPrimary) return;
  passing = embedded && event.pointerType === "touch" && !takesFinger(event.clientX, event.clientY);
  if (passing) return;
  canvas.setPointerCapture(event.pointerId); // a button let go outside the canvas ends a drag too
  press("down", event);
});
canvas.addEventListener("pointermove", (event) => {
  if (event.isPrimary && !passing) send("move", { pos: place(event) });
});
canvas.addEventListener("pointerup", (event) => {
  if (!event.isPrimary) return;
  if (passing) press("down", event);
  passing = false;
  press("up", event);
});
canvas.addEventListener("pointercancel", (event) => {
  if (event.isPrimary && !passing) press("up", event, MAIN);
  passing = false;
});
if (embedded) { // where no style says so, see style.css, the browser has to be told that a finger is not for the page around
  canvas.addEventListener("touchstart", (event) => {
    if (!passing && event.cancelable) event.preventDefault();
  }, { passive: false });
}
canvas.addEventListener("mousedown", (event) => {
  if (event.button === 1) event.preventDefault(); // it would scroll
});
canvas.addEventListener("contextmenu", (event) => event.preventDefault());

/** What the wheel has turned and is less than a step. */
let turned = 0;

canvas.addEventListener("wheel", (event) => {
  if (!takesWheel()) return;
  event.preventDefault();
  turned -= (event.deltaY * MODES[event.deltaMode]) / STEP;
  const steps = Math.trunc(turned);
  turned -= steps;
  if (steps) send("wheel", { x: 0, y: steps });
}, { passive: false });

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

/** Keys with which browsers scroll or walk; the game does so. Function keys and shortcuts are the browser's. */
const GAMES = ["Tab", "Backspace", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", " ", "PageUp", "PageDown", "Home", "End"];
/** pygame's Shift. */
const SHIFT = 1;

canvas.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || leaves(event)) return;
  const key = keyOf(event);
  if (!key) return;
  if (GAMES.includes(event.key)) event.preventDefault();
  send("key", { key, mod: event.shiftKey ? SHIFT : 0 });
  if (event.key === " ") send("text", { text: event.key }); // which is prevented from being typed
});
canvas.addEventListener("paste", (event) => {
  const text = event.clipboardData?.getData("text");
  if (text) send("text", { text: text.slice(0, PASTED) });
});
// Turkish keyboards write with AltGr, which also reads as Ctrl+Alt: what is typed is what arrives here
canvas.addEventListener("keypress", (event) => {
  if (event.key.length !== 1) return;
  event.preventDefault(); // some browsers search for it
  send("text", { text: event.key });
});
