"""The state machine of a match, what a seat may ask, what happened, and what it may know."""

from okey.game.actions import Action, ActionError
from okey.game.events import Event, EventError
from okey.game.game import Game
from okey.game.refusal import Refused
from okey.game.scoring import Charge
from okey.game.view import HandResult, View

__all__ = ["Action", "ActionError", "Charge", "Event", "EventError", "Game", "HandResult", "Refused", "View"]
