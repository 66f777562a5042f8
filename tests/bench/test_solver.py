"""The racks that the benchmark of the solver asks about."""

import sys

import pytest

from bench import solver
from okey.rules import RuleSet


@pytest.mark.parametrize("rules", ["classic", "okey101"])
def test_racks_of_play_are_whole(rules: str) -> None:
    chosen = RuleSet.parse(rules)
    racks = list(solver.racks_of_play(chosen, 30))
    assert len(racks) == 30
    assert {len(set(rack.tiles)) for rack in racks} == {chosen.hand_size + 1}
    assert racks == list(solver.racks_of_play(chosen, 30))


@pytest.mark.parametrize("okeys", [None, 0, 2])
def test_random_racks_hold_the_okeys_asked_for(okeys: int | None) -> None:
    racks = list(solver.random_racks(solver.CLOSED, 200, okeys))
    held = {sum(map(rack.faces.is_okey, rack.tiles)) for rack in racks}
    assert held == ({0, 1, 2} if okeys is None else {okeys})
    assert {len(set(rack.tiles)) for rack in racks} == {15}


@pytest.mark.skipif(sys.version_info >= (3, 13), reason="okey-solver-py is made for older Pythons")
def test_every_question_is_timed() -> None:
    figures = solver.measure(solver.WARMING)
    assert all(isinstance(figure, float) and figure >= 0 for figure in figures.values())
    for question in ("15 tiles, finish check", "22 tiles, best opening", "15 tiles, best arrangement"):
        assert any(what.startswith(question) and what.endswith(" max, us") for what in figures)
