// What the game's loop awaits: input, time, frames.  While it waits, nothing runs.

/** Whether the page has ended the game, by its failure page or for another tab. */
let ended = false;
addEventListener("okey-end", () => {
  ended = true;
  hideCalls.clear();
});

/** Makes a promise that `start` resolves; after the game's end it stays pending, which stops the game for good. @param {(resolve: () => void) => void} start @returns {Promise<void>} */
function promise(start) {
  return new Promise((resolve) => start(() => {
    if (!ended) resolve();
  }));
}

/** Milliseconds after which `frame` stops waiting for the browser: hidden pages and frames out of view get no animation frames. */
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
      cancel();
      resolve();
    };
    const cancel = seconds === undefined ? () => {} : after(seconds * 1000, end);
    waits.add(end);
  });
}

/** Resolves after `seconds`, hidden or not. @param {number} seconds @returns {Promise<void>} */
export function sleep(seconds) {
  return promise((resolve) => {
    after(seconds * 1000, resolve);
  });
}

/** Resolves on the next animation frame, or on a slow tick where the browser gives none. @returns {Promise<void>} */
export function frame() {
  return promise((resolve) => {
    const end = () => {
      cancelAnimationFrame(request);
      cancel();
      resolve();
    };
    const cancel = after(SLOW, end);
    const request = requestAnimationFrame(end);
  });
}

/** Resolves once input, drawing and timers have had their turn. @returns {Promise<void>} */
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

/** What is due when, in ms of `performance.now`, by id; `timeout` is the page's own timer, 0 if the worker keeps the time. @type {Map<number, {at: number, call: () => void, timeout: number}>} */
const due = new Map();
let lastId = 0;
const worker = (() => {
  try {
    const started = new Worker(new URL("./timer.js", import.meta.url));
    started.onmessage = ({ data }) => ring(data);
    started.onerror = () => { // not allowed here, or not downloaded: the page's own timers are late, but they ring
      broken = true;
      for (const id of due.keys()) arm(id);
    };
    return started;
  } catch {
    return null;
  }
})();
let broken = worker === null;

/** @param {number} id */
function ring(id) {
  const call = due.get(id)?.call;
  due.delete(id);
  call?.();
}

/** Sets the timer that keeps time where the page is now, in sight or out of it. @param {number} id */
function arm(id) {
  const timer = due.get(id);
  if (!timer) return;
  const delay = Math.max(0, timer.at - performance.now());
  clearTimeout(timer.timeout);
  timer.timeout = 0;
  if (broken || !document.hidden) timer.timeout = setTimeout(ring, delay, id);
  else worker?.postMessage({ id, delay });
}

/** Calls `call` in `delay` ms, hidden or not; gives the function that cancels it. @param {number} delay @param {() => void} call */
function after(delay, call) {
  lastId += 1;
  const id = lastId;
  due.set(id, { at: performance.now() + delay, call, timeout: 0 });
  arm(id);
  return () => {
    const timer = due.get(id);
    if (!timer) return;
    due.delete(id);
    if (timer.timeout) clearTimeout(timer.timeout);
    else worker?.postMessage({ id, delay: -1 });
  };
}

/** @type {Set<() => void>} */
const hideCalls = new Set();

/** Calls `call` whenever the page is hidden or about to go away. @param {() => void} call */
export function onHide(call) {
  hideCalls.add(call);
}

function hide() {
  for (const call of hideCalls) call();
}

/** Whether an animation frame is asked for that looks at the gamepads. */
let watching = false;

/** What can be told of all gamepads: they send no events of their own. */
function pads() {
  const connected = navigator.getGamepads().filter((pad) => pad?.connected);
  return connected.map((pad) => [pad.buttons.map((button) => button.pressed), pad.axes.map((value) => Math.round(value * 4))].join()).join(";");
}

/** Wakes the loop for whatever is pressed on a gamepad, and looks at them on and on, but only while there is one. @param {string} before */
function watchPads(before) {
  const now = pads();
  if (now !== before) wake();
  watching = now !== "" && !ended;
  if (watching) requestAnimationFrame(() => watchPads(now));
}

/** Wakes the loop for everything a player can do. @param {HTMLCanvasElement} canvas */
export function listen(canvas) {
  const options = { passive: true };
  for (const type of ["mousedown", "mousemove", "mouseleave", "wheel", "touchstart", "touchmove", "touchend", "touchcancel", "keydown", "keyup"]) {
    canvas.addEventListener(type, wake, options);
  }
  // a button let go outside the canvas ends a drag too, and SDL hears of it from the document
  for (const type of ["mouseup", "focus", "blur", "online", "offline", "fullscreenchange"]) addEventListener(type, wake, options);
  for (const type of ["gamepadconnected", "gamepaddisconnected"]) {
    addEventListener(type, () => {
      wake();
      if (!watching) watchPads("");
    });
  }
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      for (const id of due.keys()) arm(id); // what began in sight has a timer that the browser slows down out of sight
      hide();
    }
    wake();
  });
  addEventListener("pagehide", hide);
}
