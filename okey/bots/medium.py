"""Medium plays its own rack well.

It knows how many tiles its rack lacks and roughly which help, with runs and sets or with pairs, but not how many of
those are still to come, it does not mind what others may do with a discard, takes one only where that helps a lot, and
every fourth time it throws another tile than the one it can spare best. It waits for an okey finish longer than it
should. On an open table it opens as soon as it sees that it can, which it often overlooks, and throws what stands
alone.
"""

from okey.bots.skill import Skill

SKILL = Skill(
    sight="distance",
    remembers=0,
    counts=False,
    slips=0.28,
    overlooks=0.43,
    defends=0.0,
    wobble=3.5,
    margin=3.0,
    bargains=False,
    fears=0.5,
    worlds=0,
)
