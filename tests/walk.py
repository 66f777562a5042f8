"""A seeded walker that plays any rule set, and what has to hold at every step of its way.

It plays legal actions by chance, but likes to open, lay and finish, and keeps tiles that have neighbours: so everything
that can happen does happen now and then.  It is no bot: it sees the legal actions and the actor's rack.
"""

import dataclasses
import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice

from okey.game import Action, Event, Game, Refused
from okey.game.actions import DEAL, VERBS, End
from okey.game.state import Hand
from okey.melds import MeldType
from okey.position import parse_position, position_text
from okey.presets import OVERLAYS, PRESETS
from okey.record import Record
from okey.rules import OPTIONS, RulesError, RuleSet, Value
from okey.tiles import KINDS, TILE_NAMES, TILES, WILD, Faces, Tile, colour_of, number_of

LOOKED_AT = 120
"""How many legal actions the walker looks at; there may be very many openings."""
STEPS = ("open", "lay", "add", "swap")
EAGER = {"finish": 0.95, "open": 0.6, "lay": 0.6, "swap": 0.7, "add": 0.5, "show": 0.6}
"""How likely the walker does what it can do of these, asked in this order."""
SELDOM = ("undo", "pairs", "back")

THREE = [f"{preset} players=3" + (" teams=none" if "konkan81" in preset else "") for preset in PRESETS]


def combinations() -> list[str]:
    """Lists every preset, every valid preset with an overlay, some with two, and three players of each."""
    names = [*PRESETS, *THREE, "okey101+team+katlamali", "okey51+duel+vibrant", "classic+team+vibrant", "duz+team"]
    for preset in PRESETS:
        for overlay in OVERLAYS:
            try:
                RuleSet.parse(f"{preset}+{overlay}")
            except RulesError as error:
                assert len(error.options) == 2  # noqa: PT017
            else:
                names.append(f"{preset}+{overlay}")
    return list(dict.fromkeys(names))


def random_rules(rng: random.Random, most: int = 8) -> RuleSet:
    """Makes a valid rule set of a preset, perhaps an overlay, and some options changed by chance."""
    while True:
        name = rng.choice([*PRESETS, *(c for c in combinations() if " " not in c)])
        settings = {option: random_value(rng, option) for option in rng.sample(list(OPTIONS), rng.randint(1, most))}
        try:
            return RuleSet.parse(name, settings)
        except RulesError as error:
            assert len(error.options) == 2, (str(error), settings)  # noqa: PT017
            assert all(option in str(error) for option in error.options)  # noqa: PT017


def random_value(rng: random.Random, name: str) -> Value:
    option = OPTIONS[name]
    values = list(option.values)
    if option.is_list:
        if name == "konkan_finish":
            return tuple(rng.sample(values, 2))  # type: ignore[arg-type]
        return tuple(rng.sample(values, rng.randint(1, min(3, len(values)))))  # type: ignore[arg-type]
    return rng.choice(values if rng.random() < 0.8 else values[:3])


# ---- walking


def choose(game: Game, rng: random.Random) -> Action:
    """Chooses one of the legal actions."""
    actions = list(islice(game.legal_actions(), LOOKED_AT))
    by_verb: dict[str, list[Action]] = {}
    for action in actions:
        by_verb.setdefault(action.verb, []).append(action)
    hand = game.hand
    owed = hand is not None and hand.turn.taken in hand.acting.rack and "discard" not in by_verb
    for verb, likely in EAGER.items():
        if verb in by_verb and rng.random() < likely:
            # a taken tile that has to be laid comes first
            taken = [a for a in by_verb[verb] if owed and hand is not None and names_tile(a, hand.turn.taken)]
            if taken or not owed or verb == "open":
                return rng.choice(taken or by_verb[verb])
    if owed and "back" in by_verb:
        return by_verb["back"][0]
    seldom = [verb for verb in SELDOM if verb in by_verb]
    if seldom and (len(seldom) == len(by_verb) or rng.random() < 0.06):
        return rng.choice(by_verb[rng.choice(seldom)])
    if "take" in by_verb and hand is not None:
        taken = rng.choice(by_verb["take"])
        offered = taken.tiles or game.view(game.actor).takeable()
        liked = neighbours(offered[0], hand.acting.rack, hand.faces) >= 3
        return taken if rng.random() < (0.9 if liked else 0.25) else by_verb["draw"][0]
    if "discard" in by_verb and hand is not None and rng.random() < 0.9:
        rack = hand.acting.rack
        return min(by_verb["discard"], key=lambda a: (neighbours(a.tiles[0], rack, hand.faces), rng.random()))
    return rng.choice(actions)


def names_tile(action: Action, tile: Tile | None) -> bool:
    return tile in action.tiles or any(tile in tiles for _, tiles in action.melds)


def neighbours(tile: Tile, rack: list[Tile], faces: Faces) -> int:
    """Counts the tiles of a rack that a tile could be in a meld with; an okey is kept whatever comes."""
    face = faces.of[tile]
    if face == WILD:
        return 99
    others = {faces.of[t] for t in rack}
    near, same = len(others & NEAR[face]), len(others & SAME[face])
    return 2 * near + 2 * same - (near == 1) - (same == 1)


SAME = [{f for f in range(KINDS) if number_of(f) == number_of(face) and f != face} for face in range(KINDS)]
NEAR = [
    {f for f in range(KINDS) if colour_of(f) == colour_of(face) and 1 <= abs(number_of(f) - number_of(face)) <= 2}
    for face in range(KINDS)
]
"""The faces that another may be in a set or in a run with, each but itself."""


def walk(game: Game, rng: random.Random, most: int) -> Iterator[tuple[Action, list[Event]]]:
    """Plays chosen actions until the match ends or there were enough."""
    for _ in range(most):
        if game.phase == "over":
            return
        action = choose(game, rng)
        yield action, game.apply(action)


def junk(game: Game, rng: random.Random) -> Action:
    """Makes an action of any kind, mostly of tiles that the actor holds; it may be legal by chance."""
    rack = game.hand.acting.rack if game.hand is not None else []

    def tile() -> Tile:
        return rng.choice(rack) if rack and rng.random() < 0.8 else rng.randrange(TILES)

    verb = rng.choice([verb for verb in VERBS if verb != "timeout"])  # that is the table's to ask for
    form = VERBS[verb]
    types: tuple[MeldType, ...] = ("run", "set", "pair")
    ends: tuple[End, ...] = ("low", "high")
    count = {"none": 0, "one": 1, "maybe": rng.randint(0, 1)}[form.tile]
    return Action(
        verb,
        tiles=tuple(tile() for _ in range(count)),
        melds=tuple(
            (rng.choice(types), tuple(tile() for _ in range(rng.randint(1, 5))))
            for _ in range(rng.randint(1, form.melds) if form.melds else 0)
        ),
        meld=rng.randint(0, 6) if form.target else None,
        end=rng.choice(ends) if form.end else None,
    )


# ---- checking


def tiles_of(game: Game) -> list[Tile]:
    """Lists every tile of the hand on the table, wherever it is."""
    hand = game.hand
    if hand is None:
        return []
    tiles = [hand.indicator, *hand.stock]
    for part in (*hand.piles, *(player.rack for player in hand.players), *(meld.meld.tiles for meld in hand.melds)):
        tiles += part
    if game.result is not None and game.result.tile is not None:
        tiles.append(game.result.tile)
    return tiles


def hidden_from(game: Game, seat: int | None) -> list[Tile]:
    """Lists the tiles that nobody but others (or nobody) may know the place of; a tile that was seen is not hidden."""
    hand = game.hand
    assert hand is not None
    hidden = set(hand.stock)
    whole: set[int] = set()
    if seat is not None:
        whole = set(range(len(hand.piles))) if hand.players[seat].declared and reveals(game) else set()
        if len(hand.piles) > 1:
            whole |= {seat, (seat - 1) % game.rules.players}
    for index, pile in enumerate(hand.piles):
        if index not in whole:
            hidden |= set(pile[:-1])
    known = {hand.indicator ^ 1} if hand.shown_by is not None else set()
    for index, player in enumerate(hand.players):
        known |= set(player.cheap)
        if index != seat and game.result is None:
            hidden |= set(player.rack)
    if hand.turn.taken is not None:
        known.add(hand.turn.taken)
    return sorted(hidden - known)


def reveals(game: Game) -> bool:
    return game.rules.cifte_declare == "reveals_discards"


def exchanged(game: Game, first: Tile, second: Tile) -> Game:
    """Copies a match with two tiles in each other's place, by its text."""
    names = {TILE_NAMES[first]: TILE_NAMES[second], TILE_NAMES[second]: TILE_NAMES[first]}
    fields = []
    for field in position_text(game).split("; "):
        if field.startswith(("stock", "seat", "pile", "turn")):
            words = field.split(" ")
            words = [names.get(word, word) for word in words]
            words = [f"drew={names.get(w[5:], w[5:])}" if w.startswith("drew=") else w for w in words]
            fields.append(" ".join(words))
        else:
            fields.append(field)
    return parse_position("; ".join(fields))


def unfolded(value: object) -> object:
    """Unfolds all that a view holds, and refuses what it has no business with: games, hands, racks that are lists."""
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, tuple):
        return tuple(unfolded(member) for member in value)
    if isinstance(value, Faces):
        return (value.indicator, value.okey, value.false_joker, value.of)
    if isinstance(value, RuleSet):
        return str(value)
    assert dataclasses.is_dataclass(value), f"a view holds a {type(value).__name__}"
    assert not isinstance(value, Hand)
    assert not hasattr(value, "__dict__"), f"{type(value).__name__} may hold anything"
    return tuple((field.name, unfolded(getattr(value, field.name))) for field in dataclasses.fields(value))


class Checked:
    """A match, checked at every step.

    Args:
        rules: the rules to play by.
        seed: of the match and of the walk.
        heavy: how likely a step is followed by each of the slower checks.
    """

    def __init__(self, rules: RuleSet, seed: str, heavy: float = 0.1) -> None:
        self.game = Game(rules, seed)
        self.rng = random.Random(f"walk {seed}")
        self.heavy = heavy
        self.record = Record(rules, seed, ["anybody"] * rules.players)
        self.events: list[Event] = []
        self.verbs: Counter[str] = Counter()
        self.tried = self.game
        """A copy to try actions on."""
        self.text = position_text(self.game)
        self.again = parse_position(self.text)
        """The match read from its position."""
        self.before: list[str] | None = []
        """The positions before each step of this turn; None when something else was done in between."""

    def walk(self, most: int) -> int:
        """Plays on; gives the number of actions done."""
        done = 0
        while done < most and self.game.phase != "over":
            if self.rng.random() < 0.2:
                done += self.ask(junk(self.game, self.rng))
                continue
            action = choose(self.game, self.rng)
            assert self.ask(action, legal=True)
            done += 1
        self.replay()
        return done

    def ask(self, action: Action, *, legal: bool = False) -> bool:
        """Asks for an action in the match and in its copy, read from text; tells whether it was done.

        That the copy is written as the text it was read from is for ``parse_position`` to check.
        """
        game, again = self.game, self.again
        seat = game.actor
        assert Action.parse(str(action)) == action
        if seat is not None and self.rng.random() < 0.05:
            self._ask_out_of_turn(action)
        try:
            events = game.apply(action, seat)
        except Refused as refused:
            assert not legal, f"{action}: {refused}"  # noqa: PT017
            self._still_refused(action, refused)
            return False
        assert again.apply(action, seat) == events
        assert vars(again) == vars(game), f"{action}: goes on otherwise in the position read back"
        self._note(action, events, position_text(game))
        self.again = parse_position(self.text)
        assert vars(self.again) == vars(game), f"{action}: something is not in the position"
        self._check(action)
        return True

    def _still_refused(self, action: Action, refused: Refused) -> None:
        assert vars(self.game) == vars(self.again), f"{action} was refused and changed something"
        try:
            self.again.apply(action)
        except Refused as other:
            assert vars(other) == vars(refused)  # noqa: PT017
        else:
            raise AssertionError(f"{action}: refused but in the position read back")
        assert vars(self.game) == vars(self.again), f"{action} was refused and changed something in the copy"

    def _ask_out_of_turn(self, action: Action) -> None:
        assert self.game.actor is not None
        other = (self.game.actor + 1) % self.game.rules.players
        try:
            self.game.apply(action, other)
        except Refused as refused:
            assert refused.reason in ("hand_running", "not_your_turn")  # noqa: PT017
        else:
            raise AssertionError(f"{action} out of turn")
        assert vars(self.game) == vars(self.again)

    def _note(self, action: Action, events: list[Event], text: str) -> None:
        self.record.actions.append(action)
        self.events += events
        self.verbs[action.verb] += 1
        self.verbs.update(f"event {event.kind}" for event in events)
        for event in events:
            assert Event.parse(str(event)) == event
        if action.verb == "undo":
            if self.before:
                assert text == self.before.pop(), "undo restores another position"
        elif action.verb in STEPS and not any(event.kind == "failed" for event in events):
            if self.before is not None:
                self.before.append(self.text)
        elif self.game.steps:
            self.before = None  # declared or shown between steps: that stays
        else:
            self.before = []
        self.text = text

    def _check(self, action: Action) -> None:
        game, rng = self.game, self.rng
        assert sorted(tiles_of(game)) == list(range(TILES))
        assert (game.actor is None) == (game.phase in ("deal", "over"))
        first = next(game.legal_actions(), None)
        assert (first is None) == (game.phase == "over"), f"nothing can be done after {action}"
        if rng.random() < self.heavy:
            self.check_seats()
        if rng.random() < self.heavy:
            self.check_views()
        if rng.random() < self.heavy:
            self.check_actions()

    def check_seats(self) -> None:
        """Checks that exactly one seat is to act, or the table deals."""
        game = self.game
        able = [s for s in range(game.rules.players) if next(game.view(s).legal_actions(), DEAL) != DEAL]
        assert able == ([] if game.actor is None else [game.actor])
        assert next(game.view(None).legal_actions(), None) == (DEAL if game.phase == "deal" else None)

    def check_views(self) -> None:
        """Checks that nobody can tell this match from one that differs only in what is hidden."""
        game = self.game
        for seat in (None, *range(game.rules.players)):
            hidden = hidden_from(game, seat)
            if len(hidden) < 2:
                continue
            other = exchanged(game, *self.rng.sample(hidden, 2))
            view, same = game.view(seat), other.view(seat)
            assert view == same
            assert unfolded(view) == unfolded(same)
            for left, right in zip(
                islice(view.legal_actions(), LOOKED_AT), islice(same.legal_actions(), LOOKED_AT), strict=True
            ):
                assert left == right

    def check_actions(self) -> None:
        """Checks that the legal actions are those that are accepted, as far as all can be tried."""
        game, hand = self.game, self.game.hand
        if hand is None or game.actor is None:
            return
        legal = list(islice(game.legal_actions(), 2000))
        assert len(set(legal)) == len(legal)
        complete = len(legal) < 2000
        text = position_text(game)
        tried = [Action(verb) for verb in ("draw", "back", "undo", "pairs")]
        tried += [Action(verb, (t,)) for verb in ("discard", "finish") for t in hand.acting.rack]
        tried += [Action("take", (pile[-1],)) for pile in hand.piles if pile]
        tried += [Action("show", (hand.indicator ^ 1,))]
        for tile in hand.acting.rack:
            for meld in range(len(hand.melds)):
                tried += [Action("add", (tile,), meld=meld, end="low"), Action("add", (tile,), meld=meld, end="high")]
                tried.append(Action("swap", (tile,), meld=meld))
        self.tried = game.copy()
        for action in tried:
            done = self._accepted(action)
            # a set takes a tile at either end, and is offered it at one
            low_of_set = action.meld is not None and action.end == "low" and hand.melds[action.meld].meld.type == "set"
            if action in legal:
                assert done, f"{action} is offered and refused"
            elif complete and not low_of_set:
                assert not done, f"{action} is accepted and not offered"
        assert vars(self.tried) == vars(game), "a refusal changed something"
        for action in self.rng.sample(legal, min(10, len(legal))):
            game.check(action, game.actor)
        assert position_text(game) == text, "checking changed something"

    def _accepted(self, action: Action) -> bool:
        """Tells whether an action does what it says: a wrong finish or a take thrown back does something else."""
        try:
            events = self.tried.apply(action)
        except Refused:
            return False
        self.tried = self.game.copy()
        return events[0].kind not in ("failed", *(["gave_back"] if action.verb == "discard" else []))

    def replay(self) -> None:
        """Checks that the record, as text, gives the same events and the same end."""
        replayed: list[Event] = []
        again = Record.parse(self.record.write()).replay(lambda _, events: replayed.extend(events))
        assert replayed == self.events
        assert position_text(again) == self.text


def walk_checked(rules: RuleSet, seed: str, actions: int, chunk: int = 1500, heavy: float = 0.1) -> Counter[str]:
    """Plays matches one after the other until so many actions were done; gives how often each verb and event came."""
    total: Counter[str] = Counter()
    done = match = 0
    while done < actions:
        checked = Checked(rules, f"{seed} {match}", heavy)
        try:
            done += checked.walk(min(chunk, actions - done))
        except AssertionError as error:
            raise AssertionError(f"{rules}, seed {seed} {match}: {error}\n{checked.text}") from error
        except Exception as error:
            raise RuntimeError(f"{rules}, seed {seed} {match}: {error!r}\n{checked.text}") from error
        total += checked.verbs
        match += 1
    return total
