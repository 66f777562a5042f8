// The game seen from the page: it runs in a worker, and where the browser gives none, beside the page.

import { connect } from "./line.mjs";

/** Milliseconds between two looks whether the game still answers, and how many in a row may find that it does not. */
const LOOK = 10_000;
const LOOKS = 3;
/** Milliseconds that the game's own modules may take to come. */
const PATIENCE = 60_000;

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

/** Has the game do something, and waits for what comes of it. @param {string} name @param {any[]} [values] */
export function ask(name, values) {
  return line?.ask(name, values);
}

/** Called when the game is silent. @type {(error: Error) => void} */
let silent = () => {};
let watching = false;

/** Has the game do what the player wants, and looks whether it still answers. @param {string} name @param {any[]} values */
export async function act(name, values) {
  tell(name, values);
  if (watching) return;
  watching = true;
  let looks = 0;
  const timer = setInterval(() => {
    if (!document.hidden) looks += 1;
    if (looks === LOOKS && line) silent(new Error(`the game has not answered for ${(LOOKS * LOOK) / 1000} s`));
  }, LOOK);
  await ask("answer");
  clearInterval(timer);
  watching = false;
}

/**
 * Starts the game.
 *
 * @param {import("./line.mjs").Offers} offers  what it may have the page do
 * @param {() => void} here  called once it can be spoken to
 * @param {(error: unknown) => void} failed  called if it cannot be started, or does not answer any more
 */
export function start(offers, here, failed) {
  silent = failed;
  let heard = false;
  /** @param {import("./line.mjs").Port} port */
  const open = (port) => {
    line = connect(port, {
      ...offers,
      here() {
        heard = true;
        document.documentElement.dataset.thread = worker ? "worker" : "page";
        tell("know", [facts]);
        here();
      },
    });
  };
  /** Runs the game on the page's own thread: a sandbox without an origin has no workers. */
  const runHere = async () => {
    worker = null;
    const { port1, port2 } = new MessageChannel();
    open(port1);
    const { play } = await import("./game.mjs").catch((error) => {
      throw Object.assign(error, { kind: "download" });
    });
    play(port2);
  };
  setTimeout(() => {
    if (!heard) failed(Object.assign(new Error(`the game's modules have not come for ${PATIENCE / 1000} s`), { kind: "stalled" }));
  }, PATIENCE);
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
  line?.close();
  line = null;
}
