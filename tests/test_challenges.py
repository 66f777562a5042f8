"""Challenges: each can be solved, none sooner than its line says, and all are as difficult as they say.

The referee here is another one than the game's: it walks ``Game`` itself, lets the others throw what they draw by rules
of its own, and asks the brute force of ``tests.brute`` what completes a hand.
"""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import pairwise, takewhile
from math import floor, log2

import pytest

from okey.challenges import FILE, LEVELS, Challenge, ChallengeError, Goal, ladder, maker, read, write
from okey.challenges.judge import Judge, best_throws, verdict_of, weigh_throws
from okey.challenges.solver import begin, best_line
from okey.challenges.tries import AHEAD, MOST_TRIES, Done, Tries
from okey.game import Game
from okey.game.actions import DRAW, TAKE, Action, discard, finish, take
from okey.game.unseen import unseen
from okey.position import position_text
from okey.presets import PRESETS
from okey.tiles import TILE_NAMES, WILD, Tile
from tests import brute

ALL = [pytest.param(challenge, id=f"{number}-{challenge.id}") for number, challenge in enumerate(ladder(), 1)]


def chosen(*kinds: str, turns: int = 9) -> list:
    return [p for p in ALL if p.values[0].goal.kind in kinds and p.values[0].goal.turns <= turns]


def pieces(game: Game, tiles: list[Tile]) -> list[brute.Piece]:
    assert game.hand is not None
    text = " ".join("*" if TILE_NAMES[t].startswith("*") else TILE_NAMES[t].rstrip("'") for t in tiles)
    return brute.pieces(text, TILE_NAMES[game.hand.indicator].rstrip("'"), game.rules)


def completes(game: Game, tiles: list[Tile]) -> bool:
    return bool(brute.finishing(pieces(game, tiles), game.rules))


# ---- a referee of its own


def others_play(game: Game) -> list[tuple[str, Game]]:
    """Lets the others throw what they draw, or finish; the player's turn comes, or the hand is over."""
    while game.actor not in (0, None):
        hand = game.hand
        assert hand is not None
        rack, offered = hand.acting.rack, game.view(game.actor).takeable()
        if not game.rules.table_melds and offered and completes(game, [*rack, offered[-1]]):
            game.apply(TAKE)
        else:
            game.apply(DRAW)
        rack = game.hand.acting.rack
        thrown = next((t for t in sorted(rack) if not game.rules.table_melds and _wins(game, t)), None)
        if thrown is not None:
            game.apply(finish(thrown))
        else:
            game.apply(discard(game.hand.turn.arrived))
    return []


def _wins(game: Game, tile: Tile) -> bool:
    rest = [other for other in game.hand.acting.rack if other != tile]
    return len(rest) == game.rules.hand_size and bool(brute.shapes_of(pieces(game, rest), game.rules))


def played(challenge: Challenge) -> tuple[Game, int, int, Tile | None]:
    """Plays a line; gives the match, the player's turns, the points paid in penalties, and the last tile thrown."""
    game, turns, fined, thrown = challenge.game(), 0, 0, None
    for action in challenge.line:
        others_play(game)
        assert game.actor == 0
        for event in game.apply(action):
            fined += event.numbers[0] if event.kind == "penalty" and event.seat == 0 else 0
        if action.verb in ("discard", "finish"):
            turns, thrown = turns + 1, action.tiles[0]
    return game, turns, fined, thrown


def test_there_are_many_of_all_games_and_kinds():
    games = Counter(challenge.game().rules.name.split("+")[0] for challenge in ladder())
    goals = Counter((c.goal.kind, c.goal.pairs, c.goal.okey) for c in ladder())
    assert len(ladder()) >= 60
    assert games.keys() == PRESETS.keys()
    assert min(games.values()) >= 6
    assert len(goals) >= 8
    assert any(c.game().hand.acting.konkan and c.goal.kind == "finish" for c in ladder())
    assert any(action.verb == "swap" for c in ladder() for action in c.line)
    assert any(action.verb == "take" for c in ladder() for action in c.line)


def _bits(challenge: Challenge) -> float:
    """How seldom it is solved: by the blind, half, and by computer players that do not know the goal."""
    return challenge.blind / 2 - log2((challenge.solved + 1) / (challenge.plays + 1))


def test_they_rise_in_difficulty_and_are_written_as_they_are_read():
    bits = [_bits(challenge) for challenge in ladder()]
    for before, after in pairwise(map(floor, bits)):
        assert before <= after <= before + 2, "no step leads down, and none far up"
    assert len({*map(floor, bits)}) >= 8, "it is told finely"
    assert max(Counter(map(floor, bits)).values()) < len(bits) / 3
    assert 2 <= bits[0] < 3
    assert bits[-1] == max(bits) > 10
    assert [c.bits for c in ladder()] == pytest.approx(bits)
    assert maker.ordered(ladder()[::-1]) == ladder()
    assert {challenge.level for challenge in ladder()} == {*range(len(LEVELS))}
    assert len({challenge.id for challenge in ladder()}) == len(ladder())
    assert write(ladder()) == FILE.read_text(encoding="utf-8")


def test_the_first_ten_are_of_many_kinds_and_have_something_to_find():
    kinds = [(c.goal.kind, c.goal.pairs, c.goal.okey) for c in ladder()]
    assert len(set(kinds[:AHEAD])) == AHEAD, "all that may be played at first differ in kind"
    assert max(Counter(kinds[:10]).values()) <= 3
    assert all(c.blind > 1 for c in ladder()), "none is met by every other choice"


@pytest.mark.parametrize("challenge", ALL)
def test_the_line_meets_the_goal(challenge):
    game, turns, fined, thrown = played(challenge)
    goal, hand, result = challenge.goal, game.hand, game.result
    assert position_text(challenge.game()) == challenge.position
    assert turns <= goal.turns
    if goal.kind == "finish":
        assert result.winner == 0
        assert result.shape == "pairs" or not goal.pairs
        assert hand.faces.is_okey(thrown) or not goal.okey
    elif goal.kind == "open":
        assert hand.players[0].opened == ("pairs" if goal.pairs else "series")
        assert hand.players[0].opened_with >= goal.value
        assert not fined
    elif goal.kind == "left":
        assert len(hand.players[0].rack) <= goal.value
        assert not fined
    elif goal.kind == "hold":
        assert result is None
        assert turns == goal.turns
        coming = [TILE_NAMES[tile] for tile in range(0, 106, 2)]
        assert goal.value == 1
        rack = hand.players[0].rack
        others = [Action.parse(f"discard {name}").tiles[0] for name in coming]
        assert any(completes(game, [*rack, tile]) for tile in others if tile not in rack)
    # the game's own judge says the same, and not before the last action
    now = begin(challenge)
    for action in challenge.line:
        assert now.verdict is None
        now.act(action)
    assert now.verdict == "met"


@pytest.mark.parametrize("challenge", ALL)
def test_the_line_is_the_solver_s(challenge):
    found = best_line(challenge)
    ends = [sum(action.verb in ("discard", "finish") for action in line) for line in (found, challenge.line)]
    assert ends[0] == ends[1]


# ---- nothing is better: every way is walked


def _walk(game: Game, turns: int, goal: Goal) -> bool:
    """Whether a closed finish can be reached by who draws next."""
    for source in [DRAW, *map(take, game.view(0).takeable())]:
        drawn = game.copy()
        drawn.apply(source)
        if _reached(drawn, turns, goal):
            return True
    return False


def _reached(game: Game, turns: int, goal: Goal, only: Tile | None = None) -> bool:
    """Whether it can by who throws next, that tile if one is given."""
    hand = game.hand
    for tile in [only] if only is not None else {hand.faces.of[t]: t for t in hand.acting.rack}.values():
        shapes = _shapes(game.rules, tuple(sorted(pieces(game, [t for t in hand.acting.rack if t != tile]))))
        if shapes and (not goal.pairs or "pairs" in shapes) and (not goal.okey or hand.faces.is_okey(tile)):
            return True
        if turns > 1 and not (shapes and game.rules.finish_action == "auto_on_discard"):
            after = game.copy()
            after.apply(discard(tile))
            if after.result is None:
                others_play(after)
            if after.actor == 0 and _walk(after, turns - 1, goal):
                return True
    return False


@cache
def _shapes(rules, rest) -> frozenset[str]:
    return frozenset(brute.shapes_of(list(rest), rules))


CLOSED = [p for p in chosen("finish", turns=2) if not p.values[0].game().rules.table_melds]


@pytest.mark.parametrize("challenge", CLOSED)
def test_no_closed_hand_can_be_finished_sooner(challenge):
    goal = challenge.goal
    turns = sum(action.verb in ("discard", "finish") for action in challenge.line)
    assert turns == 1 or not _walk(challenge.game(), turns - 1, goal)


@pytest.mark.parametrize("challenge", chosen("ways"))
def test_no_other_throw_leaves_more_ways(challenge):
    game = challenge.game()
    view, rules, hand = game.view(0), game.rules, game.hand
    left = unseen(view)
    home = {hand.faces.of[tile]: tile for tile in range(106) if tile not in view.rack}

    def good(tiles: list[Tile]) -> bool:
        if not rules.table_melds:
            return completes(game, tiles)
        held = pieces(game, tiles)
        pairs = rules.open_min_pairs and brute.most_pairs(held, rules) >= view.pairs_needed()
        return bool(pairs) or brute.most_points(held, rules) >= view.points_needed()

    def ways(rest: list[Tile]) -> int:
        assert not good([*rest]) or not rules.table_melds
        return sum(number for face, number in enumerate(left) if number and good([*rest, home[face]]))

    throws = {hand.faces.of[t]: t for t in view.rack}
    found = {face: ways([t for t in view.rack if t != tile]) for face, tile in throws.items() if face != WILD}
    assert found[hand.faces.of[challenge.line[-1].tiles[0]]] == max(found.values()) > 0


@pytest.mark.parametrize("challenge", chosen("open", turns=1))
def test_the_dearest_opening_is_the_dearest(challenge):
    game = challenge.game()
    most = brute.most_points(pieces(game, game.hand.acting.rack), game.rules)
    assert challenge.goal.value in (most, game.view(0).points_needed())


# ---- the file can be made again


@pytest.mark.parametrize("at", [1, 3, len(list(maker.recipes())) - 1])
def test_a_recipe_makes_what_is_in_the_file(at):
    made = maker.make(lambda _line: None, [list(maker.recipes())[at]])
    assert made
    assert set(made) <= set(ladder())


@pytest.mark.parametrize("challenge", [p for p in ALL[::9] if p.values[0].goal.turns < 3])
def test_the_figures_are_what_is_measured(challenge):
    assert maker.measured(challenge) == challenge


def _chance(game: Game, challenge: Challenge, turns: int) -> Fraction:
    """How likely each choice of the line is hit by who chooses blindly what keeps a closed finish in reach."""
    goal, chance = challenge.goal, Fraction(1)
    for action in challenge.line:
        others_play(game)
        good, hand = 0, game.hand
        if hand.phase == "draw":
            choices = [DRAW, *map(take, game.view(0).takeable())]
            for source in choices:
                drawn = game.copy()
                drawn.apply(source)
                good += _reached(drawn, turns, goal)
        else:
            choices = list({hand.faces.of[t]: t for t in hand.acting.rack}.values())
            good = sum(_reached(game, turns, goal, tile) for tile in choices)
        chance *= Fraction(good, len(choices))
        game.apply(action)
        turns -= action.verb == "discard"
    return chance


@pytest.mark.parametrize("challenge", CLOSED)
def test_how_seldom_the_blind_finish_is_what_a_walk_over_all_choices_tells(challenge):
    chance = _chance(challenge.game(), challenge, challenge.goal.turns)
    assert challenge.blind == pytest.approx(-log2(chance), abs=0.051)


def test_problems_are_told():
    first, second, *_ = (c for c in ladder() if c.goal.kind == "open" and c.goal.turns == 1)
    assert any("blind" in problem for problem in maker.problems((replace(first, blind=first.blind - 1), second)))
    worse = replace(second, solved=0)
    assert "not in order" in next(maker.problems((worse, first)))
    assert not list(maker.problems((first,)))
    unsolvable = replace(first, goal=Goal("open", 1, value=500))
    assert any("not solve" in problem for problem in maker.problems((unsolvable,)))
    assert "the same" in next(maker.problems((first, first)))


# ---- the judge


def find(kind: str, **wanted) -> Challenge:
    return next(c for c in ladder() if c.goal.kind == kind and all(getattr(c.goal, k) == v for k, v in wanted.items()))


def test_another_end_fails():
    challenge = find("finish", turns=2, pairs=False, okey=False)
    for goal in (replace(challenge.goal, pairs=True), replace(challenge.goal, okey=True)):
        now = begin(replace(challenge, goal=goal))
        for action in challenge.line:
            now.act(action)
        assert now.verdict == "failed"


def test_too_many_turns_fail():
    challenge = find("finish", turns=2)
    now = begin(challenge)
    while now.verdict is None:
        now.act(DRAW)
        now.act(discard(now.game.hand.turn.arrived))
    assert now.verdict == "failed"
    assert now.judge.turns <= 2


def test_a_penalty_fails():
    challenge = find("left", turns=1)
    judge, game = Judge(challenge.goal), challenge.game()
    for action in challenge.line[:-1]:
        assert judge.hear(game.view(0), game, game.apply(action)) is None
    before = game.view(0)
    game.fine(0, 101, "playable_discard")
    events = game.apply(challenge.line[-1])
    judge.fined = True
    assert game.result is not None or verdict_of(judge.hear(before, game, events)) == "failed"


@pytest.mark.parametrize("challenge", [c for c in ladder() if c.goal.kind == "ways"], ids=lambda c: c.id)
def test_throws_are_weighed_in_steps_one_by_one(challenge):
    view = challenge.game().view(0)
    *steps, best = weigh_throws(view)
    assert best == best_throws(view)
    assert challenge.line[-1].tiles[0] in best
    assert steps == [None] * len(steps)
    discards = [action for action in view.legal_actions() if action.verb == "discard"]
    assert len(steps) >= len({view.faces.of[action.tiles[0]] for action in discards})


def test_a_wrong_throw_fails():
    challenge = find("ways")
    view = challenge.game().view(0)
    for action in takewhile(lambda a: a.verb == "discard", view.legal_actions()):
        now = begin(challenge)
        now.act(action)
        same = view.faces.of[action.tiles[0]] == view.faces.of[challenge.line[-1].tiles[0]]
        assert now.verdict == "met" or not same
        if now.verdict == "failed":
            return
    raise AssertionError("whatever is thrown meets the goal")


# ---- texts


@pytest.mark.parametrize(
    "text",
    [
        "",
        "okey challenges 2",
        "okey challenges 1\n\nfinish",
        "okey challenges 1\n\nfinish turns=0; solved 1 of 2; blind 3.0\ndraw\nokey position 1",
        "okey challenges 1\n\nwin turns=1; solved 1 of 2; blind 3.0\ndraw\nokey position 1",
        "okey challenges 1\n\nfinish turns=1; solved 3 of 2; blind 3.0\ndraw\nokey position 1",
        "okey challenges 1\n\nfinish turns=1; solved 1 of 2; blind 3.0\nfly\nokey position 1",
    ],
)
def test_what_is_no_file_of_challenges_is_refused(text):
    with pytest.raises(ChallengeError):
        list(read(text))


def walked(tries: Tries) -> Iterator[int]:
    for challenge in ladder():
        tries.began(challenge)
        tries.solved(challenge)
        yield tries.open(ladder())


def test_stars_and_locks():
    tries = Tries()
    first, second, third = ladder()[:3]
    assert tries.open(ladder()) == AHEAD
    tries.solved(first)
    assert tries.of(first).stars == 3
    assert tries.left(first) == 0
    for left in (3, 2):
        assert tries.left(second) == left
        tries.began(second)
    tries.solved(second)
    tries.began(second)
    assert tries.of(second) == Done(2, 2)
    tries.saw_line(third)
    assert tries.left(third) == 1
    tries.began(third)
    tries.solved(third)
    tries.saw_line(third)
    assert tries.of(third).stars == 1
    assert tries.stars(ladder()) == 6
    assert tries.open(ladder()) == AHEAD + 3
    assert Tries.parse(tries.write()) == tries
    assert list(walked(Tries()))[-1] == len(ladder())


@pytest.mark.parametrize(
    "tries",
    [
        [],
        {"x": [1, 1]},
        {"12345678": [1]},
        {"12345678": [1, 4]},
        {"12345678": [-1, 1]},
        {"12345678": [MOST_TRIES + 1, 1]},
        {"12345678": [True, 1]},
        {"1234567ü": [1, 1]},
        {"12345678": "11"},
    ],
)
def test_what_tells_of_no_tries_is_refused(tries):
    with pytest.raises(ValueError, match=r".+"):
        Tries.parse(json.dumps({"version": 1, "tries": tries}))


@pytest.mark.parametrize("text", ["", "[]", "{", '{"version": 2, "tries": {}}', "[" * 100, " " * 50_000])
def test_other_texts_are_refused_too(text):
    with pytest.raises(ValueError, match=r".+"):
        Tries.parse(text)
    assert Tries.parse('{"version": 1, "tries": {}}') == Tries()
