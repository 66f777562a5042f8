"""What the engine's tests share: short ways to write rules, tiles and positions, and to play games."""

import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from okey.bots import DEFAULT_LEVEL, make_bot
from okey.game import Event, Game
from okey.game.actions import DEAL, DRAW, Action, discard
from okey.game.state import Hand
from okey.position import position_text
from okey.record import Record
from okey.rules import RuleSet, Value
from okey.solver import finishing_discards
from okey.tiles import TILES, Faces, Tile, deal_out, kind_of, parse_kind, parse_kinds

HERE = Path(__file__).parent
SHARED = HERE.parent.parent / "shared"

CLASSIC = RuleSet.parse("classic")

PERFECT = "R5 R6 R7 R8 Y12 Y13 Y1 K4 B4 R4 Y4 K9 K10 K11"
"""Fourteen tiles in runs and a set; with indicator B9 neither okeys nor false jokers are among them."""
SEVEN_PAIRS = "R3 R3 K11 K11 B1 B1 Y5 Y5 R9 R9 B12 B12 K2 K2"
"""Seven pairs that are nothing else."""
BOTH_SHAPES = "R1 R1 R2 R2 R3 R3 B5 B5 B6 B6 B7 B7 B8 B8"
"""Fourteen tiles that are both runs and seven pairs."""


def make_rules(text: str = "classic", **settings: Value) -> RuleSet:
    return RuleSet.parse(text, settings)


def make_faces(indicator: str, rules: RuleSet = CLASSIC) -> Faces:
    return Faces(parse_kind(indicator), rules.okey_offset, rules.false_joker)


def hand(text: str) -> list[Tile]:
    """Gives every kind of a text a tile of its own."""
    return deal_out(parse_kinds(text))


def set_up(
    racks: Mapping[int, str],
    *,
    rules: RuleSet = CLASSIC,
    indicator: str = "B9",
    actor: int = 0,
    drawn: bool = True,
    opening: bool = False,
    pile: str = "",
    stock: int | None = None,
    scores: Sequence[int] | None = None,
    shown_by: int | None = None,
) -> Game:
    """Sets up a hand; all 106 tiles stay in it.

    Args:
        racks: the tiles of some seats; a rack of one tile too few is filled up, as are all others.
        rules: the options to play by.
        indicator: the kind turned up.
        actor: the seat to act.
        drawn: whether it has 15 tiles and throws; else it draws.
        opening: whether nobody has made a move; the actor is the starter if it throws.
        pile: the discards before the seat before the actor.
        stock: how many tiles are left to draw; None for all that is left.
        scores: the scores before the hand.
        shown_by: who has shown the indicator.
    """
    game = Game(rules, "set up")
    game.apply(DEAL)
    now = the_hand(game)
    pool = list(range(TILES))
    random.Random(0).shuffle(pool)

    def take(kind: int) -> Tile:
        tile = next(t for t in sorted(pool) if kind_of(t) == kind)
        pool.remove(tile)
        return tile

    now.indicator = take(parse_kind(indicator))
    now.faces = make_faces(indicator, rules)
    for seat, player in enumerate(now.players):
        player.rack = [take(kind) for kind in parse_kinds(racks.get(seat, ""))]
        player.moved = not opening
    now.piles = [[] for _ in now.piles]
    now.pile_of((actor - 1) % rules.players)[:] = [take(kind) for kind in parse_kinds(pile)]
    twin = now.indicator ^ 1
    now.twin_dealt_to = next((seat for seat, player in enumerate(now.players) if twin in player.rack), None)
    if now.twin_dealt_to is None:  # no rack is filled up with the twin or an okey by chance
        pool.sort(key=lambda t: t == twin)
    pool.sort(key=now.faces.is_okey)
    for seat, player in enumerate(now.players):
        size = rules.hand_size + (seat == actor and drawn)
        assert len(player.rack) <= size, f"seat {seat} has too many tiles"
        while len(player.rack) < size:
            player.rack.insert(0, pool.pop(0))
    rest = len(pool) if stock is None else stock
    now.stock, spent = pool[:rest], pool[rest:]
    now.pile_of((actor - 2) % rules.players)[:0] = spent
    now.actor = actor
    now.starter = game.starter = actor if opening and drawn else (actor + 1) % rules.players
    now.phase = "discard" if drawn else "draw"
    now.turn.arrived = now.acting.rack[-1] if drawn and not opening else None
    now.last_discarder = (actor - 1) % rules.players if pile or spent else None
    now.shown_by = shown_by
    if scores is not None:
        game.scores = game.before = tuple(scores)
    assert sorted(all_tiles(game)) == list(range(TILES))
    return game


def the_hand(game: Game) -> Hand:
    """Gets the hand on the table."""
    assert game.hand is not None
    return game.hand


def all_tiles(game: Game) -> list[Tile]:
    """Lists every tile of a hand, wherever it is; the tile thrown to finish lies apart."""
    now = the_hand(game)
    last = [] if game.result is None or game.result.tile is None else [game.result.tile]
    racks = [player.rack for player in now.players]
    melds = [meld.meld.tiles for meld in now.melds]
    return [now.indicator, *last, *now.stock, *(t for tiles in (*racks, *now.piles, *melds) for t in tiles)]


def state_of(game: Game) -> dict[str, object]:
    """Copies all that a game holds."""
    return {"position": position_text(game), **{key: repr(value) for key, value in vars(game).items() if key != "hand"}}


def named(game: Game, seat: int, kind: str) -> Tile:
    """Gets the first tile of a kind in a seat's rack."""
    return next(t for t in the_hand(game).players[seat].rack if kind_of(t) == parse_kind(kind))


def dealt(rules: RuleSet = CLASSIC, seed: str = "seed") -> Game:
    game = Game(rules, seed)
    game.apply(DEAL)
    return game


def idle_turn(game: Game) -> list[Event]:
    """Plays a turn that ends no hand: draws if need be, and throws the last tile that does not finish."""
    events = game.apply(DRAW) if game.phase == "draw" else []
    now = the_hand(game)
    rack = now.acting.rack
    finishing = finishing_discards(rack, now.faces, game.rules)
    tile = next(t for t in reversed(rack) if t not in finishing)
    return events + game.apply(discard(tile))


def random_actions(game: Game, rng: random.Random, most: int) -> Iterator[tuple[Action, list[Event]]]:
    """Plays legal actions, finishing when it can and dealing on, to the match's end or until enough."""
    for _ in range(most):
        actions = list(game.legal_actions())
        if not actions:
            return
        finishes = [a for a in actions if a.verb == "finish"]
        action = rng.choice(finishes or actions)
        yield action, game.apply(action)


def bot_match(
    seed: str, hands: int, rules: RuleSet = CLASSIC, level: str = DEFAULT_LEVEL
) -> tuple[Record, list[Event]]:
    """Lets bots play until so many hands have ended; gives the record and what happened."""
    game = Game(rules, seed)
    bots = [make_bot(level, f"{seed} {seat}") for seat in range(rules.players)]
    record = Record(rules, seed, [f"bot {level}"] * rules.players)
    happened: list[Event] = []
    while game.phase != "over" and not (game.phase == "deal" and game.hand_number == hands):
        seat = game.actor
        thoughts = iter([DEAL]) if seat is None else bots[seat].think(game.view(seat))
        action = next(thought for thought in thoughts if thought is not None)
        record.actions.append(action)
        events = game.apply(action)
        for index, bot in enumerate(bots):
            for event in events:
                bot.observe(event.seen_by(index))
        happened += events
    return record, happened
