// Files that the player takes out of the game and brings back.

import { wake } from "./loop.mjs";

/** Bytes above which a file cannot be one of the game's, and is not read. */
const LARGEST = 16_000_000;

/** Offers a text as a file to keep. @param {string} name @param {string} text */
export function give(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // the browser reads it when it likes
}

/** Lets the player choose a file, and gives its text; nothing happens without a choice. @param {(text: string) => void} take */
export function ask(take) {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = "application/json,.json";
  input.onchange = async () => {
    const [file] = input.files ?? [];
    if (!file) return;
    take(file.size > LARGEST ? "" : await file.text().catch(() => ""));
    wake();
  };
  input.click();
}

/**
 * Gives a text to others: by the system's sheet where fingers point, else through the clipboard.
 *
 * @param {string} text
 * @param {(how: string) => void} done  is told `shared`, `copied` or `failed`
 */
export async function share(text, done) {
  let how = "failed";
  try {
    if (navigator.share && matchMedia("(pointer: coarse)").matches) {
      await navigator.share({ text });
      how = "shared";
    } else {
      await navigator.clipboard.writeText(text);
      how = "copied";
    }
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") how = "shared"; // the player has thought better of it
  }
  done(how);
  wake();
}
