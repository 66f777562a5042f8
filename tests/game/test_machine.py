"""Random play: what holds in every position of every match."""

import copy

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from okey.game import Action, Event, Game, Refused
from okey.game.actions import DEAL, VERBS
from okey.record import Record
from tests.support import all_tiles, make_rules, state_of

RULES = ["classic", "classic+duel", "classic+team", "classic players=3", "classic+vibrant start_points=6",
         "classic starter_may_finish_first=no finish_action=declare false_joker=wild"]  # fmt: skip


class Match(RuleBasedStateMachine):
    """Plays legal actions, and asks for illegal ones in between."""

    def __init__(self) -> None:
        super().__init__()
        self.game: Game | None = None
        self.events: list[Event] = []

    @initialize(
        rules=st.sampled_from(RULES),
        seed=st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"])),
    )
    def begin(self, rules: str, seed: str) -> None:
        self.game = Game(make_rules(rules), seed)
        self.record = Record(self.game.rules, seed, ["anybody"] * self.game.rules.players)
        self.do(DEAL)

    def do(self, action: Action) -> None:
        assert self.game is not None
        self.game.check(action, self.game.actor)
        events = self.game.apply(action, self.game.actor)
        self.events += events
        self.record.actions.append(action)
        assert all(Event.parse(str(event)) == event for event in events)
        assert Action.parse(str(action)) == action

    @precondition(lambda self: self.game is not None and self.game.phase != "over")
    @rule(choice=st.integers(0, 1000), dearly=st.booleans())
    def go_on(self, choice: int, dearly: bool) -> None:
        assert self.game is not None
        actions = list(self.game.legal_actions())
        finishes = [a for a in actions if a.verb == "finish"] if dearly else []
        self.do((finishes or actions)[choice % len(finishes or actions)])

    @precondition(lambda self: self.game is not None and self.game.phase in ("draw", "discard"))
    @rule(turns=st.integers(1, 20))
    def turns_pass(self, turns: int) -> None:
        assert self.game is not None
        for _ in range(2 * turns):
            if self.game.phase in ("draw", "discard"):
                self.do(next(self.game.legal_actions()))

    @precondition(lambda self: self.game is not None)
    @rule(verb=st.sampled_from(list(VERBS)), tile=st.integers(0, 105), seat=st.none() | st.integers(0, 3))
    def ask_for_anything(self, verb: str, tile: int, seat: int | None) -> None:
        assert self.game is not None
        action = Action(verb, (tile,) * VERBS[verb])
        legal = action in list(self.game.legal_actions()) and (
            seat in (None, self.game.actor) or action == DEAL
        )
        before = state_of(self.game)
        try:
            self.game.check(action, seat)
        except Refused:
            assert not legal
            try:
                self.game.apply(action, seat)
            except Refused:
                pass
            else:
                raise AssertionError("check refuses what apply does")
        else:
            assert legal
        assert state_of(self.game) == before

    @invariant()
    def there_are_106_tiles(self) -> None:
        if self.game is not None and self.game.hand_number:
            assert sorted(all_tiles(self.game)) == list(range(106))

    @invariant()
    def exactly_one_is_to_act(self) -> None:
        if self.game is None:
            return
        assert (self.game.actor is None) == (self.game.phase in ("deal", "over"))
        able = [
            s
            for s in range(self.game.rules.players)
            if any(a != DEAL for a in self.game.view(s).legal_actions())
        ]
        assert able == ([] if self.game.actor is None else [self.game.actor])

    @invariant()
    def something_can_be_done_until_the_end(self) -> None:
        if self.game is not None:
            actions = list(self.game.legal_actions())
            assert bool(actions) == (self.game.phase != "over")
            assert len(set(actions)) == len(actions)

    @invariant()
    def racks_have_their_sizes(self) -> None:
        if self.game is not None and self.game.actor is not None:
            for seat, rack in enumerate(self.game.racks):
                assert len(rack) == 14 + (seat == self.game.actor and self.game.phase == "discard")

    def teardown(self) -> None:
        if self.game is None:
            return
        replayed: list[Event] = []
        again = Record.parse(self.record.write()).replay(lambda _, events: replayed.extend(events))
        assert replayed == self.events
        assert state_of(again) == state_of(self.game)
        assert state_of(copy.deepcopy(again)) == state_of(self.game)


Match.TestCase.settings = settings(max_examples=60, stateful_step_count=40)
TestMatch = Match.TestCase
