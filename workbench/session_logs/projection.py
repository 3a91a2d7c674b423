"""Leaving out what the runtime wrote round every event: its sequence and its time.

A committed fixture is a projection of one recorded session: replay supplies sequences and times, and a
capture holds no clock. Every other byte stays. Source: ``spec/session-logs.md`` §§1, 20.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from workbench.session_logs.log import SessionLog

_ENVELOPE = frozenset({b'"seq"', b'"time"', b'"seq0"', b'"time0"'})
_TOKEN = re.compile(rb'"(?:[^"\\]++|\\.)*+"|[{}\[\],]', re.DOTALL)


def projected(log: SessionLog) -> bytes:
    """The bytes of a complete log without its envelopes; those of a projected log as they are."""
    if not log.complete:
        return log.data
    parts = [log.raw(-1), *(_without_envelope(log.raw(row)) for row in range(len(log.rows)))]
    return b"\n".join(parts) + b"\n"


def _without_envelope(row: bytes) -> bytes:
    kept = [member for member in _members(row) if _key(member) not in _ENVELOPE]
    return b"{" + b",".join(kept) + b"}"


def _members(row: bytes) -> Iterator[bytes]:
    """The members of a JSON object as they are written, in order."""
    depth, start = 0, 0
    for token in _TOKEN.finditer(row):
        mark = token.group()
        if mark in b"{[":
            depth += 1
            start = token.end() if depth == 1 else start
        elif mark in b"}]":
            depth -= 1
            if depth == 0:
                yield row[start : token.start()]
        elif mark == b"," and depth == 1:
            yield row[start : token.start()]
            start = token.end()


def _key(member: bytes) -> bytes:
    found = _TOKEN.search(member)
    return found.group() if found else b""
