"""What `deploy/` holds, tried as far as a machine without Docker and systemd can."""

from __future__ import annotations

import asyncio
import configparser
import http.client
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from okey.__main__ import main
from okey.rooms.protocol import Create, Join, Welcome
from okey.rooms.relay.limits import Limits
from okey.rooms.relay.site import Site
from tests.rooms.running import ROOT, Running, relay
from tests.rooms.test_client import play
from tests.rooms.test_relay import ask
from tests.rooms.test_shared import free_port
from tests.rooms.wires import ROOM, token

NGINX = shutil.which("nginx") or "/usr/sbin/nginx"


def certificate(folder: Path) -> tuple[Path, Path]:
    """Writes a certificate for localhost, signed by itself, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    (folder / "crt").write_bytes(made.public_bytes(Encoding.PEM))
    (folder / "key").write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return folder / "crt", folder / "key"


@contextmanager
def nginx(folder: Path, relay_port: int) -> Iterator[int]:
    """Runs nginx with our own file, in which only names and ports are changed; gets the port of its TLS."""
    assert os.access(NGINX, os.X_OK), "run: sh web/need.sh nginx"
    port = free_port()
    crt, key = certificate(folder)
    ours = (ROOT / "deploy/nginx.conf").read_text()
    for was, becomes in {
        "127.0.0.1:8765": f"127.0.0.1:{relay_port}",
        "listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
        "server_name okey.example": "server_name localhost",
        "/etc/ssl/okey.example.crt": str(crt),
        "/etc/ssl/okey.example.key": str(key),
    }.items():
        assert was in ours
        ours = ours.replace(was, becomes)
    (folder / "site.conf").write_text(ours)
    paths = "".join(
        f"{what}_temp_path {folder / what};" for what in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder / 'pid'}; error_log {folder / 'error.log'}; events {{}}"
        f"http {{ {paths} include {folder / 'site.conf'}; }}"
    )
    running = subprocess.Popen([NGINX, "-p", folder, "-e", folder / "error.log", "-c", folder / "nginx.conf"])
    try:
        for _ in range(500):
            with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            assert running.poll() is None, (folder / "error.log").read_text()
            time.sleep(0.01)
        yield port
    finally:
        running.terminate()
        running.wait()


def trusting(folder: Path) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(folder / "crt"))


def test_behind_nginx_with_tls(tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    (site / "index.html").write_text("page")
    (site / "a.wasm").write_text("w")
    (site / "a.wasm.br").write_text("b")

    def get(port: int, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
        connection = http.client.HTTPSConnection("localhost", port, timeout=10, context=trusting(tmp_path))
        connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        response = connection.getresponse()
        return response.status, dict(response.getheaders()), response.read()

    async def story(running: Running, port: int) -> None:
        address, trusted = f"wss://localhost:{port}/relay", trusting(tmp_path)
        async with connect(address, ssl=trusted, origin=f"https://localhost:{port}") as first:  # type: ignore[arg-type]
            assert isinstance(await ask(first, Create(1, ROOM, token(0), 3)), Welcome)
            async with connect(address, ssl=trusted) as second:
                assert isinstance(await ask(second, Join(1, ROOM, token(1))), Welcome)
                assert '"joined"' in str(await first.recv())
                addresses = {connection.address for connection in running.relay.connections.values()}
                assert addresses == {"127.0.0.1"}, "what nginx says, and not what a client makes up"
                with pytest.raises(InvalidStatus) as refused:
                    await connect(address, ssl=trusted, additional_headers={"X-Forwarded-For": "192.0.2.9"})
                assert refused.value.response.status_code == 429
        with pytest.raises(InvalidStatus) as refused:
            await connect(address, ssl=trusted, origin="https://evil.example")  # type: ignore[arg-type]
        assert refused.value.response.status_code == 403
        assert (await asyncio.to_thread(get, port, "/"))[::2] == (200, b"page")
        status, headers, body = await asyncio.to_thread(get, port, "/a.wasm", Accept_Encoding="br")
        assert (status, body, headers["Content-Type"]) == (200, b"b", "application/wasm")
        assert (await asyncio.to_thread(get, port, "/healthz"))[0] == 200
        assert (await asyncio.to_thread(get, port, "/metrics"))[0] == 404

    async def whole() -> None:
        limits = Limits(connections_per_address=2)
        async with relay(limits=limits, behind_proxy=True, site=Site(site)) as running:
            with nginx(tmp_path, running.port) as port:
                await story(running, port)

    play(whole())


def test_the_unit_and_the_image_start_a_relay_with_options_that_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(ROOT / "deploy/okey-relay.service")
    image = (ROOT / "deploy/Dockerfile").read_text()
    entry = re.search(r"^ENTRYPOINT (\[.*\])$", image, re.MULTILINE)
    assert entry
    commands = [unit["Service"]["ExecStart"].split(), re.findall(r'"([^"]*)"', entry[1])]
    for command in commands:
        words = command[command.index("relay") :]
        words[words.index("--site") + 1] = "/nowhere"
        assert main(words) == 2
        assert "--site: there is no site in /nowhere" in capsys.readouterr().err, "all options were understood"
    for copied in re.findall(r"^COPY (\S+)", image, re.MULTILINE):
        assert copied == "build/web" or (ROOT / copied).exists()


def test_systemd_finds_no_fault_in_the_unit(tmp_path: Path) -> None:
    """The unit with its program in the place of /opt/okey, which is not there."""
    unit = (ROOT / "deploy/okey-relay.service").read_text()
    assert "/opt/okey/.venv/bin/python" in unit

    def verified(text: str) -> tuple[int, list[str]]:
        (tmp_path / "okey-relay.service").write_text(text.replace("/opt/okey/.venv/bin/python", sys.executable))
        command = ["systemd-analyze", "verify", "--man=no", tmp_path / "okey-relay.service"]
        told = subprocess.run(command, check=False, capture_output=True, text=True)
        return told.returncode, [line for line in told.stderr.splitlines() if "okey-relay" in line]

    assert verified(unit) == (0, [])
    _, faults = verified(unit.replace("DynamicUser", "DynamicUsr"))
    assert "Unknown key" in faults[0], "it would have found one"


def test_what_the_image_copies_is_enough(tmp_path: Path) -> None:
    """The relay starts from nothing but the folders that the image copies."""
    image = (ROOT / "deploy/Dockerfile").read_text()
    for source, target in re.findall(r"^COPY (\S+) (\S+)$", image, re.MULTILINE):
        if (ROOT / source).is_dir() and source != "build/web":
            shutil.copytree(ROOT / source, tmp_path / target, ignore=shutil.ignore_patterns("__pycache__"))
    told = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "okey", "relay", "--help"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "--backplane" in told.stdout
    assert "pygame" not in told.stderr, "the image has no pygame"
