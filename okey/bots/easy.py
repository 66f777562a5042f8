"""Easy plays like a beginner.

In closed hands it sees the melds in its rack and what stands beside what; five pairs make it go for pairs. It forgets
every discard that is covered, counts nothing, takes a discard when that makes a meld, and now and then holds on to a
tile it likes and throws the second worst. On an open table it lays down what it happens to have as soon as it may.
"""

from okey.bots.skill import Skill

SKILL = Skill(
    sight="neighbours", remembers=0, counts=False, slips=0.42, defends=0.0, wobble=0.4, bargains=False, worlds=0
)
