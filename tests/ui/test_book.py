"""The matches of rooms among those that were played: written down hand by hand, as they are proved."""

import pytest

from okey.archive import NOTHING
from okey.bots import LEVELS
from okey.link import unpack
from okey.rooms.packets import Opened, Player, parse
from okey.skill import estimate
from okey.statistics import player, summarize
from okey.ui.room.book import Book, seat_name
from okey.ui.storage import BOOK, MATCHES, load_matches
from tests.rooms.network import Network
from tests.ui.person import QuietBridge

RULES = "classic+short start_points=6"


class Scribes:
    """A room of two people and two computer players; both people write down what is proved."""

    def __init__(self, seed="book", rules=RULES):
        self.net = Network(seed, pace=0.01, think=0.01)
        self.net.create(rules)
        self.net.add("easy")
        self.net.settle()
        self.bridges = [QuietBridge() for _ in range(2)]
        self.told = []
        """The summaries of what was kept, by anybody."""
        self.reload()
        self.hands = [[], []]
        self.net.start(("bot", 2, "hard"), ("bot", 3, "easy"))

    def write(self):
        """Lets everybody write down what was proved, again and again as after many reloads."""
        for me, book in enumerate(self.books):
            member = self.net.nodes[me].member
            if member.follower is not None and member.follower.verified:
                book.add(member.follower, member.players)
                if member.follower.key not in self.hands[me]:
                    self.hands[me].append(member.follower.key)

    def play(self, hands=1_000):
        """Plays so many hands, or to the end of the match."""

        def stop():
            self.write()
            return self.net.nodes[0].member.lobby.stage == "over" or min(map(len, self.hands)) >= hands

        self.net.run(self.net.now + 10_000, stop)
        self.net.run(self.net.now + 5, lambda: self.write() or min(map(len, self.hands)) >= hands)

    def reload(self):
        self.books = [Book(bridge, self.tell) for bridge in self.bridges]

    def tell(self, _record, summary):
        self.told.append(summary)
        return NOTHING

    def kept(self, me):
        return [*load_matches(self.bridges[me])]


def checked(kept, seat, winners):
    """Checks that a match can be played again and is what its summary says."""
    record = kept.record()
    assert summarize(record, seat) == kept.summary
    assert kept.summary.winners == winners
    assert unpack(kept.packed).write() == record.write()
    assert len(record.later) == len(kept.summary.hands) - 1
    return record


def test_a_match_is_kept_and_can_be_played_again():
    scribes = Scribes()
    scribes.play()
    assert len(scribes.hands[0]) > 1
    game = scribes.net.nodes[0].member.follower.game
    records = []
    for me in range(2):
        (kept,) = scribes.kept(me)
        record = checked(kept, me, game.winners)
        assert record.replay().scores == game.scores
        records.append(record)
    assert [record.seats for record in records] == [
        ["you Ayla", "Easy", "bot hard Bot 3", "bot easy Bot 4"],
        ["Ayla", "you easy", "bot hard Bot 3", "bot easy Bot 4"],
    ]
    assert records[0].actions == records[1].actions
    assert records[0].later == records[1].later
    assert scribes.told == [scribes.kept(me)[0].summary for me in range(2)], "each is told once, to be counted"


@pytest.mark.parametrize(
    "rules", ["okey101+quick", "okey51+quick cancelled_hand_counts=yes", "konkan81+quick", "duz+short start_points=6"]
)
def test_what_is_kept_of_a_room_is_what_its_record_comes_to(rules):
    scribes = Scribes("sums", rules)
    scribes.play()
    for me in range(2):
        (kept,) = scribes.kept(me)
        checked(kept, me, scribes.net.nodes[0].member.follower.game.winners)


def test_a_reload_after_every_hand_loses_nothing():
    scribes = Scribes()
    while scribes.net.nodes[0].member.lobby.stage != "over":
        scribes.play(len(scribes.hands[0]) + 1)
        scribes.reload()
        scribes.write()
    (kept,) = scribes.kept(1)
    checked(kept, 1, scribes.net.nodes[0].member.follower.game.winners)
    assert len(kept.summary.hands) == len(scribes.hands[1])


def test_a_match_that_is_left_is_kept_as_far_as_it_was_proved():
    scribes = Scribes()
    scribes.play(1)
    assert not scribes.kept(0)
    scribes.books[0].close()
    scribes.books[0].close()
    (kept,) = scribes.kept(0)
    assert len(kept.summary.hands) == 1
    checked(kept, 0, ())


def test_two_matches_of_a_room_are_two():
    scribes = Scribes(rules="classic+short start_points=2")
    scribes.play()
    scribes.net.nodes[0].member.command("rematch")
    scribes.net.settle()
    scribes.net.start()
    scribes.play()
    assert len(scribes.kept(0)) == 2


def test_a_match_of_which_a_hand_was_missed_is_not_kept_as_a_whole():
    scribes = Scribes()
    scribes.play(1)
    member = scribes.net.nodes[0].member
    scribes.net.run(scribes.net.now + 100, lambda: not member.follower.verified)
    scribes.books[0] = Book(QuietBridge(), lambda *_: NOTHING)
    scribes.play()
    assert not load_matches(scribes.books[0]._bridge)
    assert scribes.kept(1)


@pytest.mark.parametrize(
    "command",
    [
        {"what": "rules", "text": "classic+duel"},
        {"what": "swap", "at": 0, "to": 2},
        {"what": "bot", "at": 3, "text": "usta"},
    ],
)
def test_who_sits_there_after_the_match_has_not_played_it(command):
    scribes = Scribes(rules="classic+short start_points=2")
    net, held = scribes.net, []

    def hold(_sender, to, payload):
        packet = parse(payload)
        if to == 1 and isinstance(packet, Opened) and packet.players:
            held.append(payload)
            return None
        return payload

    net.tamper = hold
    net.run(net.now + 10_000, lambda: scribes.write() or held)
    net.settle()
    owner, guest = (net.nodes[me].member for me in range(2))
    owner.command("rematch")
    net.settle()
    owner.command(**command)
    net.settle()
    assert guest.lobby == owner.lobby
    assert guest.lobby.stage == "lobby"
    assert not guest.follower.verified
    net.forge(0, 1, held[0])
    net.settle(0.1)
    assert guest.follower.verified
    scribes.write()
    (kept,) = scribes.kept(1)
    record = checked(kept, 1, guest.follower.game.winners)
    assert record.seats == ["Ayla", "you easy", "bot hard Bot 3", "bot easy Bot 4"]


@pytest.mark.parametrize("seats", [0, 2, 3])
def test_a_hand_of_which_is_not_known_who_played_it_is_not_kept(seats):
    scribes = Scribes()
    net = scribes.net
    net.run(net.now + 10_000, lambda: net.nodes[1].member.follower and net.nodes[1].member.follower.verified)
    member = net.nodes[1].member
    scribes.books[1].add(member.follower, member.players[:seats])
    scribes.books[1].close()
    assert not scribes.kept(1)


@pytest.mark.parametrize("text", ["", "\n", "x", "seed\nnonsense", "seed\n{}", "seed\n" + "[" * 99])
def test_a_damaged_book_is_a_new_one(text):
    scribes = Scribes()
    scribes.bridges[0].stored[BOOK] = text
    scribes.reload()
    scribes.play()
    assert len(scribes.kept(0)) == 1
    assert MATCHES in scribes.bridges[0].stored


def test_no_name_makes_a_computer_player_of_a_person():
    for name in (*LEVELS, "bot easy", "bot usta X"):
        assert player(seat_name(1, Player(name, "", ""), own=False)) not in LEVELS
    scribes = Scribes()
    scribes.play()
    (kept,) = scribes.kept(0)
    assert "Easy" in kept.summary.opponents
    assert estimate([kept.summary], "classic") is None, "a person is no known measure"
