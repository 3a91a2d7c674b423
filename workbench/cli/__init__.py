"""Floor 4: the same review in a terminal."""
