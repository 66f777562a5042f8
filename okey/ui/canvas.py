"""The picture of the window, which knows where it has changed: so only that is copied and shown."""

from __future__ import annotations

from typing import Any

from pygame import Rect, Surface

NEAR = 8
"""Pixels between two places that are as quickly copied as one."""

MOST = 6
"""So many places are told apart."""


class Canvas(Surface):
    """A picture that is drawn anew for each frame: ``begin``, perhaps ``lay``, drawing, ``changes``.

    What ``pygame.draw`` draws on it outside of what was blitted has to be told by ``touch``.

    Args:
        size: width and height in pixels.
        like: a surface of the same form of pixels.
    """

    def __init__(self, size: tuple[int, int], like: Surface) -> None:
        super().__init__(size, 0, like)
        self._ground: Surface | None = None
        """The picture that lay under the last frame, if one did."""
        self._over: list[Rect] = []
        """Where this frame was drawn on."""
        self._cleared: list[Rect] = []
        """Where the frame before differed from the picture that lies under both."""
        self._laid = False

    def begin(self) -> None:
        """Begins a frame."""
        self._laid = False
        self._cleared = []

    def lay(self, ground: Surface) -> None:
        """Draws a picture as large as this under all else; where the last frame lay on the same, only what differs."""
        if ground is self._ground:
            for place in self._over:
                super().blit(ground, place, place)
            self._cleared = self._over
        else:
            super().blit(ground, (0, 0))
            self._cleared = [self.get_rect()]
        self._ground, self._over, self._laid = ground, [], True

    def blit(self, source: Surface, dest: Any = (0, 0), area: Any = None, special_flags: int = 0) -> Rect:
        """Draws another picture, with pygame's own arguments."""
        place = super().blit(source, dest, area, special_flags)
        self.touch(place)
        return place

    def touch(self, place: Rect) -> None:
        """Notes where this frame was drawn on."""
        if not self._laid or not place:
            return
        near = place.inflate(2 * NEAR, 2 * NEAR)
        for known in self._over:
            if known.colliderect(near):
                known.union_ip(place)
                return
        self._over.append(place)
        if len(self._over) > MOST:
            self._over = [self._over[0].unionall(self._over[1:])]

    def changes(self) -> list[Rect]:
        """Ends the frame; gets where it differs from the one before, in places that may overlap."""
        if self._laid:
            return self._cleared + self._over
        self._ground, self._over = None, []
        return [self.get_rect()]
