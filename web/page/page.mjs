// The page as the game's worker sees it: what is known of it, and how it is called.

import { connect } from "./line.mjs";
import { wake } from "./loop.mjs";

/**
 * What the page has told of itself; first all of it, later what has changed.
 *
 * @type {{
 *   language: string, version: string, surroundings: string, address: string, fragment: string, parameters: string[][],
 *   instance: string, troubles: string[], pages: string[], canFullscreen: boolean, canInstall: boolean, hidden: boolean,
 *   reducedMotion: boolean, away: boolean, renewable: boolean, viewport: number[], old: Record<string, string>, clean: boolean,
 * }}
 */
export const facts = /** @type {any} */ ({});

/** @type {ReturnType<typeof connect>} */
let line;

/** @param {import("./line.mjs").Port} port @param {import("./line.mjs").Offers} offers */
export function attach(port, offers) {
  line = connect(port, {
    ...offers,

    /** @param {Partial<typeof facts>} news */
    know(news) {
      Object.assign(facts, news);
      wake();
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
