// The browser's offer to install the game, kept until the player asks for it.

import { know } from "./thread.mjs";

/** @type {(Event & {prompt(): Promise<unknown>}) | null} */
let offer = null;

addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault(); // no banner over the table
  offer = /** @type {any} */ (event);
  know({ canInstall: true });
});

/** Lets the browser ask whether to install; it lets each offer be used once. */
export function install() {
  offer?.prompt().catch(() => {}); // without a gesture it refuses
  offer = null;
  know({ canInstall: false });
}
