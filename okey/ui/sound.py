"""Sounds made by arithmetic: tiles that click and knock, a chime for one's turn."""

from __future__ import annotations

import array
import math
import random
import sys
from dataclasses import dataclass

from okey.bridge import Bridge

RATE = 22050
"""Samples a second."""

LOUDEST = 4
"""The highest level of loudness."""


@dataclass(frozen=True, slots=True)
class Tone:
    """One strike: a sine that dies away, with some noise in its first moment."""

    pitch: float
    """Hertz."""
    seconds: float
    decay: float
    """How fast it dies away, in 1/s."""
    noise: float = 0.0
    """How much of the strike is noise, 0 to 1."""
    at: float = 0.0
    """When it begins, in seconds."""
    loud: float = 0.5


SOUNDS: dict[str, tuple[Tone, ...]] = {
    "lift": (Tone(1900, 0.03, 130, 0.5, loud=0.22),),
    "place": (Tone(1250, 0.05, 90, 0.5, loud=0.4), Tone(420, 0.05, 70, loud=0.25)),
    "draw": (Tone(980, 0.06, 80, 0.7, loud=0.35),),
    "knock": (Tone(640, 0.09, 55, 0.45, loud=0.6), Tone(230, 0.09, 45, loud=0.4)),
    "refuse": (Tone(190, 0.14, 22, 0.1, loud=0.5), Tone(160, 0.14, 22, at=0.09, loud=0.4)),
    "turn": (Tone(880, 0.22, 16, loud=0.22), Tone(1318, 0.26, 14, at=0.07, loud=0.18)),
    "win": tuple(Tone(p, 0.5, 6, at=0.11 * i, loud=0.3) for i, p in enumerate((523, 659, 784, 1047))),
    "lose": (Tone(392, 0.35, 8, loud=0.3), Tone(311, 0.45, 7, at=0.16, loud=0.3)),
}
"""Every sound by name."""


def samples(name: str) -> bytes:
    """Makes a sound: mono, signed 16 bits, little-endian."""
    tones = SOUNDS[name]
    mix = [0.0] * round(RATE * max(tone.at + tone.seconds for tone in tones))
    dice = random.Random(name)
    for tone in tones:
        first = round(tone.at * RATE)
        for i in range(min(round(tone.seconds * RATE), len(mix) - first)):
            time = i / RATE
            fade = math.exp(-tone.decay * time) * min(1.0, i / 40)
            noise = tone.noise * dice.uniform(-1, 1) * math.exp(-4 * tone.decay * time)
            mix[first + i] += tone.loud * fade * ((1 - tone.noise) * math.sin(math.tau * tone.pitch * time) + noise)
    data = array.array("h", (round(32000 * max(-1.0, min(1.0, value))) for value in mix))
    if sys.byteorder == "big":
        data.byteswap()
    return data.tobytes()


class Sounds:
    """Plays sounds by name.

    Args:
        bridge: what can be heard through.
        level: how loud it may be, 0 to ``LOUDEST``; 0 is mute.
    """

    def __init__(self, bridge: Bridge, level: int) -> None:
        self.level = level
        self.muted = False
        """Whether the page around the game wants silence."""
        self._bridge = bridge
        self._made: dict[str, bytes] = {}

    def play(self, name: str, share: float = 1.0) -> None:
        """Plays a sound with a share of the loudness, unless it is mute."""
        if not self.level or self.muted:
            return
        if name not in self._made:
            self._made[name] = samples(name)
        self._bridge.play(name, self._made[name], RATE, share * self.level / LOUDEST)
