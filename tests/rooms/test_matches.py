"""Whole matches of every game over the network in memory: all know the same end, and every deal is proved."""

import pytest

from okey.game import View
from okey.presets import OVERLAYS, PRESETS
from okey.rules import RulesError, RuleSet
from tests.rooms.network import Network

NAMES = ("Bora", "Cem", "Deniz")
LONG = {"elit"}
"""Games whose matches, played by chance, take dozens of seconds."""


def brief(preset: str) -> str:
    """Names the shortest match of a game; void hands count, since who plays by chance seldom finishes."""
    for change in ("+short start_points=2", "+quick cancelled_hand_counts=yes", "+quick"):
        try:
            return str(RuleSet.parse(f"{preset}{change}"))
        except (RulesError, KeyError):
            continue
    return preset


def test_there_are_short_matches() -> None:
    assert {"short", "quick"} <= OVERLAYS.keys()


@pytest.mark.parametrize("preset", [pytest.param(p, marks=[pytest.mark.long] * (p in LONG)) for p in PRESETS])
def test_a_match_to_its_end(preset: str) -> None:
    net = Network(f"match {preset}", pace=0.01, think=0.01)
    host = net.create(brief(preset))
    players = RuleSet.parse(brief(preset)).players
    for name in NAMES[: players - 1]:
        net.add(name)
    net.settle()
    watcher = net.add("Ece")
    net.settle()
    net.start()
    shown: list[View] = []

    def over() -> bool:
        view = watcher.view()
        if view is not None:
            shown.append(view)
        return host.lobby is not None and host.lobby.stage == "over"

    net.run(net.now + 5_000, over)
    net.settle()
    assert not net.faults()
    members = [node.member for node in net.nodes.values()]
    assert all(m.follower is not None and m.follower.verified and m.follower.game.winners for m in members)
    assert len({m.follower.game.scores for m in members if m.follower is not None}) == 1
    assert len({m.follower.common[-1] for m in members if m.follower is not None}) == 1
    assert {(view.seat, view.rack) for view in shown} == {(None, ())}, "who watches has seen a rack"
    hands = sum(news.kind == "verified" for news in net.nodes[1].news)
    assert host.follower is not None
    assert hands == host.follower.hand
