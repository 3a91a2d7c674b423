"""The project's policy in an open review: an edit reopens what it touches, and its words may be names."""

from __future__ import annotations

from review_folder import only

POLICY = "workbench.toml"
MAILBOX = "zebedee" + "@" + "harbour-light.dev"
HARMLESS = f'[[benign]]\nvalue = "{MAILBOX}"\nreason = "the address of the project itself"\n'
BERTHS = (
    '[[patterns]]\nid = "berth"\npattern = "berth-[0-9]{4}"\nkind = "account_id"\n'
    'why = "A number of a berth names its owner."\nexamples = ["berth-1234"]\n'
    'counter_examples = ["berth-12"]\n'
)


def test_a_pattern_that_is_added_opens_what_it_finds_in_a_ready_item(captures, decided) -> None:
    captures.add("anything", "moored at berth-4711 since noon")
    review = captures.review()
    key = only(review)
    decided(review, key)
    assert review.item(key).state == "ready"
    (captures.folder / POLICY).write_text(BERTHS)
    (finding,) = review.item(key).open_findings
    assert finding.check == "project-berth"
    assert review.item(key).gate("Contents").word == "1 open"
    assert review.item(key).state != "ready"


def test_a_harmless_entry_that_is_taken_away_opens_its_value_again(captures) -> None:
    captures.add("anything", f"write to {MAILBOX}")
    policy = captures.folder / POLICY
    policy.write_text(HARMLESS)
    review = captures.review()
    key = only(review)
    assert review.item(key).open_findings == ()
    policy.write_text("")
    assert len(review.item(key).open_findings) == 1


def test_an_edit_that_touches_nothing_keeps_every_verdict(captures) -> None:
    captures.add("anything", f"write to {MAILBOX}")
    review = captures.review()
    key = only(review)
    (finding,) = review.item(key).open_findings
    review.do("judge", item=key, finding=finding.key, verdict="not_identifying", reason="reserved")
    (captures.folder / POLICY).write_text(BERTHS)
    assert review.item(key).open_findings == ()
    assert review.item(key).verdict(finding) is not None


def test_the_words_of_the_policy_may_stand_in_a_name(captures) -> None:
    captures.add("anything")
    review = captures.review()
    key = only(review)
    name = "grelbin-kept-after-reload"
    asked = [remark.code for remark in review.name_check(key, name)]
    assert "unusual_word" in asked
    (captures.folder / POLICY).write_text('[vocabulary]\nwords = ["grelbin"]\n')
    assert "unusual_word" not in [remark.code for remark in review.name_check(key, name)]
