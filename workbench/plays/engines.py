"""Which engine versions can be replayed here.

Source: DESIGN §4 *Engines*: a version that is not installed is said, never substituted.
"""

from __future__ import annotations

#: Engine versions that the built-in engine replays exactly as they did.
BUILT_IN = ("0.10.0", "0.11.0")
