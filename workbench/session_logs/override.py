"""The override sidecar: scripted calls that replace or patch the parent's derived script.

Source: ``spec/session-logs.md`` §14.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from workbench.core.json_text import NotJson, parse
from workbench.session_logs.derivation import Call, Entry
from workbench.session_logs.errors import DEFAULT_PREFIX, LogRefused, json_word, refuse
from workbench.session_logs.json_numbers import is_count
from workbench.session_logs.vocabulary import CHUNK_TYPES, ENTRY_KINDS

_FIELDS = {
    "chunks": ({"kind", "chunks"}, frozenset[str]()),
    "throw": ({"kind", "chunks", "message", "code"}, frozenset({"accepted"})),
    "hang": ({"kind"}, frozenset({"readyFile"})),
}


def read_override(data: bytes, file: str, *, prefix: str = DEFAULT_PREFIX) -> Any:
    """The validated document. Raises ``LogRefused`` (§14); code ``invalid_json`` if it is no JSON."""
    try:
        document = parse(data.decode("utf-8", "replace"), javascript_numbers=True)
    except NotJson as error:
        raise refuse(
            f"{file} contains invalid JSON",
            where=error.where,
            means="The sidecar cannot be read, so it cannot be known what should replay",
            code="invalid_json",
        ) from None
    check_override(document, file, prefix=prefix)
    return document


def check_override(document: object, file: str, *, prefix: str = DEFAULT_PREFIX) -> None:
    """Raises ``LogRefused`` for the first thing wrong with a sidecar (§14)."""

    def fail(location: str, detail: str, *values: object) -> LogRefused:
        return refuse(
            f"{prefix}invalid override {file}: {location} {detail}",
            *values,
            where=f"{file}, {location}",
            means="A sidecar that cannot be trusted is not applied",
            code="invalid_override",
        )

    if isinstance(document, list):
        for index, entry in enumerate(document):
            _check_entry(entry, f"entry {index}", fail)
        return
    if not (
        isinstance(document, dict)
        and set(document) == {"patches"}
        and isinstance(document["patches"], list)
    ):
        raise fail("document", "must be a ReplayEntry[] or { patches: [...] }")
    for index, patch in enumerate(document["patches"]):
        if not isinstance(patch, dict) or set(patch) != {"at", "entry"}:
            raise fail(f"patch {index}", "must contain exactly at and entry")
        if not is_count(patch["at"]):
            raise fail(f"patch {index}", "at must be a non-negative safe integer")
        _check_entry(patch["entry"], f"patch {index}.entry", fail)


def _check_entry(entry: object, place: str, fail: Callable[..., LogRefused]) -> None:
    if not isinstance(entry, dict):
        raise fail(place, "must be an object")
    kind = entry.get("kind")
    if not isinstance(kind, str) or kind not in ENTRY_KINDS:
        word = json_word(kind, missing="kind" not in entry)
        raise fail(place, "has unknown kind %s", word)
    needed, optional = _FIELDS[kind]
    if not needed <= set(entry) <= needed | optional:
        raise fail(place, f"has invalid {kind}-entry fields")
    if kind == "throw":
        _check_throw(entry, place, fail)
    if kind == "hang" and "readyFile" in entry and not _is_filled(entry["readyFile"]):
        raise fail(place, "readyFile must be a non-empty string")
    if kind != "hang":
        _check_chunks(entry["chunks"], place, fail)


def _check_throw(entry: Entry, place: str, fail: Callable[..., LogRefused]) -> None:
    for key in ("message", "code"):
        if not _is_filled(entry[key]):
            raise fail(place, f"{key} must be a non-empty string")
    if "accepted" in entry and not isinstance(entry["accepted"], bool):
        raise fail(place, "accepted must be a boolean")


def _check_chunks(chunks: object, place: str, fail: Callable[..., LogRefused]) -> None:
    if not isinstance(chunks, list):
        raise fail(place, "chunks must be an array")
    for index, chunk in enumerate(chunks):
        kind = chunk.get("type") if isinstance(chunk, dict) else None
        if not isinstance(kind, str) or kind not in CHUNK_TYPES:
            raise fail(f"{place}.chunks[{index}]", "must have a known StreamChunk type")


def _is_filled(value: object) -> bool:
    return isinstance(value, str) and bool(value)


def replaces(document: object) -> bool:
    """Whether the sidecar replaces the whole script, so that nothing need be derived."""
    return isinstance(document, list)


def apply_override(
    document: Any, derived: Sequence[Call], file: str, *, prefix: str = DEFAULT_PREFIX
) -> list[Call]:
    """The script after a valid sidecar. Raises ``LogRefused`` for an impossible patch (§14)."""
    if replaces(document):
        return [_beside(entry, index, derived) for index, entry in enumerate(document)]
    calls = list(derived)
    taken: set[int] = set()
    for index, patch in enumerate(document["patches"]):
        at = int(patch["at"])
        if at > len(derived):
            raise refuse(
                f"{prefix}override patch index {at} out of range (derived script has "
                f"{len(derived)} call(s); == length appends): {file}",
                code="invalid_override",
            )
        if at in taken:
            raise refuse(
                f"{prefix}duplicate override patch index {at}: {file}", code="invalid_override"
            )
        taken.add(at)
        call = _beside(patch["entry"], at, derived, sidecar_index=index)
        calls[at : at + 1] = [call]
    return calls


def _beside(
    entry: Entry, at: int, derived: Sequence[Call], *, sidecar_index: int | None = None
) -> Call:
    """A scripted call, shown beside the rows of the recorded call it stands for."""
    index = at if sidecar_index is None else sidecar_index
    if at >= len(derived):
        return Call(entry, origin="sidecar", sidecar_index=index)
    recorded = derived[at]
    return Call(
        entry,
        recorded.first_row,
        recorded.last_row,
        "sidecar",
        recorded.turn,
        recorded.step,
        index,
    )


def is_accepted(entry: Entry) -> bool:
    """Whether the provider counts as having accepted the call (§14)."""
    if entry["kind"] != "throw":
        return True
    accepted = entry.get("accepted")
    return accepted if isinstance(accepted, bool) else bool(entry["chunks"])
