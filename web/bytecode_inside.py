"""Runs inside Pyodide at build time: what the game imports, and the bytecode of it.

It is not imported by the build, whose Python is another one and writes other bytecode.
"""

from __future__ import annotations

import ast
import importlib
import importlib.util
import io
import json
import marshal
import shutil
import site
import sys
import types
import zipfile
from pathlib import Path

LIBRARY = "/lib/python314.zip"
ENTRY = "assets/main.py"
"""The one file of the game that stays as it is: it is short, and the first thing that anybody looks for."""
EPOCH = (1980, 1, 1, 0, 0, 0)
NEVER = frozenset(
    """
    _pyrepl argparse asyncio.proactor_events asyncio.windows_events bdb cmd code concurrent.futures.interpreter
    concurrent.interpreters csv ctypes curses doctest email ftplib getopt getpass http importlib.metadata mimetypes
    multiprocessing optparse pdb pickletools plistlib pprint pydoc readline rlcompleter smtplib socketserver sqlite3 ssl
    _pydecimal subprocess test tkinter tracemalloc tty unittest urllib.request uuid webbrowser xml zoneinfo
    """.split()
)
"""Modules that others name for tools, other systems or networks, which no page has; what the game imports stays."""


def game_modules(root: Path) -> list[str]:
    """Lists the game's modules that can run in a page, by name."""
    files = sorted((root / "okey").rglob("*.py"))
    names = [".".join(file.relative_to(root).with_suffix("").parts).removesuffix(".__init__") for file in files]
    return [name for name in names if not name.endswith(("__main__", ".desktop"))]


def import_game(root: Path) -> None:
    """Imports all that the game may, with nothing behind the bridge."""
    sys.path.insert(0, str(root))
    page = types.ModuleType("okey_page")
    page.__getattr__ = lambda _name: None  # type: ignore[method-assign]
    sys.modules[page.__name__] = page
    for name in ["main", *game_modules(root)]:
        importlib.import_module(name)


def named_imports(source: bytes, package: str) -> set[str]:
    """Gets the modules that a source names anywhere in imports, as absolute names."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            found |= {base} | {f"{base}.{alias.name}" for alias in node.names}
    return found


def needed(library: zipfile.ZipFile, roots: set[str]) -> set[str]:
    """Gets the names in the library's archive of the modules that the roots name, and these, and so on."""
    names = set(library.namelist())

    def file_of(module: str) -> str | None:
        path = module.replace(".", "/")
        return next((file for file in (f"{path}/__init__.py", f"{path}.py") if file in names), None)

    found: set[str] = set()
    waiting = list(roots)
    while waiting:
        module = waiting.pop()
        waiting += [module.rpartition(".")[0]] if "." in module else []
        file = file_of(module)
        if file is None or file in found:
            continue
        found.add(file)
        package = module if file.endswith("/__init__.py") else module.rpartition(".")[0]
        waiting += [
            name
            for name in named_imports(library.read(file), package)
            if not any(f"{name}.".startswith(f"{never}.") for never in NEVER)
        ]
    return found


def without_docstrings(source: bytes) -> ast.Module:
    """Parses a source and drops what only its readers need; assertions stay.

    Classes keep a short one, because `dataclass` takes its time to write one for those that have none.
    """
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        match node.body:
            case [ast.Expr(ast.Constant(str()) as text), *_]:
                text.value = "." if isinstance(node, ast.ClassDef) else ""
    return tree


def bytecode(source: bytes, name: str) -> bytes:
    """Gets the content of a .pyc file that is never compared with a source."""
    code = compile(without_docstrings(source), name, "exec", dont_inherit=True, optimize=0)
    unchecked = (0b01).to_bytes(4, "little")
    return importlib.util.MAGIC_NUMBER + unchecked + importlib.util.source_hash(source) + marshal.dumps(code)


def compiled(archive: zipfile.ZipFile, names: set[str], keep: set[str]) -> bytes:
    """Gets an archive of the named files, with bytecode in the place of sources, but for those to keep."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as made:
        for name in sorted(names):
            data = archive.read(name)
            if name.endswith(".py") and name not in keep:
                data, name = bytecode(data, name), f"{name}c"  # noqa: PLW2901
            made.writestr(zipfile.ZipInfo(name, EPOCH), data)
    return target.getvalue()


def library_files(library: zipfile.ZipFile) -> set[str]:
    """Gets the names in the library's archive of all that this process has imported from it."""
    modules = {name for name, module in sys.modules.items() if str(getattr(module, "__file__", "")).startswith(LIBRARY)}
    return needed(library, modules)


def compile_game() -> None:
    """Writes the game's archive as bytecode, and the list of the library's files that it needs."""
    sites = Path(site.getsitepackages()[0])
    shutil.unpack_archive("/in/pygame.zip", sites, "zip")
    shutil.unpack_archive("/in/okey.apk", "/game", "zip")
    import_game(Path("/game/assets"))
    with zipfile.ZipFile("/in/python_stdlib.zip") as library:
        Path("/out/needed.json").write_text(json.dumps(sorted(library_files(library))))
    with zipfile.ZipFile("/in/okey.apk") as game:
        Path("/out/okey.apk").write_bytes(compiled(game, set(game.namelist()), {ENTRY}))


def compile_packages() -> None:
    """Writes the library, as far as it is needed, and pygame as bytecode."""
    with zipfile.ZipFile("/in/python_stdlib.zip") as library:
        names = set(json.loads(Path("/in/needed.json").read_text()))
        Path("/out/python_stdlib.zip").write_bytes(compiled(library, names, set()))
    with zipfile.ZipFile("/in/pygame.zip") as pygame:
        names = {name for name in pygame.namelist() if not name.endswith(".so")}  # the page compiles that itself
        Path("/out/pygame.zip").write_bytes(compiled(pygame, names, set()))
