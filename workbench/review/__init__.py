"""Floor 3: the review as data."""
