"""The scan: grouping, order, crashes, keys, propagation, labels and silence about values."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping
from dataclasses import replace

import pytest
from finding_texts import BareFixture, of_kind, text, values
from hypothesis import given
from hypothesis import strategies as st

from workbench.core.fixture import IdUse, IssuedBy, NotChecked, Replay, ReplayStatus
from workbench.core.places import Place, Text
from workbench.findings import CHECKS, Certainty, Kind, KnownIdentities, Scan, scan, scan_text
from workbench.findings.check import Hit, Trigger
from workbench.findings.grouping import field_shape
from workbench.findings.held import EVERYTHING, Held
from workbench.findings.scanning import NO_IDENTITIES, scan_texts

MAILBOX = "jane.doe" + "@" + "lighthouse-harbour.dev"
SECRET = "ghp_" + "aB3d" * 9


class Broken:
    """A check that always stops with an error that holds captured text."""

    id = "broken"
    title = "nothing"
    kind = Kind.PERSON
    stand_in = ""
    trigger = Trigger()

    def find(self, text: Text, held: Held = EVERYTHING) -> Iterable[Hit]:
        raise ValueError(text.value)


def test_equal_values_are_one_finding_with_every_place() -> None:
    (finding,) = of_kind(scan(BareFixture([f"to {MAILBOX}", f"cc {MAILBOX}", MAILBOX])), "EMAIL")
    assert len(finding.places) == 3
    assert [place.pointer for place in finding.places] == ["/1/content", "/2/content", "/3/content"]


def test_findings_come_by_harm_and_then_by_first_place() -> None:
    result = scan(BareFixture(["from 10.20.30.40", f"to {MAILBOX}", SECRET, "10.20.30.41"]))
    assert [finding.kind.value for finding in result.findings] == ["SECRET", "EMAIL", "IP", "IP"]
    assert result.findings[2].places[0].pointer == "/1/content"


def test_a_check_that_stops_is_a_visible_crash_with_the_errors_class_alone() -> None:
    result = scan_texts(
        [text(f"to {MAILBOX}")], known=KnownIdentities(), checks=(Broken(), *CHECKS)
    )
    assert [(crash.check, crash.report) for crash in result.crashed] == [("broken", "ValueError")]
    assert of_kind(result, "EMAIL")
    assert MAILBOX not in repr(result.crashed)


def test_keys_ignore_line_numbers_and_indexes_and_differ_by_value_check_and_key() -> None:
    first = scan(BareFixture([MAILBOX, "x"]), key=b"k").findings[0]
    later = scan(BareFixture(["x", MAILBOX]), key=b"k").findings[0]
    other_key = scan(BareFixture([MAILBOX]), key=b"l").findings[0]
    other = scan(BareFixture([f"other.{MAILBOX}"]), key=b"k").findings[0]
    assert first.key == later.key
    assert len({first.key, other_key.key, other.key}) == 3
    assert MAILBOX not in first.key


def test_field_shapes_wildcard_numbers_only() -> None:
    probe = replace(text("x"), pointer="/12/choices/0/message/v2")
    assert field_shape(probe) == "/*/choices/*/message/v2"


def test_what_is_identified_anywhere_is_found_everywhere() -> None:
    result = scan(
        BareFixture(["Author: Jane Harbourlight <x@example.com>", "ok, harbourlight wrote it"])
    )
    elsewhere = [finding for finding in result.findings if finding.check == "identified-elsewhere"]
    assert [finding.value for finding in elsewhere] == ["harbourlight"]
    assert elsewhere[0].places[0].pointer == "/2/content"


def test_known_identities_are_proof_in_their_derived_forms() -> None:
    known = KnownIdentities(
        names=("Jane Harbourlight",), ids=("acct_9fk3mmzt77qq",), emails=(MAILBOX,)
    )
    lines = ["jane_harbourlight", "thgilruobrah enaj", "acct_9fk3mmz", "J. Harbourlight"]
    result = scan(BareFixture(lines), known=known)
    assert {finding.value for finding in result.findings} >= set(lines)
    assert all(finding.check == "known-identity" for finding in result.findings)


def test_hashes_of_known_values_whole_and_cut_are_found() -> None:
    import hashlib

    digest = hashlib.sha256(MAILBOX.encode()).hexdigest()
    known = KnownIdentities(emails=(MAILBOX,))
    result = scan(
        BareFixture([f"id {digest}", f"tag {digest[:16]}", f"not {digest[:12]}ffff"]), known=known
    )
    assert {finding.value for finding in of_kind(result, "HASHED_ID")} == {digest, digest[:16]}


def test_without_identities_the_skipped_checks_are_said() -> None:
    assert scan(BareFixture(["x"])).skipped == (NO_IDENTITIES,)
    assert scan(BareFixture(["x"]), known=KnownIdentities(users=("janedoe",))).skipped == ()


@pytest.mark.parametrize(
    ("name", "refuses"),
    [
        ("jane-harbourlight-crash", True),
        ("harbourl-crash", True),
        ("ses_9fk3mmzt77qqAbCd-crash", True),
        ("0bb1f011-4ec8-4a35-8a3d-626258c70bb1", True),
        ("replay-2024-06-11", True),
        ("late-rent-evicts", False),
        ("stream-drops-last-chunk", False),
    ],
)
def test_a_name_that_identifies_is_a_label_finding_that_refuses(name: str, refuses: bool) -> None:
    known = KnownIdentities(names=("Jane Harbourlight",))
    labels = of_kind(scan(BareFixture(["x"], name=name), known=known), "LABEL")
    assert bool(labels) == refuses
    assert all(finding.refuses and not finding.stand_in for finding in labels)


def test_a_seed_that_holds_an_identity_refuses_and_has_no_cure() -> None:
    known = KnownIdentities(users=("zcanary",))
    (finding,) = of_kind(scan(BareFixture(["x"], fixed=["zcanary-run-7"]), known=known), "LABEL")
    assert finding.refuses
    assert finding.stand_in == ""
    assert "cannot change" in finding.why


def test_ids_that_nothing_issued_are_proof() -> None:
    uses = (
        IdUse("gate-9", "target id", Place("f", 2, "/2/params/targetId"), None),
        IdUse("gate-9", "target id", Place("f", 4, "/4/params/targetId"), None),
        IdUse(
            "gate-1", "target id", Place("f", 3, "/3/params/targetId"), IssuedBy("campaign content")
        ),
    )
    replay = Replay(ReplayStatus.REPLAYED, "test", ids=uses)
    (finding,) = of_kind(scan(BareFixture(["x"]), replay=replay), "UNISSUED_ID")
    assert finding.certainty is Certainty.PROOF
    assert [place.step for place in finding.places] == [2, 4]


def test_what_the_fixture_could_not_read_stays_said() -> None:
    unread = (NotChecked("binary body", Place("f", 1, "/1"), 9),)
    assert scan(BareFixture(["x"], unread=unread)).not_checked == unread


def test_look_alikes_are_counted_by_check_and_reason() -> None:
    result = scan(BareFixture(["a@example.com and b@example.com, 127.0.0.1"]))
    assert result.findings == ()
    counts = {(entry.check, entry.reason): entry.count for entry in result.suppressed}
    assert counts["email-address", "a reserved domain"] == 2
    assert counts["ip-address", "a loopback or unspecified address"] == 1


@given(st.lists(st.text(max_size=60), max_size=6))
def test_the_same_texts_give_the_same_scan_and_never_a_crash(lines: list[str]) -> None:
    first, second = scan(BareFixture(lines), key=b"k"), scan(BareFixture(lines), key=b"k")
    assert first == second
    assert first.crashed == ()


HOSTILE = [
    "a@" * 20_000, "A" * 100_000, "%41" * 30_000, "\\u0041" * 20_000, "&#65;" * 20_000,
    "key=" * 20_000, "1.1." * 20_000, "-" * 100_000, "eyJ" * 20_000, "\ud800" * 1_000, "[" * 50_000,
    "Jane Doe " * 10_000, "/home/" * 20_000, "://" * 20_000, "=?" * 30_000, "\u202e" * 30_000,
    "0:" * 30_000, "user: " * 20_000, "x" * 50_000 + "@" + "y" * 50_000,
]  # fmt: skip


@pytest.mark.parametrize(
    "hostile", HOSTILE, ids=[value[:6].encode("unicode_escape").decode() for value in HOSTILE]
)
def test_hostile_text_is_scanned_to_the_end_without_a_crash(hostile: str) -> None:
    assert scan(BareFixture([hostile])).crashed == ()


def test_no_captured_value_in_any_repr_or_sentence(canaries: Mapping[str, str]) -> None:
    known = KnownIdentities(
        names=(canaries["person"],), users=(canaries["username"],), hosts=(canaries["host"],)
    )
    lines = [f"password={canaries['secret']}", *canaries.values(), f"mail {MAILBOX}", SECRET]
    result = scan(BareFixture(lines, name=canaries["username"]), known=known)
    assert len(result.findings) >= 5
    shown = repr(result) + repr(known) + "".join(f.what + f.why + f.key for f in result.findings)
    for value in {*values(result), *canaries.values(), MAILBOX, SECRET}:
        assert value not in shown


def test_bare_text_is_read_by_its_format_and_bad_formats_as_plain_text() -> None:
    expected = {MAILBOX}
    as_json = '{"a": "to ' + MAILBOX + '"}'
    assert values(scan_text(as_json, format="json")) == expected
    assert values(scan_text(as_json + "\n" + as_json, format="jsonl")) == expected
    assert values(scan_text(f"a: to {MAILBOX}\n", format="yaml")) == expected
    assert values(scan_text(f"a: [to {MAILBOX}\n", format="yaml")) == expected
    assert values(scan_text(f"to {MAILBOX}")) == expected


def test_streamed_pieces_are_joined_and_point_to_each_piece() -> None:
    half = len(MAILBOX) // 2
    lines = [
        f'data: {{"delta": "{part}"}}' for part in ("to ", MAILBOX[:half], MAILBOX[half:], " ok")
    ]
    (finding,) = of_kind(scan_text("\n\n".join(lines), format="sse"), "EMAIL")
    assert finding.value == MAILBOX
    assert len(finding.places[0].spans) == 2


def test_yaml_scalars_point_to_their_raw_characters() -> None:
    source = (
        f"a: \"x \\u006aane {MAILBOX}\"\nb: |\n  line one\n  line {MAILBOX}\nc: 'it''s {MAILBOX}'\n"
    )
    (finding,) = of_kind(scan_text(source, format="yaml"), "EMAIL")
    spans = [span for place in finding.places for span in place.spans]
    assert [source[span.start : span.end] for span in spans] == [MAILBOX] * 3


def test_ids_are_checked_against_a_catalogue() -> None:
    catalogue: Mapping[str, object] = {
        "campaigns": ["mill-town"],
        "actions": {"plan.add": ["targetId"]},
        "ids": ["mill-1"],
    }
    session = (
        '{"config": {"campaignId": "other"}, "submissions": [{"actionId": "plan.add", "params": '
        '{"targetId": "mill-9", "note": "x"}}, {"actionId": "plan.zap"}, '
        '{"actionId": "plan.add", "params": {"targetId": "mill-1"}}]}'
    )
    result = scan_text(session, format="json", issued=catalogue)
    assert {finding.value for finding in of_kind(result, "UNISSUED_ID")} == {
        "other",
        "mill-9",
        "note",
        "plan.zap",
    }


def test_scans_compare_equal_by_content() -> None:
    assert scan(BareFixture(["x"])) == Scan((), 2, skipped=(NO_IDENTITIES,))


def test_a_flood_of_hits_is_read_to_a_limit_and_the_rest_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("workbench.findings.scanning.MOST_HITS", 50)
    result = scan_texts([text(f"{MAILBOX} " * 200), text(SECRET)], known=KnownIdentities())
    (mailbox,) = of_kind(result, "EMAIL")
    assert len(mailbox.places) == 51
    assert of_kind(result, "SECRET")
    assert [part.reason for part in result.not_checked if "e-mail" in part.reason] != []
    assert MAILBOX not in repr(result.not_checked)


def test_a_flood_of_encoded_parts_is_read_to_a_limit_and_the_rest_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("workbench.findings.readings.MOST_RUNS", 20)
    part = base64.b64encode(b"only words in here").decode()
    result = scan_texts([text(f"{part} " * 60)], known=KnownIdentities())
    assert [part.reason for part in result.not_checked] == [
        "decoding stopped: too many encoded parts"
    ]
