"""What replay proved of an exchange, in sentences: the answer, or where two requests part.

A path is named as far as its members are words of the providers' APIs; others may be somebody's and
are left out. Source: ``spec/http-cassettes.md`` §3.4.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from workbench.cassettes.canonical_body import json_value
from workbench.cassettes.differences import differences
from workbench.cassettes.model import Body
from workbench.cassettes.words import words
from workbench.core.canonical import JSON
from workbench.core.places import pointer_members

_NAMED = words(
    "method url body model messages input output role content text type id call_id name arguments",
    "tools tool_choice tool_calls tool_call_id function parameters properties required stream store",
    "temperature top_p top_k n stop seed max_tokens max_completion_tokens max_output_tokens system",
    "instructions reasoning effort summary status encrypted_content response_format json_schema strict",
    "schema previous_response_id include metadata thinking budget_tokens stream_options include_usage",
    "parallel_tool_calls user modalities audio logprobs top_logprobs presence_penalty title description",
    "frequency_penalty service_tier truncation prompt contents parts config generationConfig source data",
    "safetySettings systemInstruction tool_use_id image_url file_id detail format verbosity additionalProperties",
)
_PROBLEMS = {
    "cassette_mismatch": "no recorded exchange matches its own request",
    "no_recorded_status": "no status was recorded",
    "no_recorded_body": "its body stands in a file that is not here",
}


def answered(entry: Mapping[str, JSON], size: int) -> str:
    """ "Exchange 2 is answered by itself: status 200, 120 bytes, 4 events"."""
    index, matched = int(str(entry["exchange"])), int(str(entry["matched"]))
    by = "itself" if matched == index else f"exchange {matched + 1}"
    stream = entry["stream"]
    events = f", {stream['events']} events" if isinstance(stream, dict) else ""
    return f"Exchange {index + 1} is answered by {by}: status {entry['status']}, {size:,} bytes{events}"


def drifts(recorded: Body, made: Body) -> str:
    """Where the request that was made first differs from the one recorded with the answer."""
    was, now = (json_value(body) if isinstance(body, bytes) else None for body in (recorded, made))
    if was is None or now is None:
        return "; the two requests differ"
    found = [item.shown() for item in differences(was[0], now[0])]
    return f"; the two requests differ{_first(found, base='/body')}"


def not_answered(index: int, code: str, details: Mapping[str, object]) -> str:
    """Why an exchange is not answered, and where the closest recording differs."""
    problem = _PROBLEMS.get(code, "its answer cannot be served")
    closest, found = details.get("closest"), details.get("differences")
    beside = ""
    if isinstance(closest, int) and isinstance(found, list) and found:
        beside = f"; exchange {closest + 1} comes closest and differs{_first(found)}"
    return f"Exchange {index + 1} is not answered: {problem}{beside}"


def _first(found: Sequence[Mapping[str, object]], *, base: str = "") -> str:
    if not found:
        return ""
    path, kind = f"{base}{found[0]['path']}", found[0]["kind"]
    members = (name if _may_name(name) else "…" for name in pointer_members(path))
    more = f", and in {len(found) - 1} more" if len(found) > 1 else ""
    return f" first at /{'/'.join(members)} ({kind}){more}"


def _may_name(member: str) -> bool:
    return member in _NAMED or (member.isascii() and member.isdigit() and len(member) < 5)
