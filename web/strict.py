"""Pyodide's runtime for a page with a strict policy: no text becomes JavaScript in it.

Emscripten keeps the bodies of `EM_ASM` and `EM_JS` as text inside a side module and has `eval` make functions of them
when the module is loaded. A strict Content-Security-Policy forbids `eval`, and `web/sdl.h` leaves no such text in
pygame's module. A worker is bound by that policy only where the host sends it, so the runtime does without anywhere.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from web.errors import BuildError

if TYPE_CHECKING:
    from pathlib import Path

EVAL = re.compile(r"(?<![\w$.])eval\(")
"""A call of `eval`, not a mention of one in the words of an error."""
PLACE = "var runEmAsmFunction="
"""In the scope of the calls, and only there."""
EXPECTED = 6
"""Calls of `eval` in the pinned runtime: `EM_ASM`, `EM_JS`, three that run a script given by C, one in node."""
REFUSE = "function refuse(text){throw new Error(`no text becomes JavaScript here: ${text}`)}"
SHARED = "new Int32Array(new WebAssembly.Memory({shared:!0,initial:1,maximum:1}).buffer)"
"""What Pyodide sleeps on while it waits for a terminal, which no page has; browsers warn of shared memory."""
CARRIED = re.compile(rb"__start_em_asm|__em_js__")
"""What a side module exports that carries lines of JavaScript."""


def runtime(text: str) -> str:
    """Gets Pyodide's runtime without `eval` and shared memory.

    Raises:
        BuildError: It is another runtime than the one that this knows.
    """
    calls = len(EVAL.findall(text))
    if calls != EXPECTED or text.count(PLACE) != 1 or text.count(SHARED) != 1:
        raise BuildError(
            f"pyodide.asm.mjs has {calls} calls of eval where {EXPECTED} are known, or no '{PLACE}' or '{SHARED}'",
            "look at what the new version evaluates, then change web/strict.py",
        )
    plain = EVAL.sub("refuse(", text).replace(SHARED, "new Int32Array(1)")
    return plain.replace(PLACE, f"{REFUSE}{PLACE}")


def check(module: Path) -> None:
    """Checks that a side module carries no JavaScript.

    Raises:
        BuildError: It does.
    """
    if CARRIED.search(module.read_bytes()):
        raise BuildError(f"{module.name} carries lines of JavaScript", "find them in its sources, then see web/sdl.h")
