// Runs web/bytecode_inside.py in Pyodide's own Python, in node: node bytecode.mjs PYODIDE PYTHON-FILE OUT JOB [FILE...]
// The files are there as /in/NAME, what the job writes to /out/ ends up in the folder OUT.

import { readFileSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** The same bytes from every run: the order of sets must not depend on chance. */
const ENVIRONMENT = { PYGAME_HIDE_SUPPORT_PROMPT: "1", PYTHONHASHSEED: "0" };

const [folder, script, out, job, ...files] = process.argv.slice(2);
try {
  const { loadPyodide } = await import(pathToFileURL(join(resolve(folder), "pyodide.mjs")).href);
  const py = await loadPyodide({ indexURL: `${resolve(folder)}/`, env: ENVIRONMENT });
  const sites = py.runPython("import site; site.getsitepackages()[0]");
  for (const place of ["/in", "/out"]) py.FS.mkdirTree(place);
  for (const file of files) py.FS.writeFile(`/in/${basename(file)}`, new Uint8Array(readFileSync(file)));
  py.FS.writeFile(`${sites}/bytecode_inside.py`, new Uint8Array(readFileSync(script)));
  py.pyimport("bytecode_inside")[job]();
  for (const name of py.FS.readdir("/out").filter((name) => !name.startsWith("."))) {
    writeFileSync(join(out, name), py.FS.readFile(`/out/${name}`));
  }
} catch (error) { // node would print the whole of Pyodide's one long line
  console.error(`error: ${String(error.message ?? error).slice(-2000)}`);
  process.exit(1);
}
