// The game seen from the page: it runs in a worker, and where the browser gives none, beside the page.

import { connect } from "./line.mjs";

/** Milliseconds between two looks whether the game still answers, and how many in a row may find that it does not. */
const LOOK = 10_000;
const LOOKS = 3;

/** @type {ReturnType<typeof connect> | null} */
let line = null;
/** @type {Worker | null} */
let worker = null;

/** What the game is to know about the page. @type {Record<string, any>} */
const facts = {};

/** Tells the game what has changed about the page. @param {Record<string, any>} news */
export function know(news) {
  Object.assign(facts, news);
  tell("know", [news]);
}

/** Has the game do something; before it is there, nothing. @param {string} name @param {any[]} [values] @param {Transferable[]} [transfer] */
export function tell(name, values, transfer) {
  line?.tell(name, values, transfer);
}

/** Has the game do something, and waits for what comes of it. @param {string} name @param {any[]} values */
export function ask(name, values) {
  return line?.ask(name, values);
}

/**
 * Starts the game.
 *
 * @param {import("./line.mjs").Offers} offers  what it may have the page do
 * @param {() => void} here  called once it can be spoken to
 * @param {(error: unknown) => void} failed  called if it cannot be started
 */
export function start(offers, here, failed) {
  let heard = false;
  /** @param {import("./line.mjs").Port} port */
  const open = (port) => {
    line = connect(port, {
      ...offers,
      here() {
        heard = true;
        tell("know", [facts]);
        here();
      },
    });
  };
  /** Runs the game on the page's own thread: a sandbox without an origin has no workers. */
  const runHere = async () => {
    const { port1, port2 } = new MessageChannel();
    open(port1);
    const { play } = await import("./game.mjs");
    play(port2);
  };
  try {
    worker = new Worker(new URL("./worker.mjs", import.meta.url), { type: "module" });
    worker.onerror = (event) => {
      if (heard) return;
      event.preventDefault();
      runHere().catch(failed);
    };
    open(worker);
  } catch {
    runHere().catch(failed);
  }
}

/** Ends the game for good. */
export function end() {
  tell("end");
  worker?.terminate();
  line = null;
}
