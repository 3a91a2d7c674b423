"""Answers to what came up: opportunities and events. Source: ``spec/kind-simulation.md`` §4."""

from __future__ import annotations

from workbench.plays.kinds.simulation.content.definitions import Answer
from workbench.plays.kinds.simulation.reasons import Refusal
from workbench.plays.kinds.simulation.state import PendingResponse, Planned, StandingOpportunity
from workbench.plays.kinds.simulation.turn import Turn


def accept_opportunity(turn: Turn, action: Planned) -> int:
    """Takes it off the list: nothing else comes of it in this version."""
    standing = _must_stand(turn, action)
    opportunity = turn.program.opportunities.get(standing["definitionId"])
    if opportunity is not None:
        turn.must_meet(opportunity.requirements)
    _drop(turn, standing)
    return 1


def decline_opportunity(turn: Turn, action: Planned) -> int:
    """Takes it off the list."""
    _drop(turn, _must_stand(turn, action))
    return 1


def _must_stand(turn: Turn, action: Planned) -> StandingOpportunity:
    wanted = action.get("targetId")
    for each in turn.state["activeOpportunities"]:
        if each["id"] == wanted:
            return each
    raise Refusal("unknown_action")


def _drop(turn: Turn, standing: StandingOpportunity) -> None:
    turn.state["activeOpportunities"] = [
        each for each in turn.state["activeOpportunities"] if each is not standing
    ]


def respond_to_event(turn: Turn, action: Planned) -> int:
    """Answers an event, anywhere; what comes of it happens when the week ends."""
    pending = _must_be_pending(turn, action)
    choice_id = action["parameters"].get("choiceId")
    if not isinstance(choice_id, str) or choice_id not in pending["availableChoiceIds"]:
        raise Refusal("action_not_available")
    answer = _answer(turn, pending, choice_id)
    turn.must_meet(answer.requirements)
    turn.spend_time(max(answer.time, 0))
    turn.must_afford(answer.money)
    turn.receive(-max(answer.money, 0))
    # An event that came up twice in a week waits twice under one id: one answer is for both.
    turn.state["pendingEventResponses"] = [
        each for each in turn.state["pendingEventResponses"] if each["id"] != pending["id"]
    ]
    turn.state["scheduledEvents"] = [
        *turn.state["scheduledEvents"],
        {
            "id": f"answer-{pending['id']}",
            "eventId": pending["eventId"],
            "scheduledWeek": turn.week,
            "createdWeek": turn.week,
            "payload": {"choiceId": choice_id},
        },
    ]
    return 5 + (answer.time > 0) + (answer.money > 0)


def _must_be_pending(turn: Turn, action: Planned) -> PendingResponse:
    wanted = action.get("targetId")
    for each in turn.state["pendingEventResponses"]:
        if each["id"] == wanted:
            return each
    raise Refusal("unknown_action")


def _answer(turn: Turn, pending: PendingResponse, choice_id: str) -> Answer:
    event = turn.program.events.get(pending["eventId"])
    answer = None if event is None else event.answers.get(choice_id)
    if answer is None:
        raise Refusal("unknown_action")
    return answer
