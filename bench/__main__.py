"""Prints the benchmark table: ``python -m bench [SECTION...]``, or JSON with ``--json``; see the sections below.

``site``: bytes are what the development server sent, headers and brotli bodies; times run from
the navigation to ``okey.ready``, when the table is drawn and takes input; cold means an empty cache, warm the second
visit; a frame is one whole redraw of the first table, up to and including the copy onto the canvas; while a tile is
dragged all Python work between two waits counts.  ``lighthouse``: what Lighthouse says of the pages, of 100,
as at a desktop and as at a phone.  ``engine``: hands that random legal players finish in a second in this Python.
``solver``: what the solver's answers take, beside those of PyPI's ``okey-solver-py`` on the question that it knows.
``page``: the same questions asked in the page, and what that takes beside this Python.  ``relay``: what a relay needs
for 5,000 players who send 2,000 messages a second.  ``mutation``: how many small changes to melds, game and scoring the
tests notice; twenty minutes.  Without a name all are measured.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from typing import TYPE_CHECKING

from web.errors import run_main

if TYPE_CHECKING:
    from collections.abc import Callable


def _site(options: argparse.Namespace) -> dict[str, object]:
    from bench.site import measure

    return measure(options.rounds, options.frames)


def _lighthouse(_options: argparse.Namespace) -> dict[str, object]:
    from bench.lighthouse import measure

    return measure()


def _engine(options: argparse.Namespace) -> dict[str, object]:
    from bench.engine import RULES, hands_a_second

    hands = {rules: hands_a_second(rules, options.seconds) for rules in RULES}
    return {f"hands a second, random legal players, {rules}": round(figure) for rules, figure in hands.items()}


def _solver(options: argparse.Namespace) -> dict[str, object]:
    from bench.solver import measure

    return measure(options.racks)


def _page(options: argparse.Namespace) -> dict[str, object]:
    from bench.page import measure

    return measure(max(1, options.racks // 20), options.rounds)


def _relay(options: argparse.Namespace) -> dict[str, object]:
    from bench.relay import measure

    return measure(options.rooms, options.rate, options.load)


def _mutation(_options: argparse.Namespace) -> dict[str, object]:
    from bench.mutation import caught

    found, total = caught(os.cpu_count() or 1)
    return {f"mutants of melds, game and scoring caught (of {total}), %": round(100 * found / total, 1)}


SECTIONS: dict[str, Callable[[argparse.Namespace], dict[str, object]]] = {
    "site": _site,
    "lighthouse": _lighthouse,
    "engine": _engine,
    "solver": _solver,
    "page": _page,
    "relay": _relay,
    "mutation": _mutation,
}


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=f"what to measure: {', '.join(SECTIONS)}")
    parser.add_argument("--rounds", type=int, default=5, help="visits of each kind")
    parser.add_argument("--frames", type=int, default=200, help="frames drawn")
    parser.add_argument("--seconds", type=float, default=5.0, help="how long each rule set is played")
    parser.add_argument("--racks", type=int, default=20_000, help="how many random racks the solver is asked about")
    parser.add_argument("--rooms", type=int, default=1250, help="how many rooms of four the relay gets")
    parser.add_argument("--rate", type=int, default=2000, help="how many messages a second it gets")
    parser.add_argument("--load", type=float, default=30.0, help="for how many seconds")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    options = parser.parse_args()
    if unknown := [name for name in options.sections if name not in SECTIONS]:
        parser.error(f"{unknown[0]!r} is no section: expected {', '.join(SECTIONS)}")
    figures: dict[str, object] = {}
    for name in options.sections or SECTIONS:
        figures |= SECTIONS[name](options)
    if options.json:
        print(json.dumps(figures))
        return
    width = max(map(len, figures))
    print(f"Okey on Python {sys.version.split()[0]}, {os.cpu_count()} cores")
    for what, figure in figures.items():
        print(f"{what:<{width}}  {figure!s:>9}")


if __name__ == "__main__":
    run_main(main)
