"""Campaigns, how they are checked, and the epochs an engine can play.

Source: ``spec/play-sessions.md`` §6. An epoch is one campaign at one version; its content never
changes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, TypeAlias

from workbench.core.canonical import JSON, digest, utf16_key
from workbench.core.errors import Refused
from workbench.plays.engine.kind import Kind
from workbench.plays.engine.reasons import Problem, core_problem

_IDENTIFIER = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*\Z")
_LOC_KEY = re.compile(r"[a-z][a-z0-9_-]*(\.[a-z][a-z0-9_-]*){1,2}\Z")
_PROTECTED = "core.reason."

#: Takes a kind state and the version it is from; gives the state for the newer content.
Migration: TypeAlias = Callable[[Any, str], Any]


@dataclass(frozen=True, slots=True)
class Campaign:
    """A campaign's document. ``strings`` is ``None`` where only the compiled content is there."""

    id: str = field(repr=False)
    kind_id: str
    version: str = field(repr=False)
    title_key: str = field(repr=False)
    content: Any = field(repr=False)
    strings: Mapping[str, str] | None = field(default=None, repr=False)
    includes: Any = field(default=None, repr=False)
    migrate: Migration | None = field(default=None, repr=False)

    @property
    def identity(self) -> str:
        """SHA-256 that names this content; equal identities are the same epoch."""
        campaign: dict[str, JSON] = {
            "id": self.id,
            "kindId": self.kind_id,
            "version": self.version,
            "titleKey": self.title_key,
            "content": self.content,
        }
        if self.includes:
            campaign["includes"] = self.includes
        strings = sorted((self.strings or {}).items(), key=lambda pair: utf16_key(pair[0]))
        return digest({"campaign": campaign, "strings": [list(pair) for pair in strings]})


@dataclass(frozen=True, slots=True)
class Checked:
    """The findings of every check of one campaign. Errors refuse it; warnings do not."""

    errors: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()

    @property
    def ok(self) -> bool:
        return not self.errors


def check_campaign(campaign: Campaign, kinds: Mapping[str, Kind]) -> Checked:
    """Run every check, in the engine's order."""
    errors = _core_problems(campaign, kinds)
    warnings: list[Problem] = []
    kind = kinds.get(campaign.kind_id)
    if kind is not None:
        kind_errors, warnings = kind.check(campaign)
        errors += kind_errors
    errors += [
        core_problem("protected_string_key", key)
        for key in campaign.strings or {}
        if key.startswith(_PROTECTED)
    ]
    return Checked(tuple(errors), tuple(warnings))


def _core_problems(campaign: Campaign, kinds: Mapping[str, Kind]) -> list[Problem]:
    problems: list[Problem] = []
    if not _IDENTIFIER.match(campaign.id):
        problems.append(core_problem("invalid_identifier", campaign.id))
    if not _LOC_KEY.match(campaign.title_key):
        problems.append(core_problem("invalid_loc_key", campaign.title_key))
    elif campaign.strings is not None and campaign.title_key not in campaign.strings:
        problems.append(core_problem("missing_string_key", campaign.title_key))
    kind = kinds.get(campaign.kind_id)
    if kind is None:
        problems.append(core_problem("unknown_kind", campaign.kind_id))
    else:
        wordless = [code for code in kind.reasons if not kind.reasons[code]]
        problems += [core_problem("missing_kind_reason_message", code) for code in wordless]
    return problems


@dataclass(frozen=True, slots=True)
class Epoch:
    """A checked campaign, compiled by its kind."""

    campaign: Campaign
    kind: Kind = field(repr=False)
    program: Any = field(repr=False)
    warnings: tuple[Problem, ...] = ()


class CampaignRefused(Refused):
    """A campaign does not pass its checks. ``problems`` hold content and stay out of the text."""

    code = "campaign_refused"

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        codes = ", ".join(dict.fromkeys(problem.code for problem in self.problems))
        super().__init__(
            "The campaign does not pass its checks",
            means=f"The engine would refuse it: {codes}",
            cure="Mend the campaign document",
            details={"codes": [problem.code for problem in self.problems]},
        )


def publish(campaign: Campaign, kinds: Mapping[str, Kind]) -> Epoch:
    """The epoch of a campaign. Raises ``CampaignRefused`` with everything that is wrong."""
    checked = check_campaign(campaign, kinds)
    if not checked.ok:
        raise CampaignRefused(checked.errors)
    kind = kinds[campaign.kind_id]
    return Epoch(campaign, kind, kind.compile(campaign), checked.warnings)


@dataclass(frozen=True, slots=True)
class Registry:
    """The campaigns a host offers together: one version each, and one text for each key."""

    epochs: tuple[Epoch, ...]
    strings: Mapping[str, str] = field(repr=False)

    @property
    def current(self) -> Mapping[str, str]:
        """The version of each campaign, for new games."""
        return MappingProxyType({each.campaign.id: each.campaign.version for each in self.epochs})


def assemble(campaigns: Iterable[Campaign], kinds: Mapping[str, Kind]) -> Registry:
    """The registry of ``campaigns``: all of them, or ``CampaignRefused`` with everything wrong."""
    listed = list(campaigns)
    checked = [check_campaign(each, kinds) for each in listed]
    strings, conflicts = _merged(listed)
    problems = [
        *(problem for each in checked for problem in each.errors),
        *_repeated_ids(listed),
        *conflicts,
    ]
    if problems:
        raise CampaignRefused(problems)
    epochs = tuple(publish(each, kinds) for each in listed)
    return Registry(epochs, MappingProxyType(strings))


def _repeated_ids(campaigns: Sequence[Campaign]) -> Iterator[Problem]:
    counts = Counter(each.id for each in campaigns)
    return (core_problem("duplicate_campaign_id", each) for each in counts if counts[each] > 1)


def _merged(campaigns: Sequence[Campaign]) -> tuple[dict[str, str], list[Problem]]:
    strings: dict[str, str] = {}
    problems: list[Problem] = []
    for campaign in campaigns:
        for key, text in (campaign.strings or {}).items():
            if strings.setdefault(key, text) != text:
                problems.append(core_problem("string_conflict", key))
    return strings, problems


class Archive:
    """The epochs an engine can resolve, by campaign id and version. Immutable."""

    __slots__ = ("_epochs", "_ids")

    def __init__(self, epochs: Iterable[Epoch] = ()) -> None:
        held: dict[tuple[str, str], Epoch] = {}
        for epoch in epochs:
            key = epoch.campaign.id, epoch.campaign.version
            earlier = held.setdefault(key, epoch)
            if earlier is not epoch and earlier.campaign.identity != epoch.campaign.identity:
                version: JSON = epoch.campaign.version
                raise CampaignRefused(
                    [
                        Problem(
                            "content_version_conflict",
                            "core.reason.content_version_conflict",
                            epoch.campaign.id,
                            {"campaignVersion": version},
                        )
                    ]
                )
        self._epochs = held
        self._ids = frozenset(campaign_id for campaign_id, _ in held)

    @property
    def epochs(self) -> Mapping[tuple[str, str], Epoch]:
        """Every epoch by ``(campaign id, version)``."""
        return MappingProxyType(self._epochs)

    def epoch(self, campaign_id: str, version: str) -> Epoch | None:
        """One epoch, if it is held."""
        return self._epochs.get((campaign_id, version))

    def knows(self, campaign_id: str) -> bool:
        """Whether any version of the campaign is held."""
        return campaign_id in self._ids

    def publish(self, campaigns: Iterable[Campaign], kinds: Mapping[str, Kind]) -> Archive:
        """This archive and ``campaigns``: all of them, or ``CampaignRefused`` and none."""
        return Archive([*self._epochs.values(), *(publish(each, kinds) for each in campaigns)])
