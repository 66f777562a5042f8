"""What the build is told about where its site will be: nothing, or its address and that of a relay."""

from __future__ import annotations

import argparse
import os
import re
from typing import NamedTuple

from web.errors import BuildError

HOST = r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?"
ADDRESS = re.compile(rf"https?://{HOST}(/[\w.~-]+)*/?")
RELAY = re.compile(rf"(wss|https|ws|http)://{HOST}")


class Hosting(NamedTuple):
    """Where the site will be."""

    address: str = ""
    """The address of the site's folder, with a slash at its end; empty if it is not known."""
    relay: str = ""
    """The origin of a relay for rooms that the page may talk to; empty if there is none."""

    @classmethod
    def checked(cls, address: str, relay: str) -> Hosting:
        """Makes one of what a person wrote.

        Raises:
            BuildError: It is no address of a site, or no origin.
        """
        if address and not ADDRESS.fullmatch(address):
            raise BuildError(f"{address!r} is no address of a site", "write it as https://okey.example.org/")
        if relay and not RELAY.fullmatch(relay):
            raise BuildError(f"{relay!r} is no origin of a relay", "write it as wss://relay.example.org")
        return cls(f"{address.rstrip('/')}/" if address else "", relay)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options to a command line; `make` passes them on by the environment."""
    parser.add_argument(
        "--site",
        default=os.environ.get("OKEY_SITE", ""),
        help="the address where the site will be, such as https://okey.example.org/ (default: OKEY_SITE)",
    )
    parser.add_argument(
        "--relay",
        default=os.environ.get("OKEY_RELAY", ""),
        help="the origin of a relay for rooms, such as wss://relay.example.org (default: OKEY_RELAY)",
    )
