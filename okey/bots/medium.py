"""Medium plays its own rack well.

It knows how many tiles its rack lacks and which help, with runs and sets or with pairs, but not how many of those are
still to come, and it does not mind what others may do with a discard.
"""

from okey.bots.skill import Skill

SKILL = Skill(sight="distance", remembers=0, counts=False, slips=0.1, defends=0.0, bargains=False, worlds=0)
