"""The command line: ``python -m okey COMMAND``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from okey import __version__
from okey.game import Event
from okey.record import Record, RecordError
from okey.rules import RulesError
from okey.vectors import VectorError, load, mismatches


class CommandError(Exception):
    """What went wrong, in one line for a person."""


def vectors(options: argparse.Namespace) -> int:
    """Answers files of rule vectors and prints every mismatch; 0 only if there is none."""
    asked = [
        vector
        for path in options.files
        for vector in load(path)
        if options.rules is None or str(vector.get("ruleset")).split("+")[0] == options.rules
    ]
    wrong = list(mismatches(asked))
    for vector, answer in wrong:
        print(f"{vector.get('id')} {vector.get('ruleset')} {vector.get('kind')}: {answer}")
    print(f"{len(asked) - len(wrong)} of {len(asked)} vectors answered as expected")
    return int(bool(wrong) or not asked)


def replay(options: argparse.Namespace) -> int:
    """Replays a record and prints it, hand by hand."""
    try:
        record = Record.parse(options.file.read_text(encoding="utf-8"))
        _print_replay(record)
    except (OSError, UnicodeDecodeError, RecordError, RulesError) as error:
        raise CommandError(f"{options.file}: {error}") from None
    return 0


def _print_replay(record: Record) -> None:
    print(f"{record.rules}, seed {record.seed}")
    for seat, name in enumerate(record.seats):
        print(f"seat {seat}: {name}")

    def tell(number: int, events: list[Event]) -> None:
        for event in events:
            if event.kind == "dealt":
                print(f"\nhand {number}")
            print(f"  {event}")

    record.replay(tell)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m okey", description="The Turkish tile game.")
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def add(run: Callable[[argparse.Namespace], int]) -> argparse.ArgumentParser:
        command = commands.add_parser(run.__name__, help=run.__doc__, description=run.__doc__)
        command.set_defaults(run=run)
        return command

    command = add(vectors)
    command.add_argument("files", nargs="+", type=Path, metavar="FILE")
    command.add_argument("--rules", metavar="PRESET", help="only vectors of this preset, with its overlays")
    command = add(replay)
    command.add_argument("file", type=Path, metavar="FILE")
    options = parser.parse_args(arguments)
    try:
        return int(options.run(options))
    except (CommandError, RulesError, VectorError) as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
