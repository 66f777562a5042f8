// Files and texts that the player takes out of the game and brings back.

/** Bytes above which a file cannot be one of the game's, and is not read. */
const LARGEST = 16_000_000;
/** How much of a pasted text is looked at, in characters: codes and links are far shorter. */
export const PASTED = 1000;

/** Offers a text as a file to keep. @param {string} name @param {string} text */
export function give(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // the browser reads it when it likes
}

/** Lets the player choose a file. @returns {Promise<string>} its text; none comes without a choice */
export function ask() {
  return new Promise((resolve) => {
    const input = document.createElement("input");
    input.type = "file";
    input.accept = "application/json,.json";
    input.onchange = async () => {
      const [file] = input.files ?? [];
      if (file) resolve(file.size > LARGEST ? "" : await file.text().catch(() => ""));
    };
    input.click();
  });
}

/**
 * Gives a text to others: by the system's sheet where fingers point, else through the clipboard.
 *
 * @param {string} text
 * @returns {Promise<"shared" | "copied" | "failed">}
 */
export async function share(text) {
  try {
    if (navigator.share && matchMedia("(pointer: coarse)").matches) {
      await navigator.share({ text });
      return "shared";
    }
    await navigator.clipboard.writeText(text);
    return "copied";
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError" ? "shared" : "failed"; // the player has thought better of it
  }
}

/** Reads the clipboard. @returns {Promise<string>} nothing where the browser or the player does not allow it */
export async function paste() {
  return (await navigator.clipboard?.readText().catch(() => ""))?.slice(0, PASTED) ?? "";
}
