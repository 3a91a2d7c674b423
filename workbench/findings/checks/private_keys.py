"""Private key blocks, whole or cut off."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.core.places import Text
from workbench.findings.check import Hit, Trigger
from workbench.findings.finding import Kind
from workbench.findings.held import EVERYTHING, Held
from workbench.findings.patterns import Pattern

_BEGIN = Pattern(r"-----BEGIN[ A-Z0-9]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_END = Pattern(r"-----END[ A-Z0-9]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_PUTTY = Pattern(r"PuTTY-User-Key-File-[0-9]")
_BODY = Pattern(r"[A-Za-z0-9+/=\s\\:,.-]{40}")
_LONGEST = 16_384


class PrivateKeys:
    """PEM, OpenSSH, PGP and PuTTY private keys."""

    id = "private-key"
    title = "a private key"
    kind = Kind.SECRET
    stand_in = "secret"
    trigger = Trigger(patterns=(_BEGIN, _PUTTY))

    def find(self, text: Text, held: Held = EVERYTHING) -> Iterable[Hit]:
        value = text.value
        for match in held.matches(_BEGIN, value):
            after = value[match.end() : match.end() + _LONGEST]
            end = _END.search(after)
            body = after[: end.start()] if end else after[:_LONGEST]
            benign = "" if _BODY.search(body) else "a key block without a key"
            stop = match.end() + (end.end() if end else _until_blank(body))
            yield Hit(
                match.start(), stop, why="A block that begins as a private key.", benign=benign
            )
        for match in held.matches(_PUTTY, value):
            stop = min(len(value), match.end() + _LONGEST)
            yield Hit(match.start(), stop, why="A PuTTY private key file.")


def _until_blank(body: str) -> int:
    at = body.find("\n\n")
    return len(body) if at < 0 else at
