"""The best work at the table against every order of every step that the game allows."""

from collections import Counter

import pytest

from okey.game import laying, legal
from okey.game.laying import best_steps
from okey.game.state import Hand, Player, TableMeld
from okey.melds import MeldError, accepted, make_meld
from okey.rules import RuleSet
from okey.tiles import WILD, Faces, Tile
from tests.solver.test_brute import Maker

MIXES = {
    name: RuleSet.parse(name)
    for name in (
        "okey101",
        "okey51",
        "konkan81",
        "okey101 joker_swap=no",
        "okey51 false_joker=wild",
        "konkan81 false_joker=wild",
        "konkan81 false_joker=wild min_real_tiles=3",
        "okey101 series_opener_pairs_limit=3",
        "okey51 pair_opener_layoff_limit=2",
        "okey51 indicator_twin_is_pair=yes",
        "konkan81 run_max_from_hand=3 one_after_thirteen=high",
        "okey101 wild_in_pair=no false_joker=indicator indicator_twin_is_pair=yes",
    )
}
DO = {
    "add": lambda rules, hand, action: laying.do_add(hand, action, laying.check_add(rules, hand, action)),
    "lay": lambda rules, hand, action: laying.do_lay(hand, laying.check_lay(rules, hand, action)),
    "swap": lambda rules, hand, action: laying.do_swap(hand, action, *laying.check_swap(rules, hand, action)),
}


def tables(rules: RuleSet, seed: str, number: int, most: int):
    """Makes tables with some melds, and a rack of which much fits."""
    maker = Maker(rules, f"work {seed}")
    rng = maker.rng
    for _ in range(number):
        faces, _, tiles = maker.make(34, (3, 3, 4, 5))
        melds: list[TableMeld] = []
        for _ in range(60):
            chosen = rng.sample(tiles, rng.choice([3, 3, 4]))
            run = sorted(chosen, key=lambda t: faces.of[t])
            for type_, order in (("run", run), ("run", chosen), ("set", chosen)):
                try:
                    meld = make_meld(type_, order, faces, rules)
                except MeldError:
                    continue
                blocked = rng.choice([(), (), (), ("low",), ("high",)]) if type_ == "run" else ()
                melds.append(TableMeld(rng.randrange(4), meld, blocked))
                tiles = [t for t in tiles if t not in chosen]
                break
            if len(melds) == 4 or len(tiles) < 10:
                break
        rng.shuffle(tiles)
        near = [t for t in tiles if any(faces.of[t] in f for m in melds for f in ends_of(m, faces, rules))]
        rack = [*dict.fromkeys([*near, *tiles])][: rng.randint(1, most)]
        if rng.random() < 0.3:
            rack = [*[t for t in tiles if faces.of[t] == WILD and t not in rack], *rack][: len(rack)]
        rng.shuffle(rack)
        by_pairs = ["pairs"] if rules.open_min_pairs else ["series"]
        players = [Player(opened=rng.choice(["series", *by_pairs, None])) for _ in range(4)]
        players[0] = Player(rack=rack, opened=rng.choice(["series", "series", "series", *by_pairs]))
        yield Hand(1, 3, 0, 2 * faces.indicator, faces, [], players, [[]], 0, "discard", melds)


def ends_of(meld: TableMeld, faces: Faces, rules: RuleSet):
    return accepted(meld.meld, faces, rules).values()


def value_of(hand: Hand):
    """Values a tile as its number; okeys dearly, those on the table less."""
    mine = set(hand.acting.rack)
    return lambda tile: (25 if tile in mine else 2) if hand.faces.is_okey(tile) else hand.faces.value(tile)


def rank(left: list[Tile], value) -> tuple[bool, int, int]:
    return len(left) > 1, sum(map(value, left)), len(left)


def every_order(rules: RuleSet, hand: Hand, value) -> tuple[bool, int, int]:
    """Tries every order of every step that the game allows."""
    seen = set()
    best = rank(hand.acting.rack, value)

    def go(hand: Hand) -> None:
        nonlocal best
        best = min(best, rank(hand.acting.rack, value))
        # of equal tiles the first is offered: let it be the dearest
        hand.acting.rack.sort(key=value, reverse=True)
        for action in list(legal._table(rules, hand)):
            then = hand.copy()
            DO[action.verb](rules, then, action)
            key = (
                tuple(sorted((hand.faces.of[t], value(t)) for t in then.acting.rack)),
                tuple(
                    sorted((m.meld.type, tuple((hand.faces.of[t], value(t)) for t in m.meld.tiles)) for m in then.melds)
                ),
                then.turn.pairs,
                then.turn.added if rules.pair_opener_layoff_limit else 0,
            )
            if key not in seen:
                seen.add(key)
                go(then)

    go(hand.copy())
    return best


def check_work(rules: RuleSet, number: int, most: int, seed: str = "") -> Counter[str]:
    """Compares the best work, and does it."""
    done: Counter[str] = Counter()
    for hand in tables(rules, seed, number, most):
        value = value_of(hand)
        actions, work = best_steps(rules, hand, value)
        then = hand.copy()
        for action in actions:
            DO[action.verb](rules, then, action)
        assert Counter(then.acting.rack) == Counter(work.left)
        before = Counter([*hand.acting.rack, *(t for m in hand.melds for t in m.meld.tiles)])
        assert Counter([*then.acting.rack, *(t for m in then.melds for t in m.meld.tiles)]) == before
        assert work.exact
        assert sum(map(value, work.left)) == work.points
        right = every_order(rules, hand, value)
        assert rank(work.left, value) == right, (hand, work, right)
        done.update(action.verb for action in actions)
        done["finish"] += len(work.left) == 1
    return done


@pytest.mark.parametrize("name", MIXES)
def test_nothing_better_is_allowed(name: str) -> None:
    rules = MIXES[name]
    done = check_work(rules, 40, 6)
    assert done["add"] > 5
    assert done["finish"] > 2


def test_a_search_that_is_cut_short_says_so_and_is_still_allowed() -> None:
    rules = RuleSet.parse("okey101")
    short = 0
    for hand in tables(rules, "short", 40, 8):
        value = value_of(hand)
        actions, work = best_steps(rules, hand, value, nodes=2)
        then = hand.copy()
        for action in actions:
            DO[action.verb](rules, then, action)
        assert Counter(then.acting.rack) == Counter(work.left)
        short += not work.exact
    assert short > 5
