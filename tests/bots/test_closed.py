"""How closed hands are played: what is remembered and seen, when it waits, how far it searches."""

import random
from itertools import count

import pytest

from okey.bots import LEVELS, SKILLS, Bot, Budget
from okey.bots.closed import MOST_ALIKE
from okey.bots.memory import Memory
from okey.bots.mind import Mind, known_outlook
from okey.bots.sight import Distances, Neighbours
from okey.bots.worlds import TURNS, best_throw
from okey.game import Event, Game
from okey.game.actions import DEAL, Action
from okey.rules import RuleSet
from okey.solver.distance import Outlook
from okey.tiles import KIND_NAMES, Tile, kind_of
from tests.bots.hands import decided, decisions
from tests.support import CLASSIC, PERFECT, make_rules, named, set_up

SCATTERED = "R1 R4 R7 Y2 Y5 Y8 B3 B6 B13 K1 K4 K7 K10 Y11 R13"
WAITING = "R1 R2 R3 B1 B2 B3 K1 K2 K3 K4 Y7 Y8 Y9"
"""Thirteen tiles in melds: with any tile more they wait for some."""


def mind_of(game: Game, level: str, memory: Memory | None = None, budget: Budget | None = None) -> Mind:
    return Mind(game.view(game.actor), SKILLS[level], memory or Memory(), random.Random("mind"), budget or Budget())


# ---- memory


def heard(*events: Event, reach: int | None = None) -> Memory:
    memory = Memory(reach=reach)
    for event in events:
        memory.observe(event)
    return memory


def test_who_threw_and_who_took_what_is_remembered() -> None:
    memory = heard(Event("drew", 0), Event("discarded", 0, (5,)), Event("took", 1, (5,)), Event("discarded", 1, (9,)))
    assert memory.thrown == [[5], [9], [], []]
    assert memory.taken == [[], [5], [], []]
    assert memory.remembered() == {5, 9}


def test_what_goes_back_was_not_taken() -> None:
    took = Event("discarded", 0, (5,)), Event("took", 1, (5,))
    assert heard(*took, Event("gave_back", 1, (5,))).taken[1] == []
    thrown_back = heard(*took, Event("discarded", 1, (5,)))
    assert (thrown_back.taken[1], thrown_back.thrown[1]) == ([], [5])


def test_every_hand_is_remembered_by_itself() -> None:
    before = Event("discarded", 0, (5,)), Event("took", 1, (5,)), Event("discarded", 1, (9,))
    dealt, shuffled = heard(*before, Event("dealt")), heard(*before, Event("reshuffled"))
    assert dealt.remembered() == shuffled.remembered() == set()
    assert dealt.thrown == shuffled.thrown == [[]] * 4
    assert (dealt.taken[1], shuffled.taken[1]) == ([], [5])


@pytest.mark.parametrize(("reach", "remembered"), [(None, {1, 3, 5}), (2, {3, 5}), (0, set()), (9, {1, 3, 5})])
def test_memory_has_a_reach(reach: int | None, remembered: set[Tile]) -> None:
    assert heard(*(Event("discarded", 0, (tile,)) for tile in (1, 3, 5)), reach=reach).remembered() == remembered


def test_only_who_counts_knows_what_is_gone() -> None:
    game = set_up({0: SCATTERED}, pile="K12 K2")
    gone = next(tile for tile in game.hand.stock if kind_of(tile) == KIND_NAMES.index("Y9"))
    memory = heard(Event("discarded", 2, (gone,)))
    before, after = mind_of(game, "hard"), mind_of(game, "hard", memory)
    assert before.unseen[kind_of(gone)] - after.unseen[kind_of(gone)] == 1
    assert mind_of(game, "medium").unseen == mind_of(game, "medium", memory).unseen


# ---- sight


def cost(text: str, sight: type[Neighbours] | type[Distances], level: str, pile: str = "") -> float:
    game = set_up({0: text}, drawn=False, pile=pile)
    return sight(mind_of(game, level)).cost(game.view(0).rack)


def test_neighbours_see_melds_and_what_stands_beside_what() -> None:
    def seen(text: str) -> float:
        return cost(text, Neighbours, "easy")

    assert seen(PERFECT) == 0
    near, far = f"{WAITING[:-3]} Y12 Y13", f"{WAITING[:-3]} Y12 R9"
    assert 0 < seen(f"{WAITING} R9") < seen(near) < seen(far)
    # from five pairs on nothing but pairs counts
    assert seen("R1 R1 Y4 Y4 B7 B7 K10 K10 R13 R13 Y8 Y9 B2 K3") == pytest.approx(4 - 2 * 0.15)


def test_distances_see_what_is_missing_and_what_may_come() -> None:
    def seen(text: str, level: str = "hard", pile: str = "") -> float:
        return cost(text, Distances, level, pile)

    assert seen(PERFECT) == 0
    assert seen(f"{WAITING} R9") < seen(f"{WAITING[:-3]} R9 Y12") < seen(SCATTERED.removesuffix(" R13"))
    # of the tiles it waits for some lie open: who counts waits longer
    gone = "R4 R4 Y6 Y6 Y10 Y10"
    assert seen(f"{WAITING} K12", pile=gone) > seen(f"{WAITING} K12")
    assert seen(f"{WAITING} K12", "medium", gone) == seen(f"{WAITING} K12", "medium")


def test_no_step_is_thrown_away() -> None:
    game = set_up({0: f"{WAITING} R13 K12"})
    thrown = {KIND_NAMES[kind_of(tile)] for tile, _ in Distances(mind_of(game, "hard")).throws(game.view(0).rack)}
    assert {"R13", "K12"} <= thrown
    assert not {"Y8", "B2", "R2"} & thrown


# ---- finish or wait


COMPLETE = "R1 R2 R3 B1 B2 B3 K1 K2 K3 K4 Y7 Y8 B10 Y10"
"""Fourteen tiles in melds, the okey among them, which an open end could replace."""


def waits(rules: RuleSet, level: str, moves: int, stock: int | None = None) -> bool:
    """Asks with a complete rack and a tile more."""
    game = set_up({0: f"{COMPLETE} R12"}, rules=rules, stock=stock)
    bot, last = Bot(SKILLS[level], "0"), named(game, 0, "R12")
    for move in range(4 * moves):
        bot.observe(Event("discarded", move % 4, (move,)))
    action = decided(bot, game.view(0))
    assert action in (Action("finish", (last,)), Action("discard", (last,)))
    return action.verb == "discard"


@pytest.mark.parametrize("preset", ["duz", "elit"])
def test_it_waits_for_an_okey_early(preset: str) -> None:
    rules = make_rules(preset)
    assert waits(rules, "hard", 0)
    assert waits(rules, "usta", 0)
    assert not waits(rules, "hard", 24), "somebody else is about to finish"
    assert waits(rules, "medium", 5), "the weak wait too long"
    assert waits(rules, "easy", 9)
    assert not waits(rules, "hard", 5)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("preset", ["duz", "elit"])
def test_nobody_waits_when_no_turn_may_follow(preset: str, level: str) -> None:
    for stock in range(4):
        assert not waits(make_rules(preset), level, 0, stock)


@pytest.mark.parametrize("level", ["medium", "hard", "usta"])
@pytest.mark.parametrize("preset", ["duz", "elit"])
def test_who_waits_draws_and_takes_only_what_pays(preset: str, level: str) -> None:
    def source(pile: str) -> str:
        game = set_up({0: COMPLETE}, rules=make_rules(preset), drawn=False, pile=pile)
        return decided(Bot(SKILLS[level], "0"), game.view(0)).verb

    assert source("R12") == "draw", "it would be thrown back"
    assert source("Y9") == "take", "the okey can be thrown then"


def test_it_does_not_wait_where_the_throw_would_finish() -> None:
    assert not waits(CLASSIC, "usta", 0)
    assert not waits(make_rules("duz throw_finishes=yes"), "usta", 0)


# ---- search


def throws(mind: Mind, *kinds: str) -> list[Tile]:
    return [next(tile for tile in mind.view.rack if KIND_NAMES[kind_of(tile)] == kind) for kind in kinds]


def searched(kinds: tuple[str, ...], budget: Budget) -> list[Tile | None]:
    mind = mind_of(set_up({0: f"{WAITING} R13 K12"}), "usta", budget=budget)
    return list(best_throw(mind, throws(mind, *kinds)))


@pytest.mark.parametrize("kinds", [("Y8", "R13"), ("R13", "Y8"), ("B2", "K12", "R2")])
def test_worlds_prefer_the_rack_that_waits(kinds: tuple[str, ...]) -> None:
    *thoughts, best = searched(kinds, Budget(nodes=12))
    assert set(thoughts) == {None}
    assert best is not None
    assert KIND_NAMES[kind_of(best)] in ("R13", "K12")


def test_worlds_are_the_same_again() -> None:
    assert searched(("R13", "K12"), Budget(nodes=5))[-1] == searched(("R13", "K12"), Budget(nodes=5))[-1]
    lengths = [len(searched(("R13", "K12"), Budget(nodes=nodes))) for nodes in (0, 1, 5, 12)]
    assert lengths == sorted(set(lengths))


def test_the_time_ends_the_worlds() -> None:
    """Every look at the clock is a second, and before every turn of a world it is looked at."""
    kinds = ("R13", "K12")
    whole = searched(kinds, Budget(nodes=50))
    known_outlook.cache_clear()  # what is known takes no step
    cut = [searched(kinds, Budget(nodes=50, seconds=s, clock=count().__next__)) for s in (0, 1, 2, 10_000)]
    assert [len(thoughts) - 1 for thoughts in cut[:2]] == [0, 0]
    assert len(cut[1]) < len(cut[2]) < len(cut[3])
    assert cut[-1][-1] == whole[-1]
    first = cut[0][-1]
    assert first is not None
    assert KIND_NAMES[kind_of(first)] == "R13", "without a world the first is as good as any"


def test_the_clock_is_no_choice_while_time_remains() -> None:
    view = set_up({0: SCATTERED}).view(0)
    timed = Budget(nodes=3, seconds=1e9, clock=count().__next__)
    assert decided(Bot(SKILLS["usta"], "0", timed), view) == decided(Bot(SKILLS["usta"], "0", Budget(3)), view)


def test_time_needs_a_clock() -> None:
    with pytest.raises(ValueError, match="seconds need a clock"):
        Budget(seconds=1.0)


# ---- slices


@pytest.mark.parametrize("level", LEVELS)
def test_it_thinks_in_slices(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """No slice asks for more distances than one, for which everything was made ready."""
    asked = [0]
    least = Outlook._least

    def counting(self: Outlook, counts: int, wilds: int) -> object:
        asked[0] += (counts, wilds) not in self._found
        return least(self, counts, wilds)

    monkeypatch.setattr(Outlook, "_least", counting)
    known_outlook.cache_clear()  # what a seat before found would not be asked for again
    game = set_up({0: SCATTERED})
    slices = []
    for _ in Bot(SKILLS[level], "0", Budget(nodes=2)).think(game.view(0)):
        slices.append(asked[0])
        asked[0] = 0
    assert len(slices) > 8
    assert max(slices) <= 1
    assert sum(slices) > 0 or SKILLS[level].sight == "neighbours"


def test_a_decision_in_worlds_has_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = [0]
    lacking = Outlook.lacking

    def counting(self: Outlook, counts: int, wilds: int) -> int:
        asked[-1] += 1
        return lacking(self, counts, wilds)

    monkeypatch.setattr(Outlook, "lacking", counting)
    game = Game(CLASSIC, "end")
    bots = [Bot(SKILLS[level], "0", Budget(nodes=1)) for level in ("usta", "easy", "easy", "easy")]
    for view, _ in decisions(game, bots):
        if view.seat == 0:
            asked.append(0)
            decided(Bot(SKILLS["usta"], "0", Budget(nodes=1)), view)
    assert 15 < max(asked) <= 4 * 16 + MOST_ALIKE * TURNS


def test_the_same_budget_decides_the_same() -> None:
    """And the seed is what chance follows from: among racks without a plan others may throw other tiles."""
    game = Game(CLASSIC, "same")
    game.apply(DEAL)
    view = game.view(game.actor)
    for level, skill in SKILLS.items():
        first = [decided(Bot(skill, str(seed), Budget(nodes=2)), view) for seed in range(8)]
        assert first == [decided(Bot(skill, str(seed), Budget(nodes=2)), view) for seed in range(8)]
        if level in ("easy", "medium"):
            assert len(set(map(str, first))) > 1
