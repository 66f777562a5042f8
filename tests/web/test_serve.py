import http.client
import sys
import threading
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest

from okey.rooms.relay.site import Site, accepted_encodings
from web.serve import Server, listen, main


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "site"
    (root / "sub").mkdir(parents=True)
    files = {"index.html": "page", "a.mjs": "plain", "a.mjs.br": "br", "a.mjs.gz": "gz", "a.wasm": "w"}
    for name, text in (
        files | {"okey.apk": "k", "app.webmanifest": "{}", "sub/index.html": "sub", "odd.xyz": ""}
    ).items():
        (root / name).write_text(text)
    (tmp_path / "secret").write_text("secret")
    (root / "link").symlink_to(tmp_path / "secret")
    return root


@pytest.mark.parametrize(
    ("target", "kind"),
    [
        ("/", "text/html; charset=utf-8"),
        ("/index.html?x=1#y", "text/html; charset=utf-8"),
        ("/sub/", "text/html; charset=utf-8"),
        ("/a.mjs", "text/javascript; charset=utf-8"),
        ("/a%2Emjs", "text/javascript; charset=utf-8"),
        ("/a.wasm", "application/wasm"),
        ("/okey.apk", "application/zip"),
        ("/app.webmanifest", "application/manifest+json"),
        ("/odd.xyz", "application/octet-stream"),
    ],
)
def test_types(target: str, kind: str, root: Path) -> None:
    answer = Site(root).answer(target)
    assert (answer.status, answer.headers["Content-Type"]) == (HTTPStatus.OK, kind)
    assert answer.headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize("name", ["a.0123456789abcdef.mjs", "pyodide.asm.0123456789abcdef.wasm.br"])
def test_what_never_changes_may_be_kept_for_ever(name: str, root: Path) -> None:
    (root / name).write_text("")
    assert Site(root).answer(f"/{name}").headers["Cache-Control"].endswith("immutable")


@pytest.mark.parametrize(
    ("target", "prefix"),
    [
        ("/nothing", "/"),
        ("/sub", "/"),
        ("/../secret", "/"),
        ("/..%2fsecret", "/"),
        ("/%2e%2e/secret", "/"),
        ("/sub/../../secret", "/"),
        ("//secret", "/"),
        ("/link", "/"),
        ("/%00", "/"),
        ("//[", "/"),
        ("/" + "long" * 1000, "/"),
        ("/index.html", "/some/path"),
        ("/some/path/../../index.html", "/some/path"),
    ],
)
def test_nothing_outside_is_served(target: str, prefix: str, root: Path) -> None:
    assert Site(root, prefix=prefix).answer(target).status == HTTPStatus.NOT_FOUND


@pytest.mark.parametrize(
    ("accept", "encoding", "body"),
    [
        ("", None, "plain"),
        ("identity", None, "plain"),
        ("gzip", "gzip", "gz"),
        ("gzip, deflate, br", "br", "br"),
        ("BR;q=0.5", "br", "br"),
        ("br;q=0, gzip", "gzip", "gz"),
    ],
)
def test_the_best_accepted_twin_is_sent(accept: str, encoding: str | None, body: str, root: Path) -> None:
    answer = Site(root).answer("/a.mjs", accept_encoding=accept)
    assert answer.headers.get("Content-Encoding") == encoding
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert answer.file is not None
    assert answer.file.read_text() == body
    assert answer.headers["Content-Length"] == str(len(body))
    assert answer.headers["Content-Type"].startswith("text/javascript")


def test_compression_can_be_off(root: Path) -> None:
    answer = Site(root, compression=False).answer("/a.mjs", accept_encoding="br")
    assert not answer.headers.keys() & {"Content-Encoding", "Vary"}


def test_a_tag_spares_the_body_until_the_file_changes(root: Path) -> None:
    site = Site(root)
    tag = site.answer("/a.mjs", accept_encoding="br").headers["ETag"]
    assert site.answer("/a.mjs").headers["ETag"] != tag
    unchanged = site.answer("/a.mjs", accept_encoding="br", if_none_match=f'"x", W/{tag}')
    assert (unchanged.status, unchanged.file) == (HTTPStatus.NOT_MODIFIED, None)
    assert unchanged.headers["ETag"] == tag
    (root / "a.mjs.br").write_text("other")
    assert site.answer("/a.mjs", accept_encoding="br", if_none_match=tag).status == HTTPStatus.OK


@pytest.mark.parametrize("prefix", ["some/path", "/some/path", "/some/path/"])
def test_a_prefix(prefix: str, root: Path) -> None:
    site = Site(root, prefix=prefix)
    assert site.answer("/some/path/a.wasm").status == HTTPStatus.OK
    moved = site.answer("/some/path")
    assert (moved.status, moved.headers["Location"]) == (HTTPStatus.MOVED_PERMANENTLY, "/some/path/")


def test_accepted_encodings() -> None:
    assert accepted_encodings("br, gzip;q=0 , *;q=0.1") == {"br", "*"}


@pytest.fixture
def server(root: Path) -> Iterator[Server]:
    with listen(Site(root), 0, quiet=True) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def test_over_the_wire(server: Server) -> None:
    connection = http.client.HTTPConnection("localhost", server.server_address[1], timeout=10)
    for method, path, status, body in [
        ("GET", "/a.mjs", 200, b"plain"),
        ("HEAD", "/a.mjs", 200, b""),
        ("GET", "/nothing", 404, b""),
        ("GET", "/", 200, b"page"),
    ]:
        connection.request(method, path)
        response = connection.getresponse()
        assert (response.status, response.read()) == (status, body)


@pytest.mark.parametrize("port", ["99999", "65536", "-1", "abc", "", "²", "8" * 5000])
def test_what_is_no_port_is_told(port: str, root: Path, monkeypatch: Any, capsys: Any) -> None:
    monkeypatch.setattr(sys, "argv", ["serve", "--root", str(root), f"--port={port}"])
    with pytest.raises(SystemExit) as caught:
        main()
    assert caught.value.code == 2
    assert "is no port: expected a number from 0 to 65535" in capsys.readouterr().err


def test_a_taken_port_is_replaced_by_a_free_one(server: Server, root: Path) -> None:
    taken = server.server_address[1]
    with listen(Site(root), int(taken), quiet=True) as other:
        assert other.server_address[1] != taken
