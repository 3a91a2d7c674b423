"""Seeds and names that say nothing of anybody: a few plain words, drawn at random.

Words and not digits, so that no check has to ask whether a number is somebody's.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from typing import Final

#: Nothing here is a name, a place one lives at, or looks like one.
_WORDS: Final[Sequence[str]] = re.findall(
    r"\w+",
    """
    anchor arch basin beacon bell birch bolt branch brass bridge bucket cable canal candle
    chalk chain cliff clock cloud clover coast cobble copper cotton crane creek
    current dune ferry field flint foam fog forest frost garden gate glass
    granite gravel gull hammer harbour heron hinge hollow island kettle kite ladder lake lamp
    lantern latch lattice lever lichen linen loom marble marsh meadow mill mirror moss
    mountain oar orchard otter paddle paper pebble pier pine plank plum pocket pond
    quarry quartz raft rain ramp ridge ripple river road rope rudder saddle sail salt
    sand shell shore silver slate snow spindle spool spring stair steam stone storm straw
    stream summit tea thistle thread tide timber tower trail tunnel valley velvet walnut water
    wave wheel wind window wool
    """,
)


def words(count: int) -> str:
    """``count`` words, joined by hyphens: about seven bits each."""
    return "-".join(secrets.choice(_WORDS) for _ in range(count))


class OpaqueIds:
    """The id source of games played by hand."""

    def new_game_id(self) -> str:
        return f"game-{words(4)}"

    def new_seed(self) -> str:
        return words(5)


def new_id(what: str) -> str:
    """The id of a session or a save; it stays in memory."""
    return f"{what}-{secrets.token_hex(16)}"
