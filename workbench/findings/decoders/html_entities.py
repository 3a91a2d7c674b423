"""HTML and XML character references."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable

from workbench.findings.alignment import rewrite
from workbench.findings.check import Trigger
from workbench.findings.decoders.decoder import Decoded, Scope, Undecoded
from workbench.findings.patterns import Pattern

# Browsers need no semicolon after a number.
_ENTITY = re.compile(r"(&(?:#[0-9]{1,12}+;?|#[xX][0-9a-fA-F]{1,12}+;?|[A-Za-z][A-Za-z0-9]{1,31};))")
_LONGEST = 40  # characters
_SEEN = Pattern(r"(?i)&(?:#[0-9]|#x[0-9a-f]|[a-z]{2,8};)")


class HtmlEntities:
    """The whole text with its character references resolved."""

    name = "html"
    scope = Scope.WHOLE
    trigger = Trigger(patterns=(_SEEN,))

    def decode(self, value: str) -> Iterable[Decoded | Undecoded]:
        aligned = rewrite(value, _ENTITY, _character, reach=_LONGEST)
        if aligned.value == value:
            return ()
        return (Decoded(aligned.value, aligned.outer, quote=html.escape),)


def _character(reference: str) -> str:
    """What a reference stands for; numbers that browsers do not draw as well."""
    number = reference[2:].rstrip(";")
    if reference[1] == "#":
        code = int(number[1:], 16) if number[0] in "xX" else int(number)
        if code < 0x80:
            return chr(code)
    return html.unescape(reference)
