// The game behind `window.okey`: what it has last told of the screen, and presses.

import { act } from "./thread.mjs";

/** What the screen shows, as JSON. */
let shown = "";

/** What is for the game and not for the page around it, see `Surface` in okey/bridge; until it says so, everything is. @type {{finger: number[][] | null, wheel: boolean}} */
let takes = { finger: null, wheel: true };

/** Takes what the game tells, and offers it. @param {string} state @param {string} told */
export function show(state, told) {
  if (!shown) Object.assign(window.okey, { state: () => JSON.parse(shown), press });
  shown = state;
  takes = JSON.parse(told);
}

/** @param {unknown} id */
function press(id) {
  const widget = window.okey.state().widgets.find((/** @type {{id: string}} */ found) => found.id === id);
  if (!widget?.enabled) return false;
  act("press", [id]);
  return true;
}

/** Whether a finger put there, in CSS pixels, is for the game. @param {number} x @param {number} y */
export function takesFinger(x, y) {
  return takes.finger?.some(([left, top, width, height]) => x >= left && y >= top && x < left + width && y < top + height) ?? true;
}

/** Whether the wheel is for the game. */
export function takesWheel() {
  return takes.wheel;
}

addEventListener("okey-end", () => {
  takes = { finger: [], wheel: false };
});
