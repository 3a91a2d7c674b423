"""The gates, judged from facts alone."""

from __future__ import annotations

from workbench.findings import Crash, Scan
from workbench.review.gates import GateName, GateStatus
from workbench.review.judging import Facts, gates


def test_a_check_that_stopped_leaves_contents_and_seed_not_run() -> None:
    """Silence is never clean: what a stopped check would have found in a seed is not known."""
    stopped = Scan(findings=(), strings_checked=3, crashed=(Crash("addresses", "ValueError"),))
    row = {gate.name: gate for gate in gates(Facts(scan=stopped, fixed_strings=1))}
    for name in (GateName.CONTENTS, GateName.SEED):
        assert row[name].status is GateStatus.IDLE
        assert not row[name].holds
        assert "The check addresses stopped with an error." in row[name].sentence


def test_fixed_strings_that_every_check_read_pass() -> None:
    read = Scan(findings=(), strings_checked=3)
    facts = Facts(scan=read, fixed_strings=1, identities_known=True)
    row = {gate.name: gate for gate in gates(facts)}
    assert row[GateName.SEED].status is GateStatus.PASS


def test_fixed_strings_prove_nothing_of_people_whom_nobody_named() -> None:
    read = Scan(findings=(), strings_checked=3)
    row = {gate.name: gate for gate in gates(Facts(scan=read, fixed_strings=1))}
    assert row[GateName.SEED].status is GateStatus.IDLE
    assert row[GateName.SEED].holds, "a person looks at the seed, and may go on"


def test_contents_of_which_no_string_was_checked_do_not_pass() -> None:
    (contents,) = (
        gate
        for gate in gates(Facts(scan=Scan(findings=(), strings_checked=0)))
        if gate.name is GateName.CONTENTS
    )
    assert contents.status is GateStatus.IDLE
    assert not contents.holds
