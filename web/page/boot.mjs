// The page around the game: starts it, shows how far its start is and what goes wrong, and does what it asks for.

import { Downloads } from "./download.mjs";
import { ask as askFile, give, paste, share } from "./files.mjs";
import { inGesture } from "./gesture.mjs";
import * as host from "./host.mjs";
import { tabStops } from "./input.mjs";
import { install } from "./install.mjs";
import { mirror } from "./mirror.mjs";
import "./pads.mjs";
import * as pages from "./pages.mjs";
import * as saves from "./saves.mjs";
import * as screen from "./screen.mjs";
import * as sound from "./sound.mjs";
import { show } from "./surface.mjs";
import { takeBack } from "./tabs.mjs";
import * as thread from "./thread.mjs";
import { mail, troubles } from "./trouble.mjs";
import { keep, looked, renew } from "./update.mjs";

/** The files with code that is compiled here, see `compile`. */
const CODE = { python: "pyodide.asm.wasm", pygame: "pygame.wasm" };
/** All that the start downloads beyond the page's own modules; what is not code the game fetches itself. */
const FILES = [...Object.values(CODE), "pyodide.mjs", "pyodide.asm.mjs", "pyodide-lock.json", "python_stdlib.zip", "pygame.zip", "okey.apk"];
/** Share of the bar that the downloads fill; starting Python and the game fill the rest. */
const DOWNLOADED = 80;
/** Milliseconds that the start may take after the last byte: far beyond the slowest phone. */
const PATIENCE = 120_000;
/** Milliseconds after the first picture that are left to the game before anything else is fetched. */
const SETTLED = 1000;
/** Milliseconds after the first picture at which the snapshot for later starts is made. */
const SNAPSHOT_AFTER = 4000;
/** How many characters behind the `#` are looked at: a whole match fits into far less. */
const LONGEST_FRAGMENT = 200_100;

/** The build's list. @type {{files: Record<string, import("./wire.mjs").Listed>}} */
const { files } = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("okey-files")).textContent);
const root = document.documentElement;
const bar = /** @type {HTMLProgressElement} */ (document.getElementById("progress"));
const percent = /** @type {HTMLElement} */ (document.getElementById("percent"));
const elsewhere = /** @type {HTMLElement} */ (document.getElementById("elsewhere"));

/** Runs Python inside the game, for tests and `python -m bench` and nothing else. @param {string} code */
export const python = (code) => thread.ask("python", [code]);

/** Waits until the game has done what it was asked for, and told what is on the screen now; for tests. */
export const answered = () => thread.ask("answer");

/** Shows the failure page. @param {string} kind  one of its reasons @param {string} text  for the details block */
function fail(kind, text) {
  dispatchEvent(new CustomEvent("okey-failure", { detail: { kind, text } }));
}

/** Shows the failure page for an error, which tells the reason. @param {any} error */
function crash(error) {
  dispatchEvent(new CustomEvent("okey-failure", { detail: { error } }));
}

/** Whether the game has ended here. */
let ended = window.okey.state().scene !== "boot"; // say for want of the style sheet
addEventListener("okey-end", () => {
  ended = true;
  thread.end();
});

/** Tells what the browser lacks that Pyodide needs, streaming compilation and wasm exceptions; an empty text if nothing. */
function lacking() {
  // (module (func try catch_all end)): valid only where exceptions are known
  const probe = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 8, 1, 6, 0, 6, 64, 25, 11, 11]);
  if (typeof WebAssembly !== "object" || !WebAssembly.compileStreaming) return "no WebAssembly";
  if (!WebAssembly.validate(probe)) return "no WebAssembly exceptions";
  return "transferControlToOffscreen" in screen.canvas ? "" : "no OffscreenCanvas";
}

/** Moves the bar, forwards only. @param {number} value  0 to 100 */
function progress(value) {
  if (value <= bar.value) return;
  bar.value = value;
  percent.textContent = `${Math.floor(value)}%`;
}

const total = FILES.reduce((sum, name) => sum + files[name].bytes, 0);
/** Bytes that the page and the game have received. */
const received = { page: 0, game: 0 };

/** @param {"page" | "game"} by @param {number} bytes */
function count(by, bytes) {
  received[by] = bytes;
  progress((DOWNLOADED * (received.page + received.game)) / total);
}

/**
 * Fetches and compiles the code of Python and pygame, which the browser does beside this thread.  It is not left to the
 * game's worker, because V8 forgets what a worker has compiled, and a later visit would wait for it again.
 */
async function compileAll() {
  const downloads = new Downloads(files, (bytes) => count("page", bytes));
  const compiled = Object.entries(CODE).map(async ([what, name]) => [what, await compile(downloads, name)]);
  return Object.fromEntries(await Promise.all(compiled));
}

/** @param {Downloads} downloads @param {string} name */
async function compile(downloads, name) {
  const { response, done } = await downloads.stream(name);
  // a broken download is the better explanation where the compiler has choked on it
  const [module] = await Promise.all([WebAssembly.compileStreaming(response).catch((error) => done.then(() => { throw error; })), done]);
  return module;
}

/** All of the game is there, and starts. */
function arrived() {
  root.dataset.stage = "start";
  setTimeout(() => {
    if (root.dataset.stage !== "ready") fail("stuck", `not ready ${PATIENCE / 1000} s after the last byte`);
  }, PATIENCE);
}

/** The game has drawn its first screen: uncovers it. */
function ready() {
  progress(100);
  root.dataset.stage = "ready";
  screen.focus();
  dispatchEvent(new Event("okey-ready"));
  setTimeout(keep, SETTLED);
  setTimeout(makeSnapshot, SNAPSHOT_AFTER);
}

/** Has a snapshot made for later starts, in a worker, so that the game never stops for it; without one they are plain. */
async function makeSnapshot() {
  const { version } = window.okey;
  if (!await thread.ask("wantsSnapshot", [version])) return;
  const worker = new Worker(new URL("./maker.mjs", import.meta.url), { type: "module" });
  worker.onmessage = worker.onerror = () => worker.terminate();
  worker.postMessage({ version, files });
}

/** Ends the game here, because it goes on in another tab, and offers to take it back. */
function yieldTo() {
  window.okey.state = () => ({ scene: "elsewhere" });
  window.okey.press = () => false;
  dispatchEvent(new Event("okey-end"));
  /** @type {HTMLElement} */ (document.getElementById("here")).onclick = () => location.reload();
  elsewhere.hidden = false;
  takeBack(root.dataset.instance ?? "");
}

/** Takes the link out of the address, so that a reload does not follow it once more. */
function forgetLink() {
  history.replaceState(history.state, "", location.pathname + location.search);
}

/** What the game may have the page do. */
const offers = {
  ...sound,
  announce: screen.announce,
  ask: inGesture(askFile),
  copy: saves.copy,
  cursor: screen.cursor,
  give: inGesture(give),
  insist: saves.insist,
  install: inGesture(install),
  mail: inGesture(mail),
  mirror,
  moved: saves.moved,
  note: host.note,
  paste: inGesture(paste),
  renew,
  setLanguage: screen.setLanguage,
  share: inGesture(share),
  showPage: inGesture(pages.showPage),
  tabStops,
  tell: host.tell,
  toggleFullscreen: inGesture(screen.toggleFullscreen),
  arrived,
  fail,
  forgetLink,
  yieldTo,

  /** @param {number} bytes */
  received: (bytes) => count("game", bytes),

  /** @param {number} share  of what is to be done after the downloads */
  started: (share) => progress(DOWNLOADED + (100 - DOWNLOADED) * share),

  /** @param {{kind?: string, name?: string, message: string, stack?: string}} told  an error of the game's */
  crash: (told) => crash(Object.assign(new Error(told.message), told)),

  restored: () => dispatchEvent(new Event("okey-restored")),

  /** @param {string} state @param {string} takes */
  show(state, takes) {
    show(state, takes);
    if (root.dataset.stage !== "ready") ready();
  },
};

const calm = matchMedia("(prefers-reduced-motion: reduce)");
calm.addEventListener("change", () => thread.know({ reducedMotion: calm.matches }));
document.addEventListener("visibilitychange", () => {
  thread.know({ hidden: document.hidden });
  if (document.hidden) thread.tell("hide");
});
for (const type of ["online", "offline"]) addEventListener(type, () => thread.know({ online: navigator.onLine }));
addEventListener("pagehide", () => thread.tell("hide"));
addEventListener("hashchange", () => /^#(record|room)=/.test(location.hash) && location.reload());

thread.know({
  language: root.lang,
  version: window.okey.version,
  surroundings: navigator.userAgent,
  parameters: host.parameters(location.search),
  address: location.origin + location.pathname,
  fragment: location.hash.slice(1, LONGEST_FRAGMENT),
  instance: root.dataset.instance ?? "",
  relay: document.querySelector("meta[name=okey-relay]")?.getAttribute("content") ?? "",
  troubles: troubles(),
  pages: pages.pages(),
  canFullscreen: screen.canFullscreen(),
  canInstall: false,
  hidden: document.hidden,
  online: navigator.onLine,
  reducedMotion: calm.matches,
  away: host.away(),
  renewable: false,
  old: saves.old(),
  clean: saves.clean(),
});
const lack = lacking();
if (lack) fail("unsupported", lack);
else if (!ended) {
  const compiled = compileAll();
  compiled.catch(crash);
  thread.start(offers, async () => {
    thread.tell("start", [files, window.okey.version]);
    compiled.then((modules) => thread.tell("compiled", [modules]), () => {}); // that is told above
    await looked;
    const offscreen = screen.canvas.transferControlToOffscreen();
    thread.tell("begin", [offscreen], [offscreen]);
  }, crash);
}
