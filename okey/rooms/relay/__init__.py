"""The relay: a server that passes messages between the members of rooms and knows nothing of what they play."""
