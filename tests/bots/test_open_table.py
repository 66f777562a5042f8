"""Open tables as the levels play them: legal, to an end, the same again, and no okey for nothing."""

import random
from collections.abc import Iterator
from itertools import islice

import pytest

from okey.bots import SKILLS
from okey.bots.bot import Bot
from okey.bots.skill import Budget
from okey.game import Action, Game
from okey.game.actions import DEAL
from okey.position import parse_position
from okey.rules import RuleSet
from tests.bots.hands import decided, decisions, parsed

TABLES = (
    "okey101",
    "okey101+team",
    "okey101+duel",
    "okey101+katlamali",
    "okey101+vibrant",
    "okey101 players=3",
    "okey101 false_joker=wild pair_rule=either indicator_twin_is_pair=yes",
    "okey101 pair_opener_layoff_limit=2 series_opener_pairs_limit=3 work_same_turn_as_opening=no",
    "okey51",
    "okey51+team",
    "okey51+duel",
    "okey51+vibrant",
    "okey51 players=3",
    "konkan81",
    "konkan81+vibrant",
    "konkan81+quick",
    "konkan81 konkan_run_exact=no konkan_free_take_is_safe=yes",
)
MOST_STEPS = 30
"""More than a turn has: every step but the draw puts tiles on the table."""
POSITIONS = 1_000


def bots_of(rules: RuleSet, seed: str) -> list[Bot]:
    """Seats the levels one beside the other."""
    skills = list(SKILLS.values())
    return [Bot(skills[(seat + len(seed)) % 4], f"{seed} {seat}", Budget()) for seat in range(rules.players)]


def hand(rules: str, seed: str) -> Iterator[tuple[Game, Action]]:
    """Plays a hand; yields every decision before it is carried out."""
    game = Game(parsed(rules), seed)
    for _, action in decisions(game, bots_of(game.rules, seed)):
        yield game, action


@pytest.mark.parametrize("rules", TABLES)
def test_hands_are_played_to_their_end(rules: str) -> None:
    """Every action is allowed, no turn goes on for ever, and nothing is taken to be given back."""
    for number in range(3):
        steps, actor = 0, None
        for game, action in hand(rules, f"{'x' * number} to the end"):
            steps = steps + 1 if game.actor == actor else 1
            actor = game.actor
            assert steps <= MOST_STEPS
            assert action.verb != "back"
            if action.verb == "discard":
                steps = 0
                assert not game.hand.faces.is_okey(action.tiles[0]) or spared(game)
        assert game.result is not None


def spared(game: Game) -> bool:
    """Tells whether an okey is thrown to finish, or because there is nothing else."""
    assert game.hand is not None
    player = game.hand.acting
    return len(player.rack) == 1 or all(map(game.hand.faces.is_okey, player.rack))


def test_random_positions_get_a_legal_action() -> None:
    """Wherever others have led a hand, by whatever play, each level finds something to do there."""
    rng = random.Random("positions")
    met = 0
    while met < POSITIONS:
        rules = parsed(TABLES[met % len(TABLES)])
        game = Game(rules, f"random {met}")
        game.apply(DEAL)
        bots = bots_of(rules, str(met))
        for _ in range(rng.randrange(60)):
            if game.actor is None:
                break
            legal = list(islice(game.view(game.actor).legal_actions(), 40))
            melding = [action for action in legal if action.verb in ("open", "lay", "add", "swap", "take")]
            action = rng.choice(melding if melding and rng.random() < 0.7 else legal)
            for event in game.apply(action):
                for index, bot in enumerate(bots):
                    bot.observe(event.seen_by(index))
        if game.actor is not None:
            assert steps_of_turn(game, bots[game.actor]) <= MOST_STEPS
        met += 1


def steps_of_turn(game: Game, bot: Bot) -> int:
    """Plays what is left of a turn; counts its actions, and stops when there are too many."""
    seat, steps = game.actor, 0
    while game.actor == seat and steps <= MOST_STEPS:
        action = decided(bot, game.view(seat))
        game.apply(action, seat)
        steps += 1
        if action.verb == "discard":
            break
    return steps


@pytest.mark.parametrize("level", list(SKILLS))
def test_a_taken_tile_is_laid_before_another_takes_its_place(level: str) -> None:
    """The okey fits beside the taken K6 and, with more points, beside B6: laid there first, K6 could not be laid."""
    game = parse_position(TAKEN)
    assert steps_of_turn(game, Bot(SKILLS[level], "0")) <= MOST_STEPS


TAKEN = (
    "okey position 1; "
    "rules okey101; "
    "seed q 66; "
    "match played 0 dealer 1 starter 2; "
    "scores 0 0 0 0; "
    "hand 1 dealer 1 starter 2 last=2 twin=1; "
    "indicator B5'; "
    "stock K1' Y8 R7 R2' R10' Y4' R8 K7' Y13 R5 B7' B8 R11; "
    "seat moved / Y2 R1 Y13' R4' K3 K4 B1' B10' R12 B9 K5 Y12 R9 Y2' K13' R12' B2' K12' Y1' R13' R9'; "
    "seat moved series=123 / K9' R2; "
    "seat moved / Y5 R11' Y9 R1' R13 K4' K8 B4' B2 R4 K2' B3 B8' K11 Y10 K2 K13 K9 K12 Y6' B3'; "
    "seat moved series=105 cheap=B6' / B4 B6' Y6 B9' B13 K6; "
    "pile R6; "
    "pile Y7' R3'; "
    "pile B12 R5'; "
    "pile K5' K10'; "
    "meld 1 run Y3 Y4 Y5'; "
    "meld 1 set *' K6' R6'; "
    "meld 1 set R8' Y8' K8'; "
    "meld 1 set Y11' B11' K11'; "
    "meld 1 run B11 B12' B13'; "
    "meld 3 set Y1 B1 K1; "
    "meld 3 set R3 Y3' K3'; "
    "meld 3 set R7' B7 K7 Y7; "
    "meld 3 run Y9' Y10' Y11 Y12'; "
    "meld 3 set R10 B10 K10; "
    "meld 1 run B6 B5 *; "
    "turn 3 discard took=K6 from=2"
)


@pytest.mark.parametrize("rules", ["okey101", "okey51", "konkan81"])
def test_same_seed_same_decisions(rules: str) -> None:
    first = [str(action) for _, action in hand(rules, "again")]
    assert first == [str(action) for _, action in hand(rules, "again")]


@pytest.mark.parametrize("level", ["hard", "usta"])
def test_thinking_pauses_before_it_weighs(level: str) -> None:
    game = Game(parsed("okey101"), "pauses")
    game.apply(DEAL)
    assert game.actor is not None
    thoughts = list(Bot(SKILLS[level], "0").think(game.view(game.actor)))
    assert thoughts[:-1]
    assert set(thoughts[:-1]) == {None}
