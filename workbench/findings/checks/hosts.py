"""Machine names and internal domains, recognised by their ending or shape."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.core.places import Text
from workbench.findings.boundaries import is_free
from workbench.findings.check import Hit, Trigger
from workbench.findings.checks.logins import host_hit
from workbench.findings.finding import Kind
from workbench.findings.held import EVERYTHING, Held
from workbench.findings.patterns import Pattern
from workbench.findings.placeholders import impersonal
from workbench.findings.reserved import public_host

_LABELS = r"(?:[a-zA-Z0-9_](?:[a-zA-Z0-9_-]*[a-zA-Z0-9])?\.)"
_INTERNAL = Pattern(
    rf"(?i)\b({_LABELS}+(?:local|lan|internal|corp|intranet|intra|home|localdomain|private|home\.arpa))\b"
)
_MACHINE = Pattern(
    r"(?i)\b((?:desktop|laptop|win|pc|ec2amaz)-[a-z0-9]{5,15}|ip-[0-9]{1,3}(?:-[0-9]{1,3}){3}"
    r"|[a-z0-9]+s?-(?:macbook-pro|macbook-air|macbook|mac|imac|mbp|thinkpad|laptop|desktop|pc|iphone|ipad)"
    r"(?:-[0-9]{1,3})?)\b"
)
_SERVICE = Pattern(
    r"(?i)\b([a-z0-9][a-z0-9-]*\.(?:[a-z]{2,9}-(?:north|south|east|west|central)[a-z]*(?:-[0-9])?)\.[a-z0-9.-]+[a-z])\b"
)
_MAIL = Pattern(r"(?i)received: from ([a-z0-9][a-z0-9.-]{2,80}[a-z0-9])\b")
_SERVER = Pattern(
    r"://(?:[^\s/@\"'<>]{1,300}@)([a-zA-Z0-9][a-zA-Z0-9.-]{2,80}[a-zA-Z0-9])(?::[0-9]{2,5})?(?:[/\s\"']|$)"
)
_AGENT = Pattern(r"(?i)\((?:[^()]{0,60};\s?)?([a-z0-9][a-z0-9.-]{2,80}\.[a-z][a-z0-9-]{1,20})\)")
_CODE = (
    "self.",
    "this.",
    "os.",
    "sys.",
    "threading.",
    "window.",
    "torch.",
    "np.",
    "std.",
    "com.",
    "org.",
)
_CUES = tuple(
    """.local|.lan|.internal|.corp|.intra|.home|.private|desktop-|laptop-|win-|ip-|-mac|-imac|-mbp|
-thinkpad|-laptop|-desktop|-pc|ec2amaz|-iphone|-ipad|pc-|-east|-west|-north|-south|-central|
received: from|://""".replace("\n", "").split("|")
)


class Hosts:
    """``.local``, ``.internal`` and alike, and the names that systems give to machines."""

    id = "host-name"
    title = "a host name"
    kind = Kind.HOST
    stand_in = "host"
    trigger = Trigger(patterns=(_INTERNAL, _MACHINE, _SERVICE, _MAIL, _SERVER, _AGENT))

    def find(self, text: Text, held: Held = EVERYTHING) -> Iterable[Hit]:
        for pattern in (_INTERNAL, _MACHINE, _SERVICE):
            for match in held.matches(pattern, text.value):
                name = match.group(1)
                start, end = match.span(1)
                if text.value[end : end + 1] == "." and text.value[end + 1 : end + 2].isalnum():
                    continue  # "notes.local.md" is a file, and its name goes on
                if pattern is _MACHINE and not is_free(text.value, start, end, joins="-_/"):
                    continue  # part of a longer word: a file, a class, a path
                if text.value[end : end + 1] == "(" or name.lower().startswith(_CODE):
                    continue  # a member or call in code
                yield Hit(
                    start,
                    end,
                    why="Its ending or shape is that of a machine or an internal domain.",
                    benign=public_host(name) or impersonal(name),
                    spreads=len(name) >= 6,
                )
        for pattern in (_MAIL, _SERVER):
            for match in held.matches(pattern, text.value):
                yield host_hit(match, 1)
        if text.key.lower().replace("_", "-") == "user-agent":
            for match in held.matches(_AGENT, text.value):
                reason = public_host(match.group(1))
                yield Hit(*match.span(1), why="A host in brackets of a user agent.", benign=reason)
