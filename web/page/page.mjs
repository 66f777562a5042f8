// The page as the game's worker sees it: how it is called, and what it tells of itself.

import { facts } from "./facts.mjs";
import { connect } from "./line.mjs";
import { receive } from "./loop.mjs";

/** @type {ReturnType<typeof connect>} */
let line;

/** @param {import("./line.mjs").Port} port @param {import("./line.mjs").Offers} offers */
export function attach(port, offers) {
  line = connect(port, {
    ...offers,

    /** @param {Partial<typeof facts>} news */
    know(news) {
      Object.assign(facts, news);
      receive("changed", {});
    },
  });
}

/** Has the page do something. @param {string} name @param {any[]} [values] @param {Transferable[]} [transfer] */
export function tell(name, values, transfer) {
  line.tell(name, values, transfer);
}

/** Has the page do something, and waits for what comes of it. @param {string} name @param {any[]} [values] */
export function ask(name, values) {
  return line.ask(name, values);
}

/** Has the page show the failure page for an error, which tells the reason. @param {any} error */
export function crash(error) {
  tell("crash", [{ kind: error?.kind, name: error?.name, message: error?.message ?? String(error), stack: error?.stack }]);
}
