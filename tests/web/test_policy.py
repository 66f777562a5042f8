import re
from pathlib import Path

import pytest

from okey.rooms.relay.site import FOR_EVER, ISOLATION, Site
from web import policy
from web.errors import BuildError
from web.hosting import Hosting
from web.site import add_headers

NAMES = {"index.html": "index.html", "a.mjs": "a.0123456789abcdef.mjs"}


def test_a_relay_may_be_talked_to_and_nobody_else() -> None:
    assert "connect-src 'self';" in policy.content_policy()
    text = policy.content_policy("wss://relay.example.org:8443")
    assert "connect-src 'self' wss://relay.example.org:8443;" in text
    assert text.count("relay") == 1
    assert "unsafe-eval'" in text
    assert "'unsafe-eval'" not in text
    assert "'unsafe-inline'" not in text


@pytest.mark.parametrize(
    "relay",
    [
        "relay.example.org",
        "wss://relay.example.org/path",
        "wss://*.example.org",
        "wss://a; script-src *",
        "wss://a\n",
        "wss:",
    ],
)
def test_what_is_no_origin_is_refused(relay: str) -> None:
    with pytest.raises(BuildError, match="is no origin of a relay"):
        Hosting.checked("", relay)


@pytest.mark.parametrize(
    "address", ["okey.example.org", "https://okey.example.org/a?b", 'https://a"', "https://", "//a.org"]
)
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(BuildError, match="is no address of a site"):
        Hosting.checked(address, "")


def test_addresses_end_with_a_slash() -> None:
    assert Hosting.checked("https://example.org/okey", "").address == "https://example.org/okey/"
    assert Hosting.checked("http://localhost:8000/", "").address == "http://localhost:8000/"
    assert Hosting.checked("", "") == Hosting()


def test_the_server_sends_what_the_file_of_headers_says(tmp_path: Path) -> None:
    add_headers(tmp_path, NAMES, "wss://relay.example.org")
    for name in ("index.html", NAMES["a.mjs"]):
        (tmp_path / name).write_text("")
    expected = policy.headers("wss://relay.example.org")
    for target in ("/", f"/{NAMES['a.mjs']}"):
        answer = Site(tmp_path).answer(target)
        assert expected.items() <= answer.headers.items()
        assert not ISOLATION.keys() & answer.headers.keys()


def test_both_files_tell_the_same(tmp_path: Path) -> None:
    add_headers(tmp_path, NAMES, "")
    plain = dict(re.findall(r"^  ([\w-]+): (.*)$", (tmp_path / "_headers").read_text(), re.MULTILINE))
    apache = dict(re.findall(r'^ +Header set ([\w-]+) "(.*)"$', (tmp_path / ".htaccess").read_text(), re.MULTILINE))
    assert plain == apache == policy.headers() | {"Cache-Control": FOR_EVER}
    assert re.findall(r"^/.*$", (tmp_path / "_headers").read_text(), re.MULTILINE) == ["/*", f"/{NAMES['a.mjs']}"]
