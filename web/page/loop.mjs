// What the game's loop awaits: input, time, frames.  While it waits, nothing runs.

import { facts } from "./facts.mjs";

/** Whether the page has ended the game, by its failure page or for another tab. */
let ended = false;

/** Stops the game for good: nothing it awaits comes any more. */
export function end() {
  ended = true;
  hideCalls.clear();
}

/** Makes a promise that `start` resolves; after the game's end it stays pending. @param {(resolve: () => void) => void} start @returns {Promise<void>} */
function promise(start) {
  return new Promise((resolve) => start(() => {
    if (!ended) resolve();
  }));
}

/** Milliseconds between two frames where nobody sees them, in hidden pages; there and in frames out of view browsers may give none. */
const SLOW = 500;

/** Ends of the waits under way. @type {Set<() => void>} */
const waits = new Set();
let woken = false;

/** Ends every wait under way; if there is none, the next one ends at once. */
export function wake() {
  if (!waits.size) woken = true;
  for (const end of waits) end();
}

/** Resolves on input, on `wake`, or after `seconds` (undefined: never). @param {number} [seconds] @returns {Promise<void>} */
export function wait(seconds) {
  return promise((resolve) => {
    if (woken) {
      woken = false;
      resolve();
      return;
    }
    const end = () => {
      waits.delete(end);
      clearTimeout(timer);
      resolve();
    };
    const timer = seconds === undefined ? 0 : setTimeout(end, seconds * 1000);
    waits.add(end);
    rest();
  });
}

/** Ends of `turned`. @type {(() => void)[]} */
let turns = [];

/** Tells that the loop waits, having taken what was received. */
function rest() {
  if (received.length) return;
  for (const end of turns) end();
  turns = [];
}

/** Resolves once the loop waits for more, having done what was received. @returns {Promise<void>} */
export function turned() {
  return new Promise((resolve) => {
    if (waits.size && !received.length) resolve();
    else turns.push(resolve);
  });
}

/** Resolves after `seconds`. @param {number} seconds @returns {Promise<void>} */
export function sleep(seconds) {
  return promise((resolve) => setTimeout(resolve, seconds * 1000));
}

/** Resolves on the next animation frame, or on a slow tick where the browser gives none. @returns {Promise<void>} */
export function frame() {
  return promise((resolve) => {
    const end = () => {
      cancelAnimationFrame(request);
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, SLOW);
    const request = facts.hidden ? 0 : requestAnimationFrame(end);
    rest();
  });
}

/** Resolves once input and timers have had their turn. @returns {Promise<void>} */
export function pause() {
  return promise((resolve) => {
    if (globalThis.scheduler?.postTask) scheduler.postTask(resolve, { priority: "user-visible" });
    else {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(0);
    }
  });
}

/** What the player has done that the game has not taken yet, see input.mjs. @type {[string, object][]} */
let received = [];

/** @param {string} name @param {object} values */
export function receive(name, values) {
  if (name === "move" && received.at(-1)?.[0] === "move") received.pop(); // only where the pointer is now counts
  received.push([name, values]);
  wake();
}

/** Gets what the player has done since the last time. */
export function input() {
  const taken = received;
  received = [];
  return taken;
}

/** @type {Set<() => void>} */
const hideCalls = new Set();

/** Calls `call` whenever the page is hidden or about to go away. @param {() => void} call */
export function onHide(call) {
  hideCalls.add(call);
}

/** Hears that it is. */
export function hide() {
  for (const call of hideCalls) call();
}
