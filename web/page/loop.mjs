// What the game's loop awaits: input, time, frames.  While it waits, nothing runs.

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
  return new Promise((resolve) => {
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

/** Resolves on the next animation frame, or on a slow tick where the browser gives none. @returns {Promise<void>} */
export function frame() {
  return new Promise((resolve) => {
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
  return new Promise((resolve) => {
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

/** Calls of the worker's timers by id. @type {Map<number, () => void>} */
const due = new Map();
let lastId = 0;
const worker = (() => {
  try {
    const started = new Worker(new URL("timer.js", import.meta.url));
    started.onmessage = ({ data }) => ring(data);
    started.onerror = () => { // not allowed here, or not downloaded: the page's own timers are late, but they ring
      broken = true;
      for (const id of due.keys()) setTimeout(ring, 0, id);
    };
    return started;
  } catch {
    return null;
  }
})();
let broken = worker === null;

/** @param {number} id */
function ring(id) {
  const call = due.get(id);
  due.delete(id);
  call?.();
}

/** Calls `call` in `delay` ms, hidden or not; gives the function that cancels it. @param {number} delay @param {() => void} call */
function after(delay, call) {
  if (broken || !document.hidden) {
    const timeout = setTimeout(call, delay);
    return () => clearTimeout(timeout);
  }
  lastId += 1;
  const id = lastId;
  due.set(id, call);
  worker?.postMessage({ id, delay });
  return () => {
    if (due.delete(id)) worker?.postMessage({ id, delay: -1 });
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

/** Wakes the loop for everything a player can do. @param {HTMLCanvasElement} canvas */
export function listen(canvas) {
  const options = { passive: true };
  for (const type of ["mousedown", "mousemove", "mouseleave", "wheel", "touchstart", "touchmove", "touchend", "touchcancel", "keydown", "keyup"]) {
    canvas.addEventListener(type, wake, options);
  }
  // a button let go outside the canvas ends a drag too, and SDL hears of it from the document
  for (const type of ["mouseup", "focus", "blur", "online", "offline", "fullscreenchange"]) addEventListener(type, wake, options);
  // wakes on both ways: a wait that began in sight has a timer which the browser slows down out of sight
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) hide();
    wake();
  });
  addEventListener("pagehide", hide);
}
