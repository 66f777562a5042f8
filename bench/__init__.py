"""Measures the built game in a real browser: `python -m bench`."""
