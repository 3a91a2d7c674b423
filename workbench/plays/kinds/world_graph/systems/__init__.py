"""The systems of a tick, one module a subsystem. ``pipeline`` puts them in order."""
