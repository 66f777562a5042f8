"""What becomes of a Konkan player: events played out in a real game, turn by turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from okey.game import Action, Game, Refused
from okey.game.actions import DRAW, TAKE, add_to, discard, lay, open_with
from okey.game.state import Hand, Player, TableMeld
from okey.melds import End, make_meld
from okey.rules import RuleSet
from okey.solver import Laid
from okey.tiles import Tile, deal_out, parse_kinds
from okey.vectors.situations import give, hand_of, started

INDICATOR = "K1"
SEAT = 1
"""Whose status is asked for."""


@dataclass(slots=True)
class _Story:
    game: Game
    rules: RuleSet

    @property
    def hand(self) -> Hand:
        return hand_of(self.game)

    @property
    def player(self) -> Player:
        return self.hand.players[SEAT]

    def turn(self, tiles: list[Tile], spare: int, offered: Tile | None, thrower_is_konkan: bool) -> None:
        """Lets the seat begin a turn with these tiles, perhaps with a discard on offer."""
        if self.player.eliminated:
            raise Refused("not_your_turn")
        hand = self.hand
        hand.actor = SEAT
        hand.phase = "draw"
        hand.turn = type(hand.turn)()
        hand.last_discarder = SEAT - 1
        for pile in hand.piles:
            pile.clear()
        if offered is not None:
            hand.pile_of(SEAT - 1).append(offered)
        hand.players[SEAT - 1].konkan = thrower_is_konkan
        give(hand, INDICATOR, self.rules, tiles, spare)


def status_after(events: list[dict[str, Any]], rules: RuleSet) -> tuple[str, list[str], Player]:
    """Plays events of one seat.

    Returns:
        The seat's status, ``ok`` or ``illegal`` for each event, and the player.
    """
    game = started(rules, "vector")
    story = _Story(game, rules)
    hand = story.hand
    give(hand, INDICATOR, rules, [], spare=len(hand.acting.rack))
    run = make_meld("run", deal_out(parse_kinds("Y4 Y5 Y6")), hand.faces, rules)
    hand.melds = [TableMeld(SEAT - 1, run)]
    hand.players[SEAT - 1].opened = "series"
    log = []
    for number, event in enumerate(events):
        try:
            _EVENTS[event["do"]](story, event, number)
            log.append("ok")
        except Refused:
            log.append("illegal")
    player = story.player
    status = (
        "eliminated" if player.eliminated else "konkan" if player.konkan else "opened" if player.opened else "normal"
    )
    return status, log, player


def _melds(texts: list[str]) -> list[Laid]:
    tiles = iter(deal_out(kind for text in texts for kind in parse_kinds(text)))
    types: list[Any] = ["set" if len({word[0] for word in text.split()}) > 1 else "run" for text in texts]
    return [(type_, tuple(next(tiles) for _ in text.split())) for type_, text in zip(types, texts, strict=True)]


_OPENING = ["R11 R12 R13", "B9 Y9 K9", "K5 K6 K7"]
_FURTHER = ["B11 B12 B13"]
_LONG = "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10"


def _lay_down(story: _Story, event: dict[str, Any], *, take: bool) -> None:
    """Opens, or lays a further meld once opened, with the tile taken or drawn."""
    opened = story.player.opened is not None
    melds = _melds(_FURTHER if opened else _OPENING)
    if story.player.konkan and event.get("finishes"):
        melds = _melds([_LONG, "B10 B11 B12" if story.player.early else "B10 B11 B12 B13"])
    laid = [tile for _, meld in melds for tile in meld]
    spare = 1 if event.get("finishes") else 5
    offered = laid[2] if take else None
    story.turn([tile for tile in laid if tile != offered], spare - (not take), offered, event.get("from") == "konkan")
    game = story.game
    game.apply(TAKE if take else DRAW)
    action: Action = lay(*melds[0]) if opened else open_with(tuple(melds))
    game.apply(action)
    game.apply(discard(story.player.rack[0]))


def _take_and_open(story: _Story, event: dict[str, Any], _number: int) -> None:
    _lay_down(story, event, take=True)


def _open(story: _Story, event: dict[str, Any], _number: int) -> None:
    _lay_down(story, event, take=False)


def _take_discard_no_meld(story: _Story, event: dict[str, Any], _number: int) -> None:
    if event.get("finishes"):
        _lay_down(story, event, take=True)
        return
    (offered,) = deal_out(parse_kinds("B2"))
    story.turn([], 13 if story.player.early else 14, offered, event.get("from") == "konkan")
    story.game.apply(TAKE)
    story.game.apply(discard(story.player.rack[0]))


def _take_then_undo(story: _Story, event: dict[str, Any], _number: int) -> None:
    (offered,) = deal_out(parse_kinds("B2"))
    story.turn([], 14, offered, event.get("from") == "konkan")
    game = story.game
    game.apply(TAKE)
    game.apply(discard(offered))
    game.apply(DRAW)
    game.apply(discard(story.player.rack[0]))


def _early_layoff(story: _Story, event: dict[str, Any], _number: int) -> None:
    run = story.hand.melds[0]
    end: End = event.get("end") or ("low" if "high" in run.blocked else "high")
    face = run.meld.faces[0] - 1 if end == "low" else run.meld.faces[-1] + 1
    wild = event.get("wild") or event.get("okey")
    (tile,) = deal_out([story.hand.faces.okey if wild else face])
    story.turn([tile], 12, None, thrower_is_konkan=False)
    game = story.game
    game.apply(DRAW)
    game.apply(add_to(tile, 0, end))
    game.apply(discard(story.player.rack[0]))


_EVENTS: dict[str, Callable[[_Story, dict[str, Any], int], None]] = {
    "take_discard_no_meld": _take_discard_no_meld,
    "take_then_undo": _take_then_undo,
    "early_layoff": _early_layoff,
    "open": _open,
    "take_and_open": _take_and_open,
}
_EVENTS |= {
    "take_and_discard": _take_discard_no_meld,
    "take_no_meld": _take_discard_no_meld,
    "undo_take": _take_then_undo,
    "layoff": _early_layoff,
    "take_and_meld": _take_and_open,
}
