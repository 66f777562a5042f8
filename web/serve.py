"""A small development server for the built site: `python -m web.serve`.

It behaves like a good static host (right types, compressed twins, validators); and on request like a poor
one, without compression, or like a shared one, with the site under a sub-path.
"""

from __future__ import annotations

import argparse
import errno
import shutil
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from okey.rooms.relay.site import ISOLATION, Site, port
from web.errors import BuildError, run_main

SITE = Path(__file__).resolve().parent.parent / "build/web"


class Handler(BaseHTTPRequestHandler):
    """Speaks HTTP for a site."""

    protocol_version = "HTTP/1.1"
    server_version = "okey"

    def __init__(self, *args: object, site: Site, quiet: bool) -> None:
        self._site = site
        self._quiet = quiet
        super().__init__(*args)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        """Answers a GET request."""
        self._respond(with_body=True)

    def do_HEAD(self) -> None:
        """Answers a HEAD request."""
        self._respond(with_body=False)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is http.server's
        """Prints a line for each request, unless told to be quiet."""
        if not self._quiet:
            super().log_message(format, *args)

    def _respond(self, *, with_body: bool) -> None:
        answer = self._site.answer(
            self.path,
            accept_encoding=self.headers.get("Accept-Encoding", ""),
            if_none_match=self.headers.get("If-None-Match", ""),
        )
        try:
            self.send_response(answer.status)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            if answer.file is None and answer.status != HTTPStatus.NOT_MODIFIED:
                self.send_header("Content-Length", "0")
            self.end_headers()
            if with_body and answer.file:
                with answer.file.open("rb") as stream:
                    shutil.copyfileobj(stream, self.wfile)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True


class Server(ThreadingHTTPServer):
    """A server with a thread for each connection, none of which outlives it."""

    daemon_threads = True
    allow_reuse_address = True


def listen(site: Site, port: int, *, host: str = "localhost", quiet: bool = False) -> Server:
    """Opens a server on a port, or on any free one if it is taken."""
    handler = partial(Handler, site=site, quiet=quiet)
    try:
        return Server((host, port), handler)
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
    return Server((host, 0), handler)


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(prog="python -m web.serve", description=__doc__)
    parser.add_argument("--root", type=Path, default=SITE, help="the folder to serve")
    parser.add_argument("--host", default="localhost", help="the address to listen on")
    parser.add_argument("--port", type=port, default=8000, help="the port; a free one is used if it is taken")
    parser.add_argument("--prefix", default="/", help="serve under this sub-path")
    parser.add_argument("--no-compression", action="store_true", help="never send the compressed twins")
    parser.add_argument("--isolated", action="store_true", help="send the headers of cross-origin isolation")
    parser.add_argument("--quiet", action="store_true", help="print no line for each request")
    options = parser.parse_args()
    if not (options.root / "index.html").is_file():
        raise BuildError(f"there is no site in {options.root}", "run make build")
    site = Site(options.root, prefix=options.prefix, compression=not options.no_compression)
    if options.isolated:
        site.headers |= ISOLATION
    with listen(site, options.port, host=options.host, quiet=options.quiet) as server:
        url = f"http://{options.host}:{server.server_address[1]}{site.prefix}"
        print(f"Okey is served on {url} (Ctrl+C ends it)", flush=True)
        with suppress(KeyboardInterrupt):
            server.serve_forever()


if __name__ == "__main__":
    run_main(main)
