"""A hook of mkdocs: writes the rules of every game, in both languages, from the options that the engine plays by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mkdocs.structure.files import File

from okey.presets import PRESETS
from okey.rulebook import options_in_effect, rulebook
from okey.rules import RuleSet
from okey.ui.texts import LANGUAGES, Texts

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files

HEADINGS = {"en": ("The rules in English", "Options"), "tr": ("Türkçe kurallar", "Seçenekler")}
"""By language: what the pages go under, and the title of the table of options."""


def address(preset: str, language: str) -> str:
    """Gets the path of a page in the folder of the documentation."""
    return f"rules/{preset}.{language}.md"


def page(preset: str, language: str) -> str:
    """Writes the rules of a preset as Markdown."""
    rules = RuleSet.parse(preset)
    lines = [f"# {Texts(language).game(rules)}", ""]
    for section in rulebook(rules, language):
        lines += [f"## {section.title}", "", section.text, ""]
    lines += [f"## {HEADINGS[language][1]}", "", "| | | |", "|---|---|---|"]
    lines += [f"| {label} | {value} | {meaning} |" for label, value, meaning in options_in_effect(rules, language)]
    return "\n".join([*lines, ""])


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Lists the pages under their languages."""
    assert config.nav is not None
    for language in LANGUAGES:
        config.nav.append({HEADINGS[language][0]: [address(preset, language) for preset in PRESETS]})
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the pages to those that lie in the folder."""
    for preset in PRESETS:
        for language in LANGUAGES:
            files.append(File.generated(config, address(preset, language), content=page(preset, language)))
    return files
