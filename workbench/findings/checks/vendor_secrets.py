"""Secrets with a vendor's fixed shape (``spec/detection.md`` §1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import ahocorasick_rs

from workbench.core.places import Text
from workbench.findings.boundaries import ascii_lower, is_free
from workbench.findings.check import Hit, Trigger
from workbench.findings.finding import Kind
from workbench.findings.held import EVERYTHING, Held
from workbench.findings.patterns import first_group
from workbench.findings.placeholders import placeholder
from workbench.findings.secret_shape import Shape
from workbench.findings.vendor_shapes import BEFORE, SHAPES

_WINDOW = 1_300  # characters after a cue that a pattern may look at


class VendorSecrets:
    """Keys and tokens whose prefix says whose they are."""

    id = "vendor-secret"
    title = "a secret with a vendor's shape"
    kind = Kind.SECRET
    stand_in = "secret"

    def __init__(self, shapes: tuple[Shape, ...] = SHAPES) -> None:
        by_cue: dict[str, list[Shape]] = {}
        for shape in shapes:
            by_cue.setdefault(shape.cue, []).append(shape)
        self.trigger = Trigger(patterns=tuple(dict.fromkeys(shape.compiled for shape in shapes)))
        self._shapes = list(by_cue.values())
        self._cues = ahocorasick_rs.AhoCorasick(list(by_cue), store_patterns=False)

    def find(self, text: Text, held: Held = EVERYTHING) -> Iterable[Hit]:
        lowered = ascii_lower(text.value)
        for at, start, _ in self._cues.find_matches_as_indexes(lowered, overlapping=True):
            for shape in self._shapes[at]:
                yield from _match(shape, text.value, start)


def _match(shape: Shape, value: str, start: int) -> Iterator[Hit]:
    found = shape.compiled.match(value[start : start + _WINDOW])
    if found is None:
        return
    first, last = first_group(found, shape.compiled.groups)
    begin = start
    before = BEFORE.get(shape.vendor)
    if before is not None:
        pattern, size = before
        head = value[max(0, start - size) : start]
        lead = pattern.search(head)
        if lead is None:
            return
        begin = start - len(head) + lead.start()
    else:
        begin = start + first
    if is_free(value, begin, start + last, joins=shape.joins):
        secret = value[begin : start + last]
        yield Hit(
            begin,
            start + last,
            what=f"Looks like a {shape.vendor} secret",
            why=f"{len(secret)} characters in the shape of {shape.vendor} ({shape.source}).",
            benign=placeholder(secret),
        )
