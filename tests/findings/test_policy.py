"""The project's own rules: what they add, what they set aside with a reason, and what they cannot."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.core.errors import Refused, Unreadable
from workbench.core.places import Role, Text, Utf8Map
from workbench.findings import Certainty, KnownIdentities, Policy, policy_for, read_policy
from workbench.findings.policy_file import failures
from workbench.findings.scanning import scan_texts

POLICY = """
[vocabulary]
words = ["zebedee", "canary"]

[[benign]]
value = "deck.harbour-light.internal"
check = "host-name"
reason = "the public demo host"

[[patterns]]
id = "ticket"
pattern = "TCK-[0-9]{6}"
kind = "ACCOUNT_ID"
why = "A ticket number of this project."
examples = ["TCK-000001"]
counter_examples = ["TCK-1"]

[severity]
"email-address" = "weak"
"""


def policy(tmp_path: Path, text: str = POLICY) -> Policy:
    path = tmp_path / "workbench.toml"
    path.write_text(text, "utf-8")
    return read_policy(path)


def scanned(value: str, rules: Policy, known: KnownIdentities | None = None):  # type: ignore[no-untyped-def]
    text = Text(value, Role.PROSE, "f", "/0", Utf8Map("f", 0, value))
    return scan_texts([text], known=known or KnownIdentities(), policy=rules)


def test_a_pattern_of_the_project_makes_findings(tmp_path: Path) -> None:
    found = scanned("see TCK-123456", policy(tmp_path)).findings
    assert [(f.check, f.value, f.why) for f in found] == [
        ("project-ticket", "TCK-123456", "A ticket number of this project.")
    ]


def test_what_is_harmless_everywhere_is_listed_with_its_reason(tmp_path: Path) -> None:
    result = scanned("at deck.harbour-light.internal now", policy(tmp_path))
    assert result.findings == ()
    assert [(s.reason, s.count) for s in result.set_aside] == [
        ("project policy, rule 1: the public demo host", 1)
    ]


def test_a_word_of_the_vocabulary_is_no_person(tmp_path: Path) -> None:
    text = "My name is Zebedee Canary."
    assert scanned(text, Policy()).findings
    assert scanned(text, policy(tmp_path)).findings == ()


def test_a_severity_makes_a_check_weak(tmp_path: Path) -> None:
    found = scanned("to zcanary" + "@harbour-light.dev", policy(tmp_path)).findings
    assert {f.certainty for f in found if f.check == "email-address"} == {Certainty.WEAK}


def test_no_rule_silences_a_known_identity(tmp_path: Path) -> None:
    known = KnownIdentities(names=("Zebedee Canary",))
    found = scanned("It was Zebedee Canary", policy(tmp_path), known).findings
    assert Certainty.PROOF in {f.certainty for f in found}


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("[colours]\nred = 1", "table"),
        ("[[benign]]\nvalue = 'x'", "reason"),
        ("[[benign]]\nreason = 'x'", "value or pattern"),
        ("[[benign]]\npattern = '('\nreason = 'x'", "compiled"),
        ("[[benign]]\npattern = '.*'\nreason = 'x'", "empty text"),
        ("[severity]\nlogin = 'proof'", "certainty"),
        ("[vocabulary]\nwords = 'x'", "strings"),
        ("[[patterns]]\nid='a'\npattern='b'\nkind='BIRD'\nwhy='c'", "kind"),
        ("[[patterns]]\nid='a'\npattern='b'\nkind='HOST'\nwhy='c'", "examples"),
    ],
)
def test_a_rule_that_is_not_understood_is_refused_with_its_place(
    tmp_path: Path, text: str, word: str
) -> None:
    with pytest.raises(Refused, match=word) as caught:
        policy(tmp_path, text)
    assert caught.value.where


def test_a_file_that_is_no_toml_is_unreadable(tmp_path: Path) -> None:
    with pytest.raises(Unreadable):
        policy(tmp_path, "[[")


@pytest.mark.parametrize(
    "text", [f"a{'.a' * 400_000} = 1", f"[a{'.a' * 400_000}]", f"a = {'[' * 100_000}"]
)
def test_a_file_made_to_be_read_for_ever_is_told(tmp_path: Path, text: str) -> None:
    with pytest.raises((Refused, Unreadable)) as caught:
        policy(tmp_path, text)
    assert caught.value.cure


def test_a_file_of_any_size_is_told_without_reading_it(tmp_path: Path) -> None:
    path = tmp_path / "workbench.toml"
    with path.open("wb") as stream:
        stream.truncate(1 << 40)
    with pytest.raises(Refused, match="larger than a megabyte"):
        read_policy(path)


def test_examples_that_disagree_are_told_by_number(tmp_path: Path) -> None:
    wrong = POLICY.replace('["TCK-000001"]', '["TCK-000001", "TCK"]').replace("TCK-1", "TCK-777777")
    assert list(failures(policy(tmp_path, wrong))) == [
        "ticket: example 2 does not match",
        "ticket: counter-example 1 matches",
    ]


def test_the_nearest_file_above_holds_and_none_beyond_the_repository(tmp_path: Path) -> None:
    policy(tmp_path)
    captures = tmp_path / "repository" / "captures"
    captures.mkdir(parents=True)
    assert policy_for(captures).patterns
    (tmp_path / "repository" / ".git").mkdir()
    assert policy_for(captures) == Policy()


@pytest.mark.parametrize(
    "pattern",
    [
        ".*", ".+", "(?s).{1,}", r"[^\n]+", "[ -~]+", ".*@.*", r"[a-zA-Z \x27,.\x{c0}-\x{17f}]+", r"\S+",
        "[0-9a-fA-F:.]+", "(?i)[a-z0-9_.@+-]+",
    ],
)  # fmt: skip
def test_a_pattern_that_calls_nearly_everything_harmless_is_refused(
    tmp_path: Path, pattern: str
) -> None:
    with pytest.raises(Refused, match=r"empty text|nearly everything") as caught:
        policy(tmp_path, f"[[benign]]\npattern = '{pattern}'\nreason = 'mine'")
    assert caught.value.where == "benign 1"


@pytest.mark.parametrize(
    "pattern",
    [
        "harbour-[0-9]+",
        ".+@example-lantern\\.dev",
        "10\\.0\\.[0-9]+\\.[0-9]+",
        "/srv/build/.*",
        "usr_[a-z0-9]{8}",
    ],
)
def test_a_pattern_of_values_that_are_alike_is_kept(tmp_path: Path, pattern: str) -> None:
    assert policy(tmp_path, f"[[benign]]\npattern = '{pattern}'\nreason = 'mine'").benign


def test_rules_that_came_with_the_capture_are_told_as_such(tmp_path: Path) -> None:
    repository = tmp_path / "repository"
    captures = repository / "captures"
    captures.mkdir(parents=True)
    (repository / ".git").mkdir()
    capture = captures / "one.yaml"
    capture.write_text("a: 1", "utf-8")
    policy(repository)
    above = policy_for(capture)
    assert (above.beside, above.origin) == (False, "project policy")
    policy(captures)
    own = policy_for(capture)
    assert own.beside
    result = scanned("at deck.harbour-light.internal now", own)
    assert result.policy == "project policy in the capture's own folder"
    assert [s.reason for s in result.set_aside] == [
        "project policy in the capture's own folder, rule 1: the public demo host"
    ]
    assert scanned("nothing", Policy()).policy == ""
