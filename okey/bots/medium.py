"""Medium plays its own rack well.

It knows how many tiles its rack lacks and roughly which help, with runs and sets or with pairs, but not how many of
those are still to come, it does not mind what others may do with a discard, and one time in five something escapes it.
On an open table it opens as soon as it can and throws what stands alone.
"""

from okey.bots.skill import Skill

SKILL = Skill(sight="distance", remembers=0, counts=False, slips=0.2, defends=0.0, wobble=3.5, bargains=False, worlds=0)
