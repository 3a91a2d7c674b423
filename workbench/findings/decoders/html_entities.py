"""HTML and XML character references."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable

from workbench.findings.alignment import Replaced, align
from workbench.findings.check import Trigger
from workbench.findings.decoders.decoder import Decoded, Scope, Undecoded
from workbench.findings.patterns import Pattern

_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_SEEN = Pattern(r"(?i)&(?:#[0-9]|#x[0-9a-f]|[a-z]{2,8};)")


class HtmlEntities:
    """The whole text with its character references resolved."""

    name = "html"
    scope = Scope.WHOLE
    trigger = Trigger(patterns=(_SEEN,))

    def decode(self, value: str) -> Iterable[Decoded | Undecoded]:
        changes = [
            Replaced(*match.span(), html.unescape(match.group()))
            for match in _ENTITY.finditer(value)
        ]
        aligned = align(value, changes)
        if aligned.value == value:
            return ()
        return (Decoded(aligned.value, aligned.outer, quote=html.escape),)
