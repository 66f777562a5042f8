"""Packs the site for portals that host games: `python -m web.itch`, or `make itch`.

The zip is what itch.io takes, and its limits are checked; so are those of YouTube Playables, as far as a build can be
held to them.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from web import archives
from web.errors import BuildError, run_main
from web.serve import SITE
from web.site import SHARED

MOST_FILES = 1000
LONGEST_PATH = 240
LARGEST_TOTAL = 500_000_000
LARGEST_FILE = 200_000_000
"""itch.io's limits: number of files, characters of a path, bytes unpacked, bytes of one file."""

LARGEST_START = 15_000_000
LARGE_FILE = 512 * 1024
"""YouTube Playables' limits: bytes over the wire before the game can be played, and the most for a file."""

FOR_HOSTS = tuple(f"{name}{twin}" for name in ("_headers", ".htaccess", *sorted(SHARED)) for twin in ("", ".br", ".gz"))
"""Files for hosts that serve a whole address: portals have their own."""
NAMED = {
    ".html": re.compile(r'\b(?:href|src)="([^"]+)"'),
    ".mjs": re.compile(r'"(\./[^"]+)"'),
    ".css": re.compile(r'url\(["\']?([^"\')]+)'),
    ".webmanifest": re.compile(r'"(?:src|start_url|url|scope)"\s*:\s*"([^"]+)"'),
}
"""How files of a kind name others."""
STARTING = frozenset({".mjs", ".js", ".css", ".wasm", ".zip", ".apk", ".json"})
"""Kinds of files that a first start loads, beside the page: code, style, archives and lists; pictures come later."""
ELSEWHERE = re.compile(r"[a-z][a-z+.-]*:|//")


class Report(NamedTuple):
    """What was found out about a site."""

    problems: list[str]
    """What a portal would refuse."""
    files: int
    start: int
    """Bytes over the wire, gzipped, of all that a first start loads until the game can be played."""
    large: list[tuple[str, int]]
    """Files that are larger, over the wire, than Playables would like them."""


def packed(site: Path) -> dict[str, bytes]:
    """Reads what goes into the zip, by name."""
    return {name: data for name, data in archives.read_folder(site).items() if name not in FOR_HOSTS}


def examine(files: dict[str, bytes]) -> Report:
    """Checks the files of a site against the limits."""
    problems = []
    if "index.html" not in files:
        problems.append("there is no index.html at the root")
    if len(files) > MOST_FILES:
        problems.append(f"{len(files)} files are more than {MOST_FILES}")
    problems += [f"{name[:60]}...: a path of {len(name)} characters" for name in files if len(name) > LONGEST_PATH]
    problems += [f"{name}: {len(data)} bytes in one file" for name, data in files.items() if len(data) > LARGEST_FILE]
    if (total := sum(map(len, files.values()))) > LARGEST_TOTAL:
        problems.append(f"{total} bytes unpacked are more than {LARGEST_TOTAL}")
    for name, data in files.items():
        problems += broken_links(name, data, files)
    needed = [name for name in files if name == "index.html" or PurePosixPath(name).suffix in STARTING]
    start = sum(wire_size(name, files) for name in needed)
    if start > LARGEST_START:
        problems.append(f"{start} bytes before the game can be played are more than {LARGEST_START}")
    plain = [name for name in files if not name.endswith((".br", ".gz"))]
    sizes = sorted(((name, wire_size(name, files)) for name in plain), key=lambda item: -item[1])
    return Report(problems, len(files), start, [(name, size) for name, size in sizes if size > LARGE_FILE])


def broken_links(name: str, data: bytes, files: dict[str, bytes]) -> list[str]:
    """Lists the links of a file that are absolute, or lead to no file of exactly that name."""
    pattern = NAMED.get(PurePosixPath(name).suffix)
    if pattern is None or name.startswith("pyodide."):  # whose code names no files of the site
        return []
    found = pattern.findall(data.decode(errors="replace"))
    return [problem for link in found if (problem := broken_link(name, link, files))]


def broken_link(name: str, link: str, files: dict[str, bytes]) -> str | None:
    """Tells what is wrong with a link; None when nothing is."""
    path = re.split(r"[?#]", link)[0]
    if ELSEWHERE.match(link):
        # a page may tell search engines its own address, and nothing else leaves the site
        return None if name.endswith(".html") else f"{name}: {link} leaves the site"
    if path.startswith("/"):
        return f"{name}: {link} is not relative"
    if path in ("", "./"):
        return None
    target = (PurePosixPath(name).parent / path).as_posix()
    if target in files:
        return None
    other = next((file for file in files if file.lower() == target.lower()), None)
    return f"{name}: {link} {f'is written {other}' if other else 'leads nowhere'}"


def wire_size(name: str, files: dict[str, bytes]) -> int:
    """Gets how many bytes of a file travel: those of its gzip twin where it has one."""
    return len(files.get(f"{name}.gz", files[name]))


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(prog="python -m web.itch", description=__doc__)
    parser.add_argument("--root", type=Path, default=SITE, help="the folder with the site")
    parser.add_argument("--target", type=Path, default=SITE.parent / "okey-itch.zip", help="the zip to write")
    options = parser.parse_args()
    if not (options.root / "index.html").is_file():
        raise BuildError(f"there is no site in {options.root}", "run make build")
    files = packed(options.root)
    report = examine(files)
    for problem in report.problems:
        print(problem)
    if report.problems:
        raise BuildError(f"{len(report.problems)} limits are broken", "see above; build the site anew")
    archives.write(options.target, files)
    print(
        f"{options.target}: {report.files} files, {options.target.stat().st_size / 1e6:.1f} MB; index.html at the root"
    )
    print(f"first playable table: {report.start / 1e6:.1f} MB gzipped; Playables allow {LARGEST_START / 1e6:.0f} MB")
    for name, size in report.large:
        print(f"  above Playables' 512 KiB: {name}, {size / 1024:.0f} KiB gzipped")


if __name__ == "__main__":
    run_main(main)
