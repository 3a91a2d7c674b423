"""Everything that may be planned: its rule, and who issues its target.

Source: ``spec/kind-simulation.md`` §4 (the rules), §8 (the issuers).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final, TypeAlias

from workbench.plays.kinds.simulation.actions import life, money, offers, study, things, work
from workbench.plays.kinds.simulation.state import Planned
from workbench.plays.kinds.simulation.turn import Turn

#: Checks the action and applies it to the turn; gives how much changed. Raises ``Refusal``.
Rule: TypeAlias = Callable[[Turn, Planned], int]


class Issuer(StrEnum):
    """Who issues the target of an action."""

    JOB = "jobs"
    COURSE = "courses"
    HOUSING = "housing"
    ITEM = "items"
    LOCATION = "locations"
    NPC = "people"
    BELONGING = "belongings"
    OPPORTUNITY = "standing opportunities"
    PENDING = "events waiting for an answer"


@dataclass(frozen=True, slots=True)
class Action:
    """Something to plan. ``target`` is ``None`` where the action has none."""

    type: str
    rule: Rule
    target: Issuer | None = None
    takes_choice: bool = False

    @property
    def reason(self) -> str:
        """What its changes are counted under."""
        return f"action_{self.type}"


_LISTED: Final = (
    Action("eat", life.eat),
    Action("rest", life.rest),
    Action("exercise", life.exercise),
    Action("search_for_work", work.search_for_work),
    Action("apply_for_job", work.apply_for_job, Issuer.JOB),
    Action("work", work.work),
    Action("work_overtime", work.work_overtime),
    Action("negotiate_job_terms", work.negotiate_job_terms),
    Action("enroll_course", study.enroll_course, Issuer.COURSE),
    Action("attend_class", study.attend_class, Issuer.COURSE),
    Action("study", study.study, Issuer.COURSE),
    Action("withdraw_course", study.withdraw_course, Issuer.COURSE),
    Action("move_housing", money.move_housing, Issuer.HOUSING),
    Action("pay_bills", money.pay_bills),
    Action("borrow_money", money.borrow_money),
    Action("repay_debt", money.repay_debt),
    Action("deposit_savings", money.deposit_savings),
    Action("invest", money.invest),
    Action("shop", things.shop, Issuer.ITEM),
    Action("maintain_item", things.maintain_item, Issuer.BELONGING),
    Action("repair_item", things.repair_item, Issuer.BELONGING),
    Action("sell_item", things.sell_item, Issuer.BELONGING),
    Action("travel", life.travel, Issuer.LOCATION),
    Action("socialize", life.socialize, Issuer.NPC),
    Action("accept_opportunity", offers.accept_opportunity, Issuer.OPPORTUNITY),
    Action("decline_opportunity", offers.decline_opportunity, Issuer.OPPORTUNITY),
    Action("respond_to_event", offers.respond_to_event, Issuer.PENDING, takes_choice=True),
    Action("start_project", life.nothing),
    Action("work_on_project", life.nothing),
    Action("start_business", life.nothing),
    Action("operate_business", life.nothing),
    Action("custom", life.custom),
)

ACTIONS: Final[Mapping[str, Action]] = MappingProxyType({each.type: each for each in _LISTED})
