"""The deals of a pairing in a file of JSON lines, so that a long pairing can be played in pieces.

The first line names the pairing and the code that played; each further line is a deal.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TextIO

from okey.files import FileError, read_text
from okey.ladder.deal import ROLES, Deal
from okey.ladder.pairing import LadderError, Pairing
from okey.rules import RulesError

FORMAT = 1
"""The version of the files."""
MOST = 10**9
"""More than any figure of a deal."""
MOST_BYTES = 10**9
"""The longest file: a deal takes about a thousand bytes."""


class Store:
    """The deals of a pairing, kept in a file; makes it when there is none.

    Args:
        path: where it is; None to keep nothing.
        pairing: what is played.

    Raises:
        LadderError: when the file is of another pairing, or of other code.
        OSError: when it cannot be read or written.
    """

    def __init__(self, path: Path | None, pairing: Pairing) -> None:
        self.deals: dict[int, Deal] = {}
        self._file: TextIO | None = None
        if path is None:
            return
        head = _head(pairing)
        path.parent.mkdir(parents=True, exist_ok=True)
        text = _read(path) if path.exists() else ""
        whole = _whole(text)
        if not whole and not json.dumps(head).startswith(text):
            raise LadderError(f"{path}: no file of the ladder")
        self._file = path.open("a", encoding="utf-8")
        if not whole:
            self._file.truncate(0)
            self._write(head)
            return
        found, self.deals = _parse(path, whole)
        if found != head:
            names = [name for name in head if found.get(name) != head[name]]
            raise LadderError(f"{path}: its {', '.join(names)} differ; give another file, or delete this one")
        # a line that was being written when the last run ended is played again
        self._file.truncate(len(whole.encode()))

    def add(self, deal: Deal) -> None:
        """Keeps a deal."""
        self.deals[deal.number] = deal
        self._write(asdict(deal))

    def close(self) -> None:
        """Closes the file."""
        if self._file is not None:
            self._file.close()

    def _write(self, values: dict[str, object]) -> None:
        if self._file is not None:
            self._file.write(json.dumps(values) + "\n")
            self._file.flush()


def load(path: Path) -> tuple[Pairing, str, list[Deal]]:
    """Reads a file of deals.

    Returns:
        The pairing, the fingerprint of the code that played it, and the deals in order.

    Raises:
        LadderError: when it is none.
        OSError: when it cannot be read.
    """
    head, deals = _parse(path, _whole(_read(path)))
    try:
        pairing = Pairing(**{name: head[name] for name in Pairing.__dataclass_fields__})  # type: ignore[arg-type]
        named = (pairing.rules, pairing.candidate, pairing.field, pairing.seed)
        if not all(isinstance(name, str) for name in named) or not isinstance(pairing.nodes, int | None):
            raise LadderError(f"{path}: no file of the ladder")
        pairing.sides()
    except KeyError as missing:
        raise LadderError(f"{path}: it does not name its {missing}") from None
    except RulesError as error:
        raise LadderError(f"{path}: {error}") from None
    return pairing, str(head.get("code")), [deals[number] for number in sorted(deals)]


def _head(pairing: Pairing) -> dict[str, object]:
    return {"okey ladder": FORMAT, **asdict(pairing), "code": pairing.code()}


def _read(path: Path) -> str:
    try:
        return read_text(path, MOST_BYTES)
    except FileError as error:
        raise LadderError(f"{path}: no file of the ladder: {error}") from None


def _whole(text: str) -> str:
    """Leaves out a line that was being written when the run ended."""
    return text[: text.rfind("\n") + 1]


def _parse(path: Path, text: str) -> tuple[dict[str, object], dict[int, Deal]]:
    try:
        head, *lines = [json.loads(line) for line in text.splitlines()]
        if head.pop("okey ladder") != FORMAT:
            raise LadderError(f"{path}: a version this program does not know")
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        if isinstance(error, LadderError):
            raise
        raise LadderError(f"{path}: no file of the ladder") from None
    deals = [_deal(path, number, line) for number, line in enumerate(lines, 2)]
    return {"okey ladder": FORMAT, **head}, {deal.number: deal for deal in deals}


def _deal(path: Path, number: int, line: object) -> Deal:
    """Reads the deal of a line, and checks that it can be one."""
    try:
        deal = Deal(**line)  # type: ignore[arg-type]
        figures = [deal.number, deal.hands, deal.decided, deal.wins]
        counted = [count for role in ROLES for count in deal.tallies[role].values()]
        whole = all(type(figure) is int and abs(figure) < MOST for figure in (*figures, *counted))
        if whole and deal.number >= 0 and 0 <= deal.wins <= deal.decided <= deal.hands > 0:
            return deal
    except (TypeError, KeyError, AttributeError):
        pass
    raise LadderError(f"{path}: line {number} is no deal")
