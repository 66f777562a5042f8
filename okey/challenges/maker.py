"""Makes the ladder of challenges, and checks it: ``python -m okey challenges``.

Each recipe asks for so many positions of one kind in one game.  A position begins with some turns of computer players,
so that discards and melds lie on the table; then hidden tiles change places until there is something to be found.  Only
what the solver solves is kept, and of that what is neither told by the first look nor alike.  Everything follows from
the seeds below: the same file is made again.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, replace

from okey.bots import make_bot
from okey.challenges import ME, Challenge, Goal
from okey.challenges.solver import begin, best_line, blind_bits, search
from okey.coach import standing
from okey.game import Game
from okey.game.actions import DEAL, DRAW
from okey.game.laying import best_steps, pairs_needed, points_needed
from okey.position import PositionError, position_text
from okey.rules import RuleSet
from okey.solver.layouts import most_pairs, most_points
from okey.solver.sums import in_play
from okey.tiles import COLOURS, NUMBERS, WILD, Face, Tile, make_kind

LEVELS = ("easy", "medium", "hard")
"""The computer players whose plays tell how difficult a challenge is."""

PLAYS = 10
"""How often each of them plays it."""

TRIES = 600
"""How many positions are made for a recipe, at most."""

DEALS = 30
"""How often hidden tiles change places behind one beginning."""

CANDIDATES = 2
"""How many are solved and measured for each that is kept, so that they are of all difficulties."""

LEAST = 2
"""How difficult every one is at least: in an easier one there is nothing to find."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """What is asked for."""

    rules: str
    goal: Goal
    count: int
    make: Callable[[Recipe, random.Random], Iterator[Challenge]]
    """Makes positions with one beginning."""
    lacking: int = 0
    """How many tiles of the whole are exchanged for others."""


# ---- positions


def _play(rules: RuleSet, rng: random.Random, stop: Callable[[Game], bool], most: int) -> Game | None:
    """Lets computer players play until something holds when it is the player's turn; None when it never does."""
    game = Game(rules, f"challenge {rng.randrange(10**9)}")
    bots = [make_bot("medium", str(rng.randrange(10**9))) for _ in range(rules.players)]
    action = DEAL
    for _ in range(most):
        events = game.apply(action)
        for seat, bot in enumerate(bots):
            for event in events:
                bot.observe(event.seen_by(seat))
        if game.actor is None:
            return None
        if game.actor == ME and not game.steps and stop(game):
            return game
        view = game.view(game.actor)
        action = next(thought for thought in bots[game.actor].think(view) if thought is not None)
    return None


def _before_draw(turns: int) -> Callable[[Game], bool]:
    """Tells whether the player is to draw and has thrown so often."""

    def stop(game: Game) -> bool:
        assert game.hand is not None
        thrown = game.hand.piles[ME] if len(game.hand.piles) > 1 else game.hand.piles[0][::4]
        return game.hand.phase == "draw" and len(thrown) >= turns

    return stop


def _deal_again(game: Game, wanted: dict[int, list[Face]], rng: random.Random) -> bool:
    """Exchanges hidden tiles so that seats hold certain faces; False when there are not enough of them."""
    hand = game.hand
    assert hand is not None
    hidden = [*hand.stock, *(tile for player in hand.players for tile in player.rack)]
    rng.shuffle(hidden)
    racks: dict[int, list[Tile]] = {}
    for seat, faces in wanted.items():
        racks[seat] = []
        for face in faces:
            tile = next((tile for tile in hidden if hand.faces.of[tile] == face), None)
            if tile is None:
                return False
            hidden.remove(tile)
            racks[seat].append(tile)
    for seat, player in enumerate(hand.players):
        own = racks.get(seat, [])
        own += [hidden.pop() for _ in range(len(player.rack) - len(own))]
        player.rack = own
    hand.stock = hidden
    return True


def _melds(rules: RuleSet, game: Game, rng: random.Random) -> list[Face]:
    """Chooses fourteen faces that are all in runs and sets."""
    assert game.hand is not None
    there = in_play(game.hand.faces)
    sizes = rng.choice(((3, 3, 4, 4), (3, 3, 3, 5), (4, 5, 5), (3, 4, 3, 4), (6, 4, 4), (3, 3, 3, 5)))
    while True:
        found: list[Face] = []
        for size in sizes:
            if size <= len(COLOURS) and rng.random() < 0.45:
                number = rng.randrange(1, NUMBERS + 1)
                found += [make_kind(colour, number) for colour in rng.sample(range(len(COLOURS)), size)]
            else:
                low, colour = rng.randrange(1, NUMBERS - size + 2), rng.randrange(len(COLOURS))
                found += [make_kind(colour, low + step) for step in range(size)]
        if all(found.count(face) <= there[face] for face in found) and rules.run_min == 3:
            return found


def _pairs(game: Game, rng: random.Random, pairs: int) -> list[Face]:
    assert game.hand is not None
    there = in_play(game.hand.faces)
    faces = [face for face in range(len(COLOURS) * NUMBERS) if there[face] >= 2]
    return [face for face in rng.sample(faces, pairs) for _ in range(2)]


def _spoilt(faces: list[Face], lacking: int, rng: random.Random) -> list[Face]:
    """Leaves some of the faces out."""
    return rng.sample(faces, len(faces) - lacking)


def _fair(game: Game, turns: int, waiting: int | None = None) -> bool:
    """Tells whether nobody else draws an okey in the turns that count, and nobody but one seat is about to finish."""
    hand = game.hand
    assert hand is not None
    coming = hand.stock[-4 * turns :]
    if any(map(hand.faces.is_okey, coming)) or any(pile and hand.faces.is_okey(pile[-1]) for pile in hand.piles):
        return False
    for seat in range(1, game.rules.players):
        if not game.rules.table_melds:
            missing = standing(game.view(seat)).missing
            if missing == 0 or (missing == 1) is not (seat == waiting):
                return False
    return True


def _closed(recipe: Recipe, rng: random.Random) -> Iterator[Challenge]:
    """Makes racks that lack some tiles of a whole hand, and shuffles the stock."""
    rules, goal = RuleSet.parse(recipe.rules), recipe.goal
    begun = _play(rules, rng, _before_draw(rng.randrange(1, 4)), 200)
    for game in _again(begun):
        whole = _pairs(game, rng, 7) if goal.pairs else _melds(rules, game, rng)
        faces = _spoilt(whole, recipe.lacking + goal.okey, rng)
        faces += [WILD] * (goal.okey or (not goal.pairs and rng.random() < 0.25))
        if len(faces) <= rules.hand_size and _deal_again(game, {ME: faces}, rng) and _fair(game, goal.turns):
            yield Challenge(goal, position_text(game))


def _again(begun: Game | None) -> Iterator[Game]:
    """Copies a beginning, if there is one, for each deal behind it."""
    if begun is not None:
        for _ in range(DEALS):
            yield begun.copy()


def _feeding(recipe: Recipe, rng: random.Random) -> Iterator[Challenge]:
    """Makes racks whose spare tiles are what the next player waits for."""
    rules, goal = RuleSet.parse(recipe.rules), recipe.goal
    begun = _play(rules, rng, _before_draw(rng.randrange(2, 5)), 200)
    for game in _again(begun):
        assert game.hand is not None
        spoilt = _spoilt(_melds(rules, game, rng), 1, rng)
        faces = _spoilt(_melds(rules, game, rng), recipe.lacking + 1, rng)
        if not _deal_again(game, {ME: faces, 1: spoilt}, rng):
            continue
        waits = {face for face, _ in standing(game.view(1)).useful} - {WILD}
        held = {game.hand.faces.of[tile] for tile in game.hand.players[ME].rack}
        if waits & held and _fair(game, goal.turns, waiting=1):
            yield Challenge(goal, position_text(game))


def _thrown(recipe: Recipe, rng: random.Random) -> Iterator[Challenge]:
    """Makes racks after the draw that are one tile away in several ways."""
    rules = RuleSet.parse(recipe.rules)
    begun = _play(rules, rng, _before_draw(rng.randrange(1, 4)), 200)
    if begun is None or begun.view(ME).seats[ME].opened:
        return
    for game in _again(begun):
        assert game.hand is not None
        if rules.table_melds:
            faces = [game.hand.faces.of[tile] for tile in rng.sample(game.hand.players[ME].rack, rules.hand_size - 2)]
        else:
            faces = _spoilt(_melds(rules, game, rng), 1, rng)
        if not _deal_again(game, {ME: faces}, rng):
            continue
        game.apply(DRAW)
        if standing(game.view(ME)).missing == 1 and not _nearly_pairs(game) and _fair(game, 1):
            yield Challenge(recipe.goal, position_text(game))


def _nearly_pairs(game: Game) -> bool:
    """Tells whether one more tile may open with pairs: the ways of one opening alone are counted."""
    hand, rules = game.hand, game.rules
    assert hand is not None
    needed = pairs_needed(rules, hand) if rules.table_melds else 0
    return needed > 0 and len(most_pairs(hand.acting.rack, hand.faces, rules)) >= needed - 1


def _opening(recipe: Recipe, rng: random.Random) -> Iterator[Challenge]:
    """Waits until a computer player could open, or nearly; with a value the dearest opening has to be found."""
    rules, goal = RuleSet.parse(recipe.rules), recipe.goal

    def stop(game: Game) -> bool:
        hand = game.hand
        assert hand is not None
        player, phase = hand.acting, "draw" if goal.turns > 1 else "discard"
        if player.opened or player.konkan or player.eliminated or hand.phase != phase:
            return False
        points = points_needed(rules, hand)
        reached = most_points(player.rack, hand.faces, rules)[0]
        return points - 25 <= reached < points if goal.turns > 1 else reached >= points + 12 * (goal.value > 1)

    game = _play(rules, rng, stop, 400)
    if game is None or game.hand is None or not _fair(game, goal.turns):
        return
    wanted = points_needed(rules, game.hand)
    if goal.value > 1:
        wanted = most_points(game.hand.acting.rack, game.hand.faces, rules)[0]
    yield Challenge(replace(goal, value=wanted), position_text(game))


def _opening_with_pairs(recipe: Recipe, rng: random.Random) -> Iterator[Challenge]:
    """Makes racks that lack a pair or two of those to open with."""
    rules = RuleSet.parse(recipe.rules)
    begun = _play(rules, rng, _before_draw(1), 60)
    for game in _again(begun):
        assert game.hand is not None
        faces = _spoilt(_pairs(game, rng, rules.open_min_pairs), recipe.lacking, rng)
        if not game.hand.acting.opened and _deal_again(game, {ME: faces}, rng) and _fair(game, recipe.goal.turns):
            yield Challenge(replace(recipe.goal, value=rules.open_min_pairs), position_text(game))


def _laying(recipe: Recipe, rng: random.Random) -> Iterator[Challenge]:
    """Waits until a computer player that has opened may lay several tiles, or take an okey from the table."""
    rules, goal = RuleSet.parse(recipe.rules), recipe.goal
    skip = rng.randrange(3)

    def stop(game: Game) -> bool:
        nonlocal skip
        hand = game.hand
        assert hand is not None
        if not hand.acting.opened or hand.phase != "discard" or len(hand.acting.rack) < 4:
            return False
        steps, work = best_steps(rules, hand, lambda _tile: 1)
        swaps = any(step.verb == "swap" for step in steps)
        if len(steps) < 2 or (goal.okey and not swaps) or not work.exact:
            return False
        skip -= 1
        return skip < 0

    game = _play(rules, rng, stop, 500)
    if game is not None and game.hand is not None:
        left = best_steps(rules, game.hand, lambda _tile: 1)[1].left
        yield Challenge(Goal("left", 1, value=max(1, len(left) - 1)), position_text(game))


def _going_out(recipe: Recipe, rng: random.Random) -> Iterator[Challenge]:
    """Waits until a computer player that has opened holds few tiles."""
    rules, goal = RuleSet.parse(recipe.rules), recipe.goal

    def stop(game: Game) -> bool:
        hand = game.hand
        assert hand is not None
        few = 2 <= len(hand.acting.rack) <= 6 and min(len(player.rack) for player in hand.players) >= 2
        return few and bool(hand.acting.opened) and hand.phase == "draw" and len(hand.stock) > 4 * goal.turns

    game = _play(rules, rng, stop, 500)
    if game is not None and _fair(game, goal.turns):
        yield Challenge(goal, position_text(game))


def _konkan(recipe: Recipe, rng: random.Random) -> Iterator[Challenge]:
    """Makes a Konkan player's racks: a long run and four more tiles, some of which are lacking."""
    rules, goal = RuleSet.parse(recipe.rules), recipe.goal
    begun = _play(rules, rng, _before_draw(rng.randrange(1, 3)), 60)
    long, more = rules.konkan_finish
    for game in _again(begun):
        assert game.hand is not None
        if any(player.opened for player in game.hand.players):
            return
        colour, low = rng.randrange(len(COLOURS)), rng.randrange(1, NUMBERS - long + 2)
        run = [make_kind(colour, low + step) for step in range(long)]
        number = rng.randrange(1, NUMBERS - more + 2)
        if rng.random() < 0.5:
            other = [make_kind(colour, number) for colour in range(len(COLOURS))]
        else:
            second = rng.randrange(len(COLOURS))
            other = [make_kind(second, number + step) for step in range(more)]
        faces = _spoilt(run + other, recipe.lacking, rng)
        if _deal_again(game, {ME: faces}, rng) and _fair(game, goal.turns):
            game.hand.acting.konkan = game.hand.acting.moved = True  # who claims it has thrown a tile
            yield Challenge(goal, position_text(game))


CLOSED = ("gamearea", "duz+quick", "classic+quick", "elit+quick")
OPEN = ("okey101+quick", "okey51+quick", "konkan81+quick")


def recipes() -> Iterator[Recipe]:
    """Yields everything that the ladder is made of."""
    for rules in CLOSED:
        for turns, lacking, count in ((1, 1, 1), (2, 2, 2), (3, 3, 2)):
            yield Recipe(rules, Goal("finish", turns), count, _closed, lacking)
        yield Recipe(rules, Goal("ways", 1), 2, _thrown)
        yield Recipe(rules, Goal("finish", 2), 1, _feeding, 1)
        yield Recipe(rules, Goal("hold", 2, value=1), 1, _feeding, 1)
        if RuleSet.parse(rules).pairs_win != "off":
            yield Recipe(rules, Goal("finish", 1, pairs=True), 1, _closed, 1)
            yield Recipe(rules, Goal("finish", 2, pairs=True), 1, _closed, 1)
            yield Recipe(rules, Goal("finish", 3, pairs=True), 1, _closed, 2)
            yield Recipe(rules, Goal("finish", 2, okey=True), 1, _closed, 1)
            yield Recipe(rules, Goal("finish", 3, okey=True), 1, _closed, 2)
    for rules in OPEN:
        yield Recipe(rules, Goal("open", 1), 2, _opening)
        yield Recipe(rules, Goal("open", 1, value=2), 1, _opening)
        yield Recipe(rules, Goal("open", 2), 2, _opening)
        yield Recipe(rules, Goal("left", 1), 2, _laying)
        yield Recipe(rules, Goal("left", 1, okey=True), 1, _laying)
        yield Recipe(rules, Goal("finish", 2), 1, _going_out)
        yield Recipe(rules, Goal("ways", 1), 1, _thrown)
        if RuleSet.parse(rules).open_min_pairs:
            yield Recipe(rules, Goal("open", 2, pairs=True), 1, _opening_with_pairs, 1)
        if RuleSet.parse(rules).konkan:
            yield Recipe(rules, Goal("finish", 2), 1, _konkan, 1)
            yield Recipe(rules, Goal("finish", 3), 1, _konkan, 2)


# ---- measuring


def solved_by(challenge: Challenge, level: str, seed: str) -> bool:
    """Lets a computer player play a challenge and tells whether it meets the goal.

    It takes it for any hand, but when it can end the hand as asked in the turn that it is at, it does: many a hand is
    worth more later.
    """
    bot = make_bot(level, seed)
    now = begin(challenge)
    while now.verdict is None and now.game.actor == ME:
        hand = now.game.hand
        if challenge.goal.kind == "finish" and hand is not None and hand.phase == "discard" and search(now, 1):
            return True
        now.act(next(thought for thought in bot.think(now.game.view(ME)) if thought is not None))
    return now.verdict == "met"


def measured(challenge: Challenge) -> Challenge | None:
    """Adds the figures to a challenge; None when it cannot be solved, or too easily."""
    line = best_line(challenge)
    if line is None:
        return None
    blind = round(blind_bits(challenge, line), 1)
    solved = sum(solved_by(challenge, level, str(play)) for level in LEVELS for play in range(PLAYS))
    plays = len(LEVELS) * PLAYS
    figures = replace(challenge, solved=solved, plays=plays, blind=blind, line=tuple(line))
    return figures if figures.difficulty >= LEAST else None


def make(say: Callable[[str], None], only: Sequence[Recipe] | None = None, jobs: int = 1) -> tuple[Challenge, ...]:
    """Makes all challenges, in the order of the game.

    Args:
        say: hears how it goes.
        only: the recipes; all of them if left out.
        jobs: how many processes work.
    """
    wanted = tuple(recipes()) if only is None else tuple(only)
    found: list[Challenge] = []
    with ProcessPoolExecutor(jobs) as pool:
        for recipe, chosen in zip(wanted, pool.map(_follow, wanted), strict=True):
            say(f"{recipe.rules} {recipe.goal}: {', '.join(f'{c.solved}/{c.plays} {c.bits:.1f}' for c in chosen)}")
            found += chosen
    return ordered(found)


def _follow(recipe: Recipe) -> list[Challenge]:
    """Makes the challenges of a recipe, of all difficulties that came up."""
    rng = random.Random(f"{recipe.rules} {recipe.goal} {recipe.make.__name__}")
    kept: list[Challenge] = []
    made = 0
    while made < TRIES and len(kept) < CANDIDATES * recipe.count:
        made += 1
        for challenge in recipe.make(recipe, rng):
            made += 1
            if (known := measured(challenge)) is not None:
                kept.append(known)
                break  # not two with one beginning
    kept.sort(key=lambda challenge: challenge.bits)
    return [kept[(2 * at + 1) * len(kept) // (2 * recipe.count)] for at in range(min(recipe.count, len(kept)))]


def ordered(challenges: Iterable[Challenge]) -> tuple[Challenge, ...]:
    """Puts challenges in the order of the game: the easiest first, of equal ones one of every kind before a second."""
    kinds: Counter[tuple[int, str, bool, bool]] = Counter()
    found = []
    for challenge in sorted(challenges, key=lambda challenge: (challenge.bits, challenge.id)):
        kind = challenge.difficulty, challenge.goal.kind, challenge.goal.pairs, challenge.goal.okey
        found.append((challenge.difficulty, kinds[kind], challenge))
        kinds[kind] += 1
    return tuple(challenge for *_, challenge in sorted(found, key=lambda item: item[:-1]))


def problems(
    challenges: tuple[Challenge, ...], say: Callable[[int], None] = lambda _done: None, jobs: int = 1
) -> Iterator[str]:
    """Tells what is wrong with challenges: not solvable, not in order, not as difficult as written, or alike.

    Args:
        challenges: all of them, in their order.
        say: hears how many were solved again.
        jobs: how many processes work.
    """
    if challenges != ordered(challenges):
        yield "they are not in order"
    if len({challenge.id for challenge in challenges}) < len(challenges):
        yield "some challenges are the same"
    with ExitStack() as stack:
        run = map if jobs == 1 else stack.enter_context(ProcessPoolExecutor(jobs)).map
        for done, problem in enumerate(run(_problem, challenges), 1):
            say(done)
            if problem:
                yield problem


def _problem(challenge: Challenge) -> str:
    """Tells what is wrong with a challenge by itself; empty where nothing is."""
    try:
        known = measured(challenge)
    except PositionError as error:
        return f"{challenge.id}: {error}"
    if known is None:
        return f"{challenge.id}: the solver does not solve it"
    return "" if known == challenge else f"{challenge.id}: {str(known).rpartition(chr(10))[0]!r}"
