"""External engines: commands that speak JSON lines on standard input and output.

The protocol is described for authors of engines in ``docs/engine-protocol.md``. Source: DESIGN §4
*Engines*: an engine is chosen by ``capturedUnder``, and one that is not installed is said.
"""
