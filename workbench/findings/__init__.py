"""Floor 2: checks over the texts of any family."""

from __future__ import annotations

from workbench.findings.bare_text import scan_text
from workbench.findings.check import Check, Hit, Trigger
from workbench.findings.encodings import encodings_of
from workbench.findings.finding import Certainty, Crash, Finding, Kind, Scan, Suppressed
from workbench.findings.known import KnownIdentities, machine_identities
from workbench.findings.masking import masked
from workbench.findings.names import NameRemark, check_name, propose_names
from workbench.findings.policy import Policy
from workbench.findings.policy_file import policy_for, read_policy
from workbench.findings.registry import CHECKS
from workbench.findings.residue import Residue, ResiduePlace, left_in, residue
from workbench.findings.scanning import scan
from workbench.findings.stand_in_names import stand_in_name, stand_in_pairs
from workbench.findings.stand_in_table import StandInTable

__all__ = [
    "CHECKS",
    "Certainty",
    "Check",
    "Crash",
    "Finding",
    "Hit",
    "Kind",
    "KnownIdentities",
    "NameRemark",
    "Policy",
    "Residue",
    "ResiduePlace",
    "Scan",
    "StandInTable",
    "Suppressed",
    "Trigger",
    "check_name",
    "encodings_of",
    "left_in",
    "machine_identities",
    "masked",
    "policy_for",
    "propose_names",
    "read_policy",
    "residue",
    "scan",
    "scan_text",
    "stand_in_name",
    "stand_in_pairs",
]
