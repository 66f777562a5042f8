"""The pygame front end: a picture of one seat's view, and the ways to act on it."""
