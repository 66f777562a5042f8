"""What can be on the screen: the table, and the panels that lie over it."""
