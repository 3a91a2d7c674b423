"""``workbench rules test``: whether the project's own rules do what their examples say."""

from __future__ import annotations

from pathlib import Path

from workbench.cli.printing import say
from workbench.core.errors import Unreadable
from workbench.findings.policy import NAME, policy_file
from workbench.findings.policy_file import failures, read_policy


def run(path: Path) -> int:
    """Read the policy at or above ``path`` and try every example. Returns 0 when all agree, else 1."""
    file = path if path.is_file() else policy_file(path)
    if file is None:
        raise Unreadable(
            "No project policy is here", where=NAME, cure=f"Write {NAME} beside the captures"
        )
    policy = read_policy(file)
    wrong = tuple(failures(policy))
    for sentence in wrong:
        say(sentence)
    say(
        f"{len(policy.patterns)} patterns, {len(policy.benign)} harmless entries,"
        f" {len(policy.vocabulary)} words, {len(policy.severity)} severities:"
        f" {len(wrong)} examples disagree",
        style="bold",
    )
    return 1 if wrong else 0
