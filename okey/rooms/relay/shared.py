"""Rooms that several relay processes share through Redis.

Each room is one log of steps.  Whoever has a member in it appends what the member asks for, and takes all steps of the
log in its order, whoever appended them; so all copies are the same.  Redis keeps a snapshot and the log since for
whoever comes later, and publishes each new step.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import Any, get_args

from redis.asyncio import Redis
from redis.exceptions import RedisError

from okey.rooms.protocol import Create
from okey.rooms.relay.backplane import Deliver
from okey.rooms.room import Delivery, Expired, Room, Silenced, Step, share

log = logging.getLogger(__name__)
_STEPS: dict[str, type[Any]] = {made.__name__: made for made in get_args(Step)}
_APPEND = """
local begun = redis.call('EXISTS', KEYS[1])
if begun == 0 and ARGV[2] == '' then return 0 end
local n = redis.call('INCR', KEYS[1])
redis.call('RPUSH', KEYS[2], ARGV[1])
for _, key in ipairs(KEYS) do redis.call('EXPIRE', key, ARGV[3]) end
redis.call('PUBLISH', ARGV[4], n .. ' ' .. ARGV[1])
return n
"""
_LOAD = """
local count, snapshot = tonumber(redis.call('GET', KEYS[1]) or '0'), redis.call('GET', KEYS[3]) or ''
return {count, snapshot, redis.call('LRANGE', KEYS[2], 0, -1)}
"""
_COMPACT = """
local n, count = tonumber(ARGV[1]), tonumber(redis.call('GET', KEYS[1]) or '0')
local kept = redis.call('LLEN', KEYS[2])
if n > count or n <= count - kept then return 0 end
if n == count then redis.call('DEL', KEYS[2]) else redis.call('LTRIM', KEYS[2], n - count, -1) end
redis.call('SET', KEYS[3], ARGV[2], 'EX', ARGV[3])
return 1
"""
_COMPACT_EVERY = 64
_TABLES = "okey:tables"


@dataclass(slots=True)
class _Copy:
    """This process' copy of a shared room."""

    room: Room
    taken: int = 0
    """How many steps of the log it has taken."""
    loaded: bool = False
    early: list[tuple[int, str]] = field(default_factory=list)
    waiting: dict[int, asyncio.Future[None]] = field(default_factory=dict)
    subscribed: asyncio.Event = field(default_factory=asyncio.Event)


class Shared:
    """The rooms of several processes.

    Args:
        address: of the Redis server, ``redis://...``.
        process: this process' name, which no other has.
    """

    def __init__(self, address: str, process: str) -> None:
        self.rooms: dict[str, Room] = {}
        self._process = process
        self._redis: Redis = Redis.from_url(address, decode_responses=True)
        self._pubsub = self._redis.pubsub()
        self._scripts = {text: self._redis.register_script(text) for text in (_APPEND, _LOAD, _COMPACT)}
        self._copies: dict[str, _Copy] = {}
        self._deliver: Deliver = lambda _deliveries: None
        self._listening: asyncio.Task[None] | None = None
        self._ttl = 900

    async def start(self, deliver: Deliver) -> None:
        """Begins.

        Raises:
            OSError: when there is no Redis.
        """
        self._deliver = deliver
        try:
            await self._pubsub.subscribe(f"okey:process:{self._process}")
            await self.watch(5.0, 600.0)
        except RedisError as error:
            raise OSError(f"no Redis: {error}") from None
        self._listening = asyncio.create_task(self._listen())

    async def stop(self) -> None:
        """Ends, and lets the others know at once."""
        if self._listening is not None:
            self._listening.cancel()
        with suppress(RedisError):
            await self._redis.delete(f"okey:process:{self._process}")
        await self._pubsub.aclose()  # type: ignore[no-untyped-call]
        await self._redis.aclose()

    def _keys(self, name: str) -> list[str]:
        return [f"okey:{{{name}}}:{what}" for what in ("count", "log", "snapshot")]

    async def _run(self, script: str, name: str, *values: str | int) -> Any:
        return await self._scripts[script](keys=self._keys(name), args=list(values))

    async def submit(self, name: str, link: str, step: Step) -> Room | None:
        """Appends a step to a room's log and waits until this process' copy has taken it."""
        create = isinstance(step, Create)
        copy = await self._copy(name, create=create)
        if copy is None:
            self._deliver(Room(name).take(link, step))
            return None
        before = copy.room.free, copy.room.doubtful
        text = json.dumps([link, type(step).__name__, asdict(step)], separators=(",", ":"))
        number = await self._run(_APPEND, name, text, "1" if create else "", self._ttl, f"okey:room:{name}")
        if not number:
            await self._forget(name)
            self._deliver(Room(name).take(link, step))
            return None
        if copy.taken < number:
            taken = copy.waiting.setdefault(number, asyncio.get_running_loop().create_future())
            try:
                await asyncio.wait_for(asyncio.shield(taken), 2.0)
            except TimeoutError:
                await self._load(name, copy)
        await self._after(name, copy, number, before)
        return None if copy.room.over else copy.room

    async def _after(self, name: str, copy: _Copy, number: int, before: tuple[int, bool]) -> None:
        """Keeps Redis tidy after a step of this process."""
        room = copy.room
        if room.over:
            await self._redis.delete(*self._keys(name))
            await self._redis.hdel(_TABLES, name)
            await self._forget(name)
        elif (room.free, room.doubtful) != before:
            known = await self._redis.hget(_TABLES, name)
            opened = json.loads(known)[2] if known else time.time()
            await self._redis.hset(_TABLES, name, json.dumps([room.label, room.free, opened, room.doubtful]))
        if number % _COMPACT_EVERY == 0 and not room.over:
            state = json.dumps([copy.taken, room.dump()], separators=(",", ":"))
            await self._run(_COMPACT, name, copy.taken, state, self._ttl)

    async def _copy(self, name: str, *, create: bool) -> _Copy | None:
        """Gets this process' copy of a room, made from Redis if need be; None when there is no such room."""
        copy = self._copies.get(name)
        if copy is not None and copy.room.over:
            await self._forget(name)
            copy = None
        if copy is None:
            copy = self._copies[name] = _Copy(Room(name))
            await self._pubsub.subscribe(f"okey:room:{name}")
        await asyncio.wait_for(copy.subscribed.wait(), 5.0)
        if not copy.loaded or not copy.taken:
            await self._load(name, copy)
        if copy.taken or create:
            return copy
        if not copy.waiting:
            await self._forget(name)
        return None

    async def _load(self, name: str, copy: _Copy) -> None:
        """Brings a copy up to what Redis has."""
        copy.loaded = False
        count, snapshot, steps = await self._run(_LOAD, name)
        if copy.loaded:
            return  # somebody else did meanwhile
        first = count - len(steps)
        if copy.taken < first and snapshot:
            taken, dumped = json.loads(snapshot)
            orphans = [Delivery(link, "", True) for link in copy.room.links]
            copy.taken, copy.room = taken, Room.load(dumped)
            self._deliver(orphans)  # what they missed is not known here: they come back and get it
        if copy.taken:
            self.rooms[name] = copy.room
        copy.loaded = True
        early, copy.early = copy.early, []
        for number, text in [*enumerate(steps, first + 1), *early]:
            self._take(name, copy, number, text)

    def _take(self, name: str, copy: _Copy, number: int, text: str) -> None:
        if number == copy.taken + 1:
            link, kind, values = json.loads(text)
            copy.taken = number
            self.rooms[name] = copy.room
            self._deliver(copy.room.take(link, _STEPS[kind](**values)))
        for waited in [waited for waited in copy.waiting if waited <= copy.taken]:
            future = copy.waiting.pop(waited)
            if not future.done():
                future.set_result(None)

    async def _forget(self, name: str) -> None:
        """Drops a copy; members of this process who thought they were in it come back and learn more."""
        copy = self._copies.pop(name, None)
        self.rooms.pop(name, None)
        if copy is not None:
            self._deliver([Delivery(link, "", True) for link in copy.room.links])
            await self._pubsub.unsubscribe(f"okey:room:{name}")

    async def _listen(self) -> None:
        """Takes the steps that are published; redis-py makes a lost connection anew and subscribes again."""
        while True:
            try:
                async for message in self._pubsub.listen():
                    await self._heard(message)
            except RedisError:
                log.warning("redis lost")
                await asyncio.sleep(0.5)
            except Exception:  # nothing that stands in Redis makes this process deaf
                log.exception("listening failed")
                await asyncio.sleep(0.5)

    async def _heard(self, message: dict[str, Any]) -> None:
        name = message["channel"].rpartition(":")[2]
        copy = self._copies.get(name)
        if copy is None:
            return
        if message["type"] == "subscribe":
            copy.subscribed.set()
        elif message["type"] == "message":
            number, _, text = message["data"].partition(" ")
            if not copy.loaded:
                copy.early.append((int(number), text))
            elif int(number) > copy.taken + 1:
                await self._load(name, copy)
            else:
                self._take(name, copy, int(number), text)

    async def tables(self) -> list[tuple[str, str, int]]:
        """Lists the tables of all processes."""
        found = []
        read = {name: json.loads(text) for name, text in (await self._redis.hgetall(_TABLES)).items()}
        newest = sorted(read.items(), key=lambda item: item[1][2], reverse=True)
        for name, (label, free, *_) in sorted(newest, key=lambda item: item[1][3]):
            assert isinstance(name, str)  # the client decodes
            if not await self._redis.exists(self._keys(name)[0]):
                await self._redis.hdel(_TABLES, name)
            elif free:
                found.append((name, label, free))
        return found

    async def watch(self, beat: float, grace: float) -> None:
        """Shows that this process lives, and puts out members and processes that do not."""
        self._ttl = int(grace) + 60
        await self._redis.set(f"okey:process:{self._process}", "1", px=int(beat * 3000))
        now = time.time()
        silent = {other for other in self._others() if not await self._redis.exists(f"okey:process:{other}")}
        for name, copy in list(self._copies.items()):
            if not copy.loaded:
                continue
            copy.room.keep(share(len(self._copies)))
            if not copy.waiting and not any(link.startswith(f"{self._process}.") for link in copy.room.links):
                await self._forget(name)
                continue
            count, *_ = await asyncio.gather(
                self._redis.get(self._keys(name)[0]), *(self._redis.expire(key, self._ttl) for key in self._keys(name))
            )
            if count is None:
                await self._forget(name)
            elif int(count) > copy.taken:
                await self._load(name, copy)
            for process in silent & {link.rpartition(".")[0] for link in copy.room.links}:
                await self.submit(name, "", Silenced(process, now))
            if copy.room.lost_since is not None and copy.room.lost_since < now - grace:
                await self.submit(name, "", Expired(now - grace))

    def _others(self) -> set[str]:
        """Gets the other processes that members of this one's rooms are connected to."""
        links = {link for copy in self._copies.values() for link in copy.room.links}
        return {link.rpartition(".")[0] for link in links} - {self._process}
