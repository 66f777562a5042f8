"""What can be said in a room: phrases and pictures from a list, no free words."""

PHRASES = (
    "hello", "good_luck", "well_played", "thanks", "sorry", "hurry", "wait", "lucky", "one_more", "goodbye",
    "smile", "laugh", "cool", "sad", "surprised", "clap", "tea",
)  # fmt: skip
"""The names of all phrases; the screen has a text or a picture for each."""

EVERY = 3.0
"""How many seconds have to lie between two phrases of one member, on average."""

AT_ONCE = 3
"""How many may come at once."""
