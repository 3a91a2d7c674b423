"""The two engines: each sees at least what is there, so the findings are the same with both."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest
from finding_texts import text as a_text
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.core.discovery import discover
from workbench.core.errors import WorkbenchError
from workbench.core.fixture import open_fixture
from workbench.core.places import Role, Text
from workbench.findings import CHECKS, KnownIdentities
from workbench.findings import hyperscan_engine as hyperscan_module
from workbench.findings.bare_text import read_texts
from workbench.findings.engines import Engine, Passage, Re2Engine
from workbench.findings.hyperscan_engine import HyperscanEngine, TooManyEnds, compiled, is_here
from workbench.findings.patterns import Pattern
from workbench.findings.readings import router_for
from workbench.findings.scanning import scan_texts

SAMPLES = Path(__file__).parents[2] / "sample_fixtures"
needs_hyperscan = pytest.mark.skipif(not is_here(), reason="Hyperscan is not installed")


@cache
def patterns() -> tuple[Pattern, ...]:
    """Every pattern of every decoder and check, in the order of the router."""
    router = router_for(CHECKS)
    found = [pattern for member in router.members for pattern in member.trigger.patterns]
    return tuple(dict.fromkeys(found))


@cache
def slow() -> Engine:
    return Re2Engine(patterns())


@cache
def fast() -> Engine:
    return HyperscanEngine(patterns(), compiled([pattern.gate.source for pattern in patterns()]))


def found(texts: Sequence[Text], engine: Engine) -> list[tuple[object, ...]]:
    """What a scan with ``engine`` found, down to the characters, and what it left out."""
    scan = scan_texts(texts, known=KnownIdentities(), engine=engine)
    assert scan.crashed == ()
    findings = [
        (each.check, each.kind, each.certainty, each.value, each.why, each.places)
        for each in scan.findings
    ]
    return [*findings, *scan.suppressed, *scan.not_checked]


def same(texts: Sequence[Text]) -> bool:
    return found(texts, slow()) == found(texts, fast())


def sets(shared: Path) -> Iterator[list[Text]]:
    for name in ("planted_dev", "secrets_dev", "pii_dev"):
        path = shared / "corpora" / "detection" / f"{name}.jsonl.gz"
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            records = [json.loads(line) for line in lines][::100]
        # Many texts in one scan meet each other in one buffer, which is where engines could differ.
        for first in range(0, len(records), 40):
            some = records[first : first + 40]
            yield [
                text
                for each in some
                for text in read_texts(each["text"], format=each.get("format"))
            ]


def fixtures(folders: Sequence[Path]) -> Iterator[list[Text]]:
    for path in discover(folders):
        try:
            yield list(open_fixture(path).texts())
        except WorkbenchError:
            continue  # not every file is a fixture


@needs_hyperscan
def test_the_labelled_sets_give_the_same_findings_with_both_engines(shared: Path) -> None:
    different = [number for number, texts in enumerate(sets(shared)) if not same(texts)]
    assert different == []


@needs_hyperscan
def test_public_and_sample_fixtures_give_the_same_findings_with_both_engines(shared: Path) -> None:
    folders = [shared / "corpora" / "session_logs", shared / "corpora" / "cassettes", SAMPLES]
    some = [texts for texts in fixtures(folders) if sum(len(text.value) for text in texts) < 60_000]
    different = [number for number, texts in enumerate(some[::40]) if not same(texts)]
    assert different == []


_PIECES = st.sampled_from(
    [
        "user", "=", ":", " ", "\n", "@", ".", "-", "_", "/", "\\", "\"", "'", "(", ")", "\0", "%41", "&#65;",
        "\u017f", "\u212a", "é", "Ü", "\ud800", "\u200b", "а", "１", "12", "555", "+1", "::", "a1", "0x", "key",
        "token", "password", "Jane", "Doe", "Mr", "Street", "box", "home", "/home/", "ssh", "host", ".local",
        "example", "com", "sk-", "ghp_", "AKIA", "eyJ", "aGVsbG8", "Author", "Signed-off-by", "from", "phone",
        "ssn", "card", "4539", "DE89", "x", "\t", "?", "&", "#", "{", "}", "[", "]", "<", ">", ",", ";", "~",
    ]
)  # fmt: skip
_TEXTS = st.lists(
    st.one_of(st.lists(_PIECES, max_size=24).map("".join), st.text(max_size=60)), max_size=6
)


@needs_hyperscan
@given(values=_TEXTS)
def test_any_texts_give_the_same_findings_with_both_engines(values: list[str]) -> None:
    assert same([a_text(value, role=Role.PROSE) for value in values if value])


@settings(max_examples=40)
@given(values=_TEXTS)
def test_a_gate_is_seen_in_every_text_that_its_pattern_matches(values: list[str]) -> None:
    values = [value.replace("\ud800", "\ufffd") for value in values]
    passage = Passage.of("\0".join(values).encode(), [len(value.encode()) for value in values])
    # What counts as a match may be less than what matches where a pattern says so itself.
    whole = [pattern for pattern in patterns() if not pattern.counts_less]
    odd = ("\0", "\u017f", "\u212a")  # the router keeps such texts from engines
    engines = [Re2Engine(whole)] if not is_here() else [Re2Engine(whole), fast()]
    for engine in engines:
        seen = engine.ends(passage)
        for at, value in enumerate(values):
            if not any(sign in value for sign in odd):
                there = {pattern for pattern in whole if pattern.search(value) is not None}
                assert there <= set(seen.get(at, ()))


@needs_hyperscan
def test_a_buffer_of_nothing_but_ends_is_left_to_the_other_engine() -> None:
    value = "12-34-56 " * 40_000
    with pytest.raises(TooManyEnds):
        fast().ends(Passage.of(value.encode(), [len(value)]))
    assert slow().ends(Passage.of(value.encode(), [len(value)]))


@needs_hyperscan
def test_a_database_is_kept_and_one_that_was_tampered_with_is_compiled_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    wanted = (Pattern("harbour[0-9]{3}"), Pattern("lighthouse"))
    make = hyperscan_module.hyperscan_engine.__wrapped__
    assert make(wanted, compile_now=False) is None
    assert make(wanted, compile_now=True) is not None
    (kept,) = tmp_path.rglob("*.hs")
    assert kept.stat().st_mode & 0o077 == 0
    assert make(wanted, compile_now=False) is not None
    kept.write_bytes(b"no database")
    assert make(wanted, compile_now=False) is None
    again = make(wanted, compile_now=True)
    assert again is not None
    assert again.ends(Passage.of(b"at harbour123", [13]))[0] == {wanted[0]: [13]}
