// Brings the game up: downloads everything at once, starts Python, runs main.py, and tells the page what goes wrong.

import * as canvas from "./canvas.mjs";
import { Downloads } from "./download.mjs";
import { home, offers } from "./home.mjs";
import * as loop from "./loop.mjs";
import { attach, crash, tell } from "./page.mjs";
import { load, refresh, unpackGame, unpackPygame } from "./runtime.mjs";
import * as snapshots from "./snapshot.mjs";
import * as storage from "./storage.mjs";

/** @typedef {{python: WebAssembly.Module, pygame: WebAssembly.Module}} Compiled */

/** The running interpreter. @type {any} */
let python = null;

/**
 * Starts the game at this end of a line to the page.
 *
 * @param {import("./line.mjs").Port} port
 */
export function play(port) {
  const compiled = /** @type {PromiseWithResolvers<Compiled>} */ (given());
  const begun = /** @type {PromiseWithResolvers<OffscreenCanvas>} */ (given());
  attach(port, {
    /** @param {Record<string, import("./wire.mjs").Listed>} files @param {string} version */
    start(files, version) {
      start(files, version, compiled.promise, begun.promise).catch(crash);
    },

    /** Lets the game have the code of Python and pygame. */
    compiled: compiled.resolve,
    /** Lets the game have the canvas; the page has told all facts. */
    begin: begun.resolve,

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

/** Makes a promise with its ends. */
function given() {
  /** @type {any} */
  const made = {};
  made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
}

/**
 * @param {Record<string, import("./wire.mjs").Listed>} files  the build's list
 * @param {string} version
 * @param {Promise<Compiled>} compiled
 * @param {Promise<OffscreenCanvas>} begun
 */
async function start(files, version, compiled, begun) {
  const downloads = new Downloads(files, (bytes) => tell("received", [bytes]));

  const lock = downloads.bytes("pyodide-lock.json");
  const stdlib = downloads.bytes("python_stdlib.zip");
  const pygame = downloads.bytes("pygame.zip");
  const game = downloads.bytes("okey.apk");
  const loader = downloads.module("pyodide.mjs");
  const runtime = downloads.module("pyodide.asm.mjs");
  const all = Promise.all([compiled, lock, stdlib, pygame, game, loader, runtime]);
  all.then(() => tell("arrived"), () => {}); // a failure is told below

  const wasm = compiled.then(({ python }) => python);
  const started = (async () => {
    const [snapshot, pyodide, runtimeModule] = await Promise.all([snapshots.read(version), loader, runtime]);
    const responses = {
      "pyodide-lock.json": lock.then((bytes) => new Response(bytes)),
      "python_stdlib.zip": stdlib.then((bytes) => new Response(bytes)),
    };
    if (!snapshot) return load(pyodide, runtimeModule, wasm, responses);
    tell("restored"); // from here to the first picture every failure starts a plain boot, see first.js
    const py = await load(pyodide, runtimeModule, wasm, responses, { _loadSnapshot: snapshot });
    refresh(py);
    return py;
  })();
  // A broken download ends the start, since Pyodide's loader would go on without its library; and it is the better
  // explanation where the compiler has choked on it.
  const [py] = await Promise.all([started.catch((error) => all.then(() => { throw error; })), all]);
  python = py;
  // an error that kills the interpreter reaches neither Python nor whoever awaits it: from then on nothing more happens
  py._api.on_fatal = crash;
  tell("started", [0.4]);

  await unpackPygame(py, await pygame, (await compiled).pygame);
  unpackGame(py, await game);
  tell("started", [0.65]);

  canvas.take(await begun);
  await storage.open(); // while nothing else holds this thread up: see its patience
  py.registerJsModule("okey_page", home());
  const main = py.pyimport("main");
  tell("started", [0.85]);
  await main.main();
}
