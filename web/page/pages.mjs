// What the site shows beside the game: the text under it, and the licences.

import { canvas, focus } from "./screen.mjs";

const site = document.getElementById("site");

// who reads on does not play by key; who comes back does
addEventListener("scroll", () => {
  if (scrollY >= innerHeight / 2) canvas.blur();
  else if (document.activeElement === document.body || site?.contains(document.activeElement)) focus();
}, { passive: true });

/** Whether there is a text under the game here: not inside another page, not where the game is installed. */
function shown() {
  return site !== null && getComputedStyle(site).display !== "none";
}

/** Lists what `showPage` can show. */
export function pages() {
  return shown() ? ["notices", "site"] : ["notices"];
}

/** Shows the text under the game, or the licences in a tab of their own. @param {string} name one of `pages` */
export function showPage(name) {
  if (name === "site") site?.scrollIntoView();
  else open("notices.html", "_blank", "noopener");
}
