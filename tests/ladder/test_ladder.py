"""The ladder: duplicate deals, counted as played, the same whatever the processes and the pieces."""

import json
import os
import random
import signal
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from okey.__main__ import main
from okey.bots import Budget
from okey.game import Action, Event, Game, HandResult, View
from okey.game.actions import DEAL
from okey.ladder import deal as module
from okey.ladder import report
from okey.ladder.bars import BARS, LEAST_DEALS
from okey.ladder.deal import Deal, Tally, play_deal, winning_side
from okey.ladder.pairing import LadderError, Pairing, label
from okey.ladder.run import Progress, Standing, play, summed
from okey.ladder.store import Store, load
from okey.presets import PRESETS
from okey.rules import RuleSet
from okey.solver.cover import CELL, UNIT, count
from okey.solver.distance import Outlook
from okey.solver.sums import all_at_once, real_melds
from okey.tiles import KINDS, parse_kinds
from tests.support import BOTH_SHAPES, PERFECT, SEVEN_PAIRS, make_faces, make_rules, set_up

SHORT = "classic+duel"
"""Two players: the shortest hands."""


class Idle:
    """Draws, and throws a tile at random: never wins against who tries."""

    def __init__(self, seed: str, budget: Budget) -> None:
        self._rng = random.Random(seed)
        self.budget = budget

    def observe(self, event: Event) -> None:
        """Hears nothing."""

    def think(self, view: View) -> Iterator[Action | None]:
        actions = [action for action in view.legal_actions() if action.verb in ("draw", "discard")]
        yield self._rng.choice(actions)


class Failing(Idle):
    def think(self, _view: View) -> Iterator[Action | None]:
        raise RuntimeError("out of tea")


class Broken(Idle):
    def __init__(self, _seed: str, _budget: Budget) -> None:
        raise RuntimeError("out of milk")


class Deaf(Idle):
    """Plays on only if Ctrl-C does not reach its process."""

    def think(self, view: View) -> Iterator[Action | None]:
        assert signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())
        yield from super().think(view)


IDLE = f"{__name__}:Idle"
FAILING = f"{__name__}:Failing"


def silent(_deals: Collection[Deal]) -> None:
    """Tells nobody."""


def run(pairing: Pairing, deals: int, out: Path | None = None, jobs: int = 1) -> Standing:
    standing, interrupted = play(pairing, deals, jobs, out, silent)
    assert not interrupted
    return standing


# ---- deals


def test_a_deal_has_the_same_tiles_whoever_plays_where(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[object, ...]] = []
    played = module.play_hand

    def spy(game: Game, bots: Any) -> Iterator[list[Event]]:
        copy = game.copy()
        copy.apply(DEAL)
        assert copy.hand is not None
        seen.append((copy.starter, copy.dealer, *(tuple(player.rack) for player in copy.hand.players)))
        return played(game, bots)

    monkeypatch.setattr(module, "play_hand", spy)
    pairing = Pairing("gamearea", "medium", IDLE)
    for number in range(2):
        deal = play_deal(pairing, number)
        assert deal.hands == 4
        assert deal.tallies["candidate"]["hands"] == 4
        assert deal.tallies["field"]["hands"] == 12
    assert len(seen) == 8
    assert len(set(seen[:4])) == len(set(seen[4:])) == 1
    assert seen[0] != seen[4]
    assert [seen[0][0], seen[4][0]] == [0, 1], "the start goes round with the deals"


def test_equals_come_out_even_on_every_deal() -> None:
    standing = run(Pairing("classic", "medium", "medium"), 2)
    assert standing.wins * 4 == standing.decided > 0
    assert standing.share is not None
    assert standing.share.value == standing.even == 0.25
    assert not standing.clear


def test_who_tries_beats_who_idles() -> None:
    better = run(Pairing(SHORT, "medium", IDLE), 4)
    worse = run(Pairing(SHORT, IDLE, "medium"), 4)
    assert better.wins == better.decided > 0
    assert worse.wins == 0 < worse.decided
    assert better.even == 0.5
    assert better.clear
    assert worse.clear
    assert better.score("candidate") > better.score("field")


@pytest.mark.parametrize("rules", PRESETS)
def test_what_was_played_adds_up(rules: str) -> None:
    deal = play_deal(Pairing(rules, "medium", "medium", seed="add"), 0)
    both = Counter(deal.tallies["candidate"]) + Counter(deal.tallies["field"])
    players = RuleSet.parse(rules).players
    assert both["hands"] == deal.hands * players
    finishes = sum(count for key, count in both.items() if key.startswith("finish "))
    assert finishes <= deal.decided <= deal.hands
    assert both["void"] <= (deal.hands - finishes) * players
    assert deal.wins <= deal.decided


def test_partners_are_one_side() -> None:
    pairing = Pairing("classic+team", "medium", "medium")
    assert pairing.sides() == [(0, 2), (1, 3)]
    deal = play_deal(pairing, 0)
    assert deal.hands == 2
    assert deal.tallies["candidate"]["hands"] == deal.tallies["field"]["hands"] == 4
    assert summed(pairing, [deal]).even == 0.5


def test_budgets_and_seeds_reach_the_bots() -> None:
    bot = Pairing("classic", IDLE, "medium", nodes=7).make(IDLE, "seed")
    assert vars(bot)["budget"] == Budget(nodes=7)
    assert play_deal(Pairing(SHORT, IDLE, IDLE, "a"), 0) != play_deal(Pairing(SHORT, IDLE, IDLE, "b"), 0)


def test_a_failing_bot_is_told_with_its_deal() -> None:
    with pytest.raises(LadderError, match="deal 3 of seed 'x', candidate on side 0: RuntimeError: out of tea"):
        play_deal(Pairing("classic", FAILING, FAILING, "x"), 3)


# ---- who won


def result(
    changes: tuple[int, ...], *, winner: int | None = None, rules: str = "okey101"
) -> tuple[RuleSet, HandResult]:
    game = set_up({0: f"{PERFECT} Y2"})
    game.apply(Action.parse("finish Y2"))
    assert game.result is not None
    ending = "stock_out" if winner is None else "finish"
    ended = replace(game.result, ending=ending, winner=winner, before=(5,) * len(changes))
    return make_rules(rules), replace(ended, after=tuple(5 + change for change in changes))


@pytest.mark.parametrize(("rules", "changes", "winner", "side"), [
    ("classic", (-2, 0, -2, -2), 1, 1),
    ("classic", (0, -5, -2, -2), 2, 2),  # the finisher wins even if the indicator cost it more
    ("classic+team", (0, -2, 0, -2), 2, 0),
    ("classic", (0, -1, -1, -1), None, None),  # void, though the indicator was paid
    ("okey101", (202, 40, 202, 60), None, 1),
    ("okey101", (202, 202, 202, 202), None, None),
    ("okey101", (40, 202, 40, 202), None, None),
    ("okey101+team", (40, 202, 140, 202), None, 0),
    ("okey101+team", (0, 202, 404, 202), None, None),
])  # fmt: skip
def test_who_wins_a_hand(rules: str, changes: tuple[int, ...], winner: int | None, side: int | None) -> None:
    assert winning_side(*result(changes, winner=winner, rules=rules)) == side


# ---- statistics


def test_what_seats_do_is_counted() -> None:
    game = set_up({}, drawn=False, pile="K3")
    tally = Tally(4)
    for text in ("take", "discard K3"):
        events = game.apply(Action.parse(text))
        for event in events:
            tally.hear(game, event)
    okey = next(tile for tile in range(106) if game.hand is not None and game.hand.faces.is_okey(tile))
    tally.hear(game, Event("discarded", 1, (okey,)))
    tally.hear(game, Event("penalty", 1, (), (101,), "okey_discard"))
    tally.hear(game, Event("penalty", None, (), (101,), "okey_discard"))
    tally.hear(game, Event("finished", 2, (0,)))
    _, ended = result((-2, -2, 0, -2), winner=2)
    seats = tally.ended(game, ended)
    assert +seats[0] == Counter(hands=1, turns=1, takes=1, thrown_back=1)
    assert seats[0]["score"] == -2
    assert +seats[1] == Counter(hands=1, turns=1, okeys_thrown=1) + Counter({"penalty okey_discard": 1})
    assert +seats[2] == Counter(hands=1, turns=1, turns_to_finish=1) + Counter({"finish normal": 1})


# ---- processes and pieces


def test_processes_and_pieces_change_nothing(tmp_path: Path) -> None:
    pairing = Pairing(SHORT, "medium", "medium", seed="pieces")
    whole = run(pairing, 4, tmp_path / "whole.jsonl")
    spread = run(pairing, 4, tmp_path / "spread.jsonl", jobs=2)
    run(pairing, 2, tmp_path / "pieces.jsonl")
    pieces = run(pairing, 4, tmp_path / "deep" / ".." / "pieces.jsonl")
    assert whole == spread == pieces == run(pairing, 4)
    texts = {(tmp_path / f"{name}.jsonl").read_text() for name in ("whole", "spread", "pieces")}
    assert len(texts) == 1
    assert len(texts.pop().splitlines()) == 5
    assert run(pairing, 3, tmp_path / "whole.jsonl") == run(pairing, 3), "more deals in the file than asked for"


def test_half_a_line_is_played_again(tmp_path: Path) -> None:
    path, pairing = tmp_path / "x.jsonl", Pairing(SHORT, "medium", "medium")
    run(pairing, 2, path)
    whole = path.read_text()
    path.write_text(whole[:-20])
    run(pairing, 2, path)
    assert path.read_text() == whole
    path.write_text(whole[:9])
    run(pairing, 2, path)
    assert path.read_text() == whole


def test_the_file_of_another_pairing_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, pairing = tmp_path / "x.jsonl", Pairing(SHORT, "medium", "medium")
    run(pairing, 1, path)
    with pytest.raises(LadderError, match="its seed differ"):
        Store(path, replace(pairing, seed="other"))
    with pytest.raises(LadderError, match="its candidate, code differ"):
        Store(path, replace(pairing, candidate=IDLE))
    for text in ('{"okey ladder": 2}\n', "[]\n", "x\n", '{"okey ladder": 1}\n{"number": 3}\n', "{}\n"):
        path.write_text(text)
        with pytest.raises(LadderError):
            load(path)
        assert path.read_text() == text


@pytest.mark.parametrize(
    "content",
    [
        b"no line end",
        b"two\nlines",
        b"\xff\xfe",
        b"[" * 100_000 + b"\n",
        b"7\n",
        b"\n",
        b'{"okey ladder": 1, "rules": "duz',
    ],
)
def test_a_file_of_something_else_is_left_alone(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_bytes(content)
    with pytest.raises(LadderError, match=r"notes\.txt: no file of the ladder"):
        run(Pairing(SHORT, "medium", "medium"), 1, path)
    with pytest.raises(LadderError, match=r"notes\.txt: no file of the ladder"):
        load(path)
    assert path.read_bytes() == content


def test_an_empty_file_is_begun(tmp_path: Path) -> None:
    path, pairing = tmp_path / "x.jsonl", Pairing(SHORT, "medium", "medium")
    path.touch()
    run(pairing, 1, path)
    assert load(path)[0] == pairing


def test_what_is_no_ordinary_file_is_refused(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    for path in (fifo, Path("/dev/zero"), tmp_path):
        with pytest.raises(LadderError, match="no ordinary file"):
            Store(path, Pairing(SHORT, "medium", "medium"))
        with pytest.raises(LadderError, match="no ordinary file"):
            load(path)


@pytest.mark.parametrize("change", [
    {"number": -1}, {"number": "0"}, {"number": True}, {"wins": 3}, {"decided": 3}, {"hands": 0}, {"hands": 10**400},
    {"wins": -1}, {"wins": 0.5}, {"tallies": {}}, {"tallies": []}, {"tallies": {"candidate": {"a": "b"}, "field": {}}},
    {"luck": 1},
])  # fmt: skip
def test_a_line_that_is_no_deal_is_refused(change: dict[str, object], tmp_path: Path) -> None:
    path, pairing = tmp_path / "x.jsonl", Pairing(SHORT, "medium", "medium")
    run(pairing, 2, path)
    head, *deals = path.read_text().splitlines()
    path.write_text("\n".join([head, deals[0], json.dumps(json.loads(deals[1]) | change), ""]))
    text = path.read_text()
    for refuse in (lambda: load(path), lambda: Store(path, pairing)):
        with pytest.raises(LadderError, match=r"x\.jsonl: line 3 is no deal"):
            refuse()
    assert path.read_text() == text


@pytest.mark.parametrize(("change", "message"), [
    ({"rules": "tavla"}, r"x\.jsonl: 'tavla' is no preset"),
    ({"rules": 7}, r"x\.jsonl: no file of the ladder"),
    ({"field": ["medium"]}, r"x\.jsonl: no file of the ladder"),
    ({"nodes": "many"}, r"x\.jsonl: no file of the ladder"),
])  # fmt: skip
def test_a_head_that_names_no_pairing_is_refused(change: dict[str, object], message: str, tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    run(Pairing(SHORT, "medium", "medium"), 1, path)
    head, deal = path.read_text().splitlines()
    path.write_text(f"{json.dumps(json.loads(head) | change)}\n{deal}\n")
    with pytest.raises(LadderError, match=message):
        load(path)


def test_a_cut_last_line_is_left_out_of_the_report_and_line_ends_do_not_matter(tmp_path: Path) -> None:
    path, pairing = tmp_path / "x.jsonl", Pairing(SHORT, "medium", "medium")
    run(pairing, 2, path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    assert [deal.number for deal in load(path)[2]] == [0]
    path.write_bytes(whole.replace(b"\n", b"\r\n"))
    run(pairing, 2, path)
    assert path.read_bytes() == whole.replace(b"\n", b"\r\n"), "all is played, nothing is cut off"


def test_a_file_tells_what_was_played(tmp_path: Path) -> None:
    pairing = Pairing(SHORT, "medium", "medium", nodes=9)
    run(pairing, 2, tmp_path / "x.jsonl")
    found, code, deals = load(tmp_path / "x.jsonl")
    assert (found, code) == (pairing, pairing.code())
    assert deals == [play_deal(pairing, 0), play_deal(pairing, 1)]


def test_an_interruption_keeps_what_is_there(tmp_path: Path) -> None:
    pairing = Pairing(SHORT, "medium", "medium")

    def stop(deals: Collection[Deal]) -> None:
        if len(deals) == 2:
            raise KeyboardInterrupt

    standing, interrupted = play(pairing, 5, 1, tmp_path / "x.jsonl", stop)
    assert interrupted
    assert standing == run(pairing, 2)
    assert len(load(tmp_path / "x.jsonl")[2]) == 2


def test_interruptions_are_for_the_first_process_alone() -> None:
    pairing = Pairing(SHORT, f"{__name__}:Deaf", IDLE)
    assert run(pairing, 2, jobs=2).deals == 2
    with pytest.raises(LadderError, match="AssertionError"):
        run(pairing, 2)


@pytest.mark.parametrize(("level", "message"), [
    ("grandmaster", "'grandmaster' is no bot: expected one of .*medium.*, or module:name"),
    ("no.such:Bot", "'no.such:Bot' is no bot: No module named"),
    (":Bot", "':Bot' is no bot"),
    (f"{__name__}:Nobody", "is no bot: .*Nobody"),
    (f"{__name__}:", "is no bot"),
    (f"{__name__}:SHORT", "is no bot: 'str' object is not callable"),
    (f"{__name__}:Counter", "is no bot"),
    (f"{__name__}:Broken", "is no bot: out of milk"),
    ("builtins:slice", "is no bot: it made a slice"),
])  # fmt: skip
def test_unknown_levels_are_refused(level: str, message: str) -> None:
    with pytest.raises(LadderError, match=message):
        run(Pairing("classic", "medium", level), 1)


def test_progress_is_told_now_and_then() -> None:
    lines: list[str] = []
    times = iter([0.0, 5.0, 30.0, 31.0, 33.0])
    progress = Progress(Pairing(SHORT, "medium", "medium"), 4, times.__next__, lines.append)
    deals: list[Deal] = []
    for number in range(4):
        deals.append(Deal(number, 2, 2, number % 2, {}))
        progress.tell(deals)
    assert [line.split(",")[0] for line in lines] == ["2 of 4 deals", "4 of 4 deals"]
    assert lines[0].endswith("0.5 min left")


# ---- the command line


def test_the_command_prints_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    arguments = ["ladder", "--rules", SHORT, "--candidate=medium", "--field", IDLE, "--deals=2", "--json"]
    assert main([*arguments, "--out", str(tmp_path / "x.jsonl")]) == 0
    printed = capsys.readouterr().out
    found = json.loads(printed)
    assert found["deals"] == 2
    assert found["share"]["value"] == found["wins"] / found["decided"]
    assert found["seats"]["candidate"]["hands"] == 4
    assert main([*arguments, "--out", str(tmp_path / "x.jsonl")]) == 0
    assert capsys.readouterr().out == printed


def test_the_command_prints_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ladder", "--rules", SHORT, "--candidate=medium", "--field", IDLE, "--deals=2"]) == 0
    out = capsys.readouterr().out
    assert "medium against idle" in out
    assert "clear of even" in out


@pytest.mark.parametrize(("arguments", "message"), [
    (["--candidate=medium"], "the ladder needs --candidate and --field"),
    (["--candidate=medium", "--field=x"], "'x' is no bot"),
    (["--candidate=medium", "--field=medium", "--rules=tavla"], "'tavla' is no preset"),
    (["--candidate=medium", "--field=medium", "--out=/"], "/"),
    (["--report=x"], "--report needs --from"),
    (["--report=x", "--from=/nowhere"], "/nowhere: no file of deals"),
])  # fmt: skip
def test_what_is_wrong_is_said_in_a_line(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["ladder", *arguments]) == 2
    err = capsys.readouterr().err
    assert message in err
    assert err.count("\n") == 1


# ---- the report


def standing(pairing: Pairing, deals: int, wins: int, decided: int = 4) -> report.Measured:
    tallies = {"candidate": {"hands": 4, "turns": 30, "finish pairs okey": 0}, "field": {"hands": 12, "turns": 80}}
    tallies["candidate"] |= {"finish pairs_okey": 1, "finish normal": 1, "turns_to_finish": 16, "score": -6}
    played = [Deal(number, 4, decided, wins + number % 2, tallies) for number in range(deals)]
    return report.Measured(summed(pairing, played), "c0de", Path("x.jsonl"))


def row(text: str, *names: str) -> list[str]:
    lines = [line for line in text.splitlines() if line.startswith(f"| {' | '.join(names)} |")]
    return [cell.strip() for cell in lines[0].strip("|").split("|")]


def test_the_report_sets_bars_beside_figures() -> None:
    hard = Pairing("classic", "hard", "medium", nodes=50)
    text = report.write([standing(hard, LEAST_DEALS, 1), standing(Pairing("classic", "easy", "x:Odd"), 3, 0)])
    cells = row(text.partition("## classic")[2], "hard", "medium")
    assert cells[2:6] == ["33.0 %", "37.5 %", "37.0 % to 38.0 %", "25.0 %"]
    decided = f"{4 * LEAST_DEALS} of {4 * LEAST_DEALS}"
    assert cells[6:9] == [str(LEAST_DEALS), decided, "-1.50 / +0.00"]
    assert cells[9:] == ["-1.50 (-1.50 to -1.50)", "yes"]
    assert row(text.partition("## classic")[2], "usta", "hard")[3] == "not measured"
    assert row(text, "easy", "odd")[-1] == ""
    assert row(text, "of these with pairs and an okey")[1:] == ["50.00 %", "50.00 %", "0.00 %", "0.00 %"]
    assert "--candidate hard --field medium --deals 2000 --seed 0 --nodes 50 --out x.jsonl  # code c0de" in text
    assert all(f"## {rules}\n" in text for rules in BARS)


@pytest.mark.parametrize(("deals", "wins", "rules", "verdict"), [
    (LEAST_DEALS, 1, "okey101", "yes"),
    (LEAST_DEALS - 1, 1, "okey101", "too few deals"),
    (LEAST_DEALS, 0, "okey101", "no"),
    (LEAST_DEALS, 0, "duz", "no"),
    (LEAST_DEALS, 1, "duz", "yes"),
    (249, 1, "duz", "too few deals"),
    (250, 1, "duz", "yes"),
    (250, 0, "okey51", "yes"),  # wins no more hands, but scores less, and the lowest score wins
])  # fmt: skip
def test_a_bar_is_met_or_not(deals: int, wins: int, rules: str, verdict: str) -> None:
    text = report.write([standing(Pairing(rules, "hard", "medium"), deals, wins)])
    assert row(text.partition(f"## {rules}\n")[2], "hard", "medium")[-1] == verdict


def test_only_lines_that_apply_are_written() -> None:
    text = report.write([standing(Pairing(rules, "medium", "medium"), 2, 1) for rules in ("classic", "konkan81")])
    classic, konkan = text.partition("## classic")[2], text.partition("## konkan81")[2].partition("## ")[0]
    assert "as Konkan" in konkan
    assert "as Konkan" not in classic
    assert "opened by pairs" not in konkan


@pytest.mark.parametrize("rules", ["classic", "gamearea"])
def test_a_hand_that_ends_by_itself_leaves_no_okey_to_throw(rules: str) -> None:
    """With the okey in place of any tile of a finished hand the hand was finished a turn before."""
    chosen, rng = make_rules(rules), random.Random(rules)
    assert report.ends_by_itself(chosen)
    groups = all_at_once(real_melds(chosen, pairs=False))
    finished = [SEVEN_PAIRS, PERFECT, BOTH_SHAPES] if chosen.pairs_win != "off" else [BOTH_SHAPES]
    racks = [count(parse_kinds(text)) for text in finished]
    while len(racks) < 100:
        faces = [face for group in rng.choices(groups, k=4) for face in group.places]
        if len(faces) == chosen.hand_size and max(map(faces.count, faces)) <= 2:
            racks.append(count(faces))
    outlook = Outlook(make_faces("B9", chosen), chosen)
    for counts, wilds in racks:
        assert not wilds
        for face in range(KINDS):
            if counts >> CELL[face] & 3:
                rest = counts - UNIT[face]
                pairs = chosen.pairs_win != "off" and not outlook.lacking_pairs(rest, 1)
                assert pairs or not outlook.lacking(rest, 1)


def test_where_a_hand_does_not_end_by_itself_an_okey_can_wait() -> None:
    for rules in ("duz", "elit", "okey101", "konkan81"):
        assert not report.ends_by_itself(make_rules(rules))
    text = report.write([standing(Pairing(rules, "medium", "medium"), 2, 1) for rules in ("classic", "duz")])
    assert text.count("ends by itself") == 1


def test_the_report_is_written_from_files(tmp_path: Path) -> None:
    folder = tmp_path / "ladder"
    run(Pairing(SHORT, "medium", IDLE), 2, folder / "a.jsonl")
    path = tmp_path / "docs" / "strength.md"
    assert main(["ladder", "--report", str(path), "--from", str(folder)]) == 0
    text = path.read_text()
    assert text == report.write(report.read(folder))
    assert row(text, "medium", "idle")[3] == "100.0 %"
    assert f"## {SHORT}\n" in text


def test_labels_are_short() -> None:
    assert label("hard") == "hard"
    assert label("bench.greedy:Mended") == "mended"
    assert asdict(Pairing("classic", "a", "b"))["nodes"] is None
