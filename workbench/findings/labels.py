"""What a name or another string nobody can change may not hold (``spec/review-ux.md`` §9.1, §9.3).

Every check reads these strings too; here its hit becomes a label finding that refuses. A name is
cured by renaming, a fixed string by nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from workbench.core.places import Role, Text
from workbench.findings.check import Check, Hit, Trigger
from workbench.findings.finding import Certainty, Kind
from workbench.findings.label_shapes import opaque_parts

_KEEPS_KIND = frozenset({Kind.HIDDEN, Kind.TIMING})


class LabelShapes:
    """Opaque ids, timestamps and case numbers in a name or seed."""

    id = "label"
    title = "an id or a date in a name"
    kind = Kind.LABEL
    stand_in = ""
    trigger = Trigger(roles=frozenset({Role.LABEL, Role.FIXED}))

    def find(self, text: Text) -> Iterable[Hit]:
        for part in opaque_parts(text.value):
            if text.role is Role.LABEL or part.identifies:
                yield Hit(
                    part.start,
                    part.end,
                    what=f"Holds {part.what}",
                    why=f"Characters {part.start + 1}–{part.end} look like {part.what}.",
                    certainty=Certainty.STRONG,
                )


def label_checks() -> tuple[Check, ...]:
    """The checks that only names and fixed strings are read by."""
    return (LabelShapes(),)


def label_hit(hit: Hit, *, holds: Kind, is_name: bool) -> Hit:
    """``hit`` as a label finding. Weak signs ask; everything else refuses."""
    if hit.kind in _KEEPS_KIND:
        return replace(hit, refuses=True)
    where = "the capture's name" if is_name else "a string that cannot change"
    why = f"{hit.why} It stands in {where}." if hit.why else f"It stands in {where}."
    refuses = hit.certainty is not Certainty.WEAK
    return replace(
        hit,
        kind=Kind.LABEL,
        holds=holds,
        why=why,
        refuses=refuses,
        stand_in="",
        spreads=hit.spreads,
    )
