"""Situations that vectors ask about, set up from real games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import count

from okey.game import Action, Game
from okey.game.actions import DEAL, DRAW, discard, show
from okey.game.finishing import finishing
from okey.game.state import Hand
from okey.rules import RuleSet
from okey.tiles import TILES, Faces, Kind, Tile, TileError, deal_out, parse_kind


def faces_of(indicator: str, rules: RuleSet) -> Faces:
    """Gets what tiles play as when this kind is turned up."""
    return Faces(parse_kind(indicator), rules.okey_offset, rules.false_joker)


def deal_beside(indicator: str, kinds: Iterable[Kind]) -> list[Tile]:
    """Gives each kind a tile of its own that is not the indicator.

    Raises:
        TileError: when a kind is asked for more often than there are tiles of it beside the indicator.
    """
    shown = parse_kind(indicator)
    try:
        return deal_out([shown, *kinds])[1:]
    except TileError as error:
        raise TileError(f"{error}, the indicator counted") from None


def started(rules: RuleSet, seed: str) -> Game:
    """Gets a game whose first hand is dealt."""
    game = Game(rules, seed)
    game.apply(DEAL)
    return game


def games(rules: RuleSet) -> Iterator[Game]:
    """Yields games without end, each with its first hand dealt; what is looked for has to come to pass."""
    return (started(rules, f"vector {number}") for number in count())


def hand_of(game: Game) -> Hand:
    """Gets the hand on the table."""
    assert game.hand is not None, "a started game has a hand"
    return game.hand


def set_table(rules: RuleSet, indicator: str, tiles: Sequence[Tile], spare: int) -> Game:
    """Gets a game whose actor holds these tiles and some that are of no use, and may lay and throw."""
    game = started(rules, "vector")
    give(hand_of(game), indicator, rules, tiles, spare)
    return game


def give(hand: Hand, indicator: str, rules: RuleSet, tiles: Sequence[Tile], spare: int) -> None:
    """Lets the actor hold these tiles and ``spare`` others; whatever lies elsewhere, all 106 tiles stay in play."""
    hand.faces = faces_of(indicator, rules)
    hand.indicator = 2 * hand.faces.indicator
    fixed = {tile for meld in hand.melds for tile in meld.meld.tiles} | {t for pile in hand.piles for t in pile}
    others = _others({*tiles, *fixed, hand.indicator})
    hand.acting.rack = [*tiles, *(next(others) for _ in range(spare))]
    for seat, player in enumerate(hand.players):
        if seat != hand.actor:
            player.rack = [next(others) for _ in player.rack]
    hand.stock = list(others)


def _others(used: Iterable[Tile]) -> Iterator[Tile]:
    return iter([tile for tile in range(TILES - 1, -1, -1) if tile not in set(used)])


def twin(game: Game) -> Action:
    """Makes the action of showing the indicator's twin."""
    return show(hand_of(game).indicator ^ 1)


def play_on(game: Game) -> None:
    """Plays a turn that ends no hand: draw, and throw the first tile that may be thrown and does not finish."""
    if game.phase == "draw":
        game.apply(DRAW)
    if game.result is None:
        hand = hand_of(game)
        done = finishing(game.rules, hand)
        game.apply(discard(next(tile for tile in hand.acting.rack if tile not in done)))
