"""Floor 2: checks over the texts of any family."""
