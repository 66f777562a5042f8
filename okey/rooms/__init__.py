"""Rooms: friends at one table over a relay that only passes messages."""
