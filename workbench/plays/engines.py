"""Which engine versions can be replayed here.

Source: DESIGN §4 *Engines*: a version that is not installed is said, never substituted.
"""

from __future__ import annotations

#: Engine versions that the built-in engine replays exactly as they did. The published goldens of each
#: are replayed to their outcomes by the conformance tests.
BUILT_IN = ("0.1.0", "0.4.0", "0.5.0", "0.8.0", "0.10.0", "0.11.0")
