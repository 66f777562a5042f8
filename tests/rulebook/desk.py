"""Situations of a hand and short ways to ask about them; tiles are kinds as text, all 106 always in play."""

import random
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

import pytest

from okey.game import Action, Event, Game, Refused
from okey.game.actions import DEAL
from okey.game.state import Hand, TableMeld
from okey.melds import MeldError, make_meld
from okey.rules import RulesError, RuleSet, Value
from okey.solver import complete, finishing_discards
from okey.tiles import KIND_NAMES, TILES, Faces, Tile, kind_of, kinds_text, parse_kind, parse_kinds
from okey.tiles import deal_out as _deal_out
from okey.vectors import ask
from okey.vectors.situations import faces_of

PERFECT = "R5 R6 R7 R8 Y12 Y13 Y1 K4 B4 R4 Y4 K9 K10 K11"
"""Fourteen tiles in runs (one of them 12-13-1) and a set; with indicator B9 there is no okey in it."""
PLAIN = "R1 R2 R3 R4 Y4 Y5 Y6 B7 B8 B9 K10 K11 K12 K13"
"""Fourteen tiles in runs; with indicator Y8 there is no okey in it."""
PAIRS = "R3 R3 K11 K11 B1 B1 Y5 Y5 R9 R9 B12 B12 K2 K2"
"""Seven pairs that are nothing else."""
LOOSE = "R1 R4 R7 Y2 Y5 Y8 B3 B6 B13 K1 K4 K7 K10 Y11"
"""Fourteen tiles of which no two go together."""
TEN_FOUR = "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 B7 Y7 K7 R7"
"""A Konkan finish; with indicator K11 there is no okey in it."""


@cache
def parsed(text: str) -> RuleSet:
    return RuleSet.parse(text)


def rules_of(text: str, **settings: Value) -> RuleSet:
    return RuleSet.parse(text, settings) if settings else parsed(text)


def deal_out(text: str) -> list[Tile]:
    return _deal_out(parse_kinds(text))


# ---- questions about tiles


def identity(indicator: str, rules: str = "classic", **settings: Value) -> tuple[str, str]:
    """Gets the okey and what a false joker plays as."""
    answer = ask({"kind": "identity", "ruleset": rules, "set": settings, "indicator": indicator})
    return answer["okey"], answer["false_joker"]


def meld(
    type_: Any,
    text: str,
    rules: str = "classic",
    indicator: str = "K3",
    origin: Any = "table",
    **settings: Value,
) -> int | str:
    """Gets what tiles in their order count as a meld, or why they are none, with the tiles at fault."""
    options = rules_of(rules, **settings)
    try:
        return make_meld(type_, deal_out(text), faces_of(indicator, options), options, origin).value
    except MeldError as error:
        return f"{error.reason}: {kinds(error.tiles)}"


def wins(text: str, rules: str = "classic", indicator: str = "B9", **settings: Value) -> list[str]:
    """Gets the shapes that fourteen tiles are complete in."""
    options = rules_of(rules, **settings)
    return sorted(complete(deal_out(text), faces_of(indicator, options), options))


def discards(text: str, rules: str = "classic", indicator: str = "B9", **settings: Value) -> set[str]:
    """Gets the kinds that may be thrown of fifteen tiles to finish."""
    options = rules_of(rules, **settings)
    found = finishing_discards(deal_out(text), faces_of(indicator, options), options)
    return {KIND_NAMES[kind_of(tile)] for tile in found}


def opening(
    melds: str,
    rules: str = "konkan81",
    indicator: str = "K3",
    context: dict[str, object] | None = None,
    **settings: Value,
) -> tuple[object, object]:
    """Gets what an opening such as ``run R1 R2 R3 / pair B2 B2`` counts and needs; or why it is none."""
    parts = [part.split(maxsplit=1) for part in melds.split(" / ")]
    vector = {
        "kind": "opening",
        "ruleset": rules,
        "set": settings,
        "indicator": indicator,
        "context": context or {},
        "kinds": [part[0] for part in parts],
        "melds": [part[1] for part in parts],
    }
    answer = ask(vector)
    if answer.get("reason", "open_points") not in ("open_points", "open_pairs"):
        return answer["reason"], None
    assert answer["legal"] is (answer["value"] >= answer["need"])
    return answer["value"], answer["need"]


def scores(
    rules: str,
    seats: Sequence[str],
    *,
    indicator: str = "B7",
    options: Mapping[str, Value] | None = None,
    **more: Any,
) -> list[int]:
    """Gets what a hand costs each seat where low scores win.

    Args:
        rules: preset and overlays.
        seats: ``STATE RACK`` of each, such as ``series R4 B6``; ``+101`` is a penalty, ``~K4`` a taken okey.
        indicator: the kind turned up.
        options: single options.
        more: of a vector of this kind, such as ``winner`` and ``finish``.
    """
    players = []
    for seat in seats:
        state, *words = seat.split()
        players.append(
            {
                "state": state,
                "rack": " ".join(word.lstrip("~") for word in words if word[0] != "+"),
                "penalties": sum(int(word) for word in words if word[0] == "+"),
                "taken_okeys": " ".join(word[1:] for word in words if word[0] == "~"),
            }
        )
    vector = {
        "kind": "score_yuzbir",
        "ruleset": rules,
        "set": dict(options or {}),
        "indicator": indicator,
        "players": players,
    }
    answer: list[int] = ask({**vector, **more})["scores"]
    return answer


def countdown(rules: str, start: int, *hands: dict[str, object], **settings: Value) -> list[int]:
    """Gets the scores after hands of a game that counts down."""
    players = rules_of(rules, **settings).players
    vector = {
        "kind": "score_countdown",
        "ruleset": rules,
        "set": settings,
        "start": [start] * players,
        "hands": list(hands),
    }
    answer: list[int] = ask(vector)["scores"]
    return answer


def conflict(text: str, **settings: Value) -> tuple[str, ...]:
    """Gets the options that contradict each other."""
    with pytest.raises(RulesError) as caught:
        rules_of(text, **settings)
    return caught.value.options


# ---- situations


def table(
    rules: str = "classic",
    racks: Mapping[int, str] | None = None,
    *,
    indicator: str = "B9",
    actor: int = 0,
    drawn: bool = True,
    first: bool = False,
    pile: str = "",
    piles: Mapping[int, str] | None = None,
    melds: Sequence[str] = (),
    stock: int | None = None,
    scores: Sequence[int] | None = None,
    seats: Mapping[int, Mapping[str, object]] | None = None,
    options: Mapping[str, Value] | None = None,
) -> Game:
    """Sets a hand up.

    Args:
        rules: preset, overlays and options.
        racks: the racks of some seats; ``+3`` stands for three tiles of no use.  Others hold a dealt hand.
        indicator: the kind turned up.
        actor: the seat to act.
        drawn: whether it throws; else it has to draw or take.
        first: whether nobody has made a move; the actor is the starter if it throws.
        pile: the discards of the seat before the actor, the last one on top.
        piles: the discards of other seats.
        melds: what lies on the table: ``OWNER TYPE TILES``.
        stock: how many tiles are left to draw; None for all that is left.
        scores: the scores before the hand.
        seats: what else is known of players, such as ``{1: {"konkan": True}}``.
        options: single options.
    """
    ruleset = rules_of(rules, **(options or {}))
    game = Game(ruleset, "desk")
    game.apply(DEAL)
    assert game.hand is not None
    hand = game.hand
    texts = [*(racks or {}).values(), *(piles or {}).values(), *melds, pile]
    pool = _pool(indicator, ruleset, {word for text in texts for word in text.split()})

    def take(text: str) -> list[Tile]:
        tiles = []
        for word in text.split():
            wanted = (
                pool[: int(word)] if word[0] == "+" else [next(t for t in sorted(pool) if KIND_NAMES[t >> 1] == word)]
            )
            for tile in wanted:
                pool.remove(tile)
            tiles += wanted
        return tiles

    hand.faces = faces_of(indicator, ruleset)
    hand.indicator = take(indicator)[0]
    racks = racks or {}
    named = {seat: take(" ".join(word for word in text.split() if word[0] != "+")) for seat, text in racks.items()}
    laid = [text.split(maxsplit=2) for text in melds]
    hand.melds = [_on_table(int(owner), type_, take(text), hand.faces, ruleset) for owner, type_, text in laid]
    before = (actor - 1) % ruleset.players
    for index in range(len(hand.piles)):
        hand.piles[index] = []
    hand.pile_of(before).extend(take(pile))
    for seat, text in (piles or {}).items():
        hand.pile_of(seat).extend(take(text))
    for seat, player in enumerate(hand.players):
        if seat in named:
            player.rack = [
                *take(" ".join(word for word in racks[seat].split() if word[0] == "+")),
                *named[seat],
            ]
        else:
            player.rack = take(f"+{ruleset.hand_size + (seat == actor and drawn)}")
        player.moved = not first
        for key, value in (seats or {}).get(seat, {}).items():
            setattr(player, key, value)
    rest = len(pool) if stock is None else stock
    hand.stock = pool[:rest][::-1]
    hand.pile_of((actor - 2) % ruleset.players)[:0] = pool[rest:]
    hand.actor = actor
    game.starter = hand.starter = actor if first and drawn else (actor + 1) % ruleset.players
    hand.phase = "discard" if drawn else "draw"
    hand.turn.arrived = hand.acting.rack[-1] if drawn and not first else None
    hand.last_discarder = None if first else before
    twin = hand.indicator ^ 1
    hand.twin_dealt_to = next((seat for seat, player in enumerate(hand.players) if twin in player.rack), None)
    if scores is not None:
        game.scores = game.before = tuple(scores)
    assert sorted(all_tiles(game)) == list(range(TILES))
    return game


def _pool(indicator: str, rules: RuleSet, named: set[str]) -> list[Tile]:
    """Gets all tiles in a fixed order, last those named, okeys, false jokers and the indicator's kind."""
    faces = faces_of(indicator, rules)
    pool = list(range(TILES))
    random.Random(0).shuffle(pool)
    special = {
        faces.okey,
        faces.indicator,
        parse_kind("*"),
        *(parse_kind(name) for name in named & {*KIND_NAMES}),
    }
    return sorted(pool, key=lambda tile: kind_of(tile) in special)


def _on_table(owner: int, type_: Any, tiles: list[Tile], faces: Faces, rules: RuleSet) -> TableMeld:
    return TableMeld(owner, make_meld(type_, tiles, faces, rules))


def hand_of(game: Game) -> Hand:
    assert game.hand is not None
    return game.hand


def all_tiles(game: Game) -> list[Tile]:
    """Lists every tile of a hand, wherever it is; the tile thrown to finish lies apart."""
    hand = hand_of(game)
    last = [] if game.result is None or game.result.tile is None else [game.result.tile]
    table = [tile for meld in hand.melds for tile in meld.meld.tiles]
    racks = [tile for player in hand.players for tile in player.rack]
    return [
        hand.indicator,
        *last,
        *table,
        *racks,
        *hand.stock,
        *(tile for pile in hand.piles for tile in pile),
    ]


# ---- acting; a kind in an action is the first tile of it that the actor holds


def kinds(tiles: Iterable[Tile]) -> str:
    return kinds_text(map(kind_of, tiles))


def rack(game: Game, seat: int) -> str:
    return kinds(hand_of(game).players[seat].rack)


def action_of(game: Game, text: str) -> Action:
    """Reads an action whose tiles are kinds; one with an apostrophe is the second copy."""
    verb, *words = text.split()
    hand = game.hand
    held: list[Tile] = []
    if hand is not None:
        thrown = [tile for pile in hand.piles for tile in reversed(pile)]
        held = thrown if verb == "take" else list(hand.acting.rack)
    for index, word in enumerate(words):
        if word in KIND_NAMES:
            found = [tile for tile in held if KIND_NAMES[kind_of(tile)] == word]
            if found:
                held.remove(found[0])
                words[index] = word + "'" * (found[0] & 1)
    return Action.parse(" ".join([verb, *words]))


def laid(melds: str) -> str:
    """Gets the kinds that ``run R1 R2 R3 / pair B2 B2`` lays."""
    return " ".join(word for word in melds.split() if word in KIND_NAMES)


def play(game: Game, *texts: str) -> list[str]:
    """Plays actions that the rules allow; gives the events of the last one, with kinds as tiles."""
    events: list[Event] = []
    for text in texts:
        action = action_of(game, text)
        game.check(action, game.actor)
        events = game.apply(action, game.actor)
        assert game.hand is None or sorted(all_tiles(game)) == list(range(TILES))
    return [str(event).replace("'", "") for event in events]


def refused(game: Game, text: str, seat: int | None = None) -> str:
    """Gets why an action is refused, with the tiles at fault and the figures; nothing may change."""
    before = game.copy()
    action = action_of(game, text)
    if action.verb != "open":
        assert action not in list(game.legal_actions()) or seat not in (None, game.actor)
    with pytest.raises(Refused) as caught:
        game.apply(action, seat)
    assert vars(game) == vars(before)
    error = caught.value
    details = [
        *([kinds(error.tiles)] if error.tiles else []),
        *([" of ".join(map(str, error.numbers))] if error.numbers else []),
    ]
    return ": ".join([error.reason, *details])


def offered(game: Game, *texts: str) -> list[bool]:
    """Tells which actions are on offer."""
    legal = set(game.legal_actions())
    return [action_of(game, text) in legal for text in texts]


def to_end_of_stock(game: Game) -> list[str]:
    """Draws and throws until the hand has ended or the stock was filled again; gives the last events."""
    events: list[str] = []
    while game.result is None and not any(event.startswith("reshuffled") for event in events):
        events = play(game, "draw") if game.phase == "draw" else []
        if game.result is None:
            okey = hand_of(game).faces.is_okey
            tile = min(reversed(hand_of(game).acting.rack), key=okey)
            events += [str(event) for event in game.apply(Action("discard", (tile,)))]
    return events
