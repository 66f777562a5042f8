"""Results of matches: signed by everybody, believed only so, and what they come to."""

import asyncio
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from okey.bridge.network import Signer
from okey.bridge.network.desktop import DesktopNetwork
from okey.rooms import notary, rating, results
from okey.rooms.channel import Message
from okey.rooms.notary import Notary
from okey.rooms.packets import Opened, Player, Signed, parse, write
from okey.rooms.results import MAGIC, Result, ResultError, Results, SignedResult, flaw
from okey.skill import MODEL
from tests.rooms.network import Network, Weather

CIPHERS = DesktopNetwork()
NAMES = ("Ayla", "Bora", "Cem", "Deniz")
RULES = "classic+short start_points=2"
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
do = asyncio.run
Tamper = Callable[[int, int, str], str | None]


def new_key() -> Signer:
    return do(CIPHERS.new_signer())


class Table:
    """Four people, or fewer with computer players, whose match has ended; nobody has signed yet."""

    def __init__(
        self, seed: str, people: int = 4, weather: Weather | None = None, tamper: Tamper | None = None
    ) -> None:
        self.keys = [new_key() for _ in range(people)]
        self.notaries = [Notary(CIPHERS, key) for key in self.keys]
        self.net = Network(seed, pace=0.01, think=0.01)
        self.net.create(RULES, key=self.notaries[0].key)
        for name, known in zip(NAMES[1:], self.notaries[1:], strict=False):
            self.net.settle()
            self.net.add(name, key=known.key)
        self.net.settle()
        self.net.weather, self.net.tamper = weather or Weather(), tamper
        self.play(*[("bot", seat, "easy") for seat in range(people, 4)])

    def play(self, *commands: tuple[str, int, str]) -> None:
        """Plays a match to its end; everybody proves the last hand."""
        self.net.start(*commands)
        self.net.run(self.net.now + 5_000, lambda: self.stage == "over")
        self.net.settle(5)

    @property
    def stage(self) -> str:
        lobby = self.net.nodes[0].member.lobby
        return "" if lobby is None else lobby.stage

    def member(self, me: int):  # type: ignore[no-untyped-def]
        return self.net.nodes[me].member

    def result(self, me: int = 0) -> Result:
        found = self.member(me).ending.result
        assert found is not None
        return found

    def sign(self, *members: int) -> None:
        """Lets these members' keys do their work, until all have heard of it."""
        for _ in range(3):
            for me in members:
                do(self.notaries[me].look(self.member(me)))
                self.net._collect(me)
            self.net.settle(3)

    def forge(self, sender: int, to: int, signed: Signed) -> None:
        self.net.forge(sender, to, write(signed))
        self.net.settle()
        do(self.notaries[to].look(self.member(to)))

    def faults(self, me: int) -> list[tuple[int, str]]:
        return [(fault.member, fault.reason) for fault in self.member(me).faults if fault.reason != "late"]


@pytest.fixture(scope="module")
def ended() -> Table:
    """A match that has ended, with everybody's signature."""
    table = Table("results")
    table.sign(0, 1, 2, 3)
    return table


@pytest.fixture(scope="module")
def signed(ended: Table) -> SignedResult:
    ending = ended.member(2).ending
    assert ending.result is not None
    return ending.result.signed(ending.good, NOW)


@pytest.fixture
def unsigned() -> Table:
    return Table("unsigned", people=2)


def test_everybody_signs_the_same_result(ended: Table, signed: SignedResult) -> None:
    assert len({ended.result(me).digest for me in range(4)}) == 1
    assert all(ended.member(me).ending.complete for me in range(4))
    assert do(flaw(CIPHERS, signed)) is None
    result, follower = signed.result, ended.member(3).follower
    assert [player.name for player in result.players] == [*NAMES]
    assert [player.key for player in result.players] == [known.key for known in ended.notaries]
    assert (result.scores, result.winners) == (follower.game.scores, follower.game.winners)
    assert result.hands == follower.game.hand_number
    assert not any(ended.faults(me) for me in range(4))


def test_a_result_outlives_a_bad_network() -> None:
    table = Table("bad weather", weather=Weather(drop=0.3, twice=0.1, late=0.1))
    for _ in range(30):
        table.sign(0, 1, 2, 3)
        if all(table.member(me).ending.complete for me in range(4)):
            break
    assert [table.member(me).ending.complete for me in range(4)] == [True] * 4


def test_nobody_says_it_again_once_all_have_signed(ended: Table) -> None:
    ended.net.keep_sent = True
    ended.net.settle(30)
    assert not [text for text in ended.net.sent if isinstance(parse(text), Signed)]


def test_who_loads_the_page_anew_signs_again(unsigned: Table) -> None:
    unsigned.sign(0, 1)
    old = unsigned.result(1)
    unsigned.net.reload(1)
    unsigned.net.settle(10)
    assert not unsigned.member(1).ending.good
    unsigned.sign(0, 1)
    assert unsigned.result(1) == old
    assert unsigned.member(1).ending.complete


def test_a_match_with_computer_players_names_their_levels(unsigned: Table) -> None:
    unsigned.sign(0, 1)
    assert [player.bot for player in unsigned.result().players] == ["", "", "easy", "easy"]
    assert unsigned.member(0).ending.complete


def test_alone_there_is_nothing_to_sign() -> None:
    table = Table("alone", people=1)
    assert table.stage == "over"
    assert table.member(0).follower.verified
    assert table.member(0).ending.result is None


# ---- cheats


def forged(table: Table, signer: Signer, result: Result) -> Signed:
    """Signs a result as a client would that has been changed."""
    return Signed(result.digest, do(signer.sign(result.statement)).hex(), wants=False)


def test_a_forged_signature_is_refused_and_named(unsigned: Table) -> None:
    unsigned.forge(1, 0, Signed(unsigned.result().digest, "cd" * 64, wants=False))
    assert unsigned.faults(0) == [(1, "wrong_signature")]
    assert not unsigned.member(0).ending.complete
    unsigned.sign(0, 1)
    assert unsigned.member(0).ending.complete, "the true one counts after all"


@pytest.mark.parametrize("whose", ["second", "dealers"])
def test_signing_with_a_second_key_is_refused_and_named(unsigned: Table, whose: str) -> None:
    key = new_key() if whose == "second" else unsigned.keys[0]
    unsigned.forge(1, 0, forged(unsigned, key, unsigned.result()))
    assert unsigned.faults(0) == [(1, "wrong_signature")]
    assert unsigned.member(0).ending.good.keys() == {0}


def test_another_score_is_refused_and_named(unsigned: Table) -> None:
    result = unsigned.result()
    better = replace(result, scores=(result.scores[0], 99, *result.scores[2:]))
    unsigned.forge(1, 0, forged(unsigned, unsigned.keys[1], better))
    assert unsigned.faults(0) == [(1, "other_result")]
    assert not unsigned.member(0).ending.complete


def test_a_signature_of_the_match_before_is_refused_and_named(unsigned: Table) -> None:
    unsigned.sign(0, 1)
    old = forged(unsigned, unsigned.keys[1], unsigned.result())
    assert unsigned.member(0).ending.complete
    unsigned.member(0).command("rematch")
    unsigned.net.settle()
    unsigned.play()
    assert unsigned.result().digest != old.digest
    unsigned.forge(1, 0, old)
    assert unsigned.faults(0) == [(1, "other_result")]
    assert not unsigned.member(0).ending.complete


def test_a_late_signature_of_the_match_before_blames_nobody(unsigned: Table) -> None:
    old = forged(unsigned, unsigned.keys[1], unsigned.result())
    unsigned.member(0).command("rematch")
    unsigned.net.settle()
    for node in unsigned.net.nodes.values():
        node.plays = False
    unsigned.net.start()
    unsigned.net.settle(3)
    unsigned.net.forge(1, 0, write(old))  # while the next match is played
    for node in unsigned.net.nodes.values():
        node.plays = True
    unsigned.net.run(unsigned.net.now + 5_000, lambda: unsigned.stage == "over")
    unsigned.net.settle(5)
    unsigned.sign(0, 1)
    assert unsigned.faults(0) == []
    assert unsigned.member(0).ending.complete


def lying(seat: int, **false: str) -> Tamper:
    """Lets the dealer seat tell at the end that somebody else had a seat."""

    def lie(_sender: int, _to: int, payload: str) -> str:
        packet = parse(payload)
        if isinstance(packet, Opened) and packet.players:
            players = [*packet.players]
            players[seat] = replace(players[seat], **false)
            return write(replace(packet, players=tuple(players)))
        return payload

    return lie


@pytest.mark.parametrize(
    ("seat", "false"),
    [(3, {"bot": "usta"}), (2, {"bot": "medium"}), (2, {"name": "Cem", "bot": "", "key": new_key().public.hex()})],
)
def test_the_dealer_seat_cannot_make_computer_players_stronger(seat: int, false: dict[str, str]) -> None:
    table = Table("levels", people=2, tamper=lying(seat, **false))
    assert table.stage == "over"
    assert table.faults(1) == [(0, "wrong_level")]
    assert table.member(1).ending.result is None
    table.sign(0, 1)
    assert not table.member(0).ending.complete


def test_who_leaves_is_a_computer_player_in_the_result() -> None:
    table = Table("leaving", people=3)
    table.member(0).command("rematch")
    table.net.settle()
    for node in table.net.nodes.values():
        node.plays = False
        node.member.command("ready", 1)
    table.net.settle(3)
    table.net.start()
    assert table.stage != "lobby"
    table.net.leave(2)
    for node in table.net.nodes.values():
        node.plays = True
    table.net.run(table.net.now + 5_000, lambda: table.stage == "over")
    table.net.settle(5)
    table.sign(0, 1)
    assert [player.bot for player in table.result(1).players] == ["", "", "medium", "easy"]
    assert table.member(1).ending.complete
    assert not table.faults(1)


def test_the_dealer_seat_cannot_give_a_seat_another_key() -> None:
    table = Table("lying", tamper=lying(2, key=new_key().public.hex()))
    assert table.stage == "over"
    # who came later has not heard everybody's own word, but the seat itself knows its key
    assert all((0, "wrong_key") in table.faults(me) for me in (1, 2))
    assert all(table.member(me).ending.result is None for me in (1, 2))
    table.sign(0, 1, 2, 3)
    assert not any(table.member(me).ending.complete for me in range(4))


# ---- as text


def changes(signed: SignedResult) -> Iterator[tuple[str, Callable[[list], object]]]:
    """Lists what somebody may do to a line to look better."""
    for part, field in enumerate(("rules", "match", "hands", "players", "scores")):
        yield f"another {field}", lambda data, part=part: data.__setitem__(part, TWISTED[part](data[part]))
    for a, b in permutations(range(4), 2):
        yield f"{a} signs for {b}", lambda data, a=a, b=b: data[5][b].__setitem__(1, data[5][a][1])


TWISTED = [
    lambda rules: rules.replace("start_points=2", "start_points=4"),
    lambda match: match[::-1],
    lambda hands: hands + 1,
    lambda players: [players[1], players[0], *players[2:]],
    lambda scores: [scores[0] + 1, *scores[1:]],
]


def test_a_line_is_read_back(signed: SignedResult) -> None:
    assert SignedResult.parse(signed.line()) == signed
    assert do(flaw(CIPHERS, SignedResult.parse(signed.line()))) is None
    assert len(signed.line()) < 1_500


def test_whatever_is_changed_is_found(signed: SignedResult) -> None:
    for what, change in changes(signed):
        data = json.loads(signed.line())
        change(data)
        assert json.dumps(data) != json.dumps(json.loads(signed.line())), what
        assert do(flaw(CIPHERS, SignedResult.parse(json.dumps(data)))) is not None, what


def test_a_missing_seat_is_refused(signed: SignedResult) -> None:
    for seat in range(4):
        some = {s: text for s, text in signed.signatures if s != seat}
        with pytest.raises(ResultError, match="signatures of the seats"):
            signed.result.signed(some, NOW)


def test_two_seats_of_one_key_are_refused(signed: SignedResult) -> None:
    players = signed.result.players
    with pytest.raises(ResultError, match="key of its own"):
        replace(signed.result, players=(players[0], replace(players[1], key=players[0].key), *players[2:]))


def test_a_replayed_result_counts_once(signed: SignedResult) -> None:
    kept = Results()
    assert kept.add(signed)
    assert not kept.add(replace(signed, ended=NOW + timedelta(days=1)))
    assert len(kept) == 1
    assert Results.parse(kept.write()).write() == kept.write()
    with pytest.raises(ResultError, match="line 3: this match was there before"):
        Results.parse(f"{MAGIC}\n{signed.line()}\n{signed.line()}\n")
    once = rating.rate([signed.result], "classic")
    assert rating.rate([signed.result] * 5, "classic") == once


def test_the_oldest_results_give_way(signed: SignedResult, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results, "MOST", 3)
    kept = Results()
    for number in range(5):
        kept.add(replace(signed, result=replace(signed.result, match=f"{number:064x}")))
    assert [kept_one.result.match[-1] for kept_one in kept] == ["2", "3", "4"]


def test_the_longest_list_can_be_read(signed: SignedResult) -> None:
    names = "\N{GRINNING FACE}" * 12  # as text each letter is written as two escapes
    rules = f"classic+short start_points={','.join(map(str, range(1, 400)))}"
    players = tuple(replace(player, name=names) for player in signed.result.players)
    kept, count = Results(), results.LARGEST // 3_000 + 50
    for number in range(count):
        long = replace(signed.result, match=f"{number:064x}", rules=rules, players=players)
        assert kept.add(replace(signed, result=long))
    assert 3_000 < len(next(iter(kept)).line()) < results.LONGEST
    text = kept.write()
    assert len(text) <= results.LARGEST < len(text) + results.LONGEST
    found = Results.parse(text)
    assert [one.result.match for one in found] == [one.result.match for one in kept]
    assert int([*kept][-1].result.match, 16) == count - 1
    assert found.add(signed)
    assert Results.parse(found.write()).write() == found.write()


@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.pop(),
        lambda data: data.append(1),
        lambda data: data.__setitem__(0, "no rules"),
        lambda data: data.__setitem__(0, 1),
        lambda data: data.__setitem__(1, "AB" * 32),
        lambda data: data.__setitem__(2, True),
        lambda data: data.__setitem__(2, -1),
        lambda data: data[3].pop(),
        lambda data: data[3].__setitem__(0, ["A", "04" + "0" * 127, ""]),
        lambda data: data[3].__setitem__(0, ["A" * 13, data[3][0][1], ""]),
        lambda data: data[3].__setitem__(0, ["A", data[3][0][1], "easy"]),
        lambda data: data[3].__setitem__(0, ["A", "", "unbeatable"]),
        lambda data: data[3].__setitem__(0, ["A", "", ""]),
        lambda data: data[4].__setitem__(0, 1.5),
        lambda data: data[4].__setitem__(0, 10**9),
        lambda data: data[4].append(1),
        lambda data: data[5].pop(),
        lambda data: data[5].append(data[5][0]),
        lambda data: data[5].__setitem__(0, [0, "xy" * 64]),
        lambda data: data[5].__setitem__(0, [False, data[5][0][1]]),
        lambda data: data.__setitem__(6, "yesterday"),
        lambda data: data.__setitem__(6, "2026-11-30T12:00:00"),
    ],
)
def test_what_is_no_result(signed: SignedResult, change: Callable[[list], object]) -> None:
    data = json.loads(signed.line())
    change(data)
    with pytest.raises(ResultError):
        SignedResult.parse(json.dumps(data))


@pytest.mark.parametrize("text", ["", "okey results 2\n", MAGIC, f"{MAGIC}\nx\n", f"{MAGIC}\n" + "\n" * 2_000])
def test_what_is_no_list_of_results(text: str) -> None:
    with pytest.raises(ResultError):
        Results.parse(text)


@given(st.text(max_size=200) | st.recursive(st.none() | st.integers() | st.text(), st.lists).map(json.dumps))
@settings(deadline=None)
def test_random_text_is_no_result(text: str) -> None:
    with pytest.raises(ResultError):
        SignedResult.parse(text)


# ---- keys


def test_a_key_is_taken_up_again() -> None:
    made, kept = do(notary.take_up(CIPHERS, None))
    again, same = do(notary.take_up(CIPHERS, kept))
    assert (again.public, again.secret, same) == (made.public, made.secret, kept)
    assert do(CIPHERS.verify(made.public, b"data", do(again.sign(b"data"))))
    assert do(notary.take_up(CIPHERS, None))[1] != kept


def test_what_is_no_key() -> None:
    _, kept = do(notary.take_up(CIPHERS, None))
    _, other = do(notary.take_up(CIPHERS, None))
    mixed = json.dumps([json.loads(kept)[0], json.loads(other)[1]])
    zero = json.dumps([json.loads(kept)[0], "0" * 64])
    for bad in ("", "[]", "{}", "[" * 200, kept[:-3] + '"]', mixed, zero, kept.replace('["04', '["zz')):
        with pytest.raises(ValueError):  # noqa: PT011  # several kinds of it
            do(notary.take_up(CIPHERS, bad))


def test_odd_signatures_and_keys_verify_nothing() -> None:
    key = new_key()
    true = do(key.sign(b"data"))
    assert len(true) == 64
    assert do(CIPHERS.verify(key.public, b"data", true))
    for public, data, signature in (
        (key.public, b"dat", true),
        (key.public, b"data", true[:-1]),
        (key.public, b"data", bytes(64)),
        (key.public, b"data", b"\xff" * 64),
        (key.public, b"data", b""),
        (new_key().public, b"data", true),
        (bytes(65), b"data", true),
        (b"", b"data", true),
    ):
        assert not do(CIPHERS.verify(public, data, signature))


# ---- ratings


def played(scores: tuple[int, ...], number: int, *players: str, rules: str = "classic") -> Result:
    """Writes a result down; a player is a key's letter, or a level."""
    seats = [Player("", "", p) if len(p) > 1 else Player(p, p * 130, "") for p in players]
    return Result(rules, f"{number:064x}", 5, tuple(seats), scores)


def test_who_wins_is_rated_above_who_loses() -> None:
    found = rating.rate([played((9, 0, 3, 5), n, *"abcd") for n in range(10)], "classic")
    order = sorted(found, key=lambda key: -found[key].rating)
    assert [key[0] for key in order] == ["a", "d", "c", "b"]
    assert {skill.hands for skill in found.values()} == {10}
    assert all(skill.unsure < MODEL.sigma for skill in found.values())


def test_one_match_gives_what_openskill_itself_gives() -> None:
    found = rating.rate([played((9, 0, 3, 5), 1, *"abcd")], "classic")
    expected = MODEL.rate([[MODEL.rating()] for _ in range(4)], ranks=[0, 3, 2, 1])
    assert [found[key * 130].rating for key in "abcd"] == [team[0].mu for team in expected]


def test_the_game_decides_who_is_best_and_partners_share() -> None:
    low = rating.rate([played((90, 0, 30, 50), 1, *"abcd", rules="okey101")], "okey101")
    assert max(low, key=lambda key: low[key].rating) == "b" * 130, "fewer points are better there"
    teams = rating.rate([played((9, 0, 9, 0), 1, *"abcd", rules="classic+team")], "classic")
    assert teams["a" * 130].rating == teams["c" * 130].rating > teams["b" * 130].rating == teams["d" * 130].rating


def test_computer_players_stay_where_the_ladder_has_them() -> None:
    weak = rating.rate([played((9, 8, 0, 0), 1, "a", "b", "easy", "easy")], "classic")
    strong = rating.rate([played((9, 8, 0, 0), 1, "a", "b", "usta", "usta")], "classic")
    assert weak.keys() == strong.keys() == {"a" * 130, "b" * 130}
    assert strong["a" * 130].rating > weak["a" * 130].rating
    assert rating.rate([played((9, 8, 0, 0), 1, *"abcd")], "okey51") == {}


def test_a_message_of_another_kind_changes_nothing(ended: Table) -> None:
    before = dict(ended.member(0).ending.good)
    ended.member(0).hear(Message(9, write(Signed("ab" * 32, "cd" * 64, wants=True)), direct=True), ended.net.now)
    do(ended.notaries[0].look(ended.member(0)))
    assert ended.member(0).ending.good == before
