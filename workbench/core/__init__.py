"""Floor 0: what every family shares, and that knows no family."""
