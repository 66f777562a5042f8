"""The command line: ``python -m okey COMMAND``."""

from __future__ import annotations

import argparse
import asyncio
import io
import json
import os
import secrets
import sys
import textwrap
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from okey import __version__
from okey import challenges as puzzles
from okey import simulate as simulation
from okey.bots import DEFAULT_LEVEL, LEVELS
from okey.challenges import maker
from okey.files import FileError, read_text
from okey.game import Event
from okey.ladder import ratings
from okey.ladder import report as strength
from okey.ladder.bars import LEAST_DEALS
from okey.ladder.pairing import LadderError, Pairing
from okey.ladder.run import Progress, play
from okey.presets import PRESETS
from okey.record import MAX_BYTES, Record, RecordError
from okey.rooms.relay.site import Site, origin, port
from okey.rulebook import options_in_effect, rulebook
from okey.rules import OPTIONS, RulesError, RuleSet
from okey.simulate import SimulationError
from okey.tiles import Faces, kind_of
from okey.ui import backup
from okey.ui.narration import tell
from okey.ui.storage import MATCH
from okey.ui.texts import LANGUAGES, Texts
from okey.vectors import VectorError, load, mismatches
from okey.vectors.fields import shown

WIDTH = 100
"""The widest line of a text for people."""


class CommandError(Exception):
    """What went wrong, in one line for a person."""


def vectors(options: argparse.Namespace) -> int:
    """Answers files of rule vectors and prints every mismatch; 0 only if there is none."""
    if options.rules is not None and options.rules not in PRESETS:
        raise CommandError(f"{options.rules[:60]!r} is no preset: expected one of {', '.join(PRESETS)}")
    asked = [
        vector
        for path in options.files
        for vector in load(path)
        if options.rules is None or str(vector.get("ruleset")).split("+")[0] == options.rules
    ]
    wrong = list(mismatches(asked))
    for vector, answer in wrong:
        _say(f"{' '.join(_name(vector.get(key)) for key in ('id', 'ruleset', 'kind'))}: {answer}")
    print(f"{len(asked) - len(wrong)} of {len(asked)} vectors answered as expected")
    return int(bool(wrong) or not asked)


def _name(value: object) -> str:
    return value if isinstance(value, str) and len(value) <= WIDTH else shown(value)


def _say(line: str) -> None:
    """Prints a line with words of others in it."""
    print(_harmless(line))


def _harmless(line: str) -> str:
    """Writes out what a terminal would obey."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in line)


def rules(options: argparse.Namespace) -> int:
    """Prints the options in effect and the rules in words made from them, or lists every option there is."""
    if options.options is bool(options.rules):
        raise CommandError("expected a preset with what goes on top of it, or --options alone")
    if options.options:
        _print_options(options.lang)
        return 0
    chosen = RuleSet.parse(" ".join(options.rules))
    language = options.lang
    listed = options_in_effect(chosen, language)
    width = max(len(option.label) for option in listed)
    print(chosen)
    print(Texts(language).game(chosen))
    print()
    for option in listed:
        print(f"  {option.label:{width}}  {option.value}")
    for section in rulebook(chosen, language):
        print()
        print(section.title)
        print(_filled(section.text))
    return 0


def _filled(text: str) -> str:
    return textwrap.fill(text, WIDTH, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)


def _print_options(language: str) -> None:
    width = max(map(len, OPTIONS))
    for option in OPTIONS.values():
        values = "|".join(option.spans()) + (",..." if option.is_list else "")
        print(f"{option.name:{width}}  {option.label[language]}: {values}")
        print(_filled(f"{option.doc[language]}."))


def _read(path: Path) -> str:
    try:
        return read_text(path, MAX_BYTES)
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from None
    except FileError as error:
        raise CommandError(f"{path}: {error}") from None


def replay(options: argparse.Namespace) -> int:
    """Replays a record, or the match in a file that the game's settings wrote, and prints it hand by hand."""
    text = _read(options.file)
    try:
        kept = backup.read(text) if text.startswith("{") else {MATCH: text}
        if MATCH not in kept:
            raise CommandError(f"{options.file}: holds no match")
        _print_replay(Record.parse(kept[MATCH]), Texts(options.lang))
    except backup.Unreadable as error:
        raise CommandError(f"{options.file}: {error.reason} file of saves") from None
    except (RecordError, RulesError) as error:
        raise CommandError(f"{options.file}: {error}") from None
    return 0


def _print_replay(record: Record, texts: Texts) -> None:
    _say(f"{record.rules}, seed {' '.join([record.seed, *record.later])}")
    names = [f"{name} ({seat})" for seat, name in enumerate(record.seats, 1)]
    _say(", ".join(names))
    faces: Faces | None = None

    def tell_all(number: int, events: list[Event]) -> None:
        nonlocal faces
        for event in events:
            if event.kind == "dealt":
                faces = Faces(kind_of(event.tiles[0]), record.rules.okey_offset, record.rules.false_joker)
                print()
            indent = "" if event.kind in ("dealt", "match_ended") else "  "
            _say(f"{indent}{tell(texts, event, names, faces, number)}")

    record.replay(tell_all)


def simulate(options: argparse.Namespace) -> int:
    """Plays bots against each other and prints what came of it."""
    chosen = RuleSet.parse(options.rules)
    levels = options.seats.split(",") if options.seats else [DEFAULT_LEVEL] * chosen.players
    summary = simulation.simulate(chosen, levels, options.hands, options.seed, time.perf_counter)
    found = summary.as_json()
    if options.json:
        print(json.dumps(found))
        return 0
    width = max(map(len, found))
    for key, value in found.items():
        if isinstance(value, dict):
            value = ", ".join(f"{name} {count}" for name, count in value.items()) or "none"  # noqa: PLW2901
        elif isinstance(value, list):
            value = ", ".join(map(str, value))  # noqa: PLW2901
        _say(f"{key.replace('_', ' '):{width}}  {value}")
    return 0


def ladder(options: argparse.Namespace) -> int:
    """Measures how strong one bot is against others on duplicate deals, or writes the report."""
    try:
        if options.report is not None:
            if options.folder is None:
                raise CommandError("--report needs --from, the folder with the files of deals")
            options.report.parent.mkdir(parents=True, exist_ok=True)
            options.report.write_text(strength.write(strength.read(options.folder)), encoding="utf-8")
            return 0
        if options.ratings is not None:
            print(ratings.write(_read(options.ratings)), end="")
            return 0
        if options.candidate is None or options.field is None:
            raise CommandError("the ladder needs --candidate and --field")
        pairing = Pairing(options.rules, options.candidate, options.field, options.seed, options.nodes)
        progress = Progress(pairing, options.deals, time.monotonic, lambda line: print(line, file=sys.stderr))
        standing, interrupted = play(pairing, options.deals, options.jobs, options.out, progress.tell)
    except OSError as error:
        raise CommandError(str(error)) from None
    print(json.dumps(standing.as_json()) if options.json else "\n".join(strength.summary(standing)))
    if interrupted:
        print(f"interrupted after {standing.deals} of {options.deals} deals", file=sys.stderr)
    return 130 if interrupted else 0


def _tell(progress: str) -> None:
    """Shows how far something has come, on one line, to who watches."""
    if sys.stderr.isatty():
        print(f"\r{progress}", end="\r", file=sys.stderr, flush=True)


def challenges(options: argparse.Namespace) -> int:
    """Makes the ladder of challenges anew, or checks the one there is with the solver; 0 only if nothing is wrong."""
    try:
        if options.make is not None:
            made = maker.make(lambda line: print(line, file=sys.stderr, flush=True), jobs=options.jobs)
            options.make.write_text(puzzles.write(made), encoding="utf-8")
            return 0
        known = tuple(puzzles.read(_read(options.check)))
    except OSError as error:
        raise CommandError(str(error)) from None
    except puzzles.ChallengeError as error:
        raise CommandError(f"{options.check}: {error}") from None
    wrong = 0
    for problem in maker.problems(known, lambda done: _tell(f"{done} of {len(known)} challenges"), options.jobs):
        wrong += 1
        _say(problem)
    print(f"{len(known)} challenges, {wrong} problems")
    return int(wrong > 0)


def relay(options: argparse.Namespace) -> int:
    """Passes the messages of rooms where friends play, and serves the site if asked to."""
    try:
        from okey.rooms.relay.backplane import Alone, Backplane
        from okey.rooms.relay.limits import Limits
        from okey.rooms.relay.server import Relay, run
        from okey.rooms.relay.shared import Shared
    except ImportError as error:
        raise CommandError(f"the relay needs the package {error.name}: see requirements-relay.lock") from None
    if options.site is not None and not (options.site / "index.html").is_file():
        raise CommandError(f"--site: there is no site in {options.site}")
    if options.keep and options.backplane:
        raise CommandError("--keep and --backplane: Redis keeps the rooms already")
    process = secrets.token_hex(6)
    try:
        backplane: Backplane = Shared(options.backplane, process) if options.backplane else Alone(process, options.keep)
        serving = Relay(
            backplane,
            process,
            Limits(
                frames=options.frames,
                connections=options.connections,
                connections_per_address=options.connections_per_address,
                rooms=options.rooms,
                rooms_per_address=options.rooms_per_address,
                grace=options.grace,
            ),
            frozenset(options.origin),
            options.behind_proxy,
            Site(options.site) if options.site else None,
        )
        asyncio.run(run(serving, options.host, options.port))
    except (OSError, ValueError, OverflowError) as error:
        raise CommandError(f"the relay cannot run: {error}") from None
    return 0


def _add_relay_options(command: argparse.ArgumentParser) -> None:
    command.add_argument("--host", default="localhost", help="the address to listen on (localhost)")
    command.add_argument("--port", type=port, default=8765, help="the port (8765); 0 for any free one")
    command.add_argument("--site", type=Path, metavar="DIR", help="also serve the site built there")
    command.add_argument(
        "--origin",
        type=origin,
        action="append",
        default=[],
        metavar="URL",
        help="let pages of that origin connect, * for all",
    )
    command.add_argument("--behind-proxy", action="store_true", help="believe X-Forwarded-For")
    command.add_argument("--backplane", metavar="redis://...", help="share rooms with other relays through Redis")
    command.add_argument("--keep", type=Path, metavar="FILE", help="keep the rooms in FILE over a restart")
    command.add_argument("--grace", type=_count, default=600, help="seconds that a lost player's chair is kept (600)")
    command.add_argument("--frames", type=_count, default=30, help="frames a second of one connection (30)")
    for what, most in (("connections", 20_000), ("rooms", 5_000)):
        command.add_argument(f"--{what}", type=_count, default=most, help=f"how many {what} at most ({most})")
    command.add_argument("--connections-per-address", type=_count, default=64, help="of one address (64)")
    command.add_argument("--rooms-per-address", type=_count, default=30, help="opened at once by one address (30)")


def _count(text: str) -> int:
    """Reads how many there shall be, for argparse."""
    if not (text.isascii() and text.isdigit() and len(text) <= 9 and int(text) > 0):
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is no number from 1 to {10**9 - 1}")
    return int(text)


def _add_language(command: argparse.ArgumentParser) -> None:
    command.add_argument("--lang", choices=LANGUAGES, default="en", help="the language of the text (en)")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command; returns the exit status: 0, 1 (mismatches), 2 (what was asked is wrong) or 130 (Ctrl-C)."""
    if isinstance(sys.stdout, io.TextIOWrapper):  # a letter that a terminal does not know is no failure
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        try:
            return _run(arguments)
        finally:
            print(end="", flush=True)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:  # whoever reads has read enough
        _drop_output()
        return 0
    except OSError as error:
        _drop_output()
        print(f"the output cannot be written: {error.strerror}", file=sys.stderr)
        return 2


def _drop_output() -> None:
    """Lets what is still to be written go nowhere: Python would try once more at its end, and complain."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(arguments: Sequence[str] | None) -> int:
    prog = "python -m okey" if Path(sys.argv[0]).name == "__main__.py" else None  # or the name it is installed under
    parser = argparse.ArgumentParser(prog=prog, description="The Turkish tile game.")
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def add(run: Callable[[argparse.Namespace], int]) -> argparse.ArgumentParser:
        command = commands.add_parser(run.__name__, help=run.__doc__, description=run.__doc__)
        command.set_defaults(run=run)
        return command

    command = add(vectors)
    command.add_argument("files", nargs="+", type=Path, metavar="FILE")
    command.add_argument("--rules", metavar="PRESET", help="only vectors of this preset, with its overlays")
    command = add(rules)
    command.add_argument("rules", nargs="*", metavar="PRESET[+OVERLAY...]", help="and OPTION=VALUE ...")
    command.add_argument("--options", action="store_true", help="list every option with its values instead")
    _add_language(command)
    command = add(replay)
    command.add_argument("file", type=Path, metavar="FILE")
    _add_language(command)
    command = add(simulate)
    command.add_argument("--rules", default="classic", help="as for `rules`, in one argument")
    command.add_argument("--seats", metavar="BOT,BOT,...", help=f"who sits where: {', '.join(LEVELS)}")
    command.add_argument("--hands", type=_count, default=100, help="how many hands (100)")
    command.add_argument("--seed", default="0", help="what deals and bots follow from (0)")
    command.add_argument("--json", action="store_true", help="print one line of JSON")
    command = add(ladder)
    command.add_argument("--rules", default="classic", help="as for `rules`, in one argument")
    command.add_argument("--candidate", metavar="BOT", help=f"{', '.join(LEVELS)}, or module:name")
    command.add_argument("--field", metavar="BOT", help="who sits on all other seats")
    command.add_argument("--deals", type=_count, default=LEAST_DEALS, help=f"how many deals ({LEAST_DEALS})")
    command.add_argument("--seed", default="0", help="what deals and bots follow from (0)")
    command.add_argument("--nodes", type=_count, help="what a bot may think about a decision (its own measure)")
    command.add_argument("--jobs", type=_count, default=1, help="how many processes play (1)")
    command.add_argument("--out", type=Path, metavar="FILE", help="keep the deals in FILE, play only what it lacks")
    command.add_argument("--json", action="store_true", help="print one line of JSON")
    command.add_argument("--report", type=Path, metavar="FILE", help="write the report into FILE instead")
    command.add_argument("--from", dest="folder", type=Path, metavar="DIR", help="of the files of deals in DIR")
    command.add_argument(
        "--ratings", type=Path, metavar="REPORT", help="print what REPORT says of the levels as okey/ratings.py"
    )
    command = add(challenges)
    command.add_argument("--make", type=Path, metavar="FILE", help="make all of them and write them to FILE")
    command.add_argument("--check", type=Path, metavar="FILE", default=puzzles.FILE, help="check FILE (the game's own)")
    command.add_argument("--jobs", type=_count, default=1, help="how many processes make or check (1)")
    _add_relay_options(add(relay))
    options = parser.parse_args(arguments)
    try:
        return int(options.run(options))
    except (CommandError, LadderError, RulesError, SimulationError, VectorError) as error:
        print(_harmless(str(error)), file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
