"""The joint shuffle: nobody chooses the seed, everybody can prove the deal."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from okey.game import Action, Game
from okey.game.actions import DEAL
from okey.game.partial import Outset, Report, report
from okey.rooms import fair
from okey.rooms.fair import Unfair
from okey.rules import RuleSet
from tests.support import make_rules
from tests.walk import choose

NONCES = {seat: bytes([seat] * 32).hex() for seat in range(4)}


def test_the_seed_depends_on_every_part_and_on_the_hand() -> None:
    seeds = {fair.joint_seed(1, 0, NONCES), fair.joint_seed(2, 0, NONCES), fair.joint_seed(1, 1, NONCES)}
    for seat in NONCES:
        seeds.add(fair.joint_seed(1, 0, {**NONCES, seat: "ff" * 32}))
        seeds.add(fair.joint_seed(1, 0, {s: n for s, n in NONCES.items() if s != seat}))
    assert len(seeds) == 3 + 8


def test_a_part_is_split_and_joined() -> None:
    rng = random.Random(1)
    for parts in (2, 3):
        pieces = fair.split(NONCES[3], parts, rng.randbytes)
        assert fair.joined(pieces) == NONCES[3]
        assert fair.joined(pieces[:-1]) != NONCES[3]
        assert len({len(piece) for piece in pieces}) == 1


def test_one_honest_part_makes_every_deal_as_likely() -> None:
    """Whatever three seats choose, the first tile of the stock is uniform over the fourth's parts."""
    rng = random.Random(2)
    seen = Counter(
        Game(make_rules("classic"), fair.joint_seed(1, 0, {**NONCES, 2: rng.randbytes(32).hex()})).deck()[0]
        for _ in range(4_000)
    )
    expected = 4_000 / 106
    assert len(seen) == 106
    assert sum((count - expected) ** 2 / expected for count in seen.values()) < 160  # chi square, 105 degrees, p 0.0004


class Played:
    """A hand that was played, and what a seat was told of it."""

    def __init__(self, rules: RuleSet, seat: int | None) -> None:
        self.rules, self.seat = rules, seat
        self.commits = tuple((s, fair.commitment(n)) for s, n in NONCES.items())
        self.outset = fair.first_outset(rules, fair.joint_seed(1, 0, NONCES))
        self.told: list[Report] = []
        self.claims: dict[int, Action] = {}
        game = fair.deal_of(rules, self.outset, 1, 0, NONCES)
        rng = random.Random(3)
        while game.result is None:
            action = DEAL if game.hand is None else choose(game, rng)
            told = report(game, action, game.apply(action), seat)
            if told.action is None:
                self.claims[len(self.told)] = action
            self.told.append(told)

    def verify(self, **changes: object) -> Game:
        values = {
            "rules": self.rules, "outset": self.outset, "hand": 1, "attempt": 0, "seat": self.seat,
            "commits": self.commits, "nonces": NONCES, "claims": self.claims, "told": self.told,
        }  # fmt: skip
        return fair.verify(**{**values, **changes})  # type: ignore[arg-type]


@pytest.mark.parametrize("rules", ["classic", "okey101", "konkan81", "elit"])
@pytest.mark.parametrize("seat", [None, 0, 3])
def test_an_honest_hand_is_proved(rules: str, seat: int | None) -> None:
    played = Played(make_rules(rules), seat)
    assert played.verify().result is not None


def test_every_lie_is_found() -> None:
    played = Played(make_rules("okey101"), 1)
    told, nonces = played.told, NONCES
    swapped = [replace(told[0], rack=(told[0].rack[1], told[0].rack[0], *told[0].rack[2:])), *told[1:]]
    score = replace(played.outset, scores=(1, 0, 0, 0))
    lies: dict[str, tuple[dict[str, object], str]] = {
        "another nonce": ({"nonces": {**nonces, 2: "ab" * 32}}, "nonce"),
        "a nonce too few": ({"nonces": {0: nonces[0]}}, "nonce"),
        "a nonce too many": ({"commits": played.commits[1:]}, "nonce"),
        "another hand": ({"hand": 2}, "deal|outset"),
        "another attempt": ({"attempt": 1}, "deal|outset"),
        "another score": ({"outset": score}, "outset"),
        "another rack": ({"told": swapped}, "deal"),
        "an action left out": ({"told": [*told[:2], *told[3:]]}, "action|event"),
        "no deal": ({"told": told[1:]}, "deal"),
        "not to the end": ({"told": told[:-1]}, "action"),
        "an event changed": ({"told": [*told[:-1], replace(told[-1], events=told[-1].events[:-1])]}, "event"),
        "a hidden action": ({"told": [*told[:2], replace(told[2], action=None), *told[3:]]}, "action"),
        "other racks at the end": ({"told": [*told[:-1], replace(told[-1], racks=told[-1].racks[::-1])]}, "event"),
    }
    for changes, reason in lies.values():
        with pytest.raises(Unfair, match=reason):
            played.verify(**changes)


def test_the_digest_tells_positions_apart() -> None:
    game = Game(make_rules("classic"), "digest")
    seen = {fair.digest(game.view(None), (), (), 0)}
    game.apply(DEAL)
    for seat in (None, 0, 1, 2, 3):
        seen.add(fair.digest(game.view(seat), (), (), 1))
    seen.add(fair.digest(game.view(None), ((0, "aa"),), (), 1))
    seen.add(fair.digest(game.view(None), (), (), 2))
    seen.add(fair.digest(game.view(None), (), ("easy",), 1))
    assert len(seen) == 9
    assert fair.digest(game.copy().view(0), (), (), 1) in seen


def test_a_match_begins_where_its_seed_says() -> None:
    rules = make_rules("classic")
    assert {fair.first_outset(rules, str(n)).dealer for n in range(40)} == {0, 1, 2, 3}
    assert fair.first_outset(rules, "a") == Outset.of(Game(rules, "a"))
