// Keys as pygame knows them.

/** Named keys. */
const NAMED = /** @type {Record<string, number>} */ ({
  Backspace: 8, Tab: 9, Enter: 13, Escape: 27, Delete: 127,
  ArrowRight: 0x4000004f, ArrowLeft: 0x40000050, ArrowDown: 0x40000051, ArrowUp: 0x40000052,
  Home: 0x4000004a, PageUp: 0x4000004b, End: 0x4000004d, PageDown: 0x4000004e,
  BrowserBack: 0x4000010e, GoBack: 0x4000010e,
});

/**
 * Gets pygame's number of a key; 0 for those without one here.
 *
 * Letters and digits are told by the number that browsers give them on every keyboard, in whatever alphabet it writes.
 *
 * @param {KeyboardEvent} event
 */
export function keyOf({ key, keyCode }) {
  if (key in NAMED) return NAMED[key];
  if (keyCode >= 65 && keyCode <= 90) return keyCode + 32;
  if (keyCode >= 48 && keyCode <= 57) return keyCode;
  return key.length === 1 ? key.charCodeAt(0) : 0;
}
