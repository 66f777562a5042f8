// A worker that starts Python once more and keeps its memory, see snapshot.mjs.

import { load, unpackGame, warm } from "./runtime.mjs";
import { write } from "./snapshot.mjs";
import { open } from "./wire.mjs";

/** @param {MessageEvent<{version: string, files: Record<string, import("./wire.mjs").Listed>}>} event */
onmessage = async ({ data: { version, files } }) => {
  const [loader, runtime] = await Promise.all(
    ["pyodide.mjs", "pyodide.asm.mjs"].map((name) => import(`./${files[name].file}`)),
  );
  const wasm = WebAssembly.compileStreaming(open(files["pyodide.asm.wasm"], {}));
  const names = ["pyodide-lock.json", "python_stdlib.zip"];
  const responses = Object.fromEntries(names.map((name) => [name, open(files[name], {})]));
  const py = await load(loader, runtime, wasm, responses, { _makeSnapshot: true });
  unpackGame(py, new Uint8Array(await (await open(files["okey.apk"], {})).arrayBuffer()));
  warm(py);
  await write(version, py.makeMemorySnapshot());
  postMessage("done");
};
addEventListener("unhandledrejection", ({ reason }) => { throw reason; }); // the page hears of errors only
