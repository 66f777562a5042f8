"""Playing with friends on the screen: the connection, the match as the table shows it, the panels."""
