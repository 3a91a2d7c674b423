"""What happens to the player: events that were scheduled, and one by chance.

Source: ``spec/kind-simulation.md`` §5.10.
"""

from __future__ import annotations

from workbench.core.canonical import utf16_key
from workbench.plays.javascript import add, text_of
from workbench.plays.kinds.simulation.arithmetic import clamp, is_weight
from workbench.plays.kinds.simulation.content.definitions import Answer, Event, EventOutcome
from workbench.plays.kinds.simulation.state import Effect, Scheduled
from workbench.plays.kinds.simulation.turn import Turn


def events(turn: Turn) -> None:
    """Everything due in order of ids, then one of the events that fit, if any does."""
    firing = 0
    for scheduled in _take_due(turn):
        event = turn.program.events.get(scheduled["eventId"])
        if event is not None:
            payload = scheduled.get("payload")
            _fire(turn, event, firing, choice_id=None if payload is None else payload["choiceId"])
            firing += 1
    eligible = [each for each in turn.program.events.values() if _is_eligible(turn, each)]
    if eligible:
        ids, weights = [each.id for each in eligible], [each.weight for each in eligible]
        _fire(turn, eligible[turn.draw("events", ids, weights)], firing)


def _take_due(turn: Turn) -> list[Scheduled]:
    scheduled = turn.state["scheduledEvents"]
    due = [each for each in scheduled if each["scheduledWeek"] <= turn.week]
    if due:
        turn.state["scheduledEvents"] = [
            each for each in scheduled if each["scheduledWeek"] > turn.week
        ]
    return sorted(due, key=lambda each: utf16_key(each["id"]))


def _is_eligible(turn: Turn, event: Event) -> bool:
    return (
        is_weight(event.weight)
        and not (event.unique and event.id in turn.world["firedUniqueEvents"])
        and _has_cooled(turn, event)
        and event.holds(turn.state)
    )


def _has_cooled(turn: Turn, event: Event) -> bool:
    """An event without a cooldown happens by chance at most once."""
    last = turn.world["eventCooldowns"].get(event.id)
    if last is None:
        return True
    return event.cooldown_weeks is not None and turn.week - last >= event.cooldown_weeks


def _fire(turn: Turn, event: Event, firing: int, *, choice_id: str | None = None) -> None:
    if choice_id is not None:
        answer = event.answers.get(choice_id)
        outcome = None if answer is None else _outcome_of(turn, event, answer)
    else:
        _record(turn, event)
        outcome = None if event.answers else event.automatic
        if event.answers:
            _wait_for_answer(turn, event)
    if outcome is not None:
        _apply(turn, event, outcome, firing=firing)


def _record(turn: Turn, event: Event) -> None:
    world = turn.world
    stranger = clamp(add(world["strangenessBase"], 5))
    turn.note("event_fired")
    turn.note("world_strangeness_shifted", int(stranger != world["strangenessBase"]))
    world["strangenessBase"] = stranger
    world["eventCooldowns"][event.id] = turn.week
    if event.unique and event.id not in world["firedUniqueEvents"]:
        world["firedUniqueEvents"] = [*world["firedUniqueEvents"], event.id]


def _wait_for_answer(turn: Turn, event: Event) -> None:
    turn.state["pendingEventResponses"] = [
        *turn.state["pendingEventResponses"],
        {
            "id": f"pending-{event.id}-{turn.week}",
            "eventId": event.id,
            "rolledWeek": turn.week,
            "presentWeek": turn.week + 1,
            "availableChoiceIds": list(event.answers),
        },
    ]


def _outcome_of(turn: Turn, event: Event, answer: Answer) -> EventOutcome | None:
    """By chance among the weighted outcomes that may be; else the first that may be."""
    possible = [
        (str(index), each)
        for index, each in enumerate(answer.candidates)
        if each.holds is None or each.holds(turn.state)
    ]
    weighted = [(index, each) for index, each in possible if is_weight(each.weight)]
    if weighted:
        ids, weights = [index for index, _ in weighted], [each.weight for _, each in weighted]
        return weighted[turn.draw(f"{event.id}.{answer.id}", ids, weights)][1].outcome
    return possible[0][1].outcome if possible else None


def _apply(turn: Turn, event: Event, outcome: EventOutcome, *, firing: int) -> None:
    if outcome.modifiers:
        effect = _effect(event, outcome, week=turn.week)
        others = [each for each in turn.state["activeEffects"] if each["id"] != effect["id"]]
        turn.state["activeEffects"] = [*others, effect]
    if outcome.ends_chain and event.chain_id is not None:
        turn.state["scheduledEvents"] = [
            each for each in turn.state["scheduledEvents"] if each.get("chainId") != event.chain_id
        ]
    if outcome.scheduled:
        turn.state["scheduledEvents"] = [
            *turn.state["scheduledEvents"],
            *(
                _scheduled(turn, event, f"{firing}-{index}", event_id=event_id, weeks=weeks)
                for index, (event_id, weeks) in enumerate(outcome.scheduled)
            ),
        ]


def _effect(event: Event, outcome: EventOutcome, *, week: int) -> Effect:
    return {
        "id": f"event:{event.id}:{week}",
        "sourceId": event.id,
        "sourceKind": "event",
        "modifiers": outcome.modifiers,
        "appliedWeek": week,
        "stacking": "refresh",
        "descriptionKey": event.description_key,
        "visible": True,
    }


def _scheduled(turn: Turn, event: Event, ordinal: str, *, event_id: str, weeks: float) -> Scheduled:
    week = add(turn.week, weeks)
    scheduled: Scheduled = {
        "id": f"scheduled-{event.id}-{turn.week}-{ordinal}-{event_id}-{text_of(week)}",
        "eventId": event_id,
        "scheduledWeek": week,
        "createdWeek": turn.week,
    }
    if event.chain_id is not None:
        scheduled["chainId"] = event.chain_id
    if event.chain_step is not None:
        scheduled["chainStep"] = event.chain_step
    return scheduled
