"""Easy plays like a beginner.

In closed hands it sees the melds in its rack and what stands beside what; five pairs, an okey's too, make it go for
pairs. It forgets every discard that is covered, counts nothing, takes a discard when that makes a meld, often holds on
to a tile it likes and throws another, and once complete it dreams of throwing an okey last, whoever else may be near.
On an open table it lays down what it happens to see, seldom at once.
"""

from okey.bots.skill import Skill

SKILL = Skill(
    sight="neighbours",
    remembers=0,
    counts=False,
    slips=0.33,
    overlooks=0.78,
    defends=0.0,
    wobble=0.4,
    margin=0.9,
    bargains=False,
    fears=0.3,
    worlds=0,
)
