"""Hard."""

from okey.bots.skill import Skill

SKILL = Skill(sight="distance", remembers=None, counts=True, slips=0.0, defends=0.02, bargains=True, worlds=0)
