"""What somebody in a room did wrong, in words: where it was noticed, and who is at fault only where that is known."""

from __future__ import annotations

from collections.abc import Callable

from okey.rooms.office import Fault
from okey.ui.texts import Texts

GRAVE = ("diverged", "unfair", "unproved", "left_out", "dealt_without", "wrong_outset", "changed_commits",
         "false_takeover", "not_dealer", "wrong_key", "wrong_level", "wrong_seating", "wrong_date",
         "wrong_signature", "other_result")  # fmt: skip
"""How the reasons begin of what the person is told of."""


def told(t: Texts, fault: Fault, name_of: Callable[[int], str], seat_name: Callable[[int], str]) -> str:
    """Says what was noticed, in which hand and turn, and whose turn that was; nothing where it is no matter.

    Args:
        t: the texts.
        fault: what was noticed.
        name_of: gets the name of a member.
        seat_name: gets the name of who has a seat.
    """
    kind = next((start for start in GRAVE if fault.reason.startswith(start)), None)
    if kind is None:
        return ""
    keys = (f"room.fault.{fault.reason}", f"room.fault.{kind}", "room.fault")
    who = "" if fault.seat is None else seat_name(fault.seat)
    what = t(next(key for key in keys if key in t), name=name_of(fault.member), who=who)
    if fault.turn and who:
        return t("room.fault_turn", hand=fault.hand, turn=fault.turn, who=who, what=what)
    return t("room.fault_hand", hand=fault.hand, what=what) if fault.hand else what
