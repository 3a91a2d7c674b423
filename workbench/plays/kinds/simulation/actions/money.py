"""Home and money: moving, bills, loans, savings. Source: ``spec/kind-simulation.md`` §4."""

from __future__ import annotations

from typing import Any

from workbench.plays.javascript import add, is_integer
from workbench.plays.kinds.simulation.arithmetic import SAFE, is_safe
from workbench.plays.kinds.simulation.opening import home_in
from workbench.plays.kinds.simulation.reasons import Refusal
from workbench.plays.kinds.simulation.state import Account, Number, Planned
from workbench.plays.kinds.simulation.turn import Turn


def move_housing(turn: Turn, action: Planned) -> int:
    """Into another home, without rent owed for this one."""
    housing = turn.program.housing.get(action.get("targetId", ""))
    if housing is None:
        raise Refusal("unknown_action")
    turn.must_be_where("move_housing")
    home = turn.player["housing"]
    if housing.id == home["definitionId"] or home["overdueRentCents"] != 0:
        raise Refusal("requirement_unmet")
    turn.must_meet(housing.requirements)
    cost = add(housing.upfront, housing.deposit)
    turn.must_afford(cost)
    turn.spend_time(4)
    turn.receive(-cost)
    turn.player["housing"] = home_in(housing, week=turn.week)
    return 12


def pay_bills(turn: Turn, action: Planned) -> int:
    """All the rent that is owed."""
    turn.must_be_where("pay_bills")
    home = turn.player["housing"]
    overdue = home["overdueRentCents"]
    if overdue <= 0:
        raise Refusal("requirement_unmet")
    turn.must_afford(overdue)
    turn.receive(-overdue)
    home["overdueRentCents"] = home["missedPayments"] = 0
    home["evictionStage"] = "none"
    return 4


def borrow_money(turn: Turn, action: Planned) -> int:
    """Cash against debt."""
    turn.must_be_where("borrow_money")
    amount, finances = _amount(action), turn.player["finances"]
    _must_stay_safe(finances["cashCents"] + amount)
    _must_stay_safe(finances["debtCents"] + amount)
    turn.spend_time(1)
    turn.receive(amount)
    finances["debtCents"] += amount
    return 3


def repay_debt(turn: Turn, action: Planned) -> int:
    """No more than is owed."""
    turn.must_be_where("repay_debt")
    amount, finances = _amount(action), turn.player["finances"]
    if amount > finances["debtCents"]:
        raise Refusal("requirement_unmet")
    turn.must_afford(amount)
    turn.spend_time(1)
    turn.receive(-amount)
    finances["debtCents"] -= amount
    return 3


def deposit_savings(turn: Turn, action: Planned) -> int:
    """Cash into savings."""
    turn.must_be_where("deposit_savings")
    amount, finances = _amount(action), turn.player["finances"]
    _must_stay_safe(finances["savingsCents"] + amount)
    turn.must_afford(amount)
    turn.spend_time(1)
    turn.receive(-amount)
    finances["savingsCents"] += amount
    return 3


def invest(turn: Turn, action: Planned) -> int:
    """Cash into the one investment account, which the first investment opens."""
    turn.must_be_where("invest")
    amount, finances = _amount(action), turn.player["finances"]
    accounts = finances["accounts"]
    held = next((each for each in accounts if each["id"] == "investment-primary"), None)
    balance = amount if held is None else held["balanceCents"] + amount
    _must_stay_safe(balance)
    turn.must_afford(amount)
    turn.spend_time(1)
    turn.receive(-amount)
    if held is None:
        finances["accounts"] = [*accounts, _account(balance, week=turn.week)]
    else:
        grown: Account = {**held, "balanceCents": balance}
        finances["accounts"] = [grown if each is held else each for each in accounts]
    return 7


def _account(balance: Number, *, week: int) -> Account:
    return {
        "id": "investment-primary",
        "kind": "investment",
        "label": "simulation.finance.investment.label",
        "balanceCents": balance,
        "interestRate": 0,
        "openedWeek": week,
    }


def _amount(action: Planned) -> int:
    """The amount that was planned: a whole number of cents, positive and exact as a double."""
    value: Any = action["parameters"].get("amountCents")
    if not is_integer(value) or not 0 < value <= SAFE:
        raise Refusal("requirement_unmet")
    return int(value)


def _must_stay_safe(cents: Number) -> None:
    if not is_safe(cents):
        raise Refusal("requirement_unmet")
