// Brings the game up: downloads everything at once, starts Python, runs main.py, and tells the page what goes wrong.

import * as canvas from "./canvas.mjs";
import { Downloads } from "./download.mjs";
import { home, offers } from "./home.mjs";
import * as loop from "./loop.mjs";
import { attach, crash, tell } from "./page.mjs";
import { load, refresh, unpackGame, unpackPygame } from "./runtime.mjs";
import * as snapshots from "./snapshot.mjs";
import * as storage from "./storage.mjs";

/** All that the start downloads beyond the page's own modules. */
const FILES = [
  "pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip", "pygame.zip", "okey.apk",
];
/** Share of the bar that the downloads fill; starting Python and the game fill the rest. */
const DOWNLOADED = 80;

/** The running interpreter. @type {any} */
let python = null;

/**
 * Starts the game at this end of a line to the page.
 *
 * @param {import("./line.mjs").Port} port
 */
export function play(port) {
  /** @type {(offscreen: OffscreenCanvas) => void} */
  let begin = () => {};
  const begun = new Promise((resolve) => { begin = resolve; });
  attach(port, {
    /** @param {Record<string, import("./wire.mjs").Listed>} files @param {string} version */
    start(files, version) {
      start(files, version, begun).catch(crash);
    },

    /** Lets the game have the canvas; the page has told all facts. @param {OffscreenCanvas} offscreen */
    begin(offscreen) {
      begin(offscreen);
    },

    /** For tests and `python -m bench`, and nothing else. @param {string} code */
    async python(code) {
      const value = await python.runPythonAsync(code);
      const plain = value?.toJs?.({ dict_converter: Object.fromEntries }) ?? value;
      return plain instanceof python.ffi.PyProxy ? undefined : plain;
    },
    /** Comes back once the game has done what the page has asked for, and told what is on the screen now. */
    async answer() {
      await loop.turned();
      await storage.sent();
    },
    input: loop.receive,
    hide: loop.hide,
    end: loop.end,
    check: storage.check,
    wantsSnapshot: snapshots.wanted,
    ...offers,
  });
  tell("here");
}

/**
 * @param {Record<string, import("./wire.mjs").Listed>} files  the build's list
 * @param {string} version
 * @param {Promise<OffscreenCanvas>} begun
 */
async function start(files, version, begun) {
  const total = FILES.reduce((sum, name) => sum + files[name].bytes, 0);
  const downloads = new Downloads(files, (bytes) => tell("progress", [(DOWNLOADED * bytes) / total]));

  const wasm = downloads.stream("pyodide.asm.wasm");
  const lock = downloads.bytes("pyodide-lock.json");
  const stdlib = downloads.bytes("python_stdlib.zip");
  const pygame = downloads.bytes("pygame.zip");
  const game = downloads.bytes("okey.apk");
  const loader = downloads.module("pyodide.mjs");
  const runtime = downloads.module("pyodide.asm.mjs");
  const all = Promise.all([wasm.then(({ done }) => done), lock, stdlib, pygame, game, loader, runtime]);
  all.then(() => tell("arrived"), () => {}); // a failure is told below

  const started = (async () => {
    const [snapshot, pyodide, runtimeModule] = await Promise.all([snapshots.read(version), loader, runtime]);
    const responses = {
      "pyodide.asm.wasm": wasm.then(({ response }) => response),
      "pyodide-lock.json": lock.then((bytes) => new Response(bytes)),
      "python_stdlib.zip": stdlib.then((bytes) => new Response(bytes)),
    };
    if (!snapshot) return load(pyodide, runtimeModule, responses);
    tell("restored"); // from here to the first picture every failure starts a plain boot, see first.js
    const py = await load(pyodide, runtimeModule, responses, { _loadSnapshot: snapshot });
    refresh(py);
    return py;
  })();
  // A broken download ends the start, since Pyodide's loader would go on without its library; and it is the better
  // explanation where the compiler has choked on it.
  const [py] = await Promise.all([started.catch((error) => all.then(() => { throw error; })), all]);
  python = py;
  // an error that kills the interpreter reaches neither Python nor whoever awaits it: from then on nothing more happens
  py._api.on_fatal = crash;
  tell("progress", [DOWNLOADED + 8]);

  unpackPygame(py, await pygame);
  unpackGame(py, await game);
  tell("progress", [DOWNLOADED + 13]);

  canvas.take(await begun);
  await storage.open();
  py.registerJsModule("okey_page", home());
  const main = py.pyimport("main");
  tell("progress", [DOWNLOADED + 17]);
  await main.main();
}
