"""The lobby: who has which chair, by which rules, and what its members may change."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from okey.bots import DEFAULT_LEVEL, LEVELS
from okey.rooms.packets import JOINING, MAX_PEOPLE, ChairState, Command, Lobby, Person, Player
from okey.rules import RulesError, RuleSet

FREE = ChairState()

MOST_BANNED = 50
"""So many people and keys that were put out are remembered."""


class Denied(ValueError):  # noqa: N818  # reads as what was said, not as a fault of the program
    """Something that the room does not allow now; ``reason`` is a key of ``REASONS``."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(REASONS[reason])


REASONS = {
    "not_owner": "only the owner may",
    "not_now": "not while a match is played",
    "no_chair": "there is no such chair",
    "chair_taken": "somebody has this chair",
    "no_member": "there is no such member",
    "not_seated": "who has no chair may not",
    "seating_closed": "the owner seats newcomers here",
    "owner_stays": "the owner keeps a chair",
    "bad_value": "there is no such choice",
    "bad_rules": "these are no rules",
    "chairs_free": "a chair is still free",
    "not_ready": "not everybody is ready",
}
"""Why a command is refused."""

OWNERS = frozenset({"rules", "joining", "bot", "seat", "swap", "kick", "start", "rematch"})
"""The commands that only the owner may give."""


def begin(rules: str, joining: str, member: int, name: str, key: str, *, public: bool) -> Lobby:
    """Makes a room whose creator has the first chair."""
    players = RuleSet.parse(rules).players
    chairs = (ChairState(member, ready=True), *[FREE] * (players - 1))
    return Lobby(1, 0, "lobby", rules, joining, public, chairs, (Person(member, name, key),), (), (), 0, 0)


def seat_of(lobby: Lobby, member: int) -> int | None:
    """Gets the seat of a member."""
    return next((seat for seat, chair in enumerate(lobby.chairs) if chair.member == member), None)


def person(lobby: Lobby, member: int) -> Person | None:
    """Gets a member by its id."""
    return next((p for p in lobby.people if p.member == member), None)


def seated(lobby: Lobby) -> Iterator[tuple[int, int]]:
    """Yields seat and member of everybody who has a chair."""
    return ((seat, chair.member) for seat, chair in enumerate(lobby.chairs) if chair.member >= 0)


def players(lobby: Lobby) -> tuple[Player, ...]:
    """Gets who has which chair, as a result names them."""
    people = {p.member: p for p in lobby.people}
    found = (people.get(chair.member) for chair in lobby.chairs)
    return tuple(
        Player("", "", chair.bot or DEFAULT_LEVEL) if known is None else Player(known.name, known.key, "")
        for chair, known in zip(lobby.chairs, found, strict=True)
    )


def seats(lobby: Lobby) -> tuple[str, ...]:
    """Gets who has which seat as a hand tells it: the key of a person, or the level of a computer player."""
    keys = {p.member: p.key for p in lobby.people}
    return tuple(chair.bot or keys.get(chair.member, "") for chair in lobby.chairs)


def levels(lobby: Lobby) -> tuple[str, ...]:
    """Gets the computer players by seat; nothing for the other seats."""
    return tuple(chair.bot for chair in lobby.chairs)


def fits(known: Sequence[str], told: Sequence[str]) -> bool:
    """Tells whether those on the seats can be told of, after what was known: see ``seats``.

    Within a match a seat changes only when its person leaves, to a computer player of the usual level.  Of a seat that
    is empty, or of a table of another size, nothing was known.
    """
    return len(known) != len(told) or all(
        old in ("", new) or (old not in LEVELS and new == DEFAULT_LEVEL) for old, new in zip(known, told, strict=True)
    )


def goes_on(before: Lobby, after: Lobby) -> bool:
    """Tells whether one follows from the other within a match: a chair changes only when its member leaves."""
    return len(before.chairs) == len(after.chairs) and all(
        (old.member, old.bot) == (new.member, new.bot) or (old.member >= 0 > new.member and new.bot == DEFAULT_LEVEL)
        for old, new in zip(before.chairs, after.chairs, strict=True)
    )


def between(lobby: Lobby) -> bool:
    """Tells whether no match is played."""
    return lobby.stage in ("lobby", "over")


def fresh(lobby: Lobby) -> bool:
    """Tells whether nothing has been played in the room yet."""
    return lobby.hand == 0


def places(lobby: Lobby) -> int:
    """Gets how many more may come: nobody into a closed room, only players to a public table, else watchers too."""
    if lobby.joining == "closed":
        return 0
    if lobby.public:
        return sum(chair.empty for chair in lobby.chairs) if between(lobby) else 0
    return max(0, min(MAX_PEOPLE - len(lobby.people), MAX_PEOPLE - 1))


def set_chair(lobby: Lobby, seat: int, chair: ChairState) -> Lobby:
    """Changes one chair."""
    return replace(lobby, chairs=(*lobby.chairs[:seat], chair, *lobby.chairs[seat + 1 :]))


def is_banned(lobby: Lobby, member: int, key: str) -> bool:
    """Tells whether somebody was put out, or another member with the same key."""
    return member in lobby.banned or (key != "" and key in lobby.banned_keys)


def greet(lobby: Lobby, member: int, name: str, key: str) -> Lobby:
    """Takes a newcomer in, or another name of somebody known; a free chair is given where everybody may join.

    Raises:
        Denied: when nobody more may come, or this one may not.
    """
    known = person(lobby, member)
    full = lobby.joining == "closed" or len(lobby.people) >= MAX_PEOPLE
    if is_banned(lobby, member, key) or (known is None and full):
        raise Denied("seating_closed")
    if known is not None:
        # the key stays: a result is signed with the one that everybody has seen
        changed = replace(renamed(lobby, known, name or known.name), key=known.key or key)
        return replace(lobby, people=tuple(changed if p is known else p for p in lobby.people))
    lobby = replace(lobby, people=(*lobby.people, Person(member, free_name(lobby, name), key)))
    free = next((seat for seat, chair in enumerate(lobby.chairs) if chair.empty), None)
    if free is None or lobby.joining != "open" or not between(lobby):
        return lobby
    return set_chair(lobby, free, ChairState(member, ready=lobby.public))


def free_name(lobby: Lobby, name: str) -> str:
    """Makes a name that nobody else has."""
    taken = {p.name for p in lobby.people}
    wish, number = name or "?", 2
    found = wish
    while found in taken:
        found = f"{wish[:10]}{number}"
        number += 1
    return found


def renamed(lobby: Lobby, known: Person, name: str) -> Person:
    """Gives somebody another name, or one like it that nobody else has."""
    others = replace(lobby, people=tuple(p for p in lobby.people if p is not known))
    return replace(known, name=free_name(others, name))


def depart(lobby: Lobby, member: int) -> Lobby:
    """Takes a member out; in a match a computer player has its chair from now on."""
    seat = seat_of(lobby, member)
    if seat is not None:
        lobby = set_chair(lobby, seat, FREE if between(lobby) else ChairState(bot=DEFAULT_LEVEL, ready=True))
    return replace(lobby, people=tuple(p for p in lobby.people if p.member != member))


def fill(lobby: Lobby) -> Lobby:
    """Gives every free chair to a computer player."""
    chairs = tuple(ChairState(bot=DEFAULT_LEVEL, ready=True) if chair.empty else chair for chair in lobby.chairs)
    return replace(lobby, chairs=chairs)


def check_start(lobby: Lobby) -> None:
    """Checks that a match may begin.

    Raises:
        Denied: when a chair is free or somebody is not ready.
    """
    if not between(lobby):
        raise Denied("not_now")
    if any(chair.empty for chair in lobby.chairs):
        raise Denied("chairs_free")
    if not all(chair.ready for chair in lobby.chairs):
        raise Denied("not_ready")


def obey(lobby: Lobby, owner: int, sender: int, command: Command) -> Lobby:
    """Does what a member wants with chairs and rules.

    Raises:
        Denied: when it may not.
    """
    if command.what in OWNERS and sender != owner:
        raise Denied("not_owner")
    if person(lobby, sender) is None:
        raise Denied("no_member")
    if command.what == "stand" and sender == owner:
        raise Denied("owner_stays")
    return _COMMANDS[command.what](lobby, sender, command)


def _chair(lobby: Lobby, seat: int) -> ChairState:
    if not between(lobby):
        raise Denied("not_now")
    if not 0 <= seat < len(lobby.chairs):
        raise Denied("no_chair")
    return lobby.chairs[seat]


def _own_seat(lobby: Lobby, member: int) -> int:
    seat = seat_of(lobby, member)
    if seat is None:
        raise Denied("not_seated")
    return seat


def _sit(lobby: Lobby, sender: int, command: Command) -> Lobby:
    if not _chair(lobby, command.at).empty:
        raise Denied("chair_taken")
    old = seat_of(lobby, sender)
    if old is None and lobby.joining != "open":
        raise Denied("seating_closed")
    chair = ChairState(sender, ready=lobby.public) if old is None else lobby.chairs[old]
    if old is not None:
        lobby = set_chair(lobby, old, FREE)
    return set_chair(lobby, command.at, chair)


def _stand(lobby: Lobby, sender: int, _command: Command) -> Lobby:
    seat = _own_seat(lobby, sender)
    _chair(lobby, seat)
    return set_chair(lobby, seat, FREE)


def _ready(lobby: Lobby, sender: int, command: Command) -> Lobby:
    seat = _own_seat(lobby, sender)
    ready = command.at == 1 or lobby.public  # nobody holds strangers up: who does not want to play leaves
    return set_chair(lobby, seat, replace(_chair(lobby, seat), ready=ready))


def _rules(lobby: Lobby, sender: int, command: Command) -> Lobby:
    if lobby.public or not between(lobby):  # strangers have come for this game
        raise Denied("not_now")
    try:
        rules = RuleSet.parse(command.text)
    except RulesError:
        raise Denied("bad_rules") from None
    kept = [chair for chair in lobby.chairs if not chair.empty]
    if len(kept) > rules.players:  # people before computer players, the owner before all
        kept.sort(key=lambda chair: (chair.member != sender, chair.member < 0))
        kept = kept[: rules.players]
    elif len(lobby.chairs) <= rules.players:
        kept = list(lobby.chairs)
    unready = (replace(c, ready=c.ready and (bool(c.bot) or c.member == sender)) for c in kept)
    chairs = (*unready, *[FREE] * (rules.players - len(kept)))
    return replace(lobby, rules=str(rules), chairs=chairs, stage="lobby")


def _joining(lobby: Lobby, _sender: int, command: Command) -> Lobby:
    if command.text not in JOINING:
        raise Denied("bad_value")
    return replace(lobby, joining=command.text)


def _bot(lobby: Lobby, _sender: int, command: Command) -> Lobby:
    if _chair(lobby, command.at).member >= 0:
        raise Denied("chair_taken")
    if command.text not in ("", *LEVELS):
        raise Denied("bad_value")
    return set_chair(lobby, command.at, ChairState(bot=command.text, ready=True) if command.text else FREE)


def _seat(lobby: Lobby, _sender: int, command: Command) -> Lobby:
    """Seats a member on a chair that no person has."""
    if person(lobby, command.to) is None:
        raise Denied("no_member")
    if _chair(lobby, command.at).member >= 0:
        raise Denied("chair_taken")
    old = seat_of(lobby, command.to)
    if old is not None:
        lobby = set_chair(lobby, old, FREE)
    return set_chair(lobby, command.at, ChairState(command.to, ready=lobby.public))


def _swap(lobby: Lobby, _sender: int, command: Command) -> Lobby:
    first, second = _chair(lobby, command.at), _chair(lobby, command.to)
    return set_chair(set_chair(lobby, command.at, second), command.to, first)


def _kick(lobby: Lobby, sender: int, command: Command) -> Lobby:
    if command.at == sender:
        raise Denied("owner_stays")
    known = person(lobby, command.at)
    if known is None:
        raise Denied("no_member")
    keys = (*lobby.banned_keys, known.key)[-MOST_BANNED:] if known.key else lobby.banned_keys
    # under another key they could come again: to watch, until the owner seats them, and to a public table not at all
    joining = "closed" if lobby.public else "watch" if lobby.joining == "open" else lobby.joining
    banned = (*lobby.banned, command.at)[-MOST_BANNED:]
    return replace(depart(lobby, command.at), banned=banned, banned_keys=keys, joining=joining)


def _rematch(lobby: Lobby, sender: int, _command: Command) -> Lobby:
    if lobby.stage != "over":
        raise Denied("not_now")
    if lobby.public:  # others may come instead of the computer players
        chairs = tuple(FREE if c.member < 0 else replace(c, ready=True, away=False) for c in lobby.chairs)
    else:
        chairs = tuple(replace(c, ready=bool(c.bot) or c.member == sender, away=False) for c in lobby.chairs)
    return replace(lobby, stage="lobby", chairs=chairs)


_COMMANDS: dict[str, Callable[[Lobby, int, Command], Lobby]] = {
    "sit": _sit,
    "stand": _stand,
    "ready": _ready,
    "rules": _rules,
    "joining": _joining,
    "bot": _bot,
    "seat": _seat,
    "swap": _swap,
    "kick": _kick,
    "rematch": _rematch,
}
