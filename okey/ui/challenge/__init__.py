"""Challenges on the screen: the table they are played at, and what is said of them."""
