"""JSON web tokens: what they hold is readable, and the signature opens doors."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable

from workbench.core.places import Text
from workbench.findings.boundaries import is_free
from workbench.findings.check import Hit, Trigger
from workbench.findings.finding import Kind
from workbench.findings.held import EVERYTHING, Held
from workbench.findings.patterns import Pattern
from workbench.findings.placeholders import placeholder

_TOKEN = Pattern(
    r"ey[JI][A-Za-z0-9_-]{6,}[=]{0,2}\.(?:[A-Za-z0-9_-]{4,}[=]{0,2})?(?:\.[A-Za-z0-9_/+-]{0,}[=]{0,2}){1,3}"
)


class JsonWebTokens:
    """Three (signed) or five (encrypted) base64url parts, the first of which is a JOSE header."""

    id = "json-web-token"
    title = "a JSON web token"
    kind = Kind.SECRET
    stand_in = "secret"
    trigger = Trigger(patterns=(_TOKEN,))

    def find(self, text: Text, held: Held = EVERYTHING) -> Iterable[Hit]:
        for match in held.matches(_TOKEN, text.value):
            start, end = match.span()
            if is_free(text.value, start, end) and _is_header(match.group().partition(".")[0]):
                why = f"{end - start} characters in base64url parts; the first is a token header."
                yield Hit(
                    start,
                    end,
                    why=why,
                    benign=placeholder(match.group().rpartition(".")[2])
                    if match.group().count(".") > 9
                    else "",
                )


def _is_header(part: str) -> bool:
    try:
        header = base64.urlsafe_b64decode(part.rstrip("=") + "=" * (-len(part.rstrip("=")) % 4))
    except (ValueError, binascii.Error):
        return False
    return header.lstrip().startswith(b"{") and (b'"alg"' in header or b'"typ"' in header)
