"""Usta, the master, searches.

It plays like Hard but judges exactly, and throws of a closed hand that look alike it tries in worlds: orders in which
the unseen tiles may come, consistent with everything seen and weighted by what others took and threw (see
``okey.bots.worlds``). At an open table it is patient: as long as nobody has opened it keeps back an opening that leaves
many tiles.
"""

from okey.bots.skill import Skill

SKILL = Skill(
    sight="distance",
    remembers=None,
    counts=True,
    slips=0.0,
    overlooks=0.0,
    defends=0.02,
    wobble=0.0,
    margin=1.5,
    bargains=True,
    fears=1.0,
    worlds=6,
    patient=True,
)
