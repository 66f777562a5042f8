import subprocess
from pathlib import Path

import pytest

from web import strict
from web.errors import BuildError

RUNTIME = (
    "function make(){var eval1=0;const table={};"
    "table.asm=text=>eval(text);table.js=text=>eval(text);table.a=text=>eval(text);table.b=text=>eval(text);"
    "table.c=text=>eval(text);table.node=text=>eval(text);"
    f"const slept={strict.SHARED};"
    "var runEmAsmFunction=0;return table}"
)


def test_no_text_becomes_javascript() -> None:
    made = strict.runtime(RUNTIME)
    assert strict.SHARED not in made
    script = (
        f"{made}; let told; try {{ make().js('1 + 1') }} catch (error) {{ told = error.message }} console.log(told)"
    )
    done = subprocess.run(["node", "-e", script], capture_output=True, text=True, check=True)
    assert done.stdout == "no text becomes JavaScript here: 1 + 1\n"


OTHERS = {
    "none": "",
    "fewer": RUNTIME.replace("eval(", "Eval(", 1),
    "more": RUNTIME + "eval(1)",
    "twice": RUNTIME * 2,
    "memory": RUNTIME.replace("Memory", "M"),
}


@pytest.mark.parametrize("runtime", OTHERS.values(), ids=OTHERS)
def test_another_runtime_is_refused(runtime: str) -> None:
    with pytest.raises(BuildError, match=r"web/strict\.py"):
        strict.runtime(runtime)


@pytest.mark.parametrize("name", ["__start_em_asm", "__em_js__alert"])
def test_a_module_that_carries_javascript_is_refused(tmp_path: Path, name: str) -> None:
    module = tmp_path / "module.wasm"
    module.write_bytes(b"\0asm\x01\0\0\0" + name.encode())
    with pytest.raises(BuildError, match=r"module\.wasm carries"):
        strict.check(module)
    module.write_bytes(b"\0asm\x01\0\0\0PyInit_base")
    strict.check(module)
