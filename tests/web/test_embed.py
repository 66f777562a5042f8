"""The script for other pages: its size, and one list of messages in all that speaks of them."""

import re

import pytest

from okey.ui.host import COMMANDS
from tests.browser.test_embed import KINDS
from web import demo, site

SOURCE = site.PAGE


def test_the_script_is_small() -> None:
    assert len((SOURCE / "embed.js").read_bytes()) <= 6000


def test_script_and_types_keep_their_names() -> None:
    assert set(site.EMBED) <= site.KEEP_THEIR_NAMES
    assert all((SOURCE / name).is_file() for name in site.EMBED)


@pytest.mark.parametrize("name", ["embed.js", "embed.d.ts", "../../docs/embedding.md"])
def test_every_message_is_known_and_told(name: str) -> None:
    text = (SOURCE / name).read_text(encoding="utf-8")
    for kind in [*KINDS, *COMMANDS]:
        assert re.search(rf"""[`"\s]{kind}[`"?:,]""", text), kind


def test_the_page_knows_the_games_commands() -> None:
    text = (SOURCE / "host.mjs").read_text(encoding="utf-8")
    assert set(re.findall(r"^  (\w+): \{ fields: ", text, re.MULTILINE)) == COMMANDS.keys()


def test_the_demo_names_the_games_address(tmp_path) -> None:
    demo.write(tmp_path, "http://localhost:8002/")
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert demo.MARK not in page
    assert '<script src="http://localhost:8002/embed.js" defer>' in page
