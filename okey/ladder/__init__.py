"""The ladder: how strong bots are against each other, on the same deals, with honest intervals."""
