"""The messages of the protocol: how requests are written, and answers read strictly.

Described for authors of engines in ``docs/engine-protocol.md``; a member that is not described there
is refused, so that two versions of the protocol are never mixed by accident.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from workbench.core.canonical import JSON
from workbench.core.json_text import NotJson, parse
from workbench.plays.external.problems import EngineProblem
from workbench.plays.recorded import Recorded

PROTOCOL = 1
HELLO_ID, FIRST_ID = 0, 1

Code: TypeAlias = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,63}$")]
Version: TypeAlias = Annotated[str, Field(min_length=1, max_length=64)]
Index: TypeAlias = Annotated[int, Field(ge=0)]
Issuer: TypeAlias = Literal["campaign", "session"]


class _Message(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, hide_input_in_errors=True)


class KindSpoken(_Message):
    """A kind of game an engine plays."""

    id: Annotated[str, Field(pattern=r"^[a-z][a-z0-9-]{0,31}$")]
    version: Annotated[str, Field(pattern=r"^[0-9]{1,4}\.[0-9]{1,4}\.[0-9]{1,4}$")]


class CampaignSpoken(_Message):
    """A campaign an engine holds at one version."""

    id: str
    version: str


class Hello(_Message):
    """The first answer: which protocol, and what the engine can replay."""

    type: Literal["hello"]
    id: Index
    protocol: Literal[1]
    engineVersions: Annotated[list[Version], Field(min_length=1, max_length=1_000)]  # noqa: N815
    kinds: Annotated[list[KindSpoken], Field(min_length=1, max_length=100)]
    campaigns: Annotated[list[CampaignSpoken], Field(max_length=100_000)]


class Decision(_Message):
    """The engine's decision of one submission, in the published shape."""

    index: Index
    seq: Index | None
    actionId: str = ""  # noqa: N815
    adopt: str = ""
    accepted: bool
    reason: Code = "absent"


class Outcome(_Message):
    """The published outcome. ``terminal`` is whatever the kind says of the ending."""

    finalStatus: Literal["active", "ended", "abandoned"]  # noqa: N815
    acceptedActions: Index  # noqa: N815
    decisions: list[Decision]
    achievements: list[str]
    terminal: dict[str, Any] = Field(default_factory=dict)


class StepSpoken(_Message):
    """Who issued the ids of one submission: pointers below the submission, each with its issuer."""

    index: Index
    issuedBy: dict[str, Issuer | None]  # noqa: N815


class OutcomeAnswer(_Message):
    """The replay came to its end."""

    type: Literal["outcome"]
    id: Index
    kind: str
    outcome: Outcome
    steps: list[StepSpoken]


class UnrunnableAnswer(_Message):
    """Something the replay needs is not there."""

    type: Literal["unrunnable"]
    id: Index
    reason: Code


class FaultAnswer(_Message):
    """The engine failed at submission ``at`` (``null``: while it created the game)."""

    type: Literal["fault"]
    id: Index
    kind: str
    at: Index | None
    reason: Code
    decisions: list[Decision]
    steps: list[StepSpoken]


class ErrorAnswer(_Message):
    """The request could not be read. ``id`` is ``null`` where not even its id could be."""

    type: Literal["error"]
    id: Index | None
    reason: Code


Answer: TypeAlias = OutcomeAnswer | UnrunnableAnswer | FaultAnswer | ErrorAnswer
_HELLO: TypeAdapter[Hello | ErrorAnswer] = TypeAdapter(
    Annotated[Hello | ErrorAnswer, Field(discriminator="type")]
)
_ANSWER: TypeAdapter[Answer] = TypeAdapter(Annotated[Answer, Field(discriminator="type")])
M = TypeVar("M")


def hello_request(campaigns: Sequence[Path]) -> bytes:
    """The first request. ``campaigns`` are the folders the engine may read documents from."""
    return _line(
        {
            "type": "hello",
            "id": HELLO_ID,
            "protocol": PROTOCOL,
            "campaignFolders": [str(folder.resolve()) for folder in campaigns],
        }
    )


def replay_request(recorded: Recorded, number: int = FIRST_ID) -> bytes:
    """The request to replay one fixture."""
    return _line({"type": "replay", "id": number, "fixture": recorded.to_json()})


def _line(message: JSON) -> bytes:
    # ASCII: no line separator of Unicode can be taken for the end of the line.
    return json.dumps(message, separators=(",", ":")).encode("ascii")


def read_object(line: bytes) -> dict[str, Any]:
    """The JSON object of one line. Raises ``EngineProblem``."""
    try:
        value = parse(line, javascript_numbers=True)
    except NotJson:
        raise EngineProblem("engine_not_json") from None
    if not isinstance(value, dict):
        raise EngineProblem("engine_not_json")
    return value


def read_hello(value: dict[str, Any]) -> Hello:
    """The engine's hello. Raises ``EngineProblem``."""
    spoken = value.get("protocol")
    if value.get("type") == "hello" and isinstance(spoken, int) and spoken != PROTOCOL:
        raise EngineProblem("engine_wrong_protocol")
    hello = _read(_HELLO, value)
    if isinstance(hello, ErrorAnswer):
        raise EngineProblem("engine_request_refused")
    if hello.id != HELLO_ID:
        raise EngineProblem("engine_wrong_id")
    return hello


def read_answer(value: dict[str, Any], number: int = FIRST_ID) -> Answer:
    """The answer to request ``number``. Raises ``EngineProblem``."""
    answer = _read(_ANSWER, value)
    if answer.id != number and not (isinstance(answer, ErrorAnswer) and answer.id is None):
        raise EngineProblem("engine_wrong_id")
    return answer


def _read(adapter: TypeAdapter[M], value: dict[str, Any]) -> M:
    try:
        return adapter.validate_python(value)
    except ValidationError as error:
        raise EngineProblem("engine_bad_message", where=_place(error)) from None


def _place(error: ValidationError) -> str:
    """Where the first mistake is: members of the protocol by name, everything else by its kind."""
    location = error.errors(include_input=False, include_url=False, include_context=False)[0]["loc"]
    known = {name for model in _MODELS for name in model.model_fields}
    parts = (str(each) if isinstance(each, int) or each in known else "*" for each in location[1:])
    return "/".join(("", *parts))


_MODELS: tuple[type[BaseModel], ...] = (
    Hello,
    KindSpoken,
    CampaignSpoken,
    OutcomeAnswer,
    Outcome,
    Decision,
    StepSpoken,
    FaultAnswer,
)
