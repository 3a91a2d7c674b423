"""Every word and sentence the review shows, in one place for notebook, terminal and CI.

Source: ``spec/review-ux.md`` §§4, 8, 14 and ``design/README.md`` §7: sentences, present tense, no
blame, numbers that agree with their nouns. Nothing here ever takes a captured value.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

# --- gates -------------------------------------------------------------------------------------

#: Word beside each shape.
STATUS_WORDS: Mapping[str, str] = MappingProxyType(
    {
        "pass": "pass",
        "fail": "fail",
        "ask": "needs you",
        "idle": "not run",
        "none": "not for this kind",
    }
)
#: Shape of each status, for faces that draw with text.
SHAPES: Mapping[str, str] = MappingProxyType(
    {"pass": "✓", "fail": "✗", "ask": "?", "idle": "–", "none": "·"}
)

# --- items -------------------------------------------------------------------------------------

CAPTURED = "captured"
IN_REVIEW = "in review"
READY = "ready"
BLOCKED = "blocked"
DEFERRED = "deferred"
REJECTED = "rejected"
REFUSED = "refused"
PROMOTED = "promoted"

#: The states an item can be in, in the order of the queue's tallies.
STATES = (CAPTURED, IN_REVIEW, READY, BLOCKED, DEFERRED, REJECTED, REFUSED, PROMOTED)

#: What each state means, for help and for the queue.
STATE_SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        CAPTURED: "Not opened yet.",
        IN_REVIEW: "Opened; something still needs a person.",
        READY: "Every gate passes. It can be staged.",
        BLOCKED: "A gate fails. The item reopens by itself when the gate passes.",
        DEFERRED: "Left for later; nothing is decided.",
        REJECTED: "Will not be promoted. Undo brings it back.",
        REFUSED: "Does not load, so no review can make it promotable.",
        PROMOTED: "Written as a promoted fixture. This is never taken back.",
    }
)

# --- findings ----------------------------------------------------------------------------------

#: The question on every judge card, always phrased towards safety.
QUESTION = "Could this lead back to someone?"


class Choice(NamedTuple):
    """A verdict or a reason: its id, key, label and what it will do."""

    id: str
    key: str
    label: str
    effect: str


VERDICTS = (
    Choice("identifies", "f", "Identifies", "blocks the item; offers a stand-in"),
    Choice("not_identifying", "s", "Not identifying", "then one key for the reason"),
    Choice("secret", "t", "Secret", "blocks; must also be rotated"),
    Choice("unsure", "w", "Unsure", "stays open, counts as not judged"),
    Choice("same_as", "e", "Same as…", "joins another finding"),
)
REASONS = (
    Choice("vocabulary", "w", "Vocabulary word", "of the project or campaign"),
    Choice("reserved", "e", "Reserved example value", "reserved by a standard"),
    Choice("issued", "i", "Issued id", "minted by the session"),
    Choice("public", "p", "Public constant", "on the public list"),
    Choice("other", "t", "Other", "none of these"),
)
REJECT_REASONS = (
    Choice("identifies", "", "Identifies someone", "and no stand-in can replace it"),
    Choice("fixed_string", "", "A fixed string identifies", "seed or version"),
    Choice("not_useful", "", "Not useful as a test", ""),
    Choice("duplicate", "", "Duplicate of another", ""),
    Choice("other", "", "Other", ""),
)
CERTAINTY_SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        "proof": "replay or a known identity proves it",
        "strong": "a cue and a second sign agree",
        "weak": "one weak sign",
    }
)
VERDICT_LABELS: Mapping[str, str] = MappingProxyType(
    {choice.id: choice.label.lower().rstrip("…") for choice in VERDICTS}
)
REASON_LABELS: Mapping[str, str] = MappingProxyType(
    {choice.id: choice.label.lower() for choice in REASONS}
)
ROTATE = "Rotate this secret: removing it does not un-leak it."

# --- the door ----------------------------------------------------------------------------------

DOOR = (
    "After this is committed it cannot be taken back. "
    "Deleting the capture later will not remove it."
)
NO_VERSION_CONTROL = "The workbench writes files. It never runs version control."
NOTHING_TO_UNDO = "Nothing to undo."
NOTHING_TO_REDO = "Nothing to redo."
EMPTY_QUEUE = (
    "Nothing waits for review. Captures appear here when they are added to the review folder."
)
PSEUDONYMISED = "pseudonymised: the stand-in table still exists, so this is still personal data"
UNLINKED = "no longer identifies"
CHECKS_RUNNING = "The replay and the checks are still running. The steps can be read meanwhile."
STILL_READING = (
    "The first steps are shown; the rest of the capture is still being read and checked."
)
CARRIED = "carried over from before the file changed"
DERIVED_CHECKS_NOT_RUN = "derived-from checks not run"


def leased(minutes: int) -> str:
    """Another reviewer works on a capture."""
    return f"Another reviewer has this one for {count(minutes, 'more minute')}. You can read it."


# --- small tools -------------------------------------------------------------------------------

_PLURALS = {"body": "bodies", "copy": "copies", "identity": "identities"}


def plural(noun: str) -> str:
    """The plural of a noun, or of the last word of a phrase."""
    head, space, last = noun.rpartition(" ")
    return f"{head}{space}{_PLURALS.get(last, last + ('es' if last.endswith('s') else 's'))}"


def count(number: int, noun: str) -> str:
    """``1 finding``, ``2 findings``, ``4,112 bytes``: number and noun agree."""
    return f"{number:,} {noun if number == 1 else plural(noun)}"


def joined(parts: list[str] | tuple[str, ...], last: str = "and") -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def digest_words(digest: str) -> str:
    """The first twelve hexadecimal digits in groups of four, as every face shows a digest."""
    return " ".join(digest[start : start + 4] for start in range(0, min(len(digest), 12), 4))


def sentence(text: str) -> str:
    """``text`` with a capital and a full stop."""
    text = text.strip()
    if not text:
        return ""
    ended = text if text.endswith((".", "!", "?", ":")) else f"{text}."
    return ended[0].upper() + ended[1:]


def is_are(number: int) -> str:
    """``is`` or ``are``, to agree with ``number``."""
    return "is" if number == 1 else "are"
