"""Promotion as one call, for scripts and tests: a review driven without a screen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from workbench.core.errors import BadCommand, GateClosed
from workbench.core.fixture import ReplayEnvironment
from workbench.findings import KnownIdentities
from workbench.review.judging import closed
from workbench.review.review import Review
from workbench.review.shapes import Item, OutcomeCard


@dataclass(frozen=True, slots=True)
class Promoted:
    """What :func:`promote` did. ``written`` is false when exactly these files were there already."""

    folder: Path = field(repr=False)
    digest: str
    outcome_digest: str
    written: bool
    sentence: str


def promote(
    path: str | Path,
    *,
    name: str,
    verdicts: Mapping[str, str] | None = None,
    outcome: str | None = None,
    name_reason: str = "",
    promoted: str | Path | None = None,
    known: KnownIdentities | None = None,
    environment: ReplayEnvironment | None = None,
    state: str | Path | None = None,
) -> Promoted:
    """Promote the capture at ``path`` under ``name``, with every decision given beforehand.

    ``verdicts`` maps finding keys to "identifies", "secret", or "not_identifying:<reason>".
    ``outcome`` is the digest a person approved; without it an earlier golden must replay to the same
    meaning. ``name_reason`` is needed where the name check asks. Raises ``GateClosed``, naming every
    gate that needs a person, ``BadCommand`` for a refused name, and ``NotWritten``.
    """
    with Review.open(
        path,
        promoted=promoted,
        known=known,
        environment=environment,
        state=state,
        leases=True,
    ) as review:
        item = _only(review, Path(path))
        if not item.item_state.exported:
            _decide(review, item.key, verdicts or {})
            review.do("rename", item=item.key, name=name, reason=name_reason)
            _approve(review, item.key, outcome)
            _require_ready(review.item(item.key))
            review.do("stage", item=item.key)
        planned = review.export_plan(item.key)
        target = review.promoted / planned.name
        there = target.exists()
        done = review.do("export", item=item.key, typed_name=name, digest=planned.digest)
        digest = planned.digest
        return Promoted(target, digest, _outcome_digest(planned.data), not there, done.sentence)


def _only(review: Review, path: Path) -> Item:
    wanted = path.resolve()
    rows = [row.number for row in review.queue()]
    items = [item for number in rows if (item := review.item_at(number)).path == wanted]
    if len(items) != 1:
        raise BadCommand("This path is not one capture", cure="Give the path of one capture")
    if items[0].refusal is not None:
        raise items[0].refusal
    return items[0]


def _decide(review: Review, key: str, verdicts: Mapping[str, str]) -> None:
    for finding, given in verdicts.items():
        verdict, _, reason = given.partition(":")
        review.do("judge", item=key, finding=finding, verdict=verdict, reason=reason)
    # Who gives a verdict, a name and a digest has looked at what they name.
    regions = [f"finding:{finding}" for finding in verdicts]
    review.do("seen", item=key, regions=[*regions, "name"])


def _approve(review: Review, key: str, outcome: str | None) -> None:
    card = review.outcome_card(key)
    if not card.agree:
        raise GateClosed(
            card.sentence, means="Nothing was exported", details={"gates": ["Outcome"]}
        )
    if outcome is not None or _unchanged(card):
        digest = outcome if outcome is not None else card.digest
        review.do("approve_outcome", item=key, digest=digest)
        review.do("seen", item=key, regions=["outcome"])


def _unchanged(card: OutcomeCard) -> bool:
    return card.change is not None and not card.change.meaning.needs_person


def _require_ready(item: Item) -> None:
    waiting = closed(item.gates)
    if waiting:
        raise GateClosed(
            "This capture needs a person before it can be promoted",
            means=" ".join(f"{gate.name}: {gate.sentence}" for gate in waiting),
            cure="Review it, or give the missing decisions",
            details={"gates": [gate.name.value for gate in waiting]},
        )


def _outcome_digest(files: Mapping[str, bytes]) -> str:
    from workbench.core.canonical import digest_bytes
    from workbench.review.audit import OUTCOME

    return next(digest_bytes(data) for file, data in files.items() if file.endswith(OUTCOME))
