"""Okey, the Turkish tile game: a pure-Python engine with bots, and a front end for desktop and browser."""

__version__ = "0.1.0"
