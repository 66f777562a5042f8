import json
import subprocess
from pathlib import Path

import pytest

from web import carried
from web.cache import Cache
from web.errors import BuildError

RUNTIME = (
    "function make(){var eval1=0;const table={};"
    "table.asm=text=>eval(text);table.js=text=>eval(text);table.a=text=>eval(text);table.b=text=>eval(text);"
    "table.c=text=>eval(text);table.node=text=>eval(text);"
    f"var unit=7;const slept={carried.SHARED};"
    "var runEmAsmFunction=0;return table}"
)
ASM = "{ return $0 + $1 + unit; }"
JS = "(char* text, int n)<::>{ return `${text}${n}\n'`; }"


def module_with(strings: dict[str, list[str]], folder: Path) -> Path:
    """Writes a side module of its own that carries the texts, as wasm-ld lays them out."""
    data, exports = b"", []
    if strings["asm"]:
        exports.append(("__start_em_asm", 0))
        data += b"".join(text.encode() + b"\0" for text in strings["asm"])
        exports.append(("__stop_em_asm", len(data)))
    for number, text in enumerate(strings["js"]):
        exports.append((f"__em_js__name{number}", len(data)))
        data += text.encode() + b"\0"

    def sized(content: bytes) -> bytes:
        number, size = len(content), b""
        while number > 127:
            size, number = size + bytes([number & 127 | 128]), number >> 7
        return size + bytes([number]) + content

    def named(text: str) -> bytes:
        return sized(text.encode())

    def signed(number: int) -> bytes:
        out = b""
        while number > 63:
            out, number = out + bytes([number & 127 | 128]), number >> 7
        return out + bytes([number])

    imports = [
        named("env") + named("memory") + b"\x02\x00\x00",
        named("env") + named("__memory_base") + b"\x03\x7f\x00",
        named("GOT.mem") + named("other") + b"\x03\x7f\x01",
    ]
    globals_ = [b"\x7f\x00\x41" + signed(at) + b"\x0b" for _, at in exports]
    named_exports = [named(name) + b"\x03" + bytes([2 + number]) for number, (name, _) in enumerate(exports)]
    segment = b"\x00\x23\x00\x0b" + sized(data)
    parts = {2: imports, 6: globals_, 7: named_exports, 11: [segment]}
    body = b"".join(bytes([kind]) + sized(bytes([len(all_)]) + b"".join(all_)) for kind, all_ in parts.items())
    file = folder / "module.wasm"
    file.write_bytes(b"\0asm\x01\0\0\0" + body)
    return file


def test_what_a_module_carries_is_found_by_its_text(tmp_path: Path) -> None:
    asm = [ASM, "{ return 1; }", ASM, "x" * 300 + "$0"]
    functions = carried.read(
        Cache(tmp_path), module_with({"asm": asm, "js": [JS, "(void)<::>{ return 3; }"]}, tmp_path)
    )
    assert functions[:2] == ["($0,$1) => { { return $0 + $1 + unit; } }", "() => { { return 1; } }"]
    assert functions[-2:] == ["(text,n) => { return `${text}${n}\n'`; }", "() => { return 3; }"]
    known = [functions[0], *functions[-2:]]
    made = carried.insert(RUNTIME, [*known, known[0]])
    asked = json.dumps([f"{text};" for text in known])
    script = (
        f"{made}; const table = make(); const [sum, join, three] = {asked}.map(table.asm);"
        "let told; try { table.js('1 + 1') } catch (error) { told = error.message }"
        "console.log(JSON.stringify([sum(1, 2), join('a', 5), three(), told]))"
    )
    done = subprocess.run(
        ["node", "--disallow-code-generation-from-strings", "-e", script], capture_output=True, text=True, check=True
    )
    refusal = "no function was made at build time for the JavaScript: 1 + 1"
    assert json.loads(done.stdout) == [10, "a5\n'", 3, refusal]


OTHERS = {
    "none": "",
    "fewer": RUNTIME.replace("eval(", "Eval(", 1),
    "more": RUNTIME + "eval(1)",
    "twice": RUNTIME * 2,
    "memory": RUNTIME.replace("Memory", "M"),
}


@pytest.mark.parametrize("runtime", OTHERS.values(), ids=OTHERS)
def test_another_runtime_is_refused(runtime: str) -> None:
    with pytest.raises(BuildError, match=r"web/carried\.py"):
        carried.insert(runtime, [])


def test_no_module_is_refused(tmp_path: Path) -> None:
    (tmp_path / "module.wasm").write_text("none")
    with pytest.raises(BuildError, match="node"):
        carried.read(Cache(tmp_path), tmp_path / "module.wasm")
