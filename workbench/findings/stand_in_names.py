"""Stand-ins: visibly artificial, reserved for documentation, numbered in order of appearance.

Source: ``spec/review-ux.md`` §10. Nothing is derived from the value, so nothing can be reversed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from workbench.findings.finding import Finding
from workbench.findings.folding import fold

_DOCUMENTATION_NETS = ("192.0.2", "198.51.100", "203.0.113")


def stand_in_name(group: str, number: int, *, like: str = "") -> str:
    """The ``number``-th (from 1) stand-in of a class. ``like`` only decides IPv4 or IPv6.

    Classes: person, user, email, phone, address, host, ip, mac, session, profile, account, id,
    secret. An unknown class gives ``<class>-<n>-example``.
    """
    if group == "email":
        return f"person-{number}@example.com"
    if group == "host":
        return f"host-{number}.example.com"
    if group == "ip":
        return _address(number, six=":" in like)
    if group == "mac":
        return f"00:00:5e:00:53:{number % 256:02x}"
    if group == "phone":
        return f"+1-555-555-{100 + (number - 1) % 100:04d}"
    if group == "secret":
        return f"redacted-secret-{number}-example"
    return f"{group or 'value'}-{number}-example"


def stand_in_pairs(findings: Iterable[Finding]) -> dict[str, str]:
    """Stand-ins for the values of ``findings``, numbered for each class in the order given.

    Values that differ only in case, marks or invisible characters get the same stand-in. Findings
    without a stand-in class are left out.
    """
    counts: Counter[str] = Counter()
    same: dict[tuple[str, str], str] = {}
    pairs: dict[str, str] = {}
    for finding in findings:
        if not finding.stand_in or finding.value in pairs:
            continue
        group = (finding.stand_in, fold(finding.value))
        if group not in same:
            counts[finding.stand_in] += 1
            number = counts[finding.stand_in]
            same[group] = stand_in_name(finding.stand_in, number, like=finding.value)
        pairs[finding.value] = same[group]
    return pairs


def _address(number: int, *, six: bool) -> str:
    if six:
        return f"2001:db8::{number:x}"
    net = _DOCUMENTATION_NETS[(number - 1) // 254 % len(_DOCUMENTATION_NETS)]
    return f"{net}.{(number - 1) % 254 + 1}"
