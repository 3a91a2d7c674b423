"""What bodies hold: content codings, event streams, JSON, and their texts."""
