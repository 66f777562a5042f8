// The game's own thread, so that the page's is free for the browser.

import { play } from "./game.mjs";
import { crash } from "./page.mjs";

addEventListener("error", ({ error, message }) => crash(error ?? message));
addEventListener("unhandledrejection", ({ reason }) => crash(reason));
play(/** @type {any} */ (globalThis));
