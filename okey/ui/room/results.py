"""The signed results that this profile carries, once their signatures were looked at."""

from __future__ import annotations

from okey.bridge import Bridge, network
from okey.bridge.network import Unreachable
from okey.rooms import notary
from okey.rooms.results import Result, flaw
from okey.ui.storage import KEY, load, load_results


async def true_results(bridge: Bridge) -> list[Result]:
    """Gets the results that everybody in them has signed, the oldest first; none where there are no ciphers."""
    try:
        ciphers = network.detect()
    except Unreachable:
        return []
    true = [signed.result for signed in load_results(bridge) if await flaw(ciphers, signed) is None]
    return sorted(true, key=lambda result: result.ended)


def own_key(bridge: Bridge) -> str:
    """Gets the public key of this profile in hexadecimal; empty when it has none yet."""
    try:
        return notary.read_key(load(bridge, KEY) or "")[0].hex()
    except ValueError:
        return ""
