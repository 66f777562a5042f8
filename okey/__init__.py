"""Okey, the Turkish tile game: a pure-Python engine with bots, and a front end for desktop and browser.

What is named here is the engine's public surface, explained by example in ``docs/engine.md``; it needs nothing but the
standard library.
"""

from okey.bots import LEVELS, Agent, Budget, make_bot
from okey.game import Action, ActionError, Event, EventError, Game, HandResult, Refused, View
from okey.melds import Meld
from okey.position import PositionError, parse_position, position_text
from okey.presets import OVERLAYS, PRESETS
from okey.record import Record, RecordError
from okey.rules import OPTIONS, RulesError, RuleSet
from okey.simulate import play_hand
from okey.solver import Arrangement, arrange, complete, finishing_discards
from okey.solver.distance import Distance, distances
from okey.tiles import Faces, Tile, TileError, deal_out, kind_of, parse_kind, parse_kinds, parse_tile, tiles_text

__all__ = [
    "LEVELS",
    "OPTIONS",
    "OVERLAYS",
    "PRESETS",
    "Action",
    "ActionError",
    "Agent",
    "Arrangement",
    "Budget",
    "Distance",
    "Event",
    "EventError",
    "Faces",
    "Game",
    "HandResult",
    "Meld",
    "PositionError",
    "Record",
    "RecordError",
    "Refused",
    "RuleSet",
    "RulesError",
    "Tile",
    "TileError",
    "View",
    "arrange",
    "complete",
    "deal_out",
    "distances",
    "finishing_discards",
    "kind_of",
    "make_bot",
    "parse_kind",
    "parse_kinds",
    "parse_position",
    "parse_tile",
    "play_hand",
    "position_text",
    "tiles_text",
]

__version__ = "0.1.0"
