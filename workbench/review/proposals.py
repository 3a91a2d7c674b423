"""Names proposed from facts that are safe by construction (``spec/review-ux.md`` §9.2).

The facts are words of the outcome (endings, reason codes, ids of campaign content) and of the
workbench. No randomness, no order of capture, no dates; every proposal passes the name check.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from workbench.core.canonical import JSON
from workbench.core.fixture import Fixture, Replay, family

_ENDINGS = frozenset({"ending", "endingid", "terminal", "terminalid", "status", "stopreason"})
_SUBJECTS = frozenset({"campaignid", "campaign", "scenario"})
_MOST = 32  # characters of one fact


def facts(fixture: Fixture, replay: Replay) -> tuple[str, ...]:
    """Phrases that may stand in a name, most telling first: subject, ending, turn, and plain ones."""
    subject = next(_named(replay.outcome, _SUBJECTS), "") or _fixed(fixture)
    ending = next(_named(replay.outcome, _ENDINGS), "")
    title, noun = family(fixture.family).title, family(fixture.family).step_noun
    steps = len(fixture.steps())
    plain = f"replays {steps} {noun}s" if steps != 1 else f"replays one {noun}"
    found = (subject, ending, _turn(replay), plain, title)
    return tuple(dict.fromkeys(words for words in map(_words, found) if words))


def _turn(replay: Replay) -> str:
    """The effect of the last step that was not accepted, by its reason code."""
    rejected = [one for one in replay.evidence if not one.ok and one.reason]
    return f"after {rejected[-1].reason}" if rejected else ""


def _fixed(fixture: Fixture) -> str:
    texts = fixture.fixed_texts()
    return next((text.value for text in texts if _plain(text.key) in _SUBJECTS), "")


def _named(outcome: JSON, keys: frozenset[str]) -> Iterator[str]:
    """The words under any of ``keys``, outermost first; of an object its id counts."""
    if not isinstance(outcome, Mapping):
        return
    for key, value in outcome.items():
        if _plain(key) in keys and isinstance(value, str):
            yield value
        elif _plain(key) in keys and isinstance(value, Mapping):
            yield from (inner for inner in value.values() if isinstance(inner, str))
    for value in outcome.values():
        yield from _named(value, keys)


def _plain(key: str) -> str:
    return key.lower().replace("_", "")


def _words(text: str) -> str:
    return " ".join(re.findall(r"[a-z0-9]+", text.lower()))[:_MOST].strip()
