"""The lines of JavaScript that pygame's module carries, put into Pyodide's runtime at build time.

Emscripten keeps the bodies of `EM_ASM` and `EM_JS` as text inside a side module and has `eval` make functions of them
when the module is loaded. A page with a strict Content-Security-Policy has no `eval`: so the runtime gets these very
functions, ready made, and finds each by its text.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

from web.cache import Cache, digest
from web.errors import BuildError
from web.shell import need, run

if TYPE_CHECKING:
    from collections.abc import Iterable

SCRIPT = Path(__file__).with_name("carried.mjs")
EVAL = re.compile(r"(?<![\w$.])eval\(")
"""A call of `eval`, not a mention of one in the words of an error."""
PLACE = "var runEmAsmFunction="
"""In the scope that the functions expect around them, and only there."""
EXPECTED = 6
"""Calls of `eval` in the pinned runtime: `EM_ASM`, `EM_JS`, three that run a script given by C, one in node."""
FOUND = "const carriedByText=new Map([{functions}].map(made=>[`${{made}};`,made]));"
LOOK_UP = (
    "function carried(text){const made=carriedByText.get(text);"
    "if(!made)throw new Error(`no function was made at build time for the JavaScript: ${text}`);return made}"
)
SHARED = "new Int32Array(new WebAssembly.Memory({shared:!0,initial:1,maximum:1}).buffer)"
"""What Pyodide sleeps on while it waits for a terminal, which no page has; browsers warn of shared memory."""
REMEDY = "the module is not as web/wasm.py makes it: run make clean-cache"


def read(cache: Cache, module: Path) -> list[str]:
    """Gets the functions that the runtime would make of a side module's lines, in the words in which it would.

    Raises:
        BuildError: It is no module that can be instantiated.
    """

    def make(folder: Path) -> None:
        need("npm")
        (folder / "carried.json").write_text(run("node", SCRIPT, module, remedy=REMEDY), encoding="utf-8")

    entry = cache.entry("carried", digest(SCRIPT.read_bytes(), module.read_bytes()), make)
    carried = json.loads((entry.path / "carried.json").read_text(encoding="utf-8"))
    return [*map(_asm_function, carried["asm"]), *map(_js_function, carried["js"])]


def _asm_function(body: str) -> str:
    """Words the function of an `EM_ASM`, as Emscripten's `addEmAsm` does."""
    arity = 0
    while f"${arity}" in body:
        arity += 1
    return f"({','.join(f'${number}' for number in range(arity))}) => {{ {body} }}"


def _js_function(text: str) -> str:
    """Words the function of an `EM_JS`, as Emscripten's `addEmJs` does."""
    signature, body = text.split("<::>")[:2]
    types = signature[1:-1]
    names = [] if types == "void" else [kind.split(" ")[-1].replace("*", "") for kind in types.split(",")]
    return f"({','.join(names)}) => {body}"


def insert(runtime: str, functions: Iterable[str]) -> str:
    """Gets Pyodide's runtime with the functions in it, and without `eval` and shared memory.

    Raises:
        BuildError: It is another runtime than the one that this knows.
    """
    calls = len(EVAL.findall(runtime))
    if calls != EXPECTED or runtime.count(PLACE) != 1 or runtime.count(SHARED) != 1:
        raise BuildError(
            f"pyodide.asm.mjs has {calls} calls of eval where {EXPECTED} are known, or no '{PLACE}' or '{SHARED}'",
            "look at what the new version evaluates, then change web/carried.py",
        )
    found = FOUND.format(functions=",".join(dict.fromkeys(functions)))
    plain = EVAL.sub("carried(", runtime).replace(SHARED, "new Int32Array(1)")
    return plain.replace(PLACE, f"{found}{LOOK_UP}{PLACE}")
