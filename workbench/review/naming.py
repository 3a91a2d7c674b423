"""The name check of an item, and the names proposed for it (``spec/review-ux.md`` §9)."""

from __future__ import annotations

from workbench.findings import NameRemark, check_name, propose_names
from workbench.review.held import Ground, Held
from workbench.review.state import ItemState
from workbench.review.verdicts import is_judged, verdict_of


def name_remarks(
    held: Held, state: ItemState, *, name: str, ground: Ground
) -> tuple[NameRemark, ...]:
    """What the name check says of a new name; nothing for no name."""
    fixture = held.loaded.fixture
    if not name or fixture is None:
        return ()
    values = identifying_values(held, state)
    key = (name, values, ground.taken)
    if key not in held.remarks:
        held.remarks[key] = check_name(
            name,
            old_name=fixture.name,
            known=ground.known,
            fixture_values=values,
            taken=tuple(taken for taken in ground.taken if taken != state.renamed_to),
            vocabulary=[
                *(word for fact in held.facts for word in fact.split()),
                *sorted(held.loaded.policy.vocabulary),
            ],
        )
    return held.remarks[key]


def proposed_names(held: Held, state: ItemState, *, ground: Ground) -> tuple[str, ...]:
    """Up to three names made of safe facts, each already checked."""
    fixture = held.loaded.fixture
    if fixture is None:
        return ()
    return propose_names(
        held.facts,
        taken=ground.taken,
        known=ground.known,
        old_name=fixture.name,
        fixture_values=identifying_values(held, state),
        vocabulary=sorted(held.loaded.policy.vocabulary),
    )


def identifying_values(held: Held, state: ItemState) -> tuple[str, ...]:
    """Values of findings that a person did not clear: a new name may be derived from none."""
    found = held.loaded.scan.findings if held.loaded.scan else ()
    cleared = {
        finding.key
        for finding in found
        if is_judged(verdict := verdict_of(state, finding.key))
        and verdict is not None
        and verdict.verdict == "not_identifying"
    }
    return tuple(dict.fromkeys(one.value for one in found if one.key not in cleared and one.value))
