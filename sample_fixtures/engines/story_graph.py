"""A reference engine for the protocol of ``docs/engine-protocol.md``: story graphs, and nothing else.

It needs Python's standard library only and shares no line with the workbench's own engine, so the two
check each other. It plays no other kind, and no campaign that brings a migration of its own.

    workbench engine check -- python sample_fixtures/engines/story_graph.py
    workbench replay captures/ --engine 0.11.0='python sample_fixtures/engines/story_graph.py'
"""

import json
import operator
import sys
from pathlib import Path

PROTOCOL = 1
VERSIONS = ["0.11.0"]
KIND = {"id": "story-graph", "version": "1.0.0"}
MOST_STEPS = 64  # nodes one action may pass through
MASK64, MASK32 = 2**64 - 1, 2**32 - 1
NOTHING = object()  # JavaScript's undefined
ALWAYS = {"all": []}


class Fault(Exception):
    """The engine failed; the argument is the reason code."""


# --- randomness ---------------------------------------------------------------------------------


def mix(x):
    z = (x + 0x9E3779B97F4A7C15) & MASK64
    z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & MASK64
    z = ((z ^ z >> 27) * 0x94D049BB133111EB) & MASK64
    return z ^ z >> 31


class Stream:
    """PCG-XSH-RR 64/32, seeded by the game's seed and the name of what draws."""

    def __init__(self, seed, name):
        data = f"{seed}::{name}".encode("utf-16-le", "surrogatepass")
        folded = 14695981039346656037
        for at in range(0, len(data), 2):
            folded = (
                (folded ^ int.from_bytes(data[at : at + 2], "little")) * 1099511628211
            ) & MASK64
        start = mix(folded)
        self.increment = (mix(start) << 1) & MASK64 | 1
        self.state = 0
        self.next()
        self.state = (self.state + start) & MASK64
        self.next()

    def next(self):
        old = self.state
        self.state = (old * 6364136223846793005 + self.increment) & MASK64
        x, turn = ((old >> 18 ^ old) >> 27) & MASK32, old >> 59
        return (x >> turn | x << (32 - turn & 31)) & MASK32

    def below(self, bound):
        least = 2**32 % bound
        while True:
            drawn = self.next()
            if drawn >= least:
                return drawn % bound


# --- conditions and effects ---------------------------------------------------------------------


def same(left, right):
    """JavaScript's ``===``: true is not 1, and undefined is only undefined."""
    if left is NOTHING or right is NOTHING:
        return left is right
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, (int, float)) and isinstance(right, (int, float)):
        return left == right
    return type(left) is type(right) and left == right


def number(value):
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise Fault("condition_type_error")
    return value


def text(value):
    """A value as JavaScript turns it into text; of numbers, whole ones only."""
    if value is NOTHING:
        return "undefined"
    return value if isinstance(value, str) else json.dumps(value)


def field(name, state):
    if name == "turn":
        return state["turn"]
    if name == "ending":
        return state.get("ending", NOTHING)
    root, _, rest = name.partition(".")
    if root == "var":
        return state["variables"].get(rest, NOTHING)
    if root == "visited":
        return state["visited"].get(rest, 0)
    if root == "achieved":
        return rest in state["achieved"]
    raise Fault("unknown_condition_field")


ORDERED = {
    "less_than": operator.lt,
    "less_or_equal": operator.le,
    "greater_than": operator.gt,
    "greater_or_equal": operator.ge,
}


def holds(condition, state):
    if "all" in condition:
        return all(holds(each, state) for each in condition["all"])
    if "any" in condition:
        return any(holds(each, state) for each in condition["any"])
    if "not" in condition:
        return not holds(condition["not"], state)
    found, wanted = field(condition["field"], state), condition.get("value", NOTHING)
    how = condition["operator"]
    if how in ("equals", "not_equals"):
        return same(found, wanted) == (how == "equals")
    if how in ORDERED:
        return ORDERED[how](number(found), number(wanted))
    if how in ("in", "not_in") and isinstance(wanted, list):
        return any(same(found, each) for each in wanted) == (how == "in")
    if how == "contains" and isinstance(found, str):
        return text(wanted) in found
    raise Fault("condition_type_error")


def apply(effects, state, declared):
    """Every effect on unclamped numbers, then each touched number clamped once."""
    values = state["variables"]
    for effect in effects or ():
        name = effect["var"]
        if effect["op"] == "set":
            values[name] = effect["value"]
        else:
            by = effect["by"] if effect["op"] == "increment" else -effect["by"]
            values[name] = number(values[name]) + by
    for name in {effect["var"] for effect in effects or ()}:
        if declared[name]["type"] == "int":
            low = declared[name].get("min", values[name])
            values[name] = min(
                max(values[name], low), declared[name].get("max", max(values[name], low))
            )


def open_to(choice, state):
    """Whether a choice is shown, and may be taken."""
    return holds(choice.get("showWhen", ALWAYS), state) and holds(
        choice.get("requirements", ALWAYS), state
    )


def suits(value, declared):
    """Whether a variable's value has the type that is declared."""
    if declared["type"] == "bool":
        return isinstance(value, bool)
    if declared["type"] == "int":
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, str)


def offers(content, action):
    """Whether any choice of a story has this id: then the campaign issued it."""
    nodes = content["nodes"].values()
    return any(each["id"] == action for node in nodes for each in node.get("choices", ()))


# --- the game -----------------------------------------------------------------------------------


class Game:
    """One play of one campaign."""

    def __init__(self, content, seed):
        self.content, self.seed = content, seed
        self.logged = self.accepted = 0
        self.status = "active"
        self.state = {
            "node": content["startNodeId"],
            "variables": {key: each["initial"] for key, each in content["variables"].items()},
            "turn": 0,
            "visited": {},
            "achieved": [],
        }
        self.enter(content["startNodeId"])
        self.settle("system:start:0")

    def node(self):
        return self.content["nodes"][self.state["node"]]

    def enter(self, node):
        self.state["node"] = node
        self.state["visited"][node] = self.state["visited"].get(node, 0) + 1

    def settle(self, stream_name):
        """Pass through nodes that ask nothing, until a choice or an ending."""
        stream = None
        for _ in range(MOST_STEPS):
            node = self.node()
            if node["kind"] == "choice":
                return
            if node["kind"] == "ending":
                self.state["ending"], self.status = node["endingId"], "ended"
                return
            taken = node
            if node["kind"] == "random":
                stream = stream or Stream(self.seed, stream_name)
                taken = self.picked(node["transitions"], stream)
            apply(taken.get("effects"), self.state, self.content["variables"])
            self.state["turn"] += 1
            self.enter(taken["goto"])
        raise Fault("settle_guard_tripped")

    def picked(self, transitions, stream):
        left = stream.below(sum(each["weight"] for each in transitions))
        for each in transitions:
            if left < each["weight"]:
                return each
            left -= each["weight"]
        raise Fault("impossible_draw")

    def submit(self, action, params):
        """Why the action is refused; ``None`` if it is taken. Leaves a refusing game as it was."""
        if self.status != "active":
            return "session_ended"
        if params:
            return "unexpected_params"
        choices = (each for each in self.node().get("choices", ()) if each["id"] == action)
        choice = next(choices, None)
        if choice is None or not holds(choice.get("showWhen", ALWAYS), self.state):
            return "unknown_action"
        if not holds(choice.get("requirements", ALWAYS), self.state):
            return "requirement_unmet"
        apply(choice.get("effects"), self.state, self.content["variables"])
        self.state["turn"] += 1
        self.enter(choice["goto"])
        self.settle(f"action:{self.logged}")
        for each in self.content["achievements"]:
            if each["id"] not in self.state["achieved"] and holds(each["condition"], self.state):
                self.state["achieved"].append(each["id"])
        self.logged += 1
        self.accepted += 1
        return None

    def adopt(self, target):
        """Why the game stays on its content; ``None`` if it moves onto ``target``."""
        if self.status != "active":
            return "session_ended"
        state, declared = self.state, target["variables"]
        known = {each["id"] for each in target["achievements"]}
        values = state["variables"]
        fits = (
            all(node in target["nodes"] for node in state["visited"])
            and all(each in known for each in state["achieved"])
            and all(suits(values[key], declared[key]) for key in values if key in declared)
            and all(key in declared for key in values if key in self.content["variables"])
        )
        if not fits:
            return "content_incompatible"
        fresh = {key: each["initial"] for key, each in declared.items()}
        moved = {**state, "variables": {**fresh, **values}}
        choices = target["nodes"][state["node"]].get("choices", ())
        if not any(open_to(each, moved) for each in choices):
            return "content_incompatible"
        self.content, self.state = target, moved
        self.logged += 1
        return None

    def outcome(self, decisions):
        ending = self.state.get("ending")
        return {
            "finalStatus": self.status,
            "acceptedActions": self.accepted,
            "decisions": decisions,
            "achievements": sorted(
                self.state["achieved"], key=lambda each: each.encode("utf-16-be")
            ),
            "terminal": {"terminal": ending is not None, "terminalId": ending, "endingId": ending},
        }


# --- the protocol -------------------------------------------------------------------------------


def campaigns_in(folders):
    """Story graphs by id and version, from every JSON document of the folders that is one."""
    found = {}
    for folder in folders:
        for path in sorted(Path(folder).glob("*.json")):
            try:
                document = json.loads(path.read_text("utf-8"))
                campaign = document.get("campaign", document)
                if campaign["kindId"] == KIND["id"]:
                    found[campaign["id"], campaign["version"]] = campaign["content"]
            except (OSError, ValueError, KeyError, AttributeError):
                continue  # not a campaign: other engines may understand it
    return found


def replay(fixture, campaigns):
    """The answer to a request to replay, without its id."""
    name, version = fixture["config"]["campaignId"], fixture["campaignVersion"]
    wanted = [version, *(each["adopt"] for each in fixture["submissions"] if "adopt" in each)]
    if not any(held == name for held, _ in campaigns):
        return {"type": "unrunnable", "reason": "campaign_withdrawn"}
    if any((name, each) not in campaigns for each in wanted):
        return {"type": "unrunnable", "reason": "campaign_version_missing"}
    contents = {each: campaigns[name, each] for each in wanted}
    decisions, steps, at = [], [], None
    try:
        game = Game(contents[version], fixture["config"]["seed"])
        for at, each in enumerate(fixture["submissions"]):
            before = game.logged
            if "adopt" in each:
                target = each["adopt"]
                reason = None if target == version else game.adopt(contents[target])
                version = target if reason is None else version
                issued = {}
            else:
                action = each["actionId"]
                offered = any(offers(content, action) for content in contents.values())
                issued = {"/actionId": "campaign" if offered else None}
                reason = game.submit(action, each.get("params"))
            decisions.append(decision(at, each, reason, before if game.logged > before else None))
            steps.append({"index": at, "issuedBy": issued})
    except Fault as fault:
        answer = {"type": "fault", "kind": KIND["id"], "at": at, "reason": str(fault)}
        return answer | {"decisions": decisions, "steps": steps}
    outcome = game.outcome(decisions)
    return {"type": "outcome", "kind": KIND["id"], "outcome": outcome, "steps": steps}


def decision(at, submission, reason, seq):
    named = {key: submission[key] for key in ("actionId", "adopt") if key in submission}
    made = {"index": at, "seq": seq, **named, "accepted": reason is None}
    return made if reason is None else {**made, "reason": reason}


def hello(campaigns):
    return {
        "type": "hello",
        "protocol": PROTOCOL,
        "engineVersions": VERSIONS,
        "kinds": [KIND],
        "campaigns": [{"id": each, "version": version} for each, version in sorted(campaigns)],
    }


def main():
    campaigns = {}
    for line in sys.stdin.buffer:
        number = None
        try:
            request = json.loads(line)
            number = request["id"]
            if request["type"] == "hello" and request["protocol"] == PROTOCOL:
                campaigns = campaigns_in(request["campaignFolders"])
                answer = hello(campaigns)
            elif request["type"] == "replay":
                answer = replay(request["fixture"], campaigns)
            else:
                answer = {"type": "error", "reason": "unknown_request"}
        except (ValueError, KeyError, TypeError, AttributeError):
            answer = {"type": "error", "reason": "malformed_request"}
        if not isinstance(number, int):
            number = None
        sys.stdout.write(json.dumps({"id": number, **answer}) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
