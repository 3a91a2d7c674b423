"""What a name or another string nobody can change may not hold (``spec/review-ux.md`` §9.1, §9.3).

Every check reads these strings too; here its hit becomes a label finding that refuses. A name is
cured by renaming, a fixed string by nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from workbench.core.places import Role, Text
from workbench.findings.check import Check, Hit, Trigger
from workbench.findings.fields import fold_name
from workbench.findings.finding import Certainty, Kind
from workbench.findings.held import EVERYTHING, Held
from workbench.findings.known import KnownIdentities
from workbench.findings.label_shapes import opaque_parts
from workbench.findings.name_forms import SHORTEST_CUT, taken_from, without_separators

_VERSIONS = frozenset(
    {
        "model",
        "modelid",
        "modelname",
        "version",
        "modelversion",
        "campaignversion",
        "apiversion",
        "capturedunder",
        "anthropicversion",
        "openaiversion",
        "engine",
    }
)
_KEEPS_KIND = frozenset({Kind.HIDDEN, Kind.TIMING})


class LabelShapes:
    """Opaque ids, timestamps and case numbers in a name or seed."""

    id = "label"
    title = "an id or a date in a name"
    kind = Kind.LABEL
    stand_in = ""
    trigger = Trigger(roles=frozenset({Role.LABEL, Role.FIXED}))

    def find(self, text: Text, held: Held = EVERYTHING) -> Iterable[Hit]:
        for part in opaque_parts(text.value):
            if part.code == "date" and fold_name(text.key) in _VERSIONS:
                continue  # the date of a published model or tool is a public constant
            if text.role is Role.LABEL or part.identifies:
                yield Hit(
                    part.start,
                    part.end,
                    what=f"Holds {part.what}",
                    why=f"Characters {part.start + 1}–{part.end} look like {part.what}.",
                    certainty=Certainty.STRONG,
                )


class DerivedLabels:
    """A known value in a name, also cut to four characters, misspelt by one or written with digits."""

    id = "derived-label"
    title = "part of a known identity"
    kind = Kind.LABEL
    stand_in = ""
    trigger = Trigger(roles=frozenset({Role.LABEL, Role.FIXED}))

    def __init__(self, known: KnownIdentities) -> None:
        self._taken = tuple(
            (kind, taken)
            for kind, noun, values in (
                (Kind.PERSON, "a known name", known.names),
                (Kind.USERNAME, "a known user name", known.users),
                (Kind.EMAIL, "a known e-mail address", known.emails),
                (Kind.ACCOUNT_ID, "a known id", known.ids),
                (Kind.HOST, "a known host name", known.hosts),
                (Kind.ACCOUNT_ID, "a known identity", known.others),
            )
            for taken in taken_from(values, noun, words_only=True)
        )

    def find(self, text: Text, held: Held = EVERYTHING) -> Iterable[Hit]:
        for kind, taken in self._taken:
            for start, end, how in taken.inside(text.value):
                manner = f", {how}" if how else ""
                why = f"Characters {start + 1}–{end} are derived from {taken.noun}{manner}."
                yield Hit(
                    start,
                    end,
                    what="Derives from a known identity",
                    why=why,
                    holds=kind,
                    certainty=Certainty.PROOF,
                )

    def __repr__(self) -> str:
        return f"<{type(self).__name__}, {len(self._taken)} values>"


class OldNameInSeed:
    """The capture's own name inside its seed: renaming cannot take it out (§5.3, §9.3)."""

    id = "old-name-in-seed"
    title = "the old name in the seed"
    kind = Kind.LABEL
    stand_in = ""
    trigger = Trigger(roles=frozenset({Role.FIXED}))

    def __init__(self, old_name: str) -> None:
        self._old = without_separators(old_name)[0]

    def find(self, text: Text, held: Held = EVERYTHING) -> Iterable[Hit]:
        if text.key != "seed" or len(self._old) < SHORTEST_CUT:
            return
        bare, at = without_separators(text.value)
        start = bare.find(self._old)
        if start >= 0:
            yield Hit(
                at[start],
                at[start + len(self._old) - 1] + 1,
                what="The seed holds the old name",
                why="The seed is replayed as it is, so a new name does not take the old one away.",
                certainty=Certainty.PROOF,
            )

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"


def label_checks(known: KnownIdentities, *, old_name: str = "") -> tuple[Check, ...]:
    """The checks that only names and fixed strings are read by."""
    checks: tuple[Check, ...] = (LabelShapes(), OldNameInSeed(old_name))
    return (*checks, DerivedLabels(known)) if known.given else checks


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
