"""Easy plays like a beginner.

It sees the melds in its rack and what stands beside what, forgets every discard that is covered, counts nothing, takes
a discard when that makes a meld, and now and then holds on to a tile it likes and throws the second worst.
"""

from okey.bots.skill import Skill

SKILL = Skill(sight="neighbours", remembers=0, counts=False, slips=0.2, defends=0.0, bargains=False, worlds=0)
