"""Offers come, expire and are revoked. Source: ``spec/kind-simulation.md`` §5.9."""

from __future__ import annotations

from typing import Final

from workbench.plays.javascript import add
from workbench.plays.kinds.simulation.arithmetic import is_weight
from workbench.plays.kinds.simulation.content.definitions import Opportunity
from workbench.plays.kinds.simulation.state import StandingOpportunity
from workbench.plays.kinds.simulation.turn import Turn

_OF_JOBS: Final = frozenset({"job_offer", "promotion"})


def opportunities(turn: Turn) -> None:
    """Drop what is over, then offer one of those that fit, if any does."""
    if turn.state["activeOpportunities"]:
        turn.state["activeOpportunities"] = [
            each for each in turn.state["activeOpportunities"] if _stands(turn, each)
        ]
    standing = {each["definitionId"] for each in turn.state["activeOpportunities"]}
    eligible = [
        each
        for each in turn.program.opportunities.values()
        if each.id not in standing and _is_eligible(turn, each)
    ]
    if eligible:
        _offer(turn, eligible)


def _stands(turn: Turn, standing: StandingOpportunity) -> bool:
    definition = turn.program.opportunities.get(standing["definitionId"])
    contested = definition is not None and definition.contested
    if contested and _is_of_held_job(turn, standing["kind"], standing["targetId"]):
        turn.note("opportunity_revoked")
        return False
    if standing["expiresAtWeek"] <= turn.week:
        turn.note("opportunity_expired")
        return False
    return True


def _is_of_held_job(turn: Turn, kind: str, target_id: str) -> bool:
    held = turn.player["career"].get("currentEmployment")
    return held is not None and kind in _OF_JOBS and held["jobId"] == target_id


def _is_eligible(turn: Turn, opportunity: Opportunity) -> bool:
    return (
        is_weight(opportunity.weight)
        and not _is_of_held_job(turn, opportunity.kind, opportunity.target_id)
        and (opportunity.holds is None or opportunity.holds(turn.state))
        and opportunity.weeks > 0
    )


def _offer(turn: Turn, eligible: list[Opportunity]) -> None:
    ids, weights = [each.id for each in eligible], [each.weight for each in eligible]
    chosen = eligible[turn.draw("opportunities", ids, weights)]
    offered: StandingOpportunity = {
        "id": f"{chosen.id}-{turn.week}",
        "definitionId": chosen.id,
        "kind": chosen.kind,
        "targetId": chosen.target_id,
        "offeredWeek": turn.week,
        "expiresAtWeek": add(turn.week, chosen.weeks),
    }
    if chosen.terms is not None:
        offered["terms"] = chosen.terms
    turn.state["activeOpportunities"] = [*turn.state["activeOpportunities"], offered]
    turn.note("opportunity_offered")
