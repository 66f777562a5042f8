"""Hard counts.

It remembers every discard and knows how many of the tiles it waits for are unseen, weighs runs and sets against pairs
by the turns they may take and what they pay, waits for an okey finish where that pays, and of throws that cost about as
much prefers the one the next player has least use for: few unseen tiles meet it, that player took no neighbour and
threw the like. On an open table it times its opening, keeps clear of penalties, and sheds points when the end is near.
It never blunders, but it judges throws to a turn or so only, and leaves discards that it had better take.
"""

from okey.bots.skill import Skill

SKILL = Skill(
    sight="distance",
    remembers=None,
    counts=True,
    slips=0.0,
    overlooks=0.0,
    defends=0.02,
    wobble=1.3,
    margin=3.0,
    bargains=True,
    fears=1.0,
    worlds=0,
)
