"""A private apt: packages of newer Debian suites, without touching the system's own lists.

It has its own lists and cache in a scratch folder and reads the mirror from the machine's apt
configuration, so apt checks signatures as always.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

from web.errors import BuildError
from web.shell import run

CONFIGURATION = Path("/etc/apt")
KEYRING = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
HELPER = Path("/usr/lib/apt/apt-helper")
MIRROR = re.compile(r"\b(?:https?|mirror\+\w+|file):/\S*?/debian/?(?=\s|$)")
REMEDY = "check /etc/apt and the network, then run it again"


@dataclass(frozen=True)
class Offer:
    """A file that apt can fetch."""

    uri: str
    file: str
    checksum: str


def find_mirror(configuration: Path = CONFIGURATION) -> str:
    """Gets the Debian mirror this machine uses.

    Raises:
        BuildError: Its apt configuration names none.
    """
    if mirror := os.environ.get("OKEY_DEBIAN_MIRROR"):
        return mirror
    parts = configuration / "sources.list.d"
    files = [configuration / "sources.list", *sorted(parts.glob("*.list")), *sorted(parts.glob("*.sources"))]
    lines = [line for file in files if file.is_file() for line in file.read_text(errors="replace").splitlines()]
    for line in lines:
        if not line.lstrip().startswith("#") and (found := MIRROR.search(line)):
            return found[0]
    raise BuildError("no Debian mirror in the apt configuration", "set OKEY_DEBIAN_MIRROR to the address of one")


class Apt:
    """apt with the sources of one suite and the binary packages of another."""

    def __init__(self, root: Path, *, sources: str = "", binaries: str = "") -> None:
        """Fetches the suites' package lists into `root`.

        Raises:
            BuildError: There is no apt, no network or no mirror.
        """
        for folder in ("lists/partial", "cache/archives/partial"):
            (root / folder).mkdir(parents=True)
        suites = [("deb-src", sources), ("deb", binaries)]
        self._binaries = binaries
        mirror = find_mirror()
        lines = [f"{kind} [signed-by={KEYRING}] {mirror} {suite} main\n" for kind, suite in suites if suite]
        (root / "sources.list").write_text("".join(lines))
        self._options = [
            f"-oDir::Etc::SourceList={root}/sources.list",
            "-oDir::Etc::SourceParts=/dev/null",
            f"-oDir::State::Lists={root}/lists",
            f"-oDir::Cache={root}/cache",
            "-oAPT::Sandbox::User=root",
            "-oAcquire::Languages=none",
        ]
        run("apt-get", *self._options, "-oAPT::Update::Error-Mode=any", "update", remedy=REMEDY)

    def source_version(self, package: str) -> str:
        """Gets the newest version of a source package."""
        told = run("apt-cache", *self._options, "showsrc", "--only-source", package, remedy=REMEDY)
        versions: list[str] = re.findall(r"^Version: (\S+)", told, re.MULTILINE)
        return versions[-1]

    def source_offers(self, package: str) -> dict[str, Offer]:
        """Gets the tar files of a source package's newest version, by name."""
        told = run(
            *("apt-get", *self._options, "source", "--print-uris", "--tar-only", "--only-source", package),
            remedy=REMEDY,
        )
        offers = re.findall(r"^'(\S+)' (\S+) \d+ (\S+)", told, re.MULTILINE)
        return {file: Offer(uri, file, checksum) for uri, file, checksum in offers}

    def download(self, offer: Offer, folder: Path) -> Path:
        """Fetches one file and checks it against the signed package lists."""
        target = folder / offer.file
        run(HELPER, *self._options, "download-file", offer.uri, target, offer.checksum, remedy=REMEDY)
        return target

    def download_package(self, package: str, folder: Path) -> Path:
        """Fetches the suite's version of a binary package, whichever one is installed."""
        run("apt-get", *self._options, "download", f"{package}/{self._binaries}", cwd=folder, remedy=REMEDY)
        return next(folder.glob(f"{package}_*.deb"))
