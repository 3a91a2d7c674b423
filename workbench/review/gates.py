"""The ten gates: named conditions that hold before promotion, each with a word and a sentence.

Source: ``spec/review-ux.md`` §4 *Gates*. Pure functions of what is known about an item; a gate whose
condition could not be tried is *not run*, never *pass*.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class GateName(StrEnum):
    """The gates, in the order of the row."""

    LOADS = "Loads"
    REPLAYS = "Replays"
    CONSUMED = "Consumed"
    ISSUED = "Issued"
    CONTENTS = "Contents"
    SEEN = "Seen"
    NAME = "Name"
    SEED = "Seed"
    OUTCOME = "Outcome"
    RESIDUE = "Residue"


class GateStatus(StrEnum):
    """Each has a shape and a word in ``words.SHAPES`` and ``words.STATUS_WORDS``."""

    PASS = "pass"
    FAIL = "fail"
    ASK = "ask"
    IDLE = "idle"
    NONE = "none"

    @property
    def holds(self) -> bool:
        """Whether promotion may go on with this status."""
        return self in (GateStatus.PASS, GateStatus.NONE)


@dataclass(frozen=True, slots=True)
class Gate:
    """One mark of the gate row.

    ``word`` says how many ("3 open", "19 of 19"); ``sentence`` says all of it, without captured
    values; ``judged_by`` is "proof", "person" or "". ``blocks`` is false where not having run keeps
    nobody waiting: residue before staging, derived-from checks where no identities are known.
    """

    name: GateName
    status: GateStatus
    word: str
    sentence: str
    judged_by: str = ""
    blocks: bool = True

    @property
    def holds(self) -> bool:
        """Whether promotion may go on as far as this gate is concerned."""
        return self.status.holds or not self.blocks
