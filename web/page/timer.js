// A worker that does nothing but wait: browsers slow the timers of hidden pages down to one a second or a minute, not a worker's.
"use strict";

/** @param {MessageEvent<{id: number, delay: number}>} event  `delay` in ms; a negative one cancels */
onmessage = ({ data: { id, delay } }) => {
  if (delay < 0) {
    clearTimeout(timers.get(id));
    timers.delete(id);
    return;
  }
  timers.set(id, setTimeout(() => {
    timers.delete(id);
    postMessage(id);
  }, delay));
};

/** @type {Map<number, number>} */
const timers = new Map();
