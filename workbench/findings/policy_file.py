"""Reading ``workbench.toml``: every mistake is one message that says where it stands."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from workbench.core.errors import Refused, Unreadable
from workbench.findings.finding import Certainty, Kind
from workbench.findings.folding import fold
from workbench.findings.name_model import NamesPin
from workbench.findings.pattern_probes import is_wide
from workbench.findings.patterns import Pattern
from workbench.findings.policy import NAME, Benign, OwnPattern, Policy, policy_file

MOST_BYTES = 1_000_000
#: Dots before the first ``=`` of a line. A dotted key is read in the square of its length.
MOST_DOTS = 1_000
_TABLES = ("vocabulary", "benign", "patterns", "severity", "names")
_LEVELS = {"strong": Certainty.STRONG, "weak": Certainty.WEAK}


def policy_for(path: Path) -> Policy:
    """The policy that holds for the captures at ``path``. Raises as :func:`read_policy`."""
    found = policy_file(path)
    if found is None:
        return Policy()
    own = path.resolve() if path.is_dir() else path.resolve().parent
    return replace(read_policy(found), beside=found.parent == own)


def read_policy(path: Path) -> Policy:
    """The policy in the file at ``path``.

    Raises ``Unreadable`` for a file that is not UTF-8 TOML, ``Refused`` for an entry that is not
    understood: an entry that is passed over would hide a finding, or fail to make one.
    """
    try:
        with path.open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise _wrong("is larger than a megabyte", NAME, "Keep to rules")
        text = data.decode("utf-8")
        if any(line.partition("=")[0].count(".") > MOST_DOTS for line in text.splitlines()):
            raise _wrong("has a line with too many dots", NAME, "Name tables that are known")
        tables = tomllib.loads(text)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, RecursionError):
        raise Unreadable(
            "The project policy cannot be read", where=NAME, cure="Check that it is TOML in UTF-8"
        ) from None
    for name in tables:
        if name not in _TABLES:
            raise _wrong("has a table that is not known", NAME, f"Use {', '.join(_TABLES)}")
    return Policy(
        vocabulary=_vocabulary(tables.get("vocabulary", {})),
        benign=tuple(_benign(entry, where) for entry, where in _entries(tables, "benign")),
        patterns=tuple(_pattern(entry, where) for entry, where in _entries(tables, "patterns")),
        severity=_severity(tables.get("severity", {})),
        names=_names(tables["names"], path.parent) if "names" in tables else None,
    )


def failures(policy: Policy) -> Iterator[str]:
    """A sentence for each example that does not match and each counter-example that does."""
    for own in policy.patterns:
        for number, example in enumerate(own.examples, start=1):
            if own.pattern.search(example) is None:
                yield f"{own.id}: example {number} does not match"
        for number, counter in enumerate(own.counter_examples, start=1):
            if own.pattern.search(counter) is not None:
                yield f"{own.id}: counter-example {number} matches"


def _entries(tables: Mapping[str, Any], name: str) -> Iterator[tuple[Mapping[str, Any], str]]:
    entries = tables.get(name, [])
    if not isinstance(entries, list):
        raise _wrong("has one entry where a list belongs", name, f"Begin each with [[{name}]]")
    for number, entry in enumerate(entries, start=1):
        where = f"{name} {number}"
        if not isinstance(entry, dict):
            raise _wrong("has an entry that is no table", where, f"Begin each with [[{name}]]")
        yield entry, where


def _vocabulary(table: Any) -> frozenset[str]:
    words = _strings(table, "words", "vocabulary") if isinstance(table, dict) else None
    if words is None or set(table) - {"words"}:
        raise _wrong(
            "has a vocabulary that is no list of words", "vocabulary", 'words = ["harbour"]'
        )
    return frozenset(fold(word) for word in words)


def _benign(entry: Mapping[str, Any], where: str) -> Benign:
    _known(entry, where, {"value", "pattern", "check", "reason"})
    if ("value" in entry) == ("pattern" in entry):
        raise _wrong("has an entry without one value or pattern", where, "Give one of the two")
    pattern = _compiled(_string(entry, "pattern", where), where) if "pattern" in entry else None
    if pattern is not None and is_wide(pattern):
        raise _wrong(
            "has a harmless pattern that nearly everything matches",
            where,
            "Write what is alike in the harmless values; to trust a check less, set its severity",
        )
    return Benign(
        reason=_string(entry, "reason", where),
        value=_string(entry, "value", where) if pattern is None else "",
        pattern=pattern,
        check=_string(entry, "check", where) if "check" in entry else "",
    )


def _pattern(entry: Mapping[str, Any], where: str) -> OwnPattern:
    _known(
        entry, where, {"id", "pattern", "kind", "why", "certainty", "examples", "counter_examples"}
    )
    kind = _string(entry, "kind", where).upper()
    if kind not in Kind.__members__:
        raise _wrong("names a kind that is not known", where, f"Use one of {', '.join(Kind)}")
    examples = _strings(entry, "examples", where)
    counters = _strings(entry, "counter_examples", where)
    if not examples or not counters:
        raise _wrong("has a pattern without examples", where, "Give examples and counter_examples")
    return OwnPattern(
        id=_string(entry, "id", where),
        pattern=_compiled(_string(entry, "pattern", where), where),
        kind=Kind(kind),
        why=_string(entry, "why", where),
        certainty=_level(entry.get("certainty", "strong"), where),
        examples=examples,
        counter_examples=counters,
    )


def _severity(table: Any) -> dict[str, Certainty]:
    if not isinstance(table, dict):
        raise _wrong("has a severity that is no table", "severity", '"ip-address" = "weak"')
    return {check: _level(level, f"severity of {check}") for check, level in table.items()}


def _names(table: Any, folder: Path) -> NamesPin:
    """The pinned model; its folder counts from that of the policy."""
    if not isinstance(table, dict):
        raise _wrong("has names that are no table", "names", 'model = "…" and sha256 = "…"')
    _known(table, "names", {"model", "sha256"})
    digest = _string(table, "sha256", "names").lower()
    if len(digest) != 64 or not all(sign in "0123456789abcdef" for sign in digest):
        raise _wrong("pins a model by no SHA-256", "names", "Give the 64 hexadecimal characters")
    return NamesPin(folder / _string(table, "model", "names"), digest)


def _level(level: object, where: str) -> Certainty:
    if not isinstance(level, str) or level not in _LEVELS:
        raise _wrong("has a certainty that is not known", where, "Use strong or weak")
    return _LEVELS[level]


def _compiled(source: str, where: str) -> Pattern:
    try:
        pattern = Pattern(source)
    except Exception:  # the engine's own error class is not public, and quotes the pattern
        raise _wrong("has a pattern that cannot be compiled", where, "Write it for RE2") from None
    if pattern.search("") is not None:
        raise _wrong("has a pattern that an empty text matches", where, "Let it need a character")
    return pattern


def _string(entry: Mapping[str, Any], name: str, where: str) -> str:
    value = entry.get(name)
    if not isinstance(value, str) or not value.strip():
        raise _wrong(f"has an entry without {name}", where, f'{name} = "…"')
    return value


def _strings(entry: Mapping[str, Any], name: str, where: str) -> tuple[str, ...]:
    values = entry.get(name, [])
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise _wrong(f"has {name} that are no list of strings", where, f'{name} = ["…"]')
    return tuple(values)


def _known(entry: Mapping[str, Any], where: str, names: set[str]) -> None:
    if set(entry) - names:
        raise _wrong("has a setting that is not known", where, f"Use {', '.join(sorted(names))}")


def _wrong(what: str, where: str, cure: str) -> Refused:
    return Refused(
        f"The project policy {what}",
        where=where,
        means="A rule that is not understood would not be kept",
        cure=cure,
        code="bad_policy",
    )
