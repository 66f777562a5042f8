// Prints, as JSON, the lines of JavaScript that a WebAssembly side module carries for Emscripten: node carried.mjs MODULE
// The module is instantiated with nothing behind it, so that its data lies in memory; none of its code runs.

import { readFileSync } from "node:fs";

/** Where its data is put, and how large a memory and a table hold any module of ours. */
const BASE = 1024;
const PAGES = 1024;
const FUNCTIONS = 1 << 17;
const memory = new WebAssembly.Memory({ initial: PAGES });
const bytes = new Uint8Array(memory.buffer);

/** Stand-ins for what it imports, by kind. @type {Record<string, (name: string) => any>} */
const made = {
  function: () => () => 0,
  memory: () => memory,
  table: () => new WebAssembly.Table({ initial: FUNCTIONS, element: "anyfunc" }),
  tag: () => new WebAssembly.Tag({ parameters: ["i32"] }),
  global: (name) => new WebAssembly.Global({ value: "i32", mutable: !name.endsWith("_base") }, name === "__memory_base" ? BASE : 0),
};

/** @param {number} start @returns {[string, number]} the text there, and where the next one begins */
function text(start) {
  const end = bytes.indexOf(0, start);
  return [new TextDecoder().decode(bytes.subarray(start, end)), end + 1];
}

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
/** @type {Record<string, Record<string, any>>} */
const imports = {};
for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = made[kind](name);
const { exports } = new WebAssembly.Instance(module, imports);

const asm = [];
if (exports.__start_em_asm) {
  let at = BASE + exports.__start_em_asm.value;
  while (at < BASE + exports.__stop_em_asm.value) {
    const [code, next] = text(at);
    asm.push(code);
    at = next;
  }
}
const js = Object.keys(exports).filter((name) => name.startsWith("__em_js__")).map((name) => text(BASE + exports[name].value)[0]);
console.log(JSON.stringify({ asm, js }));
