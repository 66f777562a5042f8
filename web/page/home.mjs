// What the page offers the game: the module `okey_page` that okey/bridge/browser.py imports.

import * as loop from "./loop.mjs";
import * as screen from "./screen.mjs";
import * as sound from "./sound.mjs";
import * as storage from "./storage.mjs";

const failure = /** @type {HTMLElement} */ (document.getElementById("failure"));

/** The game's language as the player's system prefers it, whatever the page speaks just now: "tr" or "en". */
function preferredLanguage() {
  const known = (navigator.languages ?? [navigator.language]).map((tag) => tag.slice(0, 2).toLowerCase());
  return known.find((tag) => tag === "tr" || tag === "en") ?? "en";
}

/** @param {string} kind  a reason of the failure page @param {string} text  for the details block */
export function fail(kind, text) {
  dispatchEvent(new CustomEvent("okey-failure", { detail: { kind, text } }));
}

/**
 * Builds the module for Python.
 *
 * @param {() => void} ready  called when the game has published itself
 */
export function home(ready) {
  loop.listen(screen.canvas);
  return {
    ...loop,
    ...screen,
    ...storage,
    known: sound.known,
    keep: sound.keep,
    play: sound.play,
    fail,
    language: preferredLanguage(),
    reducedMotion: matchMedia("(prefers-reduced-motion: reduce)").matches,
    hidden: () => document.hidden,

    /**
     * Puts the game behind `window.okey`.
     *
     * @param {() => string} state  gives JSON
     * @param {(id: string) => boolean} press
     */
    publish(state, press) {
      if (!failure.hidden) return; // the page has given up, say for want of its style sheet: so it stays
      window.okey.state = () => JSON.parse(state());
      window.okey.press = press;
      ready();
    },
  };
}
