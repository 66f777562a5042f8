// What the game is offered in its worker: the module `okey_page` that okey/bridge/browser.py imports.

import { present } from "./canvas.mjs";
import { facts } from "./facts.mjs";
import { end, frame, input, onHide, pause, sleep, wait, wake } from "./loop.mjs";
import * as network from "./network.mjs";
import { ask, tell } from "./page.mjs";
import * as storage from "./storage.mjs";

/** What the page does for the game without an answer, by its name. */
const ERRANDS = [
  "announce", "cursor", "fail", "forgetLink", "give", "install", "mail", "mirror", "note", "play", "setLanguage", "showPage",
  "tabStops", "tell", "toggleFullscreen",
];

/** The game's own functions that the page calls, once it has told of itself. @type {Record<string, (...values: any[]) => void>} */
const published = {};

/** What the page may call of them. */
export const offers = Object.fromEntries(
  ["press", "tap", "look", "command"].map((name) => [name, (/** @type {any[]} */ ...values) => published[name]?.(...values)]),
);

/** What `viewport` gave last, as text. */
let measured = "";

/** The sounds that the page has. @type {Set<string>} */
const sounds = new Set();

/** Builds the module for Python. */
export function home() {
  const errands = Object.fromEntries(ERRANDS.map((name) => [name, (/** @type {any[]} */ ...values) => tell(name, values)]));
  return {
    ...errands,
    ...network,
    frame,
    input,
    onHide,
    pause,
    sleep,
    wait,
    wake,
    present,
    load: storage.load,
    save: storage.save,
    language: facts.language,
    version: facts.version,
    surroundings: facts.surroundings,
    parameters: facts.parameters,
    address: facts.address,
    fragment: facts.fragment,
    relay: network.relayAt(facts.relay),
    troubles: () => facts.troubles,
    pages: () => facts.pages,
    hidden: () => facts.hidden,
    online: () => facts.online,
    away: () => facts.away,
    reducedMotion: () => facts.reducedMotion,
    canFullscreen: () => facts.canFullscreen,
    canInstall: () => facts.canInstall,

    viewport() {
      measured = facts.viewport.join();
      return facts.viewport;
    },

    /** Whether the drawing area has changed since `viewport` was asked; says so once. */
    resized() {
      const before = measured;
      measured = facts.viewport.join();
      return before !== measured;
    },

    /** @param {(text: string) => void} take */
    async ask(take) {
      take(await ask("ask"));
      wake();
    },

    /** @param {string} text @param {(how: string) => void} done */
    async share(text, done) {
      done(await ask("share", [text]));
      wake();
    },

    /** @param {(text: string) => void} take */
    async paste(take) {
      take(await ask("paste"));
      wake();
    },

    /** @param {string} name */
    known: (name) => sounds.has(name),

    /** @param {string} name @param {Uint8Array} samples @param {number} rate */
    keep(name, samples, rate) {
      sounds.add(name);
      tell("keep", [name, samples, rate]);
    },

    /** Takes up the newer build if there is one; the game here ends then. @returns {boolean} whether it does */
    renew() {
      if (!facts.renewable) return false;
      end();
      storage.settled().then(() => tell("renew"));
      return true;
    },

    /** @param {(type: string, values: Record<string, string>) => void} command */
    onCommand(command) {
      published.command = command;
    },

    /** @param {(id: string) => void} press @param {(id: string) => void} tap @param {(id: string) => void} look */
    publish(press, tap, look) {
      Object.assign(published, { press, tap, look });
    },

    /** Tells what is on the screen, once it is on its way to the disk. @param {string} state @param {string} takes */
    async show(state, takes) {
      await storage.sent();
      tell("show", [state, takes]);
    },
  };
}
