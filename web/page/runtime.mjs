// Python in a worker: how Pyodide's loader is run, plainly or from a snapshot of the memory of an earlier start.

import { unpack } from "./archive.mjs";

/** Where the game lies in Python's file system. */
export const HOME = "/home/pyodide/okey";
const PATH = `${HOME}/assets`;

/** A snapshot holds the environment too: what makes one must have the very same. */
const ENV = { HOME: "/home/pyodide", PYGAME_HIDE_SUPPORT_PROMPT: "1", SDL_VIDEODRIVER: "dummy" };

/** Sets chance anew, for what a snapshot holds of it would come again and again, and forgets where files were. */
const AFTER_RESTORE = `
import os, random, sys
random.seed(os.urandom(64))
sys.path_importer_cache.clear()
`;

/** Finds the folder for packages, and has it looked through anew. */
const FRESH_SITE = `
import site, sys
sys.path_importer_cache.pop(site.getsitepackages()[0], None)
site.getsitepackages()[0]
`;

/** Imports all of the game that needs no compiled module: those are in no snapshot. */
const WARM = `
def warm():
    import importlib, sys, asyncio, random, shutil, traceback, zipfile
    from pathlib import Path

    class NoPygame:
        def find_spec(self, name, path=None, target=None):
            if name.partition(".")[0] in ("pygame", "okey_page"):
                raise ImportError(name)

    sys.meta_path.insert(0, NoPygame())
    root = Path(${JSON.stringify(PATH)})
    for file in sorted(root.glob("okey/**/*.pyc")):
        name = ".".join(file.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
        try:
            importlib.import_module(name)
        except ImportError:
            pass
    del sys.meta_path[0]
warm()
del warm
`;

/**
 * Runs Pyodide's loader on files that are already under way.  It fetches through the global `fetch` and, should the
 * main module not start, only warns and waits for ever; so both functions are lent to it for the time it takes.
 *
 * @param {{loadPyodide: (options: object) => Promise<any>}} loader  pyodide.mjs
 * @param {{default: Function}} runtime  pyodide.asm.mjs
 * @param {Promise<WebAssembly.Module>} wasm  pyodide.asm.wasm
 * @param {Record<string, Promise<Response>>} responses  the other files, by name
 * @param {object} options  more of the loader's options
 */
export async function load({ loadPyodide }, { default: createPyodideModule }, wasm, responses, options = {}) {
  const { fetch } = globalThis;
  const { instantiateStreaming } = WebAssembly;
  const known = { ...responses, "pyodide.asm.wasm": Promise.resolve(new Response()) }; // of which the module is made already
  globalThis.fetch = (input, init) => known[String(input).replace(/^.*\//, "")] ?? fetch(input, init);
  try {
    return await new Promise((resolve, reject) => {
      WebAssembly.instantiateStreaming = async (_source, imports) => {
        try {
          const module = await wasm;
          return { module, instance: await WebAssembly.instantiate(module, imports) };
        } catch (error) {
          reject(error);
          throw error;
        }
      };
      const indexURL = new URL(".", import.meta.url).href;
      loadPyodide({ createPyodideModule, indexURL, env: ENV, ...options }).then(resolve, reject);
    });
  } finally {
    globalThis.fetch = fetch;
    WebAssembly.instantiateStreaming = instantiateStreaming;
  }
}

/** Makes the game importable. @param {any} py @param {Uint8Array} game  its archive */
export function unpackGame(py, game) {
  unpack(py.FS, game, HOME);
  const { path } = py.pyimport("sys");
  if (!path.includes(PATH)) path.insert(0, PATH);
}

/**
 * Makes pygame importable.  Its code is compiled already, and linked here as Emscripten itself does with libraries that
 * it preloads; at the place where Python looks for it is an empty file.
 *
 * @param {any} py
 * @param {Uint8Array} pygame  its archive
 * @param {WebAssembly.Module} code
 */
export async function unpackPygame(py, pygame, code) {
  const folder = py.runPython(FRESH_SITE);
  const library = `${folder}/pygame/base.so`;
  unpack(py.FS, pygame, folder);
  py.FS.writeFile(library, "");
  const { loadWebAssemblyModule, preloadedWasm } = py._module;
  preloadedWasm[library] = await loadWebAssemblyModule(code, { loadAsync: true, nodelete: true }, library, {});
}

/** Makes a restored interpreter one of its own. @param {any} py */
export function refresh(py) {
  py.runPython(AFTER_RESTORE);
}

/** Prepares an interpreter for a snapshot. @param {any} py */
export function warm(py) {
  py.runPython(WARM);
}
