"""The files of the built site as answers to requests: right types, compressed twins, validators; no socket in sight."""

from __future__ import annotations

import argparse
import hashlib
import re
from email.utils import formatdate
from http import HTTPStatus
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

TYPES = {
    ".apk": "application/zip",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".jpg": "image/jpeg",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
    ".xml": "application/xml",
    ".zip": "application/zip",
}
ENCODINGS = ("br", "gzip")
TWINS = {"br": ".br", "gzip": ".gz"}
HASHED = re.compile(r"\.[0-9a-f]{16}\.\w+(\.\w+)?$")
"""How the name of a file ends that never changes: see `web.site.hashed_name`."""
FOR_EVER = "public, max-age=31536000, immutable"
HEADERS = "_headers"
"""The site's file that names the headers, as many hosts read it."""
HIDDEN = re.compile(r"/(\.|_headers$)")
"""What in a path is no page's: files whose names begin with a dot, and the headers' own."""
ISOLATION = {"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp"}
"""Headers that cut pages off from others so far that browsers lend them shared memory."""


class Answer(NamedTuple):
    """What a request gets: a status, headers, and the file that is the body, if any."""

    status: HTTPStatus
    headers: dict[str, str]
    file: Path | None = None


def port(text: str) -> int:
    """Reads a port, for argparse.

    Raises:
        argparse.ArgumentTypeError: when it is none.
    """
    if not (text.isascii() and text.isdigit() and len(text) <= 5 and int(text) < 1 << 16):
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is no port: expected a number from 0 to 65535")
    return int(text)


def origin(text: str) -> str:
    """Reads the origin of pages, or ``*`` for all, for argparse.

    Raises:
        argparse.ArgumentTypeError: when it is none as browsers send it.
    """
    if text != "*" and not re.fullmatch(r"https?://(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:[0-9]{1,5})?", text):
        raise argparse.ArgumentTypeError(f"{text[:60]!r} is no origin: expected one such as https://example.org, or *")
    return text


def headers_for_all(file: Path) -> dict[str, str]:
    """Reads from a site's file of headers what every file gets."""
    if not file.is_file():
        return {}
    text = file.read_text(encoding="utf-8")
    found = re.search(r"^/\*\n((?:[ \t]+.+\n?)*)", text, re.MULTILINE)
    pairs = (line.partition(":") for line in found[1].splitlines()) if found else ()
    return {name.strip(): value.strip() for name, _, value in pairs}


def accepted_encodings(header: str) -> set[str]:
    """Gets the content encodings that an Accept-Encoding header allows."""
    accepted = set()
    for item in header.lower().split(","):
        name, *parameters = (part.strip() for part in item.split(";"))
        if not any(parameter.replace(" ", "") in {"q=0", "q=0.0", "q=0.00", "q=0.000"} for parameter in parameters):
            accepted.add(name)
    return accepted


class Site:
    """Answers requests for the files of a folder."""

    def __init__(self, root: Path, *, prefix: str = "/", compression: bool = True) -> None:
        self.root = root.resolve()
        self.headers = headers_for_all(self.root / HEADERS)
        self.prefix = f"/{prefix.strip('/')}/" if prefix.strip("/") else "/"
        self.compression = compression

    def answer(self, target: str, *, accept_encoding: str = "", if_none_match: str = "") -> Answer:
        """Gets the answer to a GET or HEAD request for a target such as `/index.html?x=1`."""
        try:
            path = unquote(urlsplit(target).path)
            file = self._find(path)
        except (OSError, ValueError):  # no address at all, or a name too long
            return Answer(HTTPStatus.NOT_FOUND, {})
        if path == self.prefix.rstrip("/") and path:
            return Answer(HTTPStatus.MOVED_PERMANENTLY, {"Location": self.prefix})
        if file is None:
            return Answer(HTTPStatus.NOT_FOUND, {})
        headers = self.headers | {
            "Content-Type": TYPES.get(file.suffix, "application/octet-stream"),
            "Cache-Control": FOR_EVER if HASHED.search(file.name) else "no-cache",
        }
        body = file
        if self.compression and (twins := self._twins(file)):
            headers["Vary"] = "Accept-Encoding"
            accepted = accepted_encodings(accept_encoding)
            if chosen := next((encoding for encoding in twins if encoding in accepted), None):
                body = twins[chosen]
                headers["Content-Encoding"] = chosen
        status = body.stat()
        headers["ETag"] = f'"{_tag(body, status.st_size, status.st_mtime_ns)}"'
        headers["Last-Modified"] = formatdate(status.st_mtime, usegmt=True)
        if headers["ETag"] in [tag.strip().removeprefix("W/") for tag in if_none_match.split(",")]:
            return Answer(HTTPStatus.NOT_MODIFIED, {name: headers[name] for name in headers if name != "Content-Type"})
        return Answer(HTTPStatus.OK, headers | {"Content-Length": str(status.st_size)}, body)

    def _find(self, path: str) -> Path | None:
        """Gets the file behind a path, never one outside the folder, nor one that is for the host's eyes."""
        if not path.startswith(self.prefix) or "\0" in path or HIDDEN.search(path):
            return None
        file = (self.root / path.removeprefix(self.prefix).lstrip("/")).resolve()
        if not file.is_relative_to(self.root):
            return None
        if file.is_dir() and path.endswith("/"):
            file /= "index.html"
        return file if file.is_file() else None

    def _twins(self, file: Path) -> dict[str, Path]:
        twins = {encoding: file.with_name(file.name + TWINS[encoding]) for encoding in ENCODINGS}
        return {encoding: twin for encoding, twin in twins.items() if twin.is_file()}


def _tag(file: Path, size: int, modified: int) -> str:
    return hashlib.sha256(f"{file}\0{size}\0{modified}".encode()).hexdigest()[:20]
