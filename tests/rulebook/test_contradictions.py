"""Section 8 of the rules: contradictions and how they are resolved."""

from okey.game import Game
from tests.rulebook.desk import (
    LOOSE,
    PERFECT,
    PLAIN,
    countdown,
    discards,
    hand_of,
    identity,
    kinds,
    meld,
    opening,
    play,
    refused,
    rules_of,
    scores,
    table,
    to_end_of_stock,
    wins,
)

PRESETS = ("gamearea", "konkan81", "duz", "classic", "elit")
SERIES = {"opened": "series", "opened_with": 81}
MIXED = "R1 R2 R3 Y4 Y5 Y6 B7 B8 B9 B10 K2 K2 K9 K9"


def dealt(rules: str) -> Game:
    game = Game(rules_of(rules), "x")
    play(game, "deal")
    return game


def test_c01() -> None:
    assert [identity("R4", rules)[1] for rules in ("elit", "elit+elit_app", "elit+elit_literal")] == [
        "R5",
        "R4",
        "wild",
    ]


def test_c02() -> None:
    assert sorted(dealt("elit").view(None).rack_sizes) == [14, 14, 14, 15]


def test_c03() -> None:
    assert meld("pair", "R7 B7", "elit") == "not_a_pair: R7 B7"
    assert meld("pair", "R7 B7", "elit", pair_rule="same_number_diff_colour") == 14


def test_c04() -> None:
    assert wins(MIXED, "elit", "K5") == []
    assert wins(MIXED, "elit", "K5", pairs_win="mixed") == ["melds"]


def test_c05() -> None:
    for take_from, found in (("previous", "R9"), ("any_player", "K9 R9")):
        game = table("elit", drawn=False, pile="R9", piles={1: "K9"}, indicator="B8", options={"take_from": take_from})
        assert kinds(game.view(0).takeable()) == found


def test_c06() -> None:
    found = set()
    for seed in range(120):
        game = Game(rules_of("elit"), str(seed))
        play(game, "deal")
        found.add(kinds([hand_of(game).indicator]))
    assert len(found) > 40
    assert "*" not in found


def test_c07() -> None:
    game = dealt("elit")
    faces = hand_of(game).faces
    assert faces.indicator != faces.okey
    assert not faces.is_okey(hand_of(game).indicator)


def test_c08() -> None:
    assert rules_of("elit+duel").players == 2
    assert {Game(rules_of("elit+duel"), str(seed)).dealer for seed in range(30)} == {0, 1}


def test_c10() -> None:
    assert discards("R2 R3 R4 B7 B8 B9 R12 B12 K12 K5 K6 K7 Y1 R5", "gamearea", "K1") == set()
    assert discards("R2 R3 R4 B7 B8 B9 R12 B12 K12 K5 K6 K7 K8 Y1 R5", "gamearea", "K1") == {"Y1"}


def test_c11() -> None:
    game = table("gamearea", {0: PLAIN + " Y13"}, indicator="Y8")
    assert play(game.copy(), "finish Y13")[0] == "finished 0 Y13"
    assert play(game, "discard Y13")[0] == "finished 0 Y13"


def test_c12() -> None:
    seats = ["closed", "closed R5 R6 R7 B13"]
    assert scores("gamearea", seats, indicator="B9", winner=0) == [0, 31]
    assert scores("gamearea", seats, indicator="B9", winner=0, options={"leftover_scope": "deadwood"}) == [
        0,
        13,
    ]


def test_c13() -> None:
    assert wins(PLAIN.replace("K10", "Y9"), "gamearea", "Y8") == ["melds"]
    assert wins(PLAIN.replace("K10", "*"), "gamearea", "Y8") == []


def test_c14() -> None:
    run = "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10"
    assert str(meld("run", run, "konkan81", origin="hand")).startswith("too_long")
    game = table("konkan81", {0: f"{run} B7 Y7 K7 R7 Y13"}, indicator="K11", seats={0: {"konkan": True}})
    assert play(game, f"open run {run} / set B7 Y7 K7 R7")[0].startswith("opened 0")


def test_c15() -> None:
    game = dealt("konkan81")
    assert game.starter == (game.dealer + 1) % 4
    game = table("konkan81", {2: "Y1"}, actor=2, indicator="K3", seats={2: SERIES})
    play(game, "discard Y1", "deal")
    assert game.starter == 2


def test_c16() -> None:
    seats = ["konkan", "eliminated", "unopened", "opened R5 B8"]
    assert scores("konkan81", seats, indicator="K3", winner=0, konkan_win=True) == [0, 200, 0, 26]


def test_c17() -> None:
    melds = "run R11 R12 R13 / set B9 Y9 K9 / run K5 K6 K7"
    contexts: list[dict[str, object]] = [{}, {"opponents_best": 95}, {"partner_opened": True}]
    assert [opening(melds, context=context)[1] for context in contexts] == [81, 95, 61]


def test_c18() -> None:
    game = table("konkan81", {0: "R8 R4 +13"}, indicator="K3", melds=["1 run R5 R6 R7"], seats={0: {"konkan": True}})
    play(game, "add R8 0 high")
    assert refused(game, "add R4 0 low") == "add_once: R4"


def test_c19() -> None:
    game = table("konkan81", {0: "Y1 +13"}, indicator="K3", drawn=False, pile="B2", seats={3: {"konkan": True}})
    assert play(game, "take", "discard Y1")[1:] == ["konkan 0"]


def test_c20() -> None:
    assert len(play(table("duz", {0: LOOSE + " B10"}), "discard B10")) == 2
    assert countdown("duz", 20, {"winner": 0, "shape": "melds", "okey": True}) == [20, 16, 16, 16]


def test_c21() -> None:
    hand = {"winner": 0, "shape": "pairs", "okey": True}
    assert countdown("duz", 20, hand)[1] == 12
    assert countdown("duz", 20, hand, loss_pairs_okey=4)[1] == 16


def test_c22() -> None:
    game = table("duz", {0: LOOSE + " B9"}, first=True)
    assert refused(game, "show R1") == "show_other_tile: R1"
    assert play(game, "show B9") == ["showed 0 B9"]


def test_c23() -> None:
    for allowed in (True, False):
        game = table(racks={0: PERFECT + " R13"}, first=True, options={"starter_may_finish_first": allowed})
        assert play(game, "discard R13")[0] == ("finished 0 R13" if allowed else "discarded 0 R13")


def test_c30() -> None:
    games = [dealt(rules) for rules in PRESETS]
    assert [(game.starter - game.dealer) % 4 for game in games] == [0, 1, 1, 1, 1]


def test_c31() -> None:
    assert [rules_of(rules).direction for rules in PRESETS] == ["ccw", "cw", "ccw", "ccw", "ccw"]


def test_c32() -> None:
    assert [isinstance(meld("run", "R12 R13 R1", rules), int) for rules in PRESETS] == [
        False,
        False,
        True,
        True,
        True,
    ]


def test_c33() -> None:
    hand = "R3 R3 K11 K11 B1 B1 Y5 Y5 R9 R9 B12 B12 K2 K2"
    assert [wins(hand, rules, "Y8") for rules in PRESETS] == [[], [], ["pairs"], ["pairs"], ["pairs"]]


def test_c34() -> None:
    actors = []
    for rules in PRESETS:
        game = table(rules, drawn=False, pile="R9")
        play(game, "take", "discard R9")
        actors.append(game.actor)
    assert actors == [1, 0, 1, 1, 1]


def test_c35() -> None:
    events = [play(table(rules, {0: LOOSE + " B10"}), "discard B10")[1:] for rules in PRESETS]
    assert events == [[], [], ["penalty 0 okey_discard : 2"], [], []]


def test_c36() -> None:
    for rules in ("gamearea", "classic", "elit"):
        assert refused(table(rules, {0: LOOSE + " R13"}), "finish R13").startswith("not_finished")
    assert play(table("duz", {0: LOOSE + " R13"}), "finish R13")[0].startswith("failed 0 not_finished ")


def test_c37() -> None:
    found = []
    for rules in PRESETS:
        game = table(rules, {0: LOOSE + " B9"}, first=True)
        if not game.view(0).may_show:
            found.append("off")
            continue
        start = game.scores
        play(game, "show B9")
        found.append("hand_end" if game.scores == start else "at_once")
    assert found == ["off", "off", "at_once", "hand_end", "off"]


def test_c38() -> None:
    hand = {"winner": 0, "shape": "pairs", "okey": True}
    assert [countdown(rules, 20, hand)[1] for rules in ("duz", "classic", "elit")] == [12, 12, 12]


def test_c39() -> None:
    found = []
    for rules in PRESETS:
        game = table(rules, drawn=False, stock=1)
        if rules_of(rules).indicator_settled == "hand_end":
            hand_of(game).shown_by = 0
        found.append(to_end_of_stock(game))
    assert [events[-1].split(" : ")[0] for events in found[2:]] == ["hand_ended -"] * 3
    assert [events[-1].split(" : ")[1] for events in found[2:]] == [
        "20 20 20 20",
        "20 19 19 19",
        "20 20 20 20",
    ]
    assert found[0][-2] == "hand_ended - : 0 0 0 0"
    assert any(event.startswith("reshuffled") for event in found[1])


def test_c40() -> None:
    models = [rules_of(rules).score_model for rules in PRESETS]
    assert models == ["leftover", "konkan", "countdown", "countdown", "countdown"]
    assert [Game(rules_of(rules), "x").scores[0] for rules in PRESETS] == [0, 0, 20, 20, 20]


def test_c41() -> None:
    ends = [rules_of(rules).match_end for rules in PRESETS]
    assert ends == ["single", "five_plus_determine", "score_zero", "score_zero", "score_zero"]


def test_c42() -> None:
    hand = PLAIN + " Y13"
    ended = []
    for rules in ("gamearea", "duz", "classic", "elit"):
        game = table(rules, {0: hand}, indicator="Y8")
        ended.append(play(game, "discard Y13")[0].split()[0])
    assert ended == ["finished", "discarded", "finished", "discarded"]
    assert refused(table("konkan81", {0: hand}, indicator="Y8"), "finish Y13") == "finish_by_throwing: Y13"


def test_c43() -> None:
    assert meld("run", "R12 R13 R1", "okey101") == "not_consecutive: R12 R13 R1"
    assert meld("run", "R12 R13 R1", "classic") == 26
