"""What the address, or the page around the game, asks for: words of strangers, read with care."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TypeAlias

from okey.bots import LEVELS
from okey.rules import RulesError, RuleSet
from okey.ui.draft import NAMES, Draft, Sitter, tidy
from okey.ui.settings import CHOICES

Wish: TypeAlias = str | bool | RuleSet | list[Sitter] | dict[str, str]


class WishError(ValueError):
    """A wish that makes no sense; the message says what would."""


def _language(text: str) -> str:
    """Reads a language, ``tr`` or with a country, ``tr-TR``."""
    language = text.lower().partition("-")[0]
    if language not in CHOICES["language"]:
        raise WishError(f"expected one of {', '.join(CHOICES['language'])}")
    return language


def _theme(text: str) -> dict[str, str]:
    """Reads the words of a theme: a cloth, a look of the tiles, or both; gives the settings they stand for."""
    words = text.split()
    found = {name: word for word in words for name in ("cloth", "tiles") if word in CHOICES[name]}
    if not found or len(found) < len(words):
        cloths, looks = (", ".join(CHOICES[name]) for name in ("cloth", "tiles"))
        raise WishError(f"expected a cloth ({cloths}), tiles ({looks}), or both")
    return found


def _rules(text: str) -> RuleSet:
    try:
        return RuleSet.parse(text)
    except RulesError as error:
        raise WishError(str(error)) from None


def _seats(text: str) -> list[Sitter]:
    """Reads who sits on the other chairs, from the right on: ``LEVEL`` or ``LEVEL NAME``, the last one goes on."""
    parts = [part.strip().partition(" ") for part in text.split(",")]
    if len(parts) >= len(NAMES) or any(level not in LEVELS for level, _, _ in parts):
        raise WishError(f"expected up to {len(NAMES) - 1} of {', '.join(LEVELS)}, each with a name if you like")
    parts += [(parts[-1][0], "", "")] * (len(NAMES) - 1 - len(parts))
    return [Sitter(tidy(name) or NAMES[seat], level) for seat, (level, _, name) in enumerate(parts, 1)]


def _flag(text: str) -> bool:
    """Reads yes or no; a bare name means yes."""
    if text not in (known := {"": True, "1": True, "true": True, "0": False, "false": False}):
        raise WishError(f"expected one of {', '.join(filter(None, known))}")
    return known[text]


def _instance(text: str) -> str:
    """Reads the name of one of several games on a page; the page itself keeps their saves apart by it, see first.js."""
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,40}", text):
        raise WishError("expected up to 40 letters, digits, - and _")
    return text


_READERS: dict[str, Callable[[str], Wish]] = {
    "rules": _rules,
    "seats": _seats,
    "lang": _language,
    "theme": _theme,
    "muted": _flag,
    "paused": _flag,
    "new": _flag,
    "daily": _flag,
    "embed": _instance,
}
"""Every wish by its name."""

LASTING = ("rules", "seats", "lang", "theme")
"""The wishes that are granted once: what the player chooses afterwards stands, until another wish comes."""


def read(wished: Mapping[str, str]) -> tuple[dict[str, Wish], list[str]]:
    """Reads wishes by name.

    Returns:
        Those that make sense, and for each other one a line that says what is wrong with it.
    """
    granted: dict[str, Wish] = {}
    notes: list[str] = []
    for name, text in wished.items():
        if name not in _READERS:
            notes.append(f"{name[:40]!r} is not known: expected {', '.join(_READERS)}")
            continue
        try:
            granted[name] = _READERS[name](text)
        except WishError as error:
            notes.append(f"{name}={text[:40]!r}: {error}")
    return granted, ["".join(letter if letter.isprintable() else "?" for letter in note) for note in notes]


def drafted(wishes: Mapping[str, Wish], draft: Draft) -> Draft:
    """Gets the match that is wished for; what is not said is as in ``draft``."""
    rules, others = wishes.get("rules"), wishes.get("seats")
    made = Draft.of(rules if isinstance(rules, RuleSet) else draft.rules)
    made.sitters = [draft.sitters[0], *others] if isinstance(others, list) else list(draft.sitters)
    return made
