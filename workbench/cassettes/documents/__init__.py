"""The document a cassette is written in: its values, and where each of its strings stands."""
