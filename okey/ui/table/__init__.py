"""The table: where things lie on it, what can be done there, how it is drawn."""
