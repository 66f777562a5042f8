// The screen in words, for assistive technology: an unseen document over the canvas, each control where its picture is, so
// that a finger that explores the screen finds it.  The canvas has the Tab key to itself: it shows the focus, this cannot.

import { act } from "./thread.mjs";

const root = /** @type {HTMLElement} */ (document.getElementById("mirror"));

/**
 * What the game tells, see okey/ui/outline.py.
 * @typedef {{id?: string, text: string, enabled?: boolean, chosen?: boolean | null, rect?: number[] | null}} Item
 * @typedef {{key: string, title: string, items: Item[]}} Part
 * @typedef {{scene: string, heading: string, parts: Part[]}} Outline
 */

/** The scene that is shown. */
let scene = "";

/** Shows an outline; what is in both the old and the new one stays the same element, so that nobody loses the place. @param {string} json */
export function mirror(json) {
  const outline = /** @type {Outline} */ (JSON.parse(json));
  const inside = root.contains(document.activeElement);
  if (outline.scene !== scene) root.replaceChildren(heading("h1", "title"));
  const moved = outline.scene !== scene;
  scene = outline.scene;
  write(/** @type {HTMLElement} */ (root.firstElementChild), outline.heading);
  keep(root, outline.parts.map((part) => part.key), 1, () => {
    const section = document.createElement("section");
    section.append(heading("h2", "heading"), document.createElement("ul"));
    return section;
  }).forEach((section, i) => show(section, outline.parts[i]));
  // a reader whose control is gone goes on where the news is: at the new scene's title, or at the turn
  if (inside && !root.contains(document.activeElement)) {
    /** @type {HTMLElement} */ (root.querySelector(moved ? "h1" : "h2:not([hidden])") ?? root.firstElementChild).focus({ preventScroll: true });
  }
}

/** Makes a heading that can be given the focus. @param {string} tag @param {string} key */
function heading(tag, key) {
  const made = document.createElement(tag);
  made.tabIndex = -1;
  made.dataset.key = key;
  return made;
}

/** Shows a part. @param {HTMLElement} section @param {Part} part */
function show(section, { title, items }) {
  const [head, list] = /** @type {HTMLElement[]} */ ([...section.children]);
  write(head, title);
  head.hidden = !title;
  keep(list, items.map((item, i) => item.id ?? `text ${i}`), 0, (key) => {
    const line = document.createElement("li");
    if (!key.startsWith("text ")) {
      const button = document.createElement("button");
      button.type = "button";
      button.tabIndex = -1;
      button.dataset.id = key;
      line.append(button);
    }
    return line;
  }).forEach((line, i) => {
    const { id, text, enabled, chosen, rect } = items[i];
    const box = /** @type {HTMLElement} */ (id === undefined ? line : line.firstElementChild);
    write(box, text);
    if (id === undefined) return;
    attribute(box, "aria-disabled", enabled ? null : "true");
    attribute(box, "aria-pressed", chosen === null || chosen === undefined ? null : String(chosen));
    const [x, y, width, height] = rect ?? [0, 0, 1, 1];
    Object.assign(box.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
  });
}

/**
 * Gives a parent one child for each key, in order, and takes all others away.
 *
 * @param {HTMLElement} parent
 * @param {string[]} keys
 * @param {number} first  how many children before them are left alone
 * @param {(key: string) => HTMLElement} make
 * @returns {HTMLElement[]}
 */
function keep(parent, keys, first, make) {
  const children = /** @type {HTMLElement[]} */ ([...parent.children].slice(first));
  const old = new Map(children.map((child) => [child.dataset.key, child]));
  for (const child of children) if (!keys.includes(child.dataset.key ?? "")) child.remove();
  return keys.map((key, i) => {
    const child = old.get(key) ?? make(key);
    child.dataset.key = key;
    if (parent.children[first + i] !== child) parent.insertBefore(child, parent.children[first + i] ?? null);
    return child;
  });
}

/** Sets a text, if it is another. @param {HTMLElement} element @param {string} text */
function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Sets an attribute, or removes it. @param {HTMLElement} element @param {string} name @param {string | null} value */
function attribute(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

// the game hears of what is pressed and focused here
for (const [type, name] of /** @type {const} */ ([["click", "tap"], ["focusin", "look"]])) {
  root.addEventListener(type, ({ target }) => {
    const { id } = /** @type {HTMLElement} */ (target).dataset;
    if (id !== undefined) act(name, [id]);
  });
}

addEventListener("okey-end", () => root.remove());
