"""Whether a pattern that calls values harmless would call nearly everything so.

It is tried on values that have nothing in common but their kind. One that matches all of a kind turns a
check off without saying so; one that matches many kinds turns off all of them.
"""

from __future__ import annotations

from workbench.findings.patterns import Pattern

_AT = "@"
_PROBES: dict[str, tuple[str, ...]] = {
    "mailbox": (f"a.b{_AT}one.example", f"x_9{_AT}mail.two.test", f"QRS+t{_AT}3.invalid"),
    "person": ("Mary Jones", "Li Wei", "\u00d8ystein \u00c5sen", "O'Neil, P."),
    "secret": (
        "sk-" + "aB3dE5fG7hJ9kL1m",
        "0f" * 16,
        "correct horse battery",
        "eyJh" + "bGci" + ".e30.c2ln",
    ),
    "login": ("zed", "build-7", "N.Ito", "\u0430\u043d\u043d\u0430"),
    "host": ("db01", "gate.corp", "Anns-Laptop.local"),
    "address": ("10.1.2.3", "203.0.113.9", "2001:db8::1"),
    "path": ("/home/ann/src", "C:\\Users\\bo", "~cy"),
    "phone": ("+46 70 123 45 67", "(212) 358-4129", "5551234567"),
    "id": ("7f9c24e8-3b12-4fef-91e0-6a1d0c7e5b21", "user_42", "org-AbCdEf"),
    "street": ("1482 Alder Creek Road", "Vasagatan 11", "\u6771\u4eac 1-2-3"),
}
_MOST = 0.4  # of all probes


def is_wide(pattern: Pattern) -> bool:
    """Whether ``pattern`` matches every probe of a kind, or many of all."""
    matched = {
        kind: [pattern.fullmatch(value) is not None for value in values]
        for kind, values in _PROBES.items()
    }
    everything = [each for kind in matched.values() for each in kind]
    return any(map(all, matched.values())) or sum(everything) > _MOST * len(everything)
