"""web/nginx.conf on Debian's nginx, which is unpacked into the cache and not installed: that would start a service."""

import gzip
import http.client
import re
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import brotli
import pytest

from okey.rooms.relay.site import FOR_EVER, TYPES
from web import policy
from web.apt import Apt
from web.cache import Cache, digest
from web.serve import SITE
from web.shell import run

SUITE = "bookworm"
PACKAGES = ("nginx", "libnginx-mod-http-brotli-static")
CONFIGURATION = Path(policy.__file__).with_name("nginx.conf")
MAIN = """
load_module {modules}/ngx_http_brotli_static_module.so;
daemon off;
worker_processes 1;
user root;
pid {folder}/pid;
error_log stderr;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}; proxy_temp_path {folder}; fastcgi_temp_path {folder};
    uwsgi_temp_path {folder}; scgi_temp_path {folder};
    include {site};
}}
"""


def unpacked() -> Path:
    """Gets the folder with nginx and its module."""
    cache = Cache()

    def make(folder: Path) -> None:
        with cache.scratch() as scratch:
            apt = Apt(scratch / "apt", binaries=SUITE)
            for package in PACKAGES:
                run("dpkg-deb", "-x", apt.download_package(package, scratch), folder / "root", remedy="install dpkg")

    return cache.entry("nginx", digest(SUITE, *PACKAGES), make).path / "root"


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    root, folder = unpacked(), tmp_path_factory.mktemp("nginx")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        free: int = probe.getsockname()[1]
    text = CONFIGURATION.read_text().replace("listen 80;", f"listen 127.0.0.1:{free};")
    (folder / "site").write_text(text.replace("/var/www/okey", str(SITE)))
    main = MAIN.format(modules=root / "usr/lib/nginx/modules", folder=folder, site=folder / "site")
    (folder / "main").write_text(main)
    command = [root / "usr/sbin/nginx", "-p", folder, "-c", folder / "main", "-e", "stderr"]
    checked = subprocess.run([*command, "-t"], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
    assert "warn" not in checked.stderr
    server = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    for _ in range(100):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", free)) == 0:
                break
        time.sleep(0.05)
    yield free
    server.terminate()
    server.wait(10)


def get(port: int, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    response = connection.getresponse()
    data = response.read()
    connection.close()
    return response.status, dict(response.getheaders()), data


def hashed(ending: str) -> Path:
    return next(file for file in SITE.glob(f"*.{ending}") if re.search(r"\.[0-9a-f]{16}\.", file.name))


@pytest.mark.parametrize(("accepted", "encoding"), [("br, gzip", "br"), ("gzip", "gzip"), ("identity", None)])
def test_twins_are_sent(port: int, accepted: str, encoding: str | None) -> None:
    unpack = {"br": brotli.decompress, "gzip": gzip.decompress, None: bytes}[encoding]
    for path, file in (("/", SITE / "index.html"), (f"/{hashed('wasm').name}", hashed("wasm"))):
        status, headers, data = get(port, path, Accept_Encoding=accepted)
        assert (status, headers.get("Content-Encoding")) == (200, encoding)
        assert unpack(data) == file.read_bytes()
        assert encoding is None or len(data) < file.stat().st_size / 1.5


def test_every_answer_has_the_headers_of_the_policy(port: int) -> None:
    for path, cached in (("/", "no-cache"), ("/sw.js", "no-cache"), (f"/{hashed('mjs').name}", FOR_EVER)):
        _, headers, _ = get(port, path)
        assert (policy.headers() | {"Cache-Control": cached}).items() <= headers.items()


@pytest.mark.parametrize(
    "ending", ["mjs", "wasm", "apk", "zip", "css", "js", "webmanifest", "json", "png", "webp", "html"]
)
def test_types_are_those_of_the_development_server(port: int, ending: str) -> None:
    file = next(SITE.glob(f"*.{ending}"))
    _, headers, _ = get(port, f"/{file.name}")
    assert headers["Content-Type"] == TYPES[f".{ending}"]


def test_pages_and_what_is_not_there(port: int) -> None:
    assert get(port, "/en")[2] == (SITE / "en.html").read_bytes()
    assert get(port, "/notices.html")[0] == 200
    assert get(port, "/missing")[0] == 404
    status, headers, _ = get(port, "/")
    assert status == 200
    assert get(port, "/", If_None_Match=headers["ETag"])[0] == 304
