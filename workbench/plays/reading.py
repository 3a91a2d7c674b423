"""Reading a play's fixture: strictly, and without ever repeating what it holds.

Source: ``spec/play-sessions.md`` §2.4, §15.2. What is not exactly the published shape is refused
with the place; names that an author or a player chose are shown as ``*``.
"""

from __future__ import annotations

from typing import Any

from workbench.core.errors import Refused
from workbench.core.fixture import Note
from workbench.core.json_text import NotJson, parse
from workbench.plays.recorded import Action, Adopt, Recorded, Submission

_MEMBERS = ("name", "config", "campaignVersion", "capturedUnder", "submissions")
_CONFIG = frozenset({"campaignId", "seed", "kindProfileData", "audience"})
_UNCHANGED = "The file was not changed"


def read_recorded(data: bytes) -> tuple[Recorded, tuple[Note, ...]]:
    """The play in ``data``, and what a person should look at. Raises ``Refused``."""
    try:
        document = parse(data, javascript_numbers=True)
    except NotJson as error:
        raise Refused(
            f"Line {error.line} is not valid JSON",
            where=error.where,
            means=_UNCHANGED,
            cure="Capture the session again",
            code="invalid_json",
        ) from None
    _check_members(document)
    config = document["config"]
    recorded = Recorded(
        name=_text(document, "name", ""),
        campaign_id=_text(config, "campaignId", "/config"),
        seed=_text(config, "seed", "/config"),
        campaign_version=_text(document, "campaignVersion", ""),
        captured_under=_text(document, "capturedUnder", ""),
        submissions=_submissions(document["submissions"]),
        profile_data=config.get("kindProfileData"),
        has_profile_data="kindProfileData" in config,
    )
    return recorded, _notes(config)


def _refused(what: str, place: str, *, means: str = "", cure: str = "") -> Refused:
    return Refused(
        what,
        where=place or "top level",
        means=means or _UNCHANGED,
        cure=cure or "Capture the session again",
        code="bad_shape",
    )


def _check_members(document: Any) -> None:
    if not isinstance(document, dict):
        raise _refused("The fixture is not a JSON object", "")
    _exactly(document, _MEMBERS, "", optional=())
    config = document["config"]
    if not isinstance(config, dict):
        raise _refused("The member config is not an object", "/config")
    if "seed" not in config:
        raise _refused(
            "The fixture has no seed",
            "/config/seed",
            means="Without the seed a replay is another game",
        )
    if "campaignId" not in config:
        raise _refused("The member campaignId is missing", "/config/campaignId")
    _no_others(config, _CONFIG, "/config")


def _exactly(
    value: dict[str, Any], required: tuple[str, ...], place: str, *, optional: tuple[str, ...]
) -> None:
    for member in required:
        if member not in value:
            raise _refused(f"The member {member} is missing", f"{place}/{member}")
    _no_others(value, frozenset((*required, *optional)), place)


def _no_others(value: dict[str, Any], known: frozenset[str], place: str) -> None:
    others = len(value.keys() - known)
    if others:
        members = "1 member" if others == 1 else f"{others} members"
        raise _refused(
            f"There {'is' if others == 1 else 'are'} {members} the format does not know",
            place,
            means="A fixture holds its recording and nothing else, so it may hold what identifies",
        )


def _text(value: dict[str, Any], member: str, place: str) -> str:
    text = value[member]
    if not isinstance(text, str):
        raise _refused(f"The member {member} is not text", f"{place}/{member}")
    return text


def _submissions(value: Any) -> tuple[Submission, ...]:
    if not isinstance(value, list):
        raise _refused("The member submissions is not a list", "/submissions")
    return tuple(_submission(entry, f"/submissions/{index}") for index, entry in enumerate(value))


def _submission(value: Any, place: str) -> Submission:
    if not isinstance(value, dict):
        raise _refused("A submission is not an object", place)
    if value.get("system") == "migration":
        raise Refused(
            "This session was migrated, so its log no longer reproduces it",
            where=place,
            means=_UNCHANGED,
            code="migrated",
        )
    if "adopt" in value:
        _exactly(value, ("adopt",), place, optional=())
        return Adopt(_text(value, "adopt", place))
    _exactly(value, ("actionId",), place, optional=("params",))
    action_id = _text(value, "actionId", place)
    return Action(action_id, _params(value["params"], place) if "params" in value else None)


def _params(value: Any, place: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise _refused("The member params is not an object", f"{place}/params")
    for param in value.values():
        if not isinstance(param, (str, int, float)):
            raise _refused(
                "A param is neither text, nor a number, nor true or false", f"{place}/params/*"
            )
    return value


def _notes(config: dict[str, Any]) -> tuple[Note, ...]:
    if "audience" not in config:
        return ()
    return (
        Note(
            "The config names an audience, which a capture never does: it never reaches the game",
            where="/config/audience",
            weight="ask",
        ),
    )
