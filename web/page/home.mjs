// What the page offers the game: the module `okey_page` that okey/bridge/browser.py imports.

import { ask, give, share } from "./files.mjs";
import * as host from "./host.mjs";
import * as installing from "./install.mjs";
import * as loop from "./loop.mjs";
import * as mirror from "./mirror.mjs";
import * as network from "./network.mjs";
import * as pages from "./pages.mjs";
import * as screen from "./screen.mjs";
import * as sound from "./sound.mjs";
import { load, save } from "./storage.mjs";
import { mail, troubles } from "./trouble.mjs";
import { renew } from "./update.mjs";

const calm = matchMedia("(prefers-reduced-motion: reduce)");
calm.addEventListener("change", loop.wake);

const failure = /** @type {HTMLElement} */ (document.getElementById("failure"));
const elsewhere = /** @type {HTMLElement} */ (document.getElementById("elsewhere"));

/** How many characters behind the `#` are looked at: a whole match fits into far less. */
const LONGEST_FRAGMENT = 200_100;
addEventListener("hashchange", () => location.hash.startsWith("#record=") && location.reload());

/** Shows the failure page. @param {string} kind  one of its reasons @param {string} text  for the details block */
export function fail(kind, text) {
  dispatchEvent(new CustomEvent("okey-failure", { detail: { kind, text } }));
}

/** Shows the failure page for an error, which tells the reason. @param {unknown} error */
export function crash(error) {
  dispatchEvent(new CustomEvent("okey-failure", { detail: { error } }));
}

/** Ends the game here, because it goes on in another tab, and offers to take it back. */
export function yieldTo() {
  if (!failure.hidden) return;
  window.okey.state = () => ({ scene: "elsewhere" });
  window.okey.press = () => false;
  dispatchEvent(new Event("okey-end"));
  /** @type {HTMLElement} */ (document.getElementById("here")).onclick = () => location.reload();
  elsewhere.hidden = false;
}

/**
 * Builds the module for Python.
 *
 * @param {() => void} ready  called when the game has published itself
 */
export function home(ready) {
  loop.listen(screen.canvas);
  return {
    ...installing,
    ...loop,
    ...mirror,
    ...network,
    ...pages,
    ...screen,
    load,
    save,
    give,
    ask,
    share,
    mail,
    troubles,
    surroundings: navigator.userAgent,
    known: sound.known,
    keep: sound.keep,
    play: sound.play,
    fail,
    renew,
    language: document.documentElement.lang,
    version: window.okey.version,
    parameters: host.parameters(location.search),
    away: host.away,
    note: host.note,
    tell: host.tell,
    onCommand: host.onCommand,
    address: location.origin + location.pathname,
    fragment: location.hash.slice(1, LONGEST_FRAGMENT),
    reducedMotion: () => calm.matches,
    hidden: () => document.hidden,

    /**
     * Puts the game behind `window.okey`.
     *
     * @param {() => string} state  gives JSON
     * @param {(id: string) => boolean} press
     */
    publish(state, press) {
      if (!failure.hidden || !elsewhere.hidden) return; // the page has given up, say for want of its style sheet: so it stays
      window.okey.state = () => JSON.parse(state());
      window.okey.press = press;
      ready();
    },
  };
}
