// Brings the game up: downloads everything at once, starts Python, runs main.py, and shows what went wrong if it does.

import { Downloads, Failure } from "./download.mjs";
import { crash, fail, home, yieldTo } from "./home.mjs";
import { pause } from "./loop.mjs";
import { load, refresh, unpackGame, unpackPygame } from "./runtime.mjs";
import { focus } from "./screen.mjs";
import * as snapshots from "./snapshot.mjs";
import { claim, opened } from "./storage.mjs";
import { keep, looked } from "./update.mjs";

/** All that the start downloads beyond the page's own modules. */
const FILES = [
  "pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip", "pygame.zip", "okey.apk",
];
/** What is imported one by one, so that the page does not stand still for all of it. */
const IMPORTS = ["pygame", "okey.bridge.browser", "okey.ui.painter", "okey.ui.table.scene", "okey.ui.app"];
/** Share of the bar that the downloads fill; starting Python and the game fill the rest. */
const DOWNLOADED = 80;
/** Milliseconds that the start may take after the last byte: far beyond the slowest phone. */
const PATIENCE = 120_000;
/** Milliseconds after the first picture that are left to the game before anything else is fetched. */
const SETTLED = 1000;
/** Milliseconds after the first picture at which the snapshot for later starts is made. */
const SNAPSHOT_AFTER = 4000;

/** The build's list. @type {{files: Record<string, import("./wire.mjs").Listed>}} */
const { files } = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("okey-files")).textContent);
const root = document.documentElement;
const bar = /** @type {HTMLProgressElement} */ (document.getElementById("progress"));
const percent = /** @type {HTMLElement} */ (document.getElementById("percent"));

/** The running interpreter, for `python -m bench` and nothing else. @type {{py: any}} */
export const inside = { py: null };

/** Moves the bar, forwards only. @param {number} value  0 to 100 */
function progress(value) {
  if (value <= bar.value) return;
  bar.value = value;
  percent.textContent = `${Math.floor(value)}%`;
}

/** Throws if the browser cannot run Pyodide: it needs streaming compilation and wasm exceptions. */
function requireWebAssembly() {
  // (module (func try catch_all end)): valid only where exceptions are known
  const probe = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 8, 1, 6, 0, 6, 64, 25, 11, 11]);
  if (typeof WebAssembly !== "object" || !WebAssembly.instantiateStreaming) throw new Failure("unsupported", "no WebAssembly");
  if (!WebAssembly.validate(probe)) throw new Failure("unsupported", "no WebAssembly exceptions");
}

async function boot() {
  requireWebAssembly();
  const total = FILES.reduce((sum, name) => sum + files[name].bytes, 0);
  const downloads = new Downloads(files, (bytes) => progress((DOWNLOADED * bytes) / total));

  const wasm = downloads.stream("pyodide.asm.wasm");
  const lock = downloads.bytes("pyodide-lock.json");
  const stdlib = downloads.bytes("python_stdlib.zip");
  const pygame = downloads.bytes("pygame.zip");
  const game = downloads.bytes("okey.apk");
  const loader = downloads.module("pyodide.mjs");
  const runtime = downloads.module("pyodide.asm.mjs");
  const all = Promise.all([wasm.then(({ done }) => done), lock, stdlib, pygame, game, loader, runtime]);
  all.then(() => {
    root.dataset.stage = "start";
    setTimeout(() => {
      if (root.dataset.stage !== "ready") fail("stuck", `not ready ${PATIENCE / 1000} s after the last byte`);
    }, PATIENCE);
  }, () => {}); // a failure is told below

  const started = (async () => {
    const [snapshot, python, runtimeModule] = await Promise.all([snapshots.read(window.okey.version), loader, runtime]);
    const responses = {
      "pyodide.asm.wasm": wasm.then(({ response }) => response),
      "pyodide-lock.json": lock.then((bytes) => new Response(bytes)),
      "python_stdlib.zip": stdlib.then((bytes) => new Response(bytes)),
    };
    if (!snapshot) return load(python, runtimeModule, responses);
    dispatchEvent(new Event("okey-restored")); // from here to the first picture every failure starts a plain boot, see first.js
    const py = await load(python, runtimeModule, responses, { _loadSnapshot: snapshot });
    refresh(py);
    return py;
  })();
  // A broken download ends the start, since Pyodide's loader would go on without its library; and it is the better
  // explanation where the compiler has choked on it.
  const [py] = await Promise.all([started.catch((error) => all.then(() => { throw error; })), all]);
  inside.py = py;
  // an error that kills the interpreter reaches neither Python nor whoever awaits it: from then on nothing more happens
  py._api.on_fatal = crash;
  progress(DOWNLOADED + 8);

  py.canvas.setCanvas2D(document.getElementById("canvas"));
  unpackPygame(py, await pygame);
  unpackGame(py, await game);
  progress(DOWNLOADED + 13);
  await painted();

  await Promise.all([looked, opened]);
  claim(yieldTo);
  py.registerJsModule("okey_page", home(ready));
  for (const name of IMPORTS) {
    py.pyimport(name);
    await pause();
  }
  progress(DOWNLOADED + 17);
  await py.pyimport("main").main();
}

/** Lets the browser draw the bar before more work; a hidden page draws nothing. */
function painted() {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 50);
  });
}

const { title } = document;

/** The game has drawn its first screen: uncovers it. */
function ready() {
  document.title = title; // SDL has given the page that of its window
  progress(100);
  root.dataset.stage = "ready";
  focus();
  dispatchEvent(new Event("okey-ready"));
  setTimeout(keep, SETTLED);
  setTimeout(makeSnapshot, SNAPSHOT_AFTER);
}

/** Has a snapshot made for later starts, in a worker, so that the game never stops for it; without one they are plain. */
async function makeSnapshot() {
  const { version } = window.okey;
  if (!await snapshots.wanted(version)) return;
  const worker = new Worker(new URL("./maker.mjs", import.meta.url), { type: "module" });
  worker.onmessage = worker.onerror = () => worker.terminate();
  worker.postMessage({ version, files });
}

boot().catch(crash);
