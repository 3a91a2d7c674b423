"""The checks: one class with an id in its own module."""
