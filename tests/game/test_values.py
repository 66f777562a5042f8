"""Actions and events: their text forms are exact round trips."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from okey.game import Action, ActionError, Event, EventError, Refused
from okey.game.actions import (
    DEAL,
    DRAW,
    TAKE,
    VERBS,
    End,
    add_to,
    discard,
    finish,
    lay,
    open_with,
    show,
    swap,
    take,
)
from okey.game.events import KINDS_OF_EVENT
from okey.melds import MeldType
from okey.tiles import TILES, parse_tile, parse_tiles

TILE = st.integers(0, TILES - 1)
TYPES: tuple[MeldType, ...] = ("run", "set", "pair")
ENDS: tuple[End, ...] = ("low", "high")
LAID = st.tuples(st.sampled_from(TYPES), st.lists(TILE, min_size=1, max_size=13).map(tuple))


@st.composite
def actions(draw: st.DrawFn) -> Action:
    verb = draw(st.sampled_from(list(VERBS)))
    form = VERBS[verb]
    least, most = {"none": (0, 0), "one": (1, 1), "maybe": (0, 1)}[form.tile]
    return Action(
        verb,
        tuple(draw(st.lists(TILE, min_size=least, max_size=most))),
        tuple(draw(st.lists(LAID, min_size=min(form.melds, 1), max_size=min(form.melds, 4)))),
        draw(st.integers(0, 40)) if form.target else None,
        draw(st.sampled_from(ENDS)) if form.end else None,
    )


EVENTS = st.builds(
    Event,
    st.sampled_from(list(KINDS_OF_EVENT)),
    st.none() | st.integers(0, 3),
    st.lists(TILE, max_size=3).map(tuple),
    st.lists(st.integers(-500, 500), max_size=4).map(tuple),
    st.sampled_from(["", "run", "set", "low", "okey_discard"]),
)


@given(actions())
def test_an_action_reads_back(action: Action) -> None:
    assert Action.parse(str(action)) == action


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (DEAL, "deal"),
        (DRAW, "draw"),
        (TAKE, "take"),
        (show(parse_tile("B9'")), "show B9'"),
        (discard(parse_tile("R5")), "discard R5"),
        (finish(parse_tile("*'")), "finish *'"),
        (take(parse_tile("K13")), "take K13"),
        (lay("pair", (0, 1)), "lay pair R1 R1'"),
        (open_with((("run", (0, 2, 4)), ("set", (0, 26, 52)))), "open run R1 R2 R3 / set R1 Y1 B1"),
        (add_to(parse_tile("R5"), 3, "high"), "add R5 3 high"),
        (swap(parse_tile("R5"), 12), "swap R5 12"),
    ],
)
def test_the_text_of_an_action(action: Action, text: str) -> None:
    assert str(action) == text
    assert Action.parse(text) == action


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "pass",
        "Draw",
        "draw R5",
        "discard",
        "discard R5 R6",
        "discard R99",
        "discard R5''",
        "finish",
        "show x",
        "deal deal",
        "x" * 100_000,
        "discard " + "R5 " * 100_000,
    ],
)
def test_a_text_that_is_no_action(text: str) -> None:
    with pytest.raises(ActionError) as caught:
        Action.parse(text)
    assert len(str(caught.value)) < 150


@pytest.mark.parametrize(
    ("verb", "tiles"),
    [
        ("pass", ()),
        ("draw", (1,)),
        ("discard", ()),
        ("discard", (1, 2)),
        ("discard", (106,)),
        ("finish", (-1,)),
    ],
)
def test_an_action_that_cannot_be(verb: str, tiles: tuple[int, ...]) -> None:
    with pytest.raises(ActionError, match="names something else"):
        Action(verb, tiles)


def test_an_action_names_no_more_tiles_than_there_are() -> None:
    most = Action("open", melds=(*[("run", (0,))] * 10, ("run", (0,) * 96)))
    assert Action.parse(str(most)) == most
    with pytest.raises(ActionError, match="names something else"):
        Action("open", melds=(("run", (0,) * 107),))
    for text in (f"{most} R1", "open run" + " R1" * 300_000, "discard R1" + " " * 300_000 + "x " * 300):
        with pytest.raises(ActionError) as caught:
            Action.parse(text)
        assert len(str(caught.value)) < 150


@given(EVENTS)
def test_an_event_reads_back(event: Event) -> None:
    assert Event.parse(str(event)) == event


@pytest.mark.parametrize(
    "text",
    [
        "",
        "drew",
        "flew 1",
        "drew x",
        "drew 1 R99",
        "hand_ended 1 : x",
        "hand_ended 1 : 1 x",
        "x" * 100_000,
        "drew 1 " + "R99 " * 100_000,
    ],
)
def test_a_text_that_is_no_event(text: str) -> None:
    with pytest.raises(EventError) as caught:
        Event.parse(text)
    assert len(str(caught.value)) < 250


OWN = ("drew", "failed")


@pytest.mark.parametrize("kind", OWN)
def test_tiles_of_the_rack_are_seen_by_their_seat_only(kind: str) -> None:
    event = Event(kind, 1, (5,), (1, 2))
    assert event.seen_by(1) == event
    for other in (0, 2, 3, None):
        assert event.seen_by(other) == Event(kind, 1, (), (1, 2))


@pytest.mark.parametrize("kind", [kind for kind in KINDS_OF_EVENT if kind not in OWN])
def test_all_else_is_seen_by_all(kind: str) -> None:
    event = Event(kind, 1, (5,), (1, 2))
    assert all(event.seen_by(seat) == event for seat in (0, 1, 2, 3, None))


def test_a_refusal_tells_its_tiles_and_figures() -> None:
    refused = Refused("open_points", parse_tiles("R1 R2 R3"), (6, 101))
    assert str(refused) == "the melds count too few points to open: R1 R2 R3: 6 of 101"
    assert str(Refused("draw_first")) == "a tile has to be drawn or taken first"
    with pytest.raises(KeyError):
        Refused("no such reason")
