"""IPv4, IPv6 and hardware addresses. Loopback and documentation ranges are nobody's."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable

from workbench.core.places import Text
from workbench.findings.boundaries import is_free
from workbench.findings.check import Hit, Trigger
from workbench.findings.finding import Kind
from workbench.findings.held import EVERYTHING, Held
from workbench.findings.patterns import Pattern
from workbench.findings.reserved import reserved_address

_FOUR = Pattern(r"[0-9]{1,3}(?:\.[0-9]{1,3}){3}")
_DASHED = Pattern(r"[0-9]{1,3}(?:-[0-9]{1,3}){3}")
_SIX = Pattern(
    r"(?i)[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){7}(?:%[a-z0-9]{1,20})?"
    r"|(?:[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){0,6})?::(?:[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){0,6})?(?:%[a-z0-9]{1,20})?"
    r"|[0-9a-f]{1,4}(?:-[0-9a-f]{0,4}){4,7}"
)
_MAC = Pattern(
    r"(?i)[0-9a-f]{2}(?::[0-9a-f]{2}){5}|[0-9a-f]{2}(?:-[0-9a-f]{2}){5}|[0-9a-f]{4}(?:\.[0-9a-f]{4}){2}"
)
_VERSION_CUES = (
    "v",
    "version",
    "ver",
    "==",
    "release",
    "build",
    "rev",
    "@",
    "-",
    "/",
    "section",
    "chrome/",
)
_ADDRESS_CUES = ("from", "ip", "addr", "host", "ssh", "inet", "login", "client", "peer")


class NetworkAddresses:
    """Addresses on a network, checked by the standard library's own parser."""

    id = "ip-address"
    title = "an IP address"
    kind = Kind.IP
    stand_in = "ip"
    trigger = Trigger(patterns=(_FOUR, _DASHED, _SIX))

    def find(self, text: Text, held: Held = EVERYTHING) -> Iterable[Hit]:
        value = text.value
        for match in held.matches(_FOUR, value):
            start, end = match.span()
            if is_free(value, start, end, joins="_") and not _is_longer(value, start, end):
                reason = reserved_address(match.group())
                if reason is not None:
                    yield _hit(start, end, 4, reason or _version(value, start, end))
        for match in held.matches(_DASHED, value):
            start, end = match.span()
            address = match.group().replace("-", ".")
            if is_free(value, start, end, joins="-_") and _has_cue(value, start):
                reason = reserved_address(address)
                if reason is not None:
                    yield _hit(start, end, 4, reason)
        for match in held.matches(_SIX, value):
            yield from _six(value, *match.span())


def _six(value: str, start: int, end: int) -> Iterable[Hit]:
    text = value[start:end].partition("%")[0]
    if not is_free(value, start, end, joins=":"):
        return
    if ":" not in text:
        if not _has_cue(value, start):
            return
        text = text.replace("-", ":")
    if sum(map(str.isalnum, text)) < 6:
        return
    try:
        ipaddress.IPv6Address(text)
    except ValueError:
        return
    yield _hit(start, end, 6, reserved_address(text) or "")


def _hit(start: int, end: int, version: int, benign: str) -> Hit:
    why = f"A valid IPv{version} address outside the reserved ranges."
    return Hit(start, end, why=why, benign=benign, spreads=False)


def _is_longer(value: str, start: int, end: int) -> bool:
    """Five and more parts are no address: an object identifier, a section, a version."""
    after = value[end : end + 2]
    before = value[max(0, start - 2) : start]
    return (after[:1] == "." and after[1:].isdigit()) or (
        before[1:] == "." and before[:1].isdigit()
    )


def _version(value: str, start: int, end: int) -> str:
    before = value[max(0, start - 10) : start].lower().rstrip(" :=\"'")
    if before.endswith(_VERSION_CUES) and not before.endswith(("://", "@")):
        return "a version"
    return ""


def _has_cue(value: str, start: int) -> bool:
    before = value[max(0, start - 24) : start].lower()
    return any(cue in before for cue in _ADDRESS_CUES)


class HardwareAddresses:
    """MAC addresses in the three usual spellings."""

    id = "hardware-address"
    title = "a hardware address"
    kind = Kind.MAC
    stand_in = "mac"
    trigger = Trigger(patterns=(_MAC,))

    def find(self, text: Text, held: Held = EVERYTHING) -> Iterable[Hit]:
        for match in held.matches(_MAC, text.value):
            start, end = match.span()
            if not is_free(text.value, start, end, joins=":-."):
                continue
            digits = "".join(filter(str.isalnum, match.group().lower()))
            yield Hit(start, end, why="Twelve hexadecimal digits in pairs.", benign=_benign(digits))


def _benign(digits: str) -> str:
    if len(set(digits)) == 1:
        return "a broadcast or empty address"
    if digits.startswith("00005e0053"):
        return "a documentation address"
    return ""
