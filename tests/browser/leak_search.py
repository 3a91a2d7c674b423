"""Looks for captured values in every file that a review could have written, in every form of them."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from pathlib import Path

from workbench.findings import KnownIdentities, encodings_of
from workbench.review import Review

SHORTEST = 8  # characters or bytes: a shorter form stands anywhere by chance


def captured_values(captures: Path, state: Path) -> set[str]:
    """What may be nowhere after a review: every finding's value and every old name, planted or not."""
    values: set[str] = set()
    with Review.open(captures, known=KnownIdentities(), state=state) as review:
        for row in review.queue():
            values.add(row.label)
            values |= {finding.value for finding in review.item(row.key).findings}
    return {value for value in values if len(value) >= SHORTEST}


def forms(values: set[str]) -> Iterator[bytes]:
    """Every encoding of every value that is long enough to mean something."""
    for value in values:
        for name, form in encodings_of(value):
            if re.search(r"initial|cut|first|truncat", name):
                continue
            data = form.encode("utf-8", "surrogatepass") if isinstance(form, str) else form
            if len(data) >= SHORTEST:
                yield data


def files_below(*folders: Path) -> Iterator[tuple[Path, bytes]]:
    """Every file with its bytes; base64 in notebooks is decoded besides."""
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and not path.is_symlink():
                data = path.read_bytes()
                yield path, data
                for run in re.findall(rb"[A-Za-z0-9+/]{24,}={0,2}", data):
                    try:
                        yield path, base64.b64decode(run, validate=True)
                    except ValueError:
                        continue


def leaks(values: set[str], *folders: Path) -> list[str]:
    """Files that hold a form of a value. Their names, never the value."""
    wanted = set(forms(values))
    return sorted(
        {path.name for path, data in files_below(*folders) for form in wanted if form in data}
    )
