// What browsers allow only in a gesture of the player's: sharing, copying, full screen, choosing a file, a new tab.
//
// The game asks for it a moment after the gesture, by a message.  Most browsers remember a gesture for some seconds; WebKit
// allows for copying nothing but the gesture's own event, and the timers that this sets.  So a gesture sets some, and what
// the game asks for waits for the next of them.

const GESTURES = ["pointerup", "touchend", "keydown", "click"];
/** Milliseconds after a gesture; WebKit forgets it within a second. */
const MOMENTS = [20, 50, 100, 200, 400, 800];

/** How many of them are still to come. */
let coming = 0;
/** What is to be done in the next one. @type {(() => void)[]} */
let waiting = [];

function moment() {
  coming -= 1;
  const now = waiting;
  waiting = [];
  for (const run of now) run();
}

for (const type of GESTURES) {
  addEventListener(type, () => {
    coming += MOMENTS.length;
    for (const delay of MOMENTS) setTimeout(moment, delay);
  }, { capture: true, passive: true });
}

/**
 * Lets an errand be done in the gesture that it comes from.
 *
 * @template {any[]} V
 * @template R
 * @param {(...values: V) => R} errand
 * @returns {(...values: V) => Promise<Awaited<R>>}
 */
export function inGesture(errand) {
  return (...values) => new Promise((resolve) => {
    const run = () => resolve(/** @type {any} */ (errand(...values)));
    if (coming) waiting.push(run);
    else run();
  });
}
