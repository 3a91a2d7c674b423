"""Every check, in the order in which it is run. A new check is one class and one line here."""

from __future__ import annotations

from workbench.findings.check import Check
from workbench.findings.checks.addresses import EmailAddresses
from workbench.findings.checks.hidden import HiddenCharacters

CHECKS: tuple[Check, ...] = (
    EmailAddresses(),
    HiddenCharacters(),
)
