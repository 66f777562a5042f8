"""A seat that is told only what it may know sees the same match as the one who deals, and notices what cannot be."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from okey.game import Event, Game, Refused
from okey.game.actions import DEAL, DRAW, TIMEOUT, Action, discard
from okey.game.partial import Impossible, Outset, PartialGame, Report, report
from okey.presets import PRESETS
from okey.rules import RuleSet
from okey.tiles import TILES, Tile
from tests.support import make_rules
from tests.walk import choose, combinations, hidden_from, junk, random_rules


def told_match(rules: RuleSet, seed: int, most: int) -> Iterator[tuple[Game, list[PartialGame], Action]]:
    """Plays by chance, with wrong claims and lost time, and tells every seat and a spectator."""
    rng = random.Random(f"{rules} {seed}")
    game = Game(rules, f"partial {seed}")
    copies = [PartialGame(rules, seat, Outset.of(game)) for seat in (None, *range(rules.players))]
    for _ in range(most):
        if game.phase == "over":
            return
        action = choose(game, rng)
        if game.actor is not None and (chance := rng.random()) < 0.2:
            action = TIMEOUT if chance < 0.05 else junk(game, rng)
        try:
            events = game.apply(action)
        except Refused:
            continue
        for copy in copies:
            seen = copy.follow(report(game, action, events, copy.seat))
            assert seen == [event.seen_by(copy.seat) for event in events]
        yield game, copies, action


def assert_same(game: Game, copies: list[PartialGame]) -> None:
    for copy in copies:
        assert copy.view(copy.seat) == game.view(copy.seat)


@pytest.mark.parametrize("rules", combinations())
def test_every_copy_sees_what_its_seat_may(rules: str) -> None:
    for game, copies, _ in told_match(make_rules(rules), 1, 300):
        assert_same(game, copies)


@pytest.mark.parametrize("seed", range(25))
def test_every_copy_follows_any_rules(seed: int) -> None:
    rules = random_rules(random.Random(f"partial {seed}"))
    for game, copies, _ in told_match(rules, seed, 300):
        assert_same(game, copies)


@pytest.mark.parametrize("rules", PRESETS)
def test_nothing_hidden_is_in_a_copy(rules: str) -> None:
    shown: set[Tile] = set()
    for game, copies, action in told_match(make_rules(rules), 2, 200):
        if action == DEAL:
            shown = set()
        shown |= {*action.tiles, *(tile for _, laid in action.melds for tile in laid)}
        if game.result is None:
            for copy in copies:
                assert copy.hand is not None
                held = {tile for player in copy.hand.players for tile in player.rack} | set(copy.hand.stock)
                assert not held & (set(hidden_from(game, copy.seat)) - shown - {*thrown(game)})


def thrown(game: Game) -> list[Tile]:
    """Lists the discards, which everybody has seen."""
    assert game.hand is not None
    return [tile for pile in game.hand.piles for tile in pile]


def test_a_seat_checks_what_it_wants_to_do() -> None:
    game = Game(make_rules("classic"), "check")
    events = game.apply(DEAL)
    seat = game.starter
    copy = PartialGame(game.rules, seat, Outset.of(Game(game.rules, "check")))
    copy.follow(report(game, DEAL, events, seat))
    tile = game.view(seat).rack[0]
    copy.check(discard(tile), seat)
    with pytest.raises(Refused, match="starter"):
        copy.check(DRAW, seat)
    assert copy.view(seat) == game.view(seat)


# ---- reports that cannot be


def opened(seat_after: int = 0, rules: str = "classic") -> tuple[Game, PartialGame]:
    """Deals a hand; gives it with the copy of the seat that many after the starter's."""
    game = Game(make_rules(rules), "lies")
    copy = PartialGame(game.rules, (game.starter + seat_after) % 4, Outset.of(game))
    copy.follow(report(game, DEAL, game.apply(DEAL), copy.seat))
    return game, copy


def throw(game: Game) -> tuple[Action, list[Event]]:
    assert game.hand is not None
    action = discard(game.hand.acting.rack[0])
    return action, game.apply(action)


def test_a_tile_that_lies_elsewhere_is_not_thrown() -> None:
    game, copy = opened(1)
    mine = game.view(copy.seat).rack[0]
    told = report(game, *throw(game), copy.seat)
    lie = replace(told, action=discard(mine), events=(replace(told.events[0], tiles=(mine,)), *told.events[1:]))
    with pytest.raises(Impossible) as caught:
        copy.follow(lie)
    assert (caught.value.reason, caught.value.seat) == ("tile_elsewhere", game.starter)


Lie = Callable[[Report], Report]


@pytest.mark.parametrize(
    ("lie", "reason"),
    [
        (lambda told: replace(told, action=DRAW), "starter_throws"),
        (lambda told: replace(told, action=DEAL), "hand_running"),
        (lambda told: replace(told, events=()), "wrong_events"),
        (lambda told: replace(told, action=None), "wrong_events"),
        (lambda told: replace(told, events=(*told.events, Event("penalty", 1, (), (2,), "take_back"))), "wrong_events"),
        (lambda told: replace(told, racks=((), (), (), ())), "wrong_racks"),
    ],
)
def test_what_does_not_follow_is_noticed(lie: Lie, reason: str) -> None:
    game, copy = opened()
    told = report(game, *throw(game), copy.seat)
    with pytest.raises(Impossible) as caught:
        copy.follow(lie(told))
    assert caught.value.reason == reason


@pytest.mark.parametrize(
    "rack", [(), (0,) * 14, (*range(13), TILES), (*range(13), -1), tuple(range(15, 45))], ids=lambda r: str(len(r))
)
def test_a_wrong_deal_is_noticed(rack: tuple[Tile, ...]) -> None:
    game = Game(make_rules("classic"), "lies")
    seat = (game.starter + 1) % 4
    copy = PartialGame(game.rules, seat, Outset.of(game))
    told = report(game, DEAL, game.apply(DEAL), seat)
    with pytest.raises(Impossible, match="no deal"):
        copy.follow(replace(told, rack=rack))


def test_a_drawn_tile_is_one_that_nobody_has() -> None:
    game, copy = opened(1)
    copy.follow(report(game, *throw(game), copy.seat))
    told = report(game, DRAW, game.apply(DRAW), copy.seat)
    with pytest.raises(Impossible, match="no tile of the stock"):
        copy.follow(replace(told, events=(replace(told.events[-1], tiles=game.view(copy.seat).rack[:1]),)))


def finished(rules: str) -> tuple[PartialGame, Report]:
    """Plays until a hand is finished; gives a spectator's copy just before, and what it is told."""
    for seed in range(50):
        game, rng = Game(make_rules(rules), f"end {seed}"), random.Random(seed)
        copy = PartialGame(game.rules, None, Outset.of(game))
        for _ in range(800):
            action = choose(game, rng)
            told = report(game, action, game.apply(action), None)
            if game.result is not None and game.result.winner is not None:
                return copy, told
            copy.follow(told)
            if game.phase == "over":
                break
    raise AssertionError("nobody finished")


@pytest.mark.parametrize("rules", ["classic", "okey101"])
def test_racks_shown_at_the_end_are_those_that_were_held(rules: str) -> None:
    copy, told = finished(rules)
    first, *others = told.racks
    twice = (first[1], *first[1:])
    for racks in ((), (first[:-1], *others), (others[0], *others), ((*first[:-1], -1), *others), (twice, *others)):
        if racks != told.racks:
            with pytest.raises(Impossible, match=r"at the end|instead of"):
                copy.copy().follow(replace(told, racks=racks))
    copy.follow(told)


@pytest.mark.parametrize(
    ("rules", "word", "reason"),
    [("classic", "not_a_finish", "no claim can fail"), ("duz", "no_such", "is no reason")],
)
def test_a_hidden_claim_is_one_that_can_fail(rules: str, word: str, reason: str) -> None:
    _, copy = opened(1, rules)
    with pytest.raises(Impossible, match=reason):
        copy.follow(Report(None, (Event("failed", copy.actor, (), (), word),)))


def test_more_tiles_than_a_rack_holds_are_not_thrown() -> None:
    game, copy = opened()
    assert game.hand is not None
    foreign = discard(game.hand.players[(game.starter + 1) % 4].rack[0])
    with pytest.raises(Impossible, match="more tiles than the rack holds"):
        copy.follow(Report(foreign, ()))


def test_whose_time_is_up_throws_a_tile() -> None:
    game, copy = opened(1)
    told = report(game, TIMEOUT, game.apply(TIMEOUT), copy.seat)
    with pytest.raises(Impossible, match="nothing was thrown"):
        copy.follow(replace(told, events=()))


def test_a_false_finish_is_noticed() -> None:
    copy, told = finished("classic")
    winner = told.events[0].seat
    assert winner is not None
    racks = list(told.racks)
    loser = (winner + 1) % 4
    racks[winner], racks[loser] = racks[loser], racks[winner]
    with pytest.raises(Impossible) as caught:
        copy.follow(replace(told, racks=tuple(racks)))
    assert caught.value.seat in (winner, None)


def test_a_match_stands_where_it_is_put() -> None:
    rules = make_rules("classic")
    with pytest.raises(ValueError, match="another number"):
        PartialGame(rules, 0, Outset(1, 1, 0, 0, (1, 2)))
    with pytest.raises(ValueError, match="another number"):
        PartialGame(rules, 0, Outset(1, 1, 4, 0, (1, 2, 3, 4)))
    with pytest.raises(ValueError, match="no seat"):
        PartialGame(rules, 4, Outset(1, 1, 0, 0, (1, 2, 3, 4)))
