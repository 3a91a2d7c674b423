"""Reason codes: why something was refused, and what every code means.

Codes are additive and never renamed. The base codes stand here, each kind's own in its ``reasons``.
The rule that gives a code names it as text, so a search for the code finds both. Source:
``spec/play-sessions.md`` §2.6, §13.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from workbench.core.canonical import JSON


@dataclass(frozen=True, slots=True)
class Problem:
    """A refusal or a warning: ``code`` is a stable word, ``path`` names the content."""

    code: str
    message_key: str = field(repr=False)
    path: str | None = field(default=None, repr=False)
    details: Mapping[str, JSON] | None = field(default=None, repr=False)

    def to_json(self) -> dict[str, JSON]:
        """The problem as the engine reports it; what is absent has no key."""
        shown: dict[str, JSON] = {"code": self.code, "messageKey": self.message_key}
        if self.path is not None:
            shown["path"] = self.path
        if self.details is not None:
            shown["details"] = self.details
        return shown


#: The codes every kind shares.
BASE_REASONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        # of an action
        "unknown_action": "there is no such action here",
        "requirement_unmet": "the action is shown but its requirement is not met",
        "session_ended": "the game is over",
        "action_not_available": "what was planned or answered is not available",
        # of content
        "unknown_campaign": "no campaign of this id and version is held",
        "unknown_kind": "this build cannot play the campaign's kind",
        "invalid_state": "the game's state is malformed or does not fit its campaign",
        "invalid_identifier": "a campaign's id is not a plain identifier",
        "invalid_loc_key": "a campaign's title key is not a key of a text",
        "missing_string_key": "a text the campaign names is not in its strings",
        "missing_kind_reason_message": "the kind has a reason code without a message",
        "duplicate_campaign_id": "two campaigns have one id",
        "protected_string_key": "a campaign brings texts for the engine's own reasons",
        "string_conflict": "two campaigns have different texts for one key",
        "content_version_conflict": "one version of a campaign has two contents",
        # of moving to other content
        "content_kind_changed": "the other version is of another kind",
        "content_not_adoptable": "the kind never moves to other content",
        "content_incompatible": "the game does not fit the other content",
        "migration_failed": "the content's own migration failed",
        "save_requires_migration": "the save is of another version, and nothing migrates it",
        # of sessions
        "unknown_session": "there is no such session",
        "unknown_save": "there is no such save",
        "storage_failure": "the store failed",
        "concurrent_modification": "somebody else changed the session first",
        "invalid_fork_point": "the log does not have that many entries",
        # of profiles
        "profile_missing": "there is no profile yet",
        "profile_corrupt": "the profile cannot be read",
        "profile_write_failed": "the profile could not be written",
        "profile_kind_data_unreadable": "the kind's part of the profile cannot be read",
        "profile_kind_data_rejected": "the kind's part of the profile was not kept",
        # of what changed
        "achievement_unlocked": "an achievement was unlocked",
    }
)

#: Codes of the published vocabulary that nothing here gives. They stand here so that whoever meets one
#: finds it, and no code of our own takes its name.
FOREIGN_REASONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "read_only_field": "the field cannot be written",
        "check_succeeded": "a check succeeded",
        "check_failed": "a check failed",
        "pack_kind_mismatch": "a content pack holds another kind",
        "duplicate_campaign_id_in_pack": "two campaigns of a content pack have one id",
        "pack_dependency_missing": "a content pack needs one that is not there",
        "pack_dependency_version_conflict": "content packs need two versions of one",
        "pack_dependency_cycle": "content packs need each other in a circle",
        "pack_override_unexpected": "a content pack replaces what it may not",
        "include_missing": "an included campaign is not there",
        "include_version_mismatch": "an included campaign is of another version",
        "include_kind_mismatch": "an included campaign is of another kind",
        "include_cycle": "campaigns include each other in a circle",
        "include_alias_collision": "two includes have one name",
        "attachment_host_missing": "an attachment has nothing to attach to",
        "compose_unsupported": "the kind cannot be composed",
    }
)


class Reasons:
    """A kind's own reason codes, each with what it means."""

    __slots__ = ("_codes", "kind_id")

    def __init__(self, kind_id: str, codes: Mapping[str, str]) -> None:
        self.kind_id, self._codes = kind_id, MappingProxyType(dict(codes))

    def __contains__(self, code: object) -> bool:
        return code in self._codes

    def __iter__(self) -> Iterator[str]:
        return iter(self._codes)

    def __getitem__(self, code: str) -> str:
        return self._codes[code]

    def problem(self, code: str, path: str | None = None) -> Problem:
        """A problem with one of the kind's own codes, or with a base code."""
        if code in self._codes:
            return Problem(code, f"{self.kind_id}.reason.{code}", path)
        return core_problem(code, path)


def core_problem(code: str, path: str | None = None) -> Problem:
    """A problem with one of the base reason codes."""
    return Problem(code, f"core.reason.{code}", path)
