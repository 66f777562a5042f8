"""Matches as the browser keeps them, played natively up to a moment that a test needs."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from okey.bots import DEFAULT_LEVEL, make_bot
from okey.game import Game
from okey.game.actions import DEAL, DRAW, TAKE, Action, discard
from okey.record import Record
from okey.rules import RuleSet
from okey.tiles import parse_tile
from okey.ui.mirror import _view
from okey.ui.session import bot_seed

if TYPE_CHECKING:
    from collections.abc import Callable

SEATS = ["you", *[f"bot {DEFAULT_LEVEL}"] * 3]

SHORT = {"mouse": "0", "touch": "1", "keys": "3"}
"""Seeds of matches whose first hand ends soon when `policy` plays seat 0."""
SEEDS = 50
"""So many matches at most are tried for a moment."""
CLASSIC = "classic start_points=20"


def policy(view: dict[str, Any], turn: int) -> tuple[str, str | None]:
    """Chooses from what ``state()["view"]`` shows: what to do, and with which tile.

    It draws, every third turn takes what is offered, and throws what came unless that is an okey.
    """
    if view["phase"] == "draw":
        return ("take" if view["takeable"] and turn % 3 == 2 else "stock"), None
    spare = [tile for tile in view["rack"] if tile.rstrip("'") != view["okey"]]
    return "throw", view["arrived"] if view["arrived"] in spare else spare[-1]


def play(
    seed: str, stop: Callable[[Game, Action], object], *, rules: str = CLASSIC, person: bool = False
) -> tuple[Record, Game]:
    """Plays with bots on all seats, or `policy` on the first, until ``stop`` likes what comes next."""
    parsed = RuleSet.parse(rules)
    game, record = Game(parsed, seed), Record(parsed, seed, list(SEATS))
    seeds = [bot_seed(seed, seat) if person else f"{seed} {seat}" for seat in range(4)]
    bots = [make_bot(DEFAULT_LEVEL, text) for text in seeds]
    turn = 0
    while game.phase != "over":
        if game.actor is None:
            action = DEAL
        elif game.actor == 0 and person:
            verb, tile = policy(_view(game.view(0)), turn)
            turn += verb == "throw"
            action = discard(parse_tile(tile)) if tile else TAKE if verb == "take" else DRAW
        else:
            action = next(a for a in bots[game.actor].think(game.view(game.actor)) if a is not None)
        if stop(game, action):
            break
        for event in game.apply(action):
            for seat, bot in enumerate(bots):
                bot.observe(event.seen_by(seat))
        record.actions.append(action)
    return record, game


def fresh(seed: str) -> str:
    """A match whose first hand has just been dealt."""
    return play(seed, lambda game, _: game.hand_number == 1)[0].write()


def first_match(
    stop: Callable[[Game, Action], object], suits: Callable[[Record, Game], object], rules: str = CLASSIC
) -> tuple[Record, Game]:
    """Plays matches until ``suits`` likes where one stopped: how bots play one seed changes with what they learn."""
    return next(found for found in (play(str(seed), stop, rules=rules) for seed in range(SEEDS)) if suits(*found))


class Moment(NamedTuple):
    """A match at a moment of seat 0's turn."""

    match: str
    """As it is kept."""
    view: dict[str, Any]
    """What ``state()`` shows of it."""
    action: Action
    """What a computer player would do."""


@lru_cache
def before(rules: str, wanted: Callable[[Game, Action], object]) -> Moment:
    """A match in which a computer player on seat 0 would now do what is wanted."""
    actions: list[Action] = []

    def comes(game: Game, action: Action) -> bool:
        actions.append(action)
        return game.actor == 0 and bool(wanted(game, action))

    record, game = first_match(comes, stopped, rules)
    return Moment(record.write(), _view(game.view(0)), actions[-1])


@lru_cache
def before_finish() -> str:
    """One press before seat 0 finishes a hand."""
    record, _ = first_match(lambda _, action: action.verb == "finish", lambda _, game: game.actor == 0)
    return record.write()


@lru_cache
def before_match_end() -> tuple[str, list[int]]:
    """The last hand of a match, one press before seat 0 finishes it; with the seats that win then."""

    def finished_by_seat_0(record: Record, _: Game) -> bool:
        return record.actions.pop().verb == "finish" and record.replay().actor == 0

    record, game = first_match(lambda *_: False, finished_by_seat_0)
    return record.write(), list(game.view(0).winners)


@lru_cache
def with_okey() -> str:
    """Seat 0 holds an okey and is to throw, early in a hand."""

    def holds_okey(game: Game, _: object) -> bool:
        return (
            game.actor == 0
            and game.phase == "discard"
            and game.hand.turn.arrived is not None
            and any(map(game.hand.faces.is_okey, game.hand.players[0].rack))
        )

    return first_match(holds_okey, stopped)[0].write()


@lru_cache
def to_draw() -> str:
    """Seat 0 is to draw or take, with some discards on every corner."""

    def is_to_draw(game: Game, _: object) -> bool:
        return game.actor == 0 and game.phase == "draw" and min(map(len, game.hand.piles)) >= 3

    return first_match(is_to_draw, stopped)[0].write()


def stopped(_: Record, game: Game) -> bool:
    """Tells whether a match was stopped before its end."""
    return game.phase != "over"
