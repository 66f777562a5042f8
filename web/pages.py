"""The site's pages: the game with a text under it, once in each language, and the notices.

The texts lie in web/page; the rules in them are the engine's own words.
"""

from __future__ import annotations

import json
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from okey.rulebook import rulebook
from okey.rules import RuleSet
from okey.ui.texts import Texts
from web.errors import BuildError
from web.policy import content_policy

if TYPE_CHECKING:
    from collections.abc import Mapping

    from web.hosting import Hosting

GAME = "index.html"
NOTICES = "notices.html"
SHARED = "share.jpg"
SHARED_SIZE = (1200, 630)


class Edition(NamedTuple):
    """The page of the game in one language."""

    file: str
    language: str
    locale: str
    title: str
    description: str


EDITIONS = (
    Edition(
        GAME,
        "tr",
        "tr_TR",
        "Okey oyna: ücretsiz, reklamsız, internetsiz",
        "Okey, 101, 51 ve Konkan 81: Türkiye’nin taş oyunu tarayıcında. Ücretsiz, reklamsız, çipsiz, hesapsız; "
        "bilgisayar oyuncularına karşı, internet olmadan da.",
    ),
    Edition(
        "en.html",
        "en",
        "en_GB",
        "Play Okey: the Turkish tile game, free and without ads",
        "Okey, 101, 51 and Konkan 81: the Turkish tile game in your browser. Free, without ads, chips or accounts; "
        "against computer players, offline too.",
    ),
)
NAMES = {
    "tr": {
        "classic": "Klasik okey",
        "okey101": "101 okey",
        "okey51": "51 okey",
        "konkan81": "Konkan 81",
        "duz": "Düz okey",
        "elit": "Elit okey",
        "gamearea": "Elde kalan okeyi",
    },
    "en": {
        "classic": "Classic Okey",
        "okey101": "Okey 101",
        "okey51": "Okey 51",
        "konkan81": "Konkan 81",
        "duz": "Plain Okey",
        "elit": "Elit Okey",
        "gamearea": "Leftovers Okey",
    },
}
"""The games by the names that people look for, the best known first; at the table they are shorter."""
PAGES = (*(edition.file for edition in EDITIONS), NOTICES)
"""Every page, by its file's name, which it keeps."""


def add_pages(page: Path, site: Path, hosting: Hosting, notices: Mapping[str, str]) -> None:
    """Writes every page into the site, in which pygbag's index.html lies already.

    Args:
        page: The folder of the texts.
        site: The folder of the site.
        hosting: Where it will be.
        notices: The parts of the notices page, see `web.notices`.
    """
    policy = {"policy": content_policy(hosting.relay)}
    game = (site / GAME).read_text(encoding="utf-8")
    for edition in EDITIONS:
        text = (page / f"site.{edition.language}.tmpl").read_text(encoding="utf-8")
        site_text = fill(text, {"rules": rules(edition.language)})
        about = {"relay": hosting.relay, "language": edition.language}
        marks = policy | about | {"head": head(edition, hosting.address), "site": site_text}
        (site / edition.file).write_text(fill(game, marks), encoding="utf-8")
    text = (page / "notices.tmpl").read_text(encoding="utf-8")
    (site / NOTICES).write_text(fill(text, {**policy, **notices}), encoding="utf-8")
    if hosting.address:
        _add_lists(site, hosting.address)


def fill(text: str, marks: Mapping[str, str]) -> str:
    """Puts texts in the place of their marks, such as `<!--okey:policy-->`.

    Raises:
        BuildError: A mark is not there exactly once.
    """
    for name, value in marks.items():
        mark = f"<!--okey:{name}-->"
        if text.count(mark) != 1:
            raise BuildError(f"a page has the mark {mark} not exactly once", "look at the texts in web/page")
        text = text.replace(mark, value)
    return text


def address_of(address: str, edition: Edition) -> str:
    """Gets the address of an edition on a site with an address."""
    return address if edition.file == GAME else address + edition.file


def head(edition: Edition, address: str) -> str:
    """Gets what a page's head says about it; what needs whole addresses is left out where the site's is not known."""
    title, description = escape(edition.title), escape(edition.description)
    lines = [
        f"<title>{title}</title>",
        f'<meta name="description" content="{description}">',
        '<meta property="og:type" content="website">',
        '<meta property="og:site_name" content="Okey">',
        f'<meta property="og:title" content="{title}">',
        f'<meta property="og:description" content="{description}">',
        f'<meta property="og:locale" content="{edition.locale}">',
        *(f'<meta property="og:locale:alternate" content="{other.locale}">' for other in EDITIONS if other != edition),
        '<meta name="twitter:card" content="summary_large_image">',
    ]
    data = {
        "@context": "https://schema.org",
        "@type": ["VideoGame", "WebApplication"],
        "name": "Okey",
        "description": edition.description,
        "inLanguage": [other.language for other in EDITIONS],
        "genre": "Tile game",
        "gamePlatform": "Web browser",
        "applicationCategory": "GameApplication",
        "operatingSystem": "Any",
        "isAccessibleForFree": True,
        "offers": {"@type": "Offer", "price": "0", "priceCurrency": "TRY"},
    }
    if address:
        picture = address + SHARED
        width, height = SHARED_SIZE
        lines += [
            f'<link rel="canonical" href="{address_of(address, edition)}">',
            *(
                f'<link rel="alternate" hreflang="{other.language}" href="{address_of(address, other)}">'
                for other in EDITIONS
            ),
            f'<link rel="alternate" hreflang="x-default" href="{address}">',
            f'<meta property="og:url" content="{address_of(address, edition)}">',
            f'<meta property="og:image" content="{picture}">',
            f'<meta property="og:image:width" content="{width}">',
            f'<meta property="og:image:height" content="{height}">',
            f'<meta property="og:image:alt" content="{title}">',
        ]
        data |= {"url": address_of(address, edition), "image": picture}
    told = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
    return "\n".join([*lines, f'<script type="application/ld+json">{told}</script>'])


def rules(language: str) -> str:
    """Gets the rules of every game as folded sections."""
    texts = Texts(language)
    found = []
    for preset, name in NAMES[language].items():
        parsed = RuleSet.parse(preset)
        sections = "".join(
            f"<h4>{escape(section.title)}</h4><p>{escape(section.text)}</p>" for section in rulebook(parsed, language)
        )
        about = escape(texts(f"preset.{preset}.about"))
        title = f"<summary><h3>{escape(name)}</h3></summary>"
        found.append(f'<details id="{preset}">{title}<p>{about}</p>{sections}</details>')
    return "\n".join(found)


def _add_lists(site: Path, address: str) -> None:
    """Writes what search engines look for."""
    links = "".join(
        f'<xhtml:link rel="alternate" hreflang="{edition.language}" href="{address_of(address, edition)}"/>'
        for edition in EDITIONS
    )
    entries = "".join(f"<url><loc>{address_of(address, edition)}</loc>{links}</url>" for edition in EDITIONS)
    names = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'
    sitemap = f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset {names}>{entries}</urlset>\n'
    (site / "sitemap.xml").write_text(sitemap, encoding="utf-8")
    (site / "robots.txt").write_text(f"User-agent: *\nAllow: /\nSitemap: {address}sitemap.xml\n", encoding="utf-8")
