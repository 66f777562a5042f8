"""The sentences of the rule book, by language and key."""

from okey.rulebook_texts.en import EN
from okey.rulebook_texts.tr import TR

__all__ = ["TEXTS"]

TEXTS = {"en": EN, "tr": TR}
"""The texts of every language by key; all languages have the same keys and the same places to fill in."""
