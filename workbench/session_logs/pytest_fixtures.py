"""pytest fixtures for tests that talk to a recorded log instead of a model."""
