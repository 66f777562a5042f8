// What first.js knows and does about troubles, for the game.

const NOTED = `okey-troubles${document.documentElement.dataset.instance ?? ""}`;

/** Lists what went wrong in this tab, oldest first. @returns {string[]} */
export function troubles() {
  try {
    return JSON.parse(sessionStorage.getItem(NOTED) ?? "[]").map(String);
  } catch {
    return []; // nothing can be noted down here
  }
}

/** Opens the mail program with a text. @param {string} subject @param {string} text */
export function mail(subject, text) {
  dispatchEvent(new CustomEvent("okey-mail", { detail: { subject, text } }));
}
