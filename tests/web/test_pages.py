import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from okey.presets import PRESETS
from okey.rulebook import rulebook
from okey.rules import RuleSet
from web import pages
from web.errors import BuildError
from web.hosting import Hosting
from web.own import NAME as SOURCES
from web.site import PAGE, TEMPLATE

NOTICES = {"components": "<details></details>", "sources": "<tr></tr>", "recipe": ""}
ADDRESS = "https://okey.example.org/play/"


class Parsed(HTMLParser):
    """What a page consists of."""

    VOID = frozenset({"meta", "link", "br"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == [], "every tag is closed"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def all(self, tag: str) -> list[dict[str, Any]]:
        return [attrs for name, attrs in self.tags if name == tag]

    def meta(self, name: str) -> Any:
        found = [attrs["content"] for attrs in self.all("meta") if name in (attrs.get("name"), attrs.get("property"))]
        assert len(found) == 1, name
        return found[0]


def build(folder: Path, hosting: Hosting) -> dict[str, str]:
    (folder / "index.html").write_text((PAGE / TEMPLATE).read_text())
    pages.add_pages(PAGE, folder, hosting, NOTICES)
    return {name: (folder / name).read_text() for name in pages.PAGES}


@pytest.fixture
def known(tmp_path: Path) -> dict[str, str]:
    return build(tmp_path, Hosting(ADDRESS))


def test_both_editions_say_the_same(known: dict[str, str]) -> None:
    turkish, english = (Parsed(known[edition.file]) for edition in pages.EDITIONS)
    assert [tag for tag, _ in turkish.tags] == [tag for tag, _ in english.tags]
    assert [attrs.get("id") for _, attrs in turkish.tags] == [attrs.get("id") for _, attrs in english.tags]
    assert [attrs["lang"] for attrs in (turkish.all("html") + english.all("html"))] == ["tr", "en"]


@pytest.mark.parametrize("edition", pages.EDITIONS, ids=lambda edition: edition.language)
def test_the_rules_are_the_engines(known: dict[str, str], edition: pages.Edition) -> None:
    page = known[edition.file].replace("&#x27;", "'").replace("&quot;", '"')
    for preset in PRESETS:
        assert f'<details id="{preset}">' in page
        for section in rulebook(RuleSet.parse(preset), edition.language):
            assert section.text in page
    assert all(names.keys() == PRESETS.keys() for names in pages.NAMES.values())


@pytest.mark.parametrize("edition", pages.EDITIONS, ids=lambda edition: edition.language)
def test_the_head_of_a_site_whose_address_is_known(known: dict[str, str], edition: pages.Edition) -> None:
    page = Parsed(known[edition.file])
    own = ADDRESS + ("" if edition.language == "tr" else "en.html")
    links = [(link["rel"], link.get("hreflang"), link["href"]) for link in page.all("link")]
    assert ("canonical", None, own) in links
    for language, address in (("tr", ADDRESS), ("en", f"{ADDRESS}en.html"), ("x-default", ADDRESS)):
        assert ("alternate", language, address) in links
    assert page.meta("og:url") == own
    assert page.meta("og:image") == f"{ADDRESS}share.jpg"
    assert 50 < len(page.meta("description")) < 161
    assert page.meta("og:description") == page.meta("description") == edition.description
    title = re.search("<title>(.*)</title>", known[edition.file])
    assert title
    assert 20 < len(title[1]) < 61
    told = re.search(r'<script type="application/ld\+json">(.*)</script>', known[edition.file])
    assert told
    data = json.loads(told[1])
    assert (data["url"], data["image"], data["description"]) == (own, f"{ADDRESS}share.jpg", edition.description)


def test_search_engines_find_both_editions(known: dict[str, str], tmp_path: Path) -> None:
    assert known
    sitemap = (tmp_path / "sitemap.xml").read_text()
    assert re.findall("<loc>(.*?)</loc>", sitemap) == [ADDRESS, f"{ADDRESS}en.html"]
    assert f"Sitemap: {ADDRESS}sitemap.xml" in (tmp_path / "robots.txt").read_text()


def test_no_address_is_made_up(tmp_path: Path) -> None:
    made = build(tmp_path, Hosting())
    assert not (tmp_path / "sitemap.xml").exists()
    for edition in pages.EDITIONS:
        page = Parsed(made[edition.file])
        assert all("://" not in str(value) for _, attrs in page.tags for value in attrs.values())
        assert not any(link["rel"] == "canonical" for link in page.all("link"))


def test_every_link_within_the_site_is_relative_and_leads_somewhere(known: dict[str, str]) -> None:
    here = {file.name for file in PAGE.iterdir()} | {*pages.PAGES, SOURCES}
    for name, text in known.items():
        page = Parsed(text)
        ids = {attrs["id"] for _, attrs in page.tags if attrs.get("id")} | {"top"}
        for link in page.all("a"):
            file, _, place = link["href"].partition("#")
            assert not place or file or place in ids, (name, link)
            assert not file or file == "./" or file in here, (name, link)


@pytest.mark.parametrize("text", ["", "<!--okey:a--><!--okey:a-->"])
def test_a_text_without_a_place_for_something_is_refused(text: str) -> None:
    with pytest.raises(BuildError, match="exactly once"):
        pages.fill(text, {"a": "b"})
