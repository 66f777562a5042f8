"""A hand on the dealer seat's table: the whole game, and what each seat may be told of it."""

from __future__ import annotations

from okey.game import Action, Event, Game
from okey.game.partial import Outset, Report, report
from okey.rooms import fair
from okey.rooms import lobby as lobbies
from okey.rooms.office import Office
from okey.rooms.packets import Did, Hand, Opened, Player
from okey.rooms.shuffle import Shuffle


class Dealt:
    """A hand from its deal on.

    Args:
        office: the dealer seat's place.
        shuffle: where its seed comes from.
        outset: where the match stood.
        seats: who has which seat at the deal: the key of a person, or the level of a computer player.
        game: the whole game, before the deal.
    """

    def __init__(self, office: Office, shuffle: Shuffle, outset: Outset, seats: tuple[str, ...], game: Game) -> None:
        self._office, self._shuffle, self._outset = office, shuffle, outset
        self.seats, self.game = seats, game
        self.actions: list[Action] = []
        self.events: list[Event] = []
        self._reports: dict[int | None, list[Report]] = {seat: [] for seat in (None, *range(game.rules.players))}

    def happened(self, action: Action, events: list[Event]) -> None:
        """Writes an action down that was just applied."""
        self.actions.append(action)
        self.events += events
        for seat, reports in self._reports.items():
            reports.append(report(self.game, action, events, seat))
        self._office.at = len(self.actions)

    def _digest(self, seat: int | None) -> str:
        return fair.digest(self.game.view(seat), self._shuffle.committed(), self.seats, len(self.actions))

    def tell(self, turn: int, reserve: int) -> None:
        """Tells everybody of the last action, with the milliseconds left of the turn that follows."""
        office, lobby = self._office, self._office.lobby
        if len(self.actions) == 1:  # the deal
            self.tell_all()
            return
        common = self._digest(None)
        own = {seat: self._digest(seat) for seat in self._reports if seat is not None} | {None: common}
        for person in lobby.people:
            seat = lobbies.seat_of(lobby, person.member)
            told = self._reports[seat][-1]
            key = (lobby.term, lobby.hand, lobby.attempt, len(self.actions) - 1)
            office.mail(Did(*key, told, common, own[seat], turn, reserve), person.member)

    def tell_all(self) -> None:
        """Tells everybody the whole hand."""
        for person in self._office.lobby.people:
            self.tell_from(person.member, 0)

    def tell_from(self, member: int, first: int) -> None:
        """Tells a member the hand from an action on."""
        lobby, shuffle = self._office.lobby, self._shuffle
        seat = lobbies.seat_of(lobby, member)
        hand = Hand(
            lobby.term, lobby.hand, lobby.attempt, lobby.rules, self._outset, self.seats, -1 if seat is None else seat,
            shuffle.committed(),
            "" if seat is None else shuffle.nonces.get(seat, ""),
            "" if seat is None else shuffle.shares.get(seat, ""),
            first, tuple(self._reports[seat][first:]), self._digest(None), self._digest(seat),
        )  # fmt: skip
        self._office.mail(hand, member)

    def opened(self, players: tuple[Player, ...], ended: int) -> Opened:
        """Opens the seed of the hand that has ended, and the claims that were hidden.

        Args:
            players: who had which seat when the match ended; nobody while it goes on.
            ended: when it ended, in seconds since 1970; 0 while it goes on.
        """
        lobby = self._office.lobby
        claims = tuple((at, action) for at, action in enumerate(self.actions) if self._reports[None][at].action is None)
        nonces = tuple(sorted(self._shuffle.nonces.items()))
        return Opened(lobby.term, lobby.hand, lobby.attempt, nonces, claims, players, ended)
