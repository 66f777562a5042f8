"""A host of the built site whose files may break, and which may be gone."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from okey.rooms.relay.site import Answer, Site

if TYPE_CHECKING:
    from pathlib import Path


class Host(Site):
    """A host that may be gone, may have single files broken, and remembers what it was asked for."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        self.gone = False
        self.last = ""
        """The file with whose request the host goes, if any."""
        self.broken: dict[str, Path | None] = {}
        """Files that are missing (None), or have another's content."""
        self.cut: dict[str, Path] = {}
        """Files of which only another's content comes, before the connection ends."""
        self.asked: list[str] = []

    def answer(self, target: str, **validators: str) -> Answer:
        name = urlsplit(target).path.lstrip("/")
        self.asked.append(name)
        self.gone = self.gone or (self.last != "" and name == self.last)
        if self.gone:
            raise ConnectionResetError
        answer = super().answer(target, **validators)
        if name in self.broken:
            other = self.broken[name]
            answer = super().answer("/missing") if other is None else super().answer(f"/{other.name}")
        if name in self.cut:
            answer = answer._replace(file=self.cut[name], headers=answer.headers | {"Connection": "close"})
        return answer

    def mend(self) -> None:
        """Is there again, with every file as it should be."""
        self.gone, self.last, self.broken, self.cut = False, "", {}, {}
