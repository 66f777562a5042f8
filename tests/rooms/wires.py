"""A room and its members with wires of paper: frames travel, get stuck and are lost just as a test says."""

from __future__ import annotations

import json
from collections import deque
from random import Random

from okey.rooms import channel, protocol
from okey.rooms.protocol import Create, Deliver, Join
from okey.rooms.room import Broken, Delivery, Expired, Room
from okey.rooms.session import Session

ROOM = "r" * 22


def token(number: int) -> str:
    return f"{number:022d}"


class Player:
    """A member: its session, and what it has got so far."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.up: deque[str] = deque()
        self.down: deque[str] = deque()
        self.link: str | None = None
        self.got: list[Deliver] = []
        self.events: list[object] = []
        self.sent: list[tuple[str, int | None]] = []
        self.everything = True

    def collect(self) -> None:
        if self.link:
            self.up.extend(self.session.take_frames())
        for event in self.session.take_events():
            self.events.append(event)
            if isinstance(event, Deliver):
                self.got.append(event)
            elif isinstance(event, channel.Reconnected) and not event.complete:
                self.everything = False


class Wires:
    """The relay's side and all players; ``now`` moves only when told."""

    def __init__(self, seed: int = 0) -> None:
        self.room = Room(ROOM)
        self.now = 0.0
        self.players: list[Player] = []
        self.random = Random(seed)
        self._links = 0

    def enter(self, entry: protocol.Entry | None = None) -> Player:
        number = len(self.players)
        usual = Create(1, ROOM, token(number), 15) if number == 0 else Join(1, ROOM, token(number))
        player = Player(Session(entry or usual, self.now, self.random.random))
        self.players.append(player)
        return player

    def connect(self, player: Player) -> None:
        assert player.link is None
        self._links += 1
        player.link = f"p.{self._links}"
        player.session.opened(self.now)
        player.collect()

    def cut(self, player: Player, *, noticed: bool = True) -> None:
        """Breaks a wire with all that is on it; the relay may not notice."""
        assert player.link is not None
        link, player.link = player.link, None
        player.up.clear()
        player.down.clear()
        player.session.lost(self.now)
        player.collect()
        if noticed:
            self.spread(self.room.take(link, Broken(self.now)))

    def up(self, player: Player) -> None:
        """Lets one frame reach the relay."""
        if player.link and player.up:
            self.spread(self.room.take(player.link, protocol.read_request(player.up.popleft())))  # type: ignore[arg-type]

    def down(self, player: Player) -> None:
        """Lets one frame reach the member."""
        if player.link and player.down:
            player.session.received(player.down.popleft(), self.now)
            player.collect()

    def spread(self, deliveries: list[Delivery]) -> None:
        for delivery in deliveries:
            for player in self.players:
                if player.link == delivery.link:
                    player.down.append(delivery.frame)

    def copy_room(self) -> None:
        """Goes on with a copy of the room that went through JSON."""
        dumped = json.dumps(self.room.dump())
        self.room = Room.load(json.loads(dumped))
        assert json.dumps(self.room.dump()) == dumped

    def send(self, player: Player, data: str, to: int | None = None) -> None:
        if player.session.me is None or player.session.over:
            return
        player.session.send(data, to)
        player.sent.append((data, to))
        player.collect()

    def expire(self, seconds: float) -> None:
        self.spread(self.room.take("", Expired(self.now - seconds)))

    def settle(self) -> None:
        """Connects everybody and lets all frames through."""
        for player in self.players:
            if player.link is None and not player.session.over:
                self.connect(player)
        while any(player.link and (player.up or player.down) for player in self.players):
            for player in self.players:
                self.up(player)
                self.down(player)
            for player in self.players:
                if player.session.broken and player.link:
                    self.cut(player)
                    self.connect(player)
