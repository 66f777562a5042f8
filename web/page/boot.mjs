// Brings the game up: downloads everything at once, starts Python, runs main.py, and shows what went wrong if it does.

import { Downloads, Failure } from "./download.mjs";
import { crash, fail, home, yieldTo } from "./home.mjs";
import { focus } from "./screen.mjs";
import { claim } from "./storage.mjs";
import { keep, looked } from "./update.mjs";

const HOME = "/home/pyodide/okey";
/** All that the start downloads beyond the page's own modules. */
const FILES = [
  "pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json", "python_stdlib.zip", "pygame.zip", "okey.apk",
];
/** Share of the bar that the downloads fill; starting Python and the game fill the rest. */
const DOWNLOADED = 80;
/** Milliseconds that the start may take after the last byte: far beyond the slowest phone. */
const PATIENCE = 120_000;
/** Milliseconds after the first picture that are left to the game before anything else is fetched. */
const SETTLED = 1000;

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

/**
 * Runs Pyodide's loader on downloads that are already under way.  It fetches through the global `fetch` and, should the
 * main module not start, only warns and waits for ever; so both functions are lent to it for the time it takes.
 *
 * @param {(options: object) => Promise<any>} loadPyodide
 * @param {object} options
 * @param {Record<string, Promise<Response>>} responses  by file name
 */
async function load(loadPyodide, options, responses) {
  const { fetch } = globalThis;
  const { instantiateStreaming } = WebAssembly;
  globalThis.fetch = (input, init) => responses[String(input).replace(/^.*\//, "")] ?? fetch(input, init);
  try {
    return await new Promise((resolve, reject) => {
      WebAssembly.instantiateStreaming = (source, imports) => {
        const started = instantiateStreaming(source, imports);
        started.catch(reject);
        return started;
      };
      loadPyodide(options).then(resolve, reject);
    });
  } finally {
    globalThis.fetch = fetch;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  }
}

async function boot() {
  requireWebAssembly();
  const { files } = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("okey-files")).textContent);
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
    const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([loader, runtime]);
    return load(loadPyodide, {
      createPyodideModule,
      indexURL: new URL(".", import.meta.url).href,
      env: { HOME: "/home/pyodide", PYGAME_HIDE_SUPPORT_PROMPT: "1", SDL_EMSCRIPTEN_KEYBOARD_ELEMENT: "#canvas" },
    }, {
      "pyodide.asm.wasm": wasm.then(({ response }) => response),
      "pyodide-lock.json": lock.then((bytes) => new Response(bytes)),
      "python_stdlib.zip": stdlib.then((bytes) => new Response(bytes)),
    });
  })();
  // A broken download ends the start, since Pyodide's loader would go on without its library; and it is the better
  // explanation where the compiler has choked on it.
  const [py] = await Promise.all([started.catch((error) => all.then(() => { throw error; })), all]);
  inside.py = py;
  // an error that kills the interpreter reaches neither Python nor whoever awaits it: from then on nothing more happens
  py._api.on_fatal = crash;
  progress(DOWNLOADED + 8);

  py.canvas.setCanvas2D(document.getElementById("canvas"));
  py.unpackArchive(await pygame, "zip", { extractDir: py.runPython("import site; site.getsitepackages()[0]") });
  py.unpackArchive(await game, "zip", { extractDir: HOME });
  progress(DOWNLOADED + 13);
  await painted();

  await looked;
  claim(yieldTo);
  py.registerJsModule("okey_page", home(ready));
  py.pyimport("sys").path.insert(0, `${HOME}/assets`);
  const main = py.pyimport("main");
  progress(DOWNLOADED + 17);
  await main.main();
}

/** Lets the browser draw the bar before more work; a hidden page draws nothing. */
function painted() {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 50);
  });
}

/** The game has drawn its first screen: uncovers it. */
function ready() {
  progress(100);
  root.dataset.stage = "ready";
  focus();
  dispatchEvent(new Event("okey-ready"));
  setTimeout(keep, SETTLED);
}

boot().catch(crash);
