"""Views: a seat knows what it may, and nothing else."""

import copy
import dataclasses
import random
from collections.abc import Iterator

import pytest

from okey.game import Game, View
from okey.game.actions import DEAL
from okey.rules import RuleSet
from okey.tiles import Faces
from tests.support import all_tiles, dealt, make_rules, random_actions

RULES = ["classic", "classic+duel", "classic players=3", "classic+team"]


def positions(rules: str, seed: int, most: int = 60) -> Iterator[tuple[Game, random.Random]]:
    """Yields positions of random games, some of them in the middle of a turn."""
    rng = random.Random(f"{rules} {seed}")
    game = dealt(make_rules(rules), f"view {seed}")
    for _ in random_actions(game, rng, most):
        yield game, rng


def hidden_from(game: Game, seat: int | None) -> set[int]:
    """Tells which tiles a seat may not see now: stock, the others' racks, what lies under the other piles."""
    players = game.rules.players
    hidden = set(game.stock)
    for other in range(players):
        if other != seat:
            hidden |= set(game.racks[other])
        if seat is None or other not in (seat, (seat - 1) % players):
            hidden |= set(game.piles[other][:-1])
    if game.taken is not None:
        hidden.discard(game.taken)
    if game.shown_by is not None and game.indicator is not None:
        hidden.discard(game.indicator ^ 1)
    return hidden


def tiles_in(value: object) -> Iterator[int]:
    """Walks all that a view holds and yields every number in a place for tiles."""
    if isinstance(value, RuleSet | Faces | str | bool) or value is None:
        return
    if dataclasses.is_dataclass(value):
        for field in dataclasses.fields(value):
            yield from tiles_in(getattr(value, field.name))
    elif isinstance(value, tuple):
        for member in value:
            yield from tiles_in(member)
    else:
        assert isinstance(value, int), f"a view holds a {type(value).__name__}"
        yield value


PLACES_OF_TILES = ("indicator", "rack", "piles", "arrived", "taken")
PLACES_OF_NUMBERS = ("seat", "actor", "hand_number", "dealer", "starter", "rack_sizes", "stock", "pile_sizes",
                     "shown_by", "scores", "winners")  # fmt: skip
OTHERS = ("rules", "phase", "faces", "may_show", "result")


def test_every_field_of_a_view_is_looked_at() -> None:
    names = {field.name for field in dataclasses.fields(View)}
    assert names == {*PLACES_OF_TILES, *PLACES_OF_NUMBERS, *OTHERS}
    assert "seed" not in names


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("seed", range(4))
def test_hidden_tiles_are_nowhere_in_a_view(rules: str, seed: int) -> None:
    for game, _ in positions(rules, seed):
        for seat in (None, *range(game.rules.players)):
            view = game.view(seat)
            if game.phase in ("deal", "over"):
                assert view.result is not None
                continue
            assert view.result is None
            shown = {tile for name in PLACES_OF_TILES for tile in tiles_in(getattr(view, name))}
            assert not shown & hidden_from(game, seat)
            list(tiles_in(tuple(getattr(view, name) for name in PLACES_OF_NUMBERS)))


def swapped(game: Game, first: int, second: int) -> Game:
    """Copies a game in which two tiles have changed places."""
    other = copy.deepcopy(game)
    change = {first: second, second: first}

    def change_all(tiles: list[int]) -> list[int]:
        return [change.get(tile, tile) for tile in tiles]

    other.stock = change_all(other.stock)
    other.racks = list(map(change_all, other.racks))
    other.piles = list(map(change_all, other.piles))
    if other.arrived in change:
        other.arrived = change[other.arrived]
    if other.indicator is not None and other.twin_dealt_to is not None:
        twin = other.indicator ^ 1
        if twin in change:
            other.twin_dealt_to = next((s for s, rack in enumerate(other.racks) if twin in rack), None)
    assert sorted(all_tiles(other)) == list(range(106))
    return other


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("seed", range(4))
def test_games_that_differ_in_hidden_tiles_look_the_same(rules: str, seed: int) -> None:
    compared = 0
    for game, rng in positions(rules, seed, 40):
        if game.phase in ("deal", "over"):
            continue
        for seat in (None, *range(game.rules.players)):
            hidden = sorted(hidden_from(game, seat))
            other = swapped(game, *rng.sample(hidden, 2))
            view, twin_view = game.view(seat), other.view(seat)
            assert view == twin_view
            assert repr(view).split("faces=")[0] == repr(twin_view).split("faces=")[0]
            assert list(view.legal_actions()) == list(twin_view.legal_actions())
            compared += 1
    assert compared > 60


@pytest.mark.parametrize("seed", range(5))
def test_events_tell_others_no_more_than_the_view(seed: int) -> None:
    rng = random.Random(seed)
    game = dealt(seed=f"events {seed}")
    for _, events in random_actions(game, rng, 80):
        for seat in (None, 0, 1, 2, 3):
            if game.phase in ("deal", "over"):
                continue
            told = {tile for event in events for tile in event.seen_by(seat).tiles}
            assert not told & hidden_from(game, seat)


def test_a_spectator_has_no_rack() -> None:
    for game, _ in positions("classic", 0):
        view = game.view(None)
        assert (view.rack, view.arrived, view.seat, view.may_show) == ((), None, None, False)
        assert sum(view.rack_sizes) == sum(map(len, game.racks))


def test_only_the_actor_sees_what_arrived() -> None:
    seen = 0
    for game, _ in positions("classic", 1):
        for seat in range(4):
            arrived = game.view(seat).arrived
            assert arrived == (game.arrived if seat == game.actor else None)
            seen += arrived is not None
    assert seen


def test_a_view_does_not_follow_the_game() -> None:
    game = dealt()
    view = game.view(0)
    kept = copy.deepcopy(view)
    for _ in random_actions(game, random.Random(0), 10):
        pass
    assert view == kept


def test_before_the_first_deal_there_is_nothing_to_see() -> None:
    game = Game(make_rules(), "x")
    view = game.view(0)
    assert (view.phase, view.rack, view.indicator, view.faces, view.hand_number) == (
        "deal",
        (),
        None,
        None,
        0,
    )
    assert view.takeable() is None
    assert list(view.legal_actions()) == [DEAL]


def test_the_end_of_a_hand_shows_all_racks() -> None:
    game = dealt()
    for _ in random_actions(game, random.Random(3), 500):
        if game.phase == "deal":
            break
    result = game.view(None).result
    assert result is not None
    assert result.racks == tuple(map(tuple, game.racks))
    assert result == game.view(2).result
