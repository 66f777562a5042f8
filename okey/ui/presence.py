"""How it stands with somebody at the table of a room: the connection, and the face they make."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

Link: TypeAlias = Literal["here", "gone", "kept", "unknown", "none"]
"""Connected; not connected; not connected or not acting, so that a computer player acts; not known, since the own
connection is gone; nobody who would have one."""


class Presence(NamedTuple):
    """What is shown of a seat beside what it plays."""

    link: Link
    face: str
    """The name of a picture; empty for none."""
