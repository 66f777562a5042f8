"""A gamepad as a small keyboard: its cross and left stick are the arrows, its buttons the keys that matter most."""

from __future__ import annotations

import pygame

BUTTONS = {
    0: pygame.K_RETURN,
    1: pygame.K_ESCAPE,
    2: pygame.K_x,
    3: pygame.K_m,
    4: pygame.K_s,
    5: pygame.K_a,
    12: pygame.K_UP,
    13: pygame.K_DOWN,
    14: pygame.K_LEFT,
    15: pygame.K_RIGHT,
}
"""The key of each button: first A, B, X, Y and the shoulders; the cross where browsers have it, others have a hat."""

AXES = {
    0: (pygame.K_LEFT, pygame.K_RIGHT),
    1: (pygame.K_UP, pygame.K_DOWN),
    3: (pygame.K_PAGEUP, pygame.K_PAGEDOWN),
}
"""The keys of both ends of each axis of the sticks."""

FAR, NEAR = 0.6, 0.3
"""How far a stick goes to press a key, and how far back to let it go; no stick rests exactly in the middle."""


class Gamepads:
    """Follows all gamepads that are connected."""

    def __init__(self) -> None:
        pygame.joystick.init()
        self._known: dict[int, pygame.joystick.JoystickType] = {}
        """Gamepads by id: pygame reports only those that somebody holds on to."""
        self._held: dict[tuple[int, int], int] = {}
        """The end, -1 or 1, that an axis is pressed to."""

    def key(self, event: pygame.event.Event) -> int | None:
        """Gets the key that an event presses; None when it presses none."""
        if event.type == pygame.JOYDEVICEADDED:
            pad = pygame.joystick.Joystick(event.device_index)
            self._known[pad.get_instance_id()] = pad
        elif event.type == pygame.JOYDEVICEREMOVED:
            self._known.pop(event.instance_id, None)
            self._held = {axis: end for axis, end in self._held.items() if axis[0] != event.instance_id}
        elif event.type == pygame.JOYBUTTONDOWN:
            return BUTTONS.get(event.button)
        elif event.type == pygame.JOYHATMOTION:
            x, y = event.value
            return self._end(AXES[0], x) or self._end(AXES[1], -y)
        elif event.type == pygame.JOYAXISMOTION and event.axis in AXES:
            return self._tilt((event.instance_id, event.axis), event.value)
        return None

    def _tilt(self, axis: tuple[int, int], value: float) -> int | None:
        """Gets the key that a stick presses when it first goes far."""
        held = self._held.get(axis, 0)
        if held and value * held > NEAR:
            return None
        self._held[axis] = end = (value > FAR) - (value < -FAR)
        return self._end(AXES[axis[1]], end)

    @staticmethod
    def _end(keys: tuple[int, int], end: int) -> int | None:
        return keys[end > 0] if end else None
