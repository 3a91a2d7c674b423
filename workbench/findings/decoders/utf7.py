"""UTF-7: characters as base64 of their UTF-16, between ``+`` (in mailbox names ``&``) and ``-``."""

from __future__ import annotations

import binascii
import re
from collections.abc import Iterable

from workbench.findings.alignment import Replaced, align
from workbench.findings.check import Trigger
from workbench.findings.decoders.decoder import Decoded, Scope, Undecoded
from workbench.findings.folding import without_invisible
from workbench.findings.patterns import Pattern

_RUN = re.compile(r"[+&]([A-Za-z0-9/,]{3,}(?:\+[A-Za-z0-9/,]+)*)-?")
# The first characters of the planes that letters, their disguises and what is drawn as nothing are in.
_SEEN = Pattern(
    r"[+&](?:A[C-P][A-Za-z0-9/]|IA[A-Z]|/[gh0-9w-z+/][A-Za-z0-9+/]|2[A-Za-z0-9+/]{2})(?:[A-Za-z0-9/]|-|$)"
)


class Utf7:
    """The whole text with its UTF-7 runs resolved."""

    name = "utf-7"
    scope = Scope.WHOLE
    trigger = Trigger(patterns=(_SEEN,))

    def decode(self, value: str) -> Iterable[Decoded | Undecoded]:
        changes = [
            Replaced(*match.span(), text)
            for match in _RUN.finditer(value)
            if (text := _characters(match.group(1))) is not None
        ]
        if not changes:
            return ()
        aligned = align(value, changes)
        return (Decoded(aligned.value, aligned.outer),)


def _characters(run: str) -> str | None:
    """What a run stands for, if it is whole characters that a person could read."""
    body = run.replace(",", "/")
    try:
        data = binascii.a2b_base64(body + "=" * (-len(body) % 4))
        text = data[: len(data) // 2 * 2].decode("utf-16-be")
    except (binascii.Error, UnicodeDecodeError):
        return None
    kept = without_invisible(text).replace("\0", "")
    return text if all(each.isprintable() or each in "\n\r\t" for each in kept) else None
