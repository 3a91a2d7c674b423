"""What a fixture of a play records, as data (``spec/play-sessions.md`` §2.3, §2.4)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

from workbench.core.canonical import JSON


@dataclass(frozen=True, slots=True)
class Action:
    """An action somebody submitted. ``params`` is ``None`` when there were none."""

    action_id: str = field(repr=False)
    params: dict[str, Any] | None = field(default=None, repr=False)

    def to_json(self) -> dict[str, JSON]:
        """The submission as a fixture holds it."""
        if self.params is None:
            return {"actionId": self.action_id}
        return {"actionId": self.action_id, "params": self.params}


@dataclass(frozen=True, slots=True)
class Adopt:
    """The game moved onto another version of its content."""

    version: str = field(repr=False)

    def to_json(self) -> dict[str, JSON]:
        """The submission as a fixture holds it."""
        return {"adopt": self.version}


Submission: TypeAlias = Action | Adopt


@dataclass(frozen=True, slots=True)
class Recorded:
    """One recorded play. ``profile_data`` is ``None`` where the fixture has none."""

    name: str = field(repr=False)
    campaign_id: str = field(repr=False)
    seed: str = field(repr=False)
    campaign_version: str = field(repr=False)
    captured_under: str = field(repr=False)
    submissions: tuple[Submission, ...] = field(repr=False)
    profile_data: JSON = field(default=None, repr=False)
    has_profile_data: bool = False

    @property
    def versions(self) -> tuple[str, ...]:
        """Every version the play names, the starting one first, each once."""
        adopted = (each.version for each in self.submissions if isinstance(each, Adopt))
        return tuple(dict.fromkeys([self.campaign_version, *adopted]))

    def to_json(self) -> dict[str, JSON]:
        """The fixture's document, in the published order of members."""
        config: dict[str, JSON] = {"campaignId": self.campaign_id, "seed": self.seed}
        if self.has_profile_data:
            config["kindProfileData"] = self.profile_data
        return {
            "name": self.name,
            "config": config,
            "campaignVersion": self.campaign_version,
            "capturedUnder": self.captured_under,
            "submissions": [submission.to_json() for submission in self.submissions],
        }
