"""Results of matches: signed by everybody, believed only so, and what they come to."""

import asyncio
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from okey.bridge.network import Signer
from okey.bridge.network.desktop import DesktopNetwork
from okey.rooms import notary, rating, results
from okey.rooms.channel import Message
from okey.rooms.follower import Follower
from okey.rooms.notary import Notary
from okey.rooms.outcome import TOLERANCE
from okey.rooms.packets import Hand, Opened, Player, Signed, parse, write
from okey.rooms.results import MAGIC, Result, ResultError, Results, SignedResult, flaw
from okey.rules import RuleSet
from okey.skill import MODEL
from tests.rooms.network import BEGAN, Network, Weather

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
        self,
        seed: str,
        people: int = 4,
        weather: Weather | None = None,
        tamper: Tamper | None = None,
        skew: dict[int, float] | None = None,
    ) -> None:
        self.gather(seed, people)
        self.net.skew = skew or {}
        self.net.weather, self.net.tamper = weather or Weather(), tamper
        self.play(*[("bot", seat, "easy") for seat in range(people, 4)])

    def gather(self, seed: str, people: int) -> None:
        """Lets people with keys come into a room."""
        self.keys = [new_key() for _ in range(people)]
        self.notaries = [Notary(CIPHERS, key) for key in self.keys]
        self.net = Network(seed, pace=0.01, think=0.01)
        self.net.create(RULES, key=self.notaries[0].key)
        for name, known in zip(NAMES[1:], self.notaries[1:], strict=False):
            self.net.settle()
            self.net.add(name, key=known.key)
        self.net.settle()

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
    return ending.result.signed(ending.good)


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


def gathered(*, people: int, levels: tuple[str, ...]) -> Table:
    """Lets people come and agree on computer players; nobody has begun."""
    table = Table.__new__(Table)
    table.gather("gathered", people)
    for seat, level in enumerate(levels, people):
        table.member(0).command("bot", seat, text=level)
    table.net.settle()
    return table


def swap(values: tuple, a: int, b: int) -> tuple:
    found = list(values)
    found[a], found[b] = found[b], found[a]
    return tuple(found)


def test_the_dealer_seat_cannot_make_computer_players_stronger_from_the_deal_on() -> None:
    """It tells everybody the same all the time, but something else than before the match."""
    table = gathered(people=2, levels=("easy", "easy"))
    dealer, prepare = table.member(0).dealer, table.member(0).dealer.prepare

    def lie(now: float, *, attempt: int = 0) -> None:
        chairs = (*dealer.lobby.chairs[:2], *(replace(chair, bot="usta") for chair in dealer.lobby.chairs[2:]))
        dealer.lobby = replace(dealer.lobby, chairs=chairs)
        prepare(now, attempt=attempt)

    dealer.prepare = lie
    table.play()
    assert [player.bot for player in dealer.proof.players] == ["", "", "usta", "usta"]
    assert table.faults(1) == [(0, "wrong_level")]
    assert table.member(1).follower.verified
    assert table.member(1).ending.result is None
    assert table.member(1).players == (), "nor is it in the records"


def test_the_owner_may_choose_other_computer_players_before_a_match() -> None:
    table = gathered(people=2, levels=("easy", "easy"))
    table.play(("bot", 2, "hard"))
    table.member(0).command("bot", 3, text="usta")  # while the end is looked at
    table.net.settle()
    table.play()
    table.sign(0, 1)
    assert [player.bot for player in table.result(1).players] == ["", "", "hard", "usta"]
    assert table.member(1).ending.complete
    assert not table.faults(1)


def test_telling_members_of_different_computer_players_with_fitting_hashes() -> None:
    """They find out from each other, also those who have not seen the lobby before."""

    def lie(sender: int, to: int, text: str) -> str:
        packet = parse(text)
        if (sender, to) != (0, 2) or not isinstance(packet, Hand):
            return text
        seats = (*packet.seats[:3], "usta")
        ghost = Follower(
            RuleSet.parse(packet.rules), packet.seat, packet.hand, packet.attempt, packet.outset, packet.commits, seats
        )
        for known in packet.reports:
            ghost.follow(known)
        return write(replace(packet, seats=seats, common=ghost.common[-1], own=ghost.own()))

    table = gathered(people=3, levels=("easy",))
    table.net.tamper = lie
    for node in table.net.nodes.values():
        node.plays = False
    table.net.start()
    table.net.settle(3)
    assert (-1, "diverged_agree") in table.faults(1)
    assert (-1, "diverged_agree") in table.faults(2)


def test_the_dealer_seat_cannot_give_a_seat_another_key_from_the_deal_on() -> None:
    table = gathered(people=3, levels=("easy",))
    dealer, prepare = table.member(0).dealer, table.member(0).dealer.prepare
    false = new_key().public.hex()

    def lie(now: float, *, attempt: int = 0) -> None:
        people = tuple(replace(p, key=false) if p.member == 2 else p for p in dealer.lobby.people)
        dealer.lobby = replace(dealer.lobby, people=people)
        prepare(now, attempt=attempt)

    dealer.prepare = lie
    table.play()
    assert (0, "wrong_key") in table.faults(2), "whose key it is"
    assert (0, "wrong_key") in table.faults(0), "who has heard its own word"
    assert table.member(2).ending.result is None


def swapped_chairs(table: Table) -> None:
    """Lets the dealer seat say, after the end, that two others sat on each other's chairs."""
    dealer = table.member(0).dealer
    dealer.change(replace(dealer.lobby, chairs=swap(dealer.lobby.chairs, 1, 2)))
    swap_players(dealer)


def swap_players(dealer) -> None:  # type: ignore[no-untyped-def]
    dealer.proof = replace(dealer.proof, players=swap(dealer.proof.players, 1, 2))


def test_swapped_chairs_are_not_believed_after_a_reload() -> None:
    table = Table("swapped")
    true = table.result(3)
    swapped_chairs(table)
    table.net.reload(3)
    table.net.settle(10)
    assert table.member(3).follower.verified
    assert table.member(3).lobby.chairs == table.member(0).dealer.lobby.chairs, "it was told"
    assert table.faults(3) == [(0, "wrong_key")]
    assert table.member(3).ending.result is None
    assert not table.member(3).players
    swap_players(table.member(0).dealer)
    table.net.reload(3)
    table.net.settle(10)
    assert table.result(3) == true, "who sits where now is no matter"
    table.sign(0, 1, 2, 3)
    assert all(table.member(me).ending.complete for me in range(4))


def test_swapped_chairs_of_the_whole_hand_are_not_believed_after_a_reload() -> None:
    table = Table("swapped from the deal on")
    swapped_chairs(table)
    dealt = table.member(0).dealer._dealt
    dealt.seats = swap(dealt.seats, 1, 2)
    table.net.reload(3)
    table.net.settle(10)
    assert table.member(3).follower.seats == dealt.seats, "it was told"
    assert table.faults(3) == [(0, "wrong_seating")]
    assert table.member(3).ending.result is None


def test_no_second_result_of_a_match_is_signed_after_a_reload() -> None:
    table = Table("twice")
    table.sign(3)
    dealer = table.member(0).dealer
    true = dealer.proof
    dealer.proof = replace(true, ended=true.ended + 1)
    table.net.reload(3)
    table.net.settle(10)
    assert table.faults(3) == [(0, "other_result")]
    assert table.member(3).ending.result is None
    dealer.proof = true
    table.net.skew[3] = 2 * TOLERANCE
    table.net.reload(3)
    table.net.settle(10)
    table.sign(0, 1, 2, 3)
    assert table.member(3).ending.complete, "what was signed once has no date any more that could be wrong"


def test_the_end_of_a_match_outlives_a_reload_of_who_deals() -> None:
    table = Table("dealer's reload")
    before = table.result(2)
    table.net.settle(100)
    table.net.reload(0)
    table.net.settle(10)
    assert table.result(0) == before
    table.sign(0, 1, 2, 3)
    assert table.member(0).ending.complete


# ---- the date


def test_a_result_says_when_the_match_ended(ended: Table, signed: SignedResult) -> None:
    moment = signed.result.ended
    assert moment.tzinfo is UTC
    assert BEGAN < moment.timestamp() <= ended.net.wall(0)
    assert moment.isoformat() in signed.result.statement.decode()


@pytest.mark.parametrize("seconds", [-TOLERANCE - 600, 10**8])
def test_a_wrong_date_is_refused_and_named(seconds: int) -> None:
    table = Table("date", people=3, skew={0: seconds})
    assert table.faults(1) == table.faults(2) == [(0, "wrong_date")]
    assert table.member(1).ending.result is None
    table.sign(0, 1, 2)
    assert not table.member(0).ending.complete


def test_clocks_may_differ_a_little() -> None:
    table = Table("date", people=3, skew={0: TOLERANCE - 100, 2: 60})
    table.sign(0, 1, 2)
    assert table.member(1).ending.complete
    assert not any(table.faults(me) for me in range(3))


def test_who_is_told_another_date_cannot_sign_with_the_others() -> None:
    def lie(_sender: int, to: int, text: str) -> str:
        packet = parse(text)
        return write(replace(packet, ended=packet.ended + 60)) if isinstance(packet, Opened) and to == 2 else text

    table = Table("dates", people=3, tamper=lie)
    table.net.tamper = None
    table.sign(0, 1, 2)
    assert (2, "other_result") in table.faults(1)
    assert not table.member(0).ending.complete


def test_nothing_is_signed_where_a_hand_was_not_proved() -> None:
    """Who deals proves every hand but the first; nobody else has a result then."""
    hidden = Table("unproved", tamper=lambda sender, _to, text: None if sender == 0 and first(text) else text)
    assert hidden.stage == "over"
    assert hidden.member(0).follower.hand > 1
    hidden.sign(0, 1, 2, 3)
    for me in (1, 2, 3):
        assert (0, "unproved") in hidden.faults(me)
        assert hidden.member(me).ending.result is None
    assert not hidden.member(0).ending.complete


def first(text: str) -> bool:
    """Tells whether this proves the first hand."""
    packet = parse(text)
    return isinstance(packet, Opened) and packet.hand == 1


def test_a_hand_that_was_not_proved_is_remembered_over_a_reload() -> None:
    table = Table("doubts", people=2, tamper=lambda sender, _to, text: None if sender == 0 and first(text) else text)
    assert table.member(1).save() != ""
    table.net.reload(1)
    table.net.settle(5)
    assert table.member(1).follower is not None
    assert table.member(1).ending.result is None


def test_the_last_hand_is_proved_by_who_takes_the_dealer_seat_too() -> None:
    """It has seen the proof, and tells it to who has not."""
    table = Table("heir", people=3, tamper=lambda _s, to, text: None if to == 2 and proves(text) else text)
    assert not table.member(2).follower.verified
    table.net.leave(0)
    table.net.tamper = None
    table.net.settle(30)
    assert table.member(1).dealer is not None
    assert table.member(2).follower.verified
    assert table.result(2) == table.result(1)


def proves(text: str) -> bool:
    """Tells whether this proves the last hand of a match."""
    packet = parse(text)
    return isinstance(packet, Opened) and bool(packet.players)


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


def test_who_refuses_to_sign_leaves_the_others_without_a_result_and_they_see_it(unsigned: Table) -> None:
    unsigned.sign(0)
    for me in range(2):
        assert unsigned.result(me).people.keys() == {0, 1}
        assert not unsigned.member(me).ending.complete
    unsigned.sign(0, 1)
    assert all(unsigned.member(me).ending.complete for me in range(2))


def test_who_is_said_to_have_left_is_told() -> None:
    """The dealer seat tells at the end that somebody had left who was there: their client says so and signs nothing."""
    table = Table("left", people=3, tamper=lying(1, name="", key="", bot="medium"))
    assert table.stage == "over"
    assert [table.faults(me) for me in range(3)] == [[], [(0, "wrong_seating")], []]
    table.sign(0, 1, 2)
    assert table.member(1).ending.result is None
    assert not any(1 in table.member(me).ending.good for me in range(3))


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
    for part, field in enumerate(("rules", "match", "hands", "players", "scores", "end")):
        yield f"another {field}", lambda data, part=part: data.__setitem__(part, TWISTED[part](data[part]))
    for a, b in permutations(range(4), 2):
        yield f"{a} signs for {b}", lambda data, a=a, b=b: data[6][b].__setitem__(1, data[6][a][1])


TWISTED = [
    lambda rules: rules.replace("start_points=2", "start_points=4"),
    lambda match: match[::-1],
    lambda hands: hands + 1,
    lambda players: [players[1], players[0], *players[2:]],
    lambda scores: [scores[0] + 1, *scores[1:]],
    lambda ended: ended.replace("20", "19", 1),
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
            signed.result.signed(some)


def test_two_seats_of_one_key_are_refused(signed: SignedResult) -> None:
    players = signed.result.players
    with pytest.raises(ResultError, match="key of its own"):
        replace(signed.result, players=(players[0], replace(players[1], key=players[0].key), *players[2:]))


def test_a_replayed_result_counts_once(signed: SignedResult) -> None:
    kept = Results()
    assert kept.add(signed)
    assert not kept.add(replace(signed, result=replace(signed.result, ended=NOW)))
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
        lambda data: data[6].pop(),
        lambda data: data[6].append(data[6][0]),
        lambda data: data[6].__setitem__(0, [0, "xy" * 64]),
        lambda data: data[6].__setitem__(0, [False, data[6][0][1]]),
        lambda data: data.__setitem__(5, "yesterday"),
        lambda data: data.__setitem__(5, "2026-11-30T12:00:00"),
        lambda data: data.__setitem__(5, "2026-11-30T12:00:00.5+00:00"),
        lambda data: data.__setitem__(5, "2026-11-30T12:00:00Z"),
    ],
)
def test_what_is_no_result(signed: SignedResult, change: Callable[[list], object]) -> None:
    data = json.loads(signed.line())
    change(data)
    with pytest.raises(ResultError):
        SignedResult.parse(json.dumps(data))


@pytest.mark.parametrize("text", ["", "okey results 1\n", MAGIC, f"{MAGIC}\nx\n", f"{MAGIC}\n" + "\n" * 2_000])
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
    return Result(rules, f"{number:064x}", 5, tuple(seats), scores, NOW)


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
