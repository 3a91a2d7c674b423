"""Ids of a bare game session against a catalogue of what its campaign issues.

Source: ``spec/detection.md`` §1, "Unissued ids". With a loaded fixture, replay proves this instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from workbench.core.places import Role, Text, pointer_members
from workbench.findings.finding import Certainty, Finding, Kind
from workbench.findings.grouping import finding_key

CHECK = "issued-ids"


@dataclass(frozen=True, slots=True)
class Issued:
    """What a campaign issues: campaign ids, actions with their parameter keys, other ids."""

    campaigns: frozenset[str] = field(repr=False)
    actions: Mapping[str, frozenset[str]] = field(repr=False)
    ids: frozenset[str] = field(repr=False)

    @classmethod
    def of(cls, catalogue: Mapping[str, Any]) -> Issued:
        actions = catalogue.get("actions") or {}
        return cls(
            campaigns=frozenset(catalogue.get("campaigns") or ()),
            actions={name: frozenset(keys) for name, keys in actions.items()},
            ids=frozenset(catalogue.get("ids") or ()),
        )


def unissued_in(texts: Sequence[Text], issued: Issued, *, key: bytes) -> tuple[Finding, ...]:
    """A finding for each different id, parameter key or free text that nothing issued."""
    actions = {
        text.pointer.rpartition("/")[0]: text.value
        for text in texts
        if text.key == "actionId" and text.role is not Role.KEY
    }
    groups: dict[tuple[str, str], list[Text]] = {}
    for text, what in _unissued(texts, issued, actions):
        groups.setdefault((what, text.value), []).append(text)
    return tuple(_finding(what, found, key) for (what, _), found in groups.items())


def _unissued(
    texts: Iterable[Text], issued: Issued, actions: Mapping[str, str]
) -> Iterator[tuple[Text, str]]:
    for text in texts:
        members = pointer_members(text.pointer)
        is_key = text.role is Role.KEY
        if text.key == "campaignId" and not is_key and text.value not in issued.campaigns:
            yield text, "campaign id"
        elif "submissions" not in members:
            continue
        elif text.key == "actionId" and not is_key:
            if text.value not in issued.actions:
                yield text, "action id"
        elif "params" in members[:-1]:
            yield from _param(text, issued, actions, is_key=is_key)


def _param(
    text: Text, issued: Issued, actions: Mapping[str, str], *, is_key: bool
) -> Iterator[tuple[Text, str]]:
    action = actions.get(text.pointer.partition("/params")[0], "")
    declared = issued.actions.get(action)
    if is_key:
        if declared is not None and text.value not in declared:
            yield text, "parameter key"
    elif text.value not in issued.ids and (declared is None or text.key in declared):
        yield text, "parameter"


def _finding(what: str, texts: list[Text], key: bytes) -> Finding:
    return Finding(
        key=finding_key(key, CHECK, texts[0].value, texts[0]),
        check=CHECK,
        kind=Kind.UNISSUED_ID,
        certainty=Certainty.PROOF,
        what=f"Is a {what} that nothing issued",
        why=f"The catalogue of the campaign issues no such {what}.",
        places=tuple(text.place() for text in texts),
        value=texts[0].value,
    )
