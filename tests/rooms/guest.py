"""A guest at a machine of its own: joins a room, counts aloud, and writes down what it hears, a line for each event.

python -m tests.rooms.guest ADDRESS CODE NUMBERS
"""

import asyncio
import sys

from okey.rooms import client
from okey.rooms.channel import Closed, Message
from tests.rooms.running import Network


async def count(room: client.Connection, numbers: int) -> None:
    for number in range(numbers):
        room.send(str(number))
        await asyncio.sleep(0.1)


async def main(address: str, code: str, numbers: int) -> None:
    room = await client.join(Network(address), code)
    counting = asyncio.ensure_future(count(room, numbers))
    while True:
        event = await room.receive()
        print(event.payload if isinstance(event, Message) else repr(event), flush=True)
        if isinstance(event, Closed) or (isinstance(event, Message) and event.payload == "goodbye"):
            break
    await counting
    room.leave()
    await asyncio.sleep(0.5)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
