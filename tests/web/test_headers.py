"""Where CPython's headers come from, and the pyconfig.h made for WebAssembly."""

from pathlib import Path

import pytest

from web import archives, headers
from web.apt import Apt
from web.cache import Cache
from web.errors import BuildError

DEBIAN_STUB = "#include <x86_64-linux-gnu/python3.14/pyconfig.h>\n"


@pytest.fixture
def local_python(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A Python 3.14 on the PATH that is no more than its headers; gets their folder."""
    include = tmp_path / "include"
    include.mkdir()
    (include / "Python.h").write_text("")
    (include / "pyconfig.h").write_text("#define SIZEOF_LONG 8\n")
    python = tmp_path / "python3.14"
    python.write_text(f"#!/bin/sh\necho 3.14.9 {include}\n")
    python.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    return include


@pytest.fixture
def no_debian(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise BuildError("Debian was asked", "")

    monkeypatch.setattr(Apt, "__init__", refuse)


@pytest.mark.usefixtures("no_debian")
def test_a_local_python_will_do(local_python: Path, tmp_path: Path) -> None:
    entry = headers.ensure(Cache(tmp_path / "cache"))
    assert headers.version(entry.path) == "3.14.9"
    assert (entry.path / "include/Python.h").is_file()
    assert (entry.path / "pyconfig.h").read_text() == "#define SIZEOF_LONG 8\n"


@pytest.mark.usefixtures("no_debian")
@pytest.mark.parametrize("damage", ["no headers", "stub"])
def test_a_local_python_without_real_headers_will_not(damage: str, local_python: Path, tmp_path: Path) -> None:
    if damage == "stub":
        (local_python / "pyconfig.h").write_text(DEBIAN_STUB)
    else:
        (local_python / "Python.h").unlink()
    with pytest.raises(BuildError, match="Debian was asked"):
        headers.ensure(Cache(tmp_path / "cache"))


def test_pyconfig_has_the_plain_names_and_the_wasm_values(tmp_path: Path) -> None:
    values = {
        "SIZEOF_LONG": 4,
        "SIZEOF_ODD": 0,
        "HAVE_FORK": 0,
        "HAVE_TIME_H": 1,
        "RETSIGTYPE": "void",
        "LIMIT": "(1 << 2)",
    }
    values["ALIGN"] = "0x10"
    archives.write(tmp_path / "lib.zip", {"_sysconfigdata__wasm.py": f"build_time_vars = {values!r}".encode()})
    plain = tmp_path / "plain.h"
    names = ["SIZEOF_LONG", "SIZEOF_ODD", "HAVE_TIME_H", "RETSIGTYPE", "ALIGN", "ONLY_NATIVE"]
    plain.write_text("".join(f"#define {name} 1\n" for name in names) + "/* #undef HAVE_FORK */\n")
    headers.write_wasm_pyconfig(tmp_path / "lib.zip", plain, tmp_path / "pyconfig.h")
    defines = [line for line in (tmp_path / "pyconfig.h").read_text().splitlines() if line.startswith("#define")]
    assert defines[1:] == [
        "#define SIZEOF_LONG 4",
        "#define SIZEOF_ODD 0",
        "#define HAVE_TIME_H 1",
        "#define ALIGN 0x10",
    ]
