// Gamepads: they send no events of their own, so they are looked at on and on, but only while there is one.

import { act } from "./thread.mjs";

/** Steps between rest and one end of an axis that count as changes. */
const STEPS = 4;

/** What was pressed, and how far the axes were, when they were looked at last, by the gamepad's number. @type {Map<number, {pressed: boolean[], axes: number[]}>} */
const known = new Map();
let watching = false;
let ended = false;

/** @param {string} name @param {object} values */
function send(name, values) {
  act("input", [name, values]);
}

/** @param {Gamepad} pad */
function compare({ index, buttons, axes }) {
  const before = known.get(index) ?? { pressed: [], axes: [] };
  const now = { pressed: buttons.map(({ pressed }) => pressed), axes: axes.map((value) => Math.round(value * STEPS) / STEPS) };
  known.set(index, now);
  now.pressed.forEach((pressed, button) => {
    if (pressed && !before.pressed[button]) send("pad-button", { instance_id: index, button });
  });
  now.axes.forEach((value, axis) => {
    if (value !== (before.axes[axis] ?? 0)) send("pad-axis", { instance_id: index, axis, value });
  });
}

function watch() {
  const pads = navigator.getGamepads().filter((pad) => pad?.connected);
  for (const pad of pads) compare(/** @type {Gamepad} */ (pad));
  for (const index of known.keys()) {
    if (pads.some((pad) => pad?.index === index)) continue;
    known.delete(index);
    send("pad-gone", { instance_id: index });
  }
  watching = pads.length > 0 && !ended;
  if (watching) requestAnimationFrame(watch);
}

for (const type of ["gamepadconnected", "gamepaddisconnected"]) {
  addEventListener(type, () => {
    if (!watching) watch();
  });
}
addEventListener("okey-end", () => { ended = true; });
