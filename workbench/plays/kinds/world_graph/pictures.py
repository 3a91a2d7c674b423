"""A world drawn for people: the map with who stands where, and how money and guests went.

What a person looks at after a step; no rule of play is here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from workbench.core.panels import (
    MOST_CELLS,
    MOST_POINTS,
    Cell,
    Facts,
    Grid,
    Line,
    Moment,
    Panel,
    Part,
    Route,
    Row,
    Series,
    Table,
    Thing,
    captured,
    cell,
    fitted,
    row,
)
from workbench.plays.kinds.world_graph.content.program import Program
from workbench.plays.kinds.world_graph.state import Building, Guest, Site, Staff, State

MOST_ROUTES = 12
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def pictures(program: Program, before: State, after: State) -> tuple[Panel, ...]:
    """The world after a step: map, what stands where, who is about, objectives."""
    return (
        _map(program, after),
        _standing(program, after),
        _about(after),
        _objectives(after),
    )


def course(program: Program, states: Sequence[tuple[int, State]]) -> tuple[Panel, ...]:
    """Money, and guests served, over the submissions."""
    shown = _thinned(states)
    moments = tuple(_moment(step) for step, _ in shown)
    left_out = len(states) - len(shown)
    money = ("cashCents", "revenueTotalCents", "expensesTotalCents")
    words = ("cash", "revenue in total", "expenses in total")
    cash = [state["finances"]["cashCents"] for _, state in states]
    return (
        Series(
            "Money over the submissions",
            f"Cash went from {cash[0] / 100:,.2f} to {cash[-1] / 100:,.2f}, "
            f"between {min(cash) / 100:,.2f} and {max(cash) / 100:,.2f}.",
            moments=moments,
            lines=tuple(
                Line(word, tuple(float(state["finances"][name]) for _, state in shown))  # type: ignore[literal-required]
                for name, word in zip(money, words, strict=True)
            ),
            unit="money",
            decimals=2,
            left_out=left_out,
        ),
        Series(
            "Guests over the submissions",
            f"At most {max(len(state['guests']) for _, state in states)} guests were there at once.",
            moments=moments,
            lines=(
                Line("guests there", tuple(float(len(state["guests"])) for _, state in shown)),
                Line(
                    "served so far",
                    tuple(
                        float(state["counters"].get("servicesCompleted", 0)) for _, state in shown
                    ),
                ),
            ),
            unit="guests",
            left_out=left_out,
        ),
    )


def _thinned(states: Sequence[tuple[int, State]]) -> Sequence[tuple[int, State]]:
    if len(states) <= MOST_POINTS:
        return states
    every = -(-len(states) // MOST_POINTS)
    return [*states[:-1:every], states[-1]]


def _moment(step: int) -> Moment:
    return Moment("start") if step < 0 else Moment(f"step {step}", step)


# --- where things stand ---------------------------------------------------------------------------


def _standing(program: Program, state: State) -> Facts:
    finances = state["finances"]
    day = state["tick"] // program.content.ticks_per_day
    alerts = sum(
        each["clearedAtTick"] is None and each["dismissedAtTick"] is None
        for each in state["alerts"]
    )
    incidents = sum(each["resolvedAtTick"] is None for each in state["incidents"])
    return Facts(
        "After this step",
        f"Tick {state['tick']} of day {day}, in the game's own count.",
        rows=(
            row("tick", f"{state['tick']:,}, day {day}"),
            row("cash", f"{finances['cashCents'] / 100:,.2f}"),
            row("guests", f"{len(state['guests'])}"),
            row("staff", f"{len(state['staff'])}"),
            row("incidents open", cell(f"{incidents}", tone="ask" if incidents else "")),
            row("alerts open", f"{alerts}"),
        ),
    )


def _map(program: Program, state: State) -> Grid:
    width, height = state["map"]["width"], state["map"]["height"]
    things = [*_places(state), *_people(state), *_marks(state)]
    if width * height > MOST_CELLS:
        words = f"The map has {width} by {height} cells, too many to draw; what stands is listed."
        kept, left_out = fitted(things, 200)
        return Grid("Map", words, things=kept, left_out=left_out)
    kept, left_out = fitted(things, 400)
    routes, more = fitted(_routes(state), MOST_ROUTES)
    ahead = sum(route.at < len(route.cells) - 1 for route in routes)
    ways = f"{len(routes) + more} ways, {ahead or 'none'} of them still to be walked to the end"
    built = f"{len(state['buildings'])} buildings and {len(state['constructionSites'])} sites"
    return Grid(
        "Map",
        f"{width} by {height} cells with {built}; {ways}.",
        width=width,
        height=height,
        ground=_ground(program, state),
        things=kept,
        routes=routes,
        left_out=left_out + more,
    )


def _ground(program: Program, state: State) -> str:
    width, height = state["map"]["width"], state["map"]["height"]
    zones = {(c["x"], c["y"]) for zone in state["map"]["zones"] for c in zone["cells"]}
    ground, usual = program.space.ground, program.map.default_terrain_id
    letters = []
    for number in range(width * height):
        if not ground.walkable[number]:
            letters.append("#")
        elif (number % width, number // width) in zones:
            letters.append("z")
        else:
            letters.append("." if ground.terrain_ids[number] == usual else "=")
    return "".join(letters)


def _places(state: State) -> Iterator[Thing]:
    for number, building in enumerate(state["buildings"]):
        yield _placed(_letter(number), "place", building, building["status"])
    for number, site in enumerate(state["constructionSites"]):
        work = f"being built, {site['workRemaining']} of work remain"
        yield _placed(_letter(number).lower(), "site", site, work)
    for scenery in state["map"]["scenery"]:
        what: tuple[Part, ...] = (captured(scenery["definitionId"]), " (scenery)")
        size = scenery["width"], scenery["height"]
        yield Thing("*", "scenery", what, scenery["x"], scenery["y"], *size)


def _letter(number: int) -> str:
    return _LETTERS[number % len(_LETTERS)]


def _placed(glyph: str, kind: str, placed: Building | Site, word: str) -> Thing:
    what: tuple[Part, ...] = (captured(placed["id"]), " ", captured(placed["definitionId"]))
    size = placed["width"], placed["height"]
    return Thing(glyph, kind, (*what, f" ({word})"), placed["x"], placed["y"], *size)


def _people(state: State) -> Iterator[Thing]:
    """One mark a cell for the guests there and one for the staff, with everybody's id."""
    groups: tuple[tuple[str, str, Sequence[Guest | Staff]], ...] = (
        ("g", "guest", state["guests"]),
        ("s", "staff member", state["staff"]),
    )
    for letter, noun, people in groups:
        by_cell: defaultdict[tuple[int, int], list[str]] = defaultdict(list)
        for person in people:
            by_cell[person["x"], person["y"]].append(person["id"])
        for (x, y), ids in sorted(by_cell.items()):
            count = f"{len(ids)} {noun}" + ("" if len(ids) == 1 else "s")
            yield Thing(f"{letter}{len(ids)}", "person", (f"{count}: ", *_listed(ids)), x, y)


def _listed(ids: Sequence[str], most: int = 6) -> Iterator[Part]:
    for number, each in enumerate(ids[:most]):
        if number:
            yield ", "
        yield captured(each)
    if len(ids) > most:
        yield f" and {len(ids) - most} more"


def _marks(state: State) -> Iterator[Thing]:
    for spawn in state["map"]["spawnPoints"]:
        yield Thing("in", "mark", ("guests come in here",), spawn["x"], spawn["y"])
    for exit_ in state["map"]["exits"]:
        yield Thing("out", "mark", ("guests leave here",), exit_["x"], exit_["y"])


def _routes(state: State) -> Iterator[Route]:
    people: Iterable[Guest | Staff] = (*state["guests"], *state["staff"])
    for person in people:
        cells = tuple((each["x"], each["y"]) for each in person["path"])
        if len(cells) > 1:
            yield Route(captured(person["id"]), cells, person["pathIndex"])


# --- who does what --------------------------------------------------------------------------------


def _about(state: State) -> Table:
    rows = [*map(_staff, state["staff"]), *map(_guest, state["guests"])]
    kept, left_out = fitted(rows, 40)
    return Table(
        "Who is about",
        f"{len(state['staff'])} staff and {len(state['guests'])} guests.",
        columns=("Who", "What", "At", "Doing"),
        rows=kept,
        left_out=left_out,
    )


def _staff(staff: Staff) -> Row:
    task = staff["task"]
    doing: tuple[Part, ...] = (staff["status"].replace("_", " "),)
    if task is not None and task["status"] in ("assigned", "in_progress"):
        where = task["buildingId"] or task["constructionSiteId"] or task["incidentId"] or ""
        doing = (*doing, f": {task['type']} ", captured(where))
    return row(captured(staff["id"]), captured(staff["roleId"]), _at(staff), Cell(doing))


def _guest(guest: Guest) -> Row:
    intent = guest["intent"]
    doing: tuple[Part, ...]
    if intent["kind"] == "seek_service":
        doing = ("seeks ", captured(intent["productId"]), " at ", captured(intent["buildingId"]))
    elif intent["kind"] == "leave":
        doing = ("leaves: ", captured(intent["reason"]))
    else:
        doing = (f"waits until tick {intent['untilTick']}",)
    said = (f"{guest['lifecycle']}, ", *doing)
    return row(captured(guest["id"]), captured(guest["archetypeId"]), _at(guest), Cell(said))


def _at(person: Guest | Staff) -> str:
    return f"{person['x']}, {person['y']}"


def _objectives(state: State) -> Table:
    rows = tuple(
        row(
            captured(each["id"]),
            f"{each['value']:,} of {each['target']:,}",
            cell(each["state"], tone={"met": "pass", "failed": "fail"}.get(each["state"], "")),  # type: ignore[arg-type]
        )
        for each in state["objectives"]
    )
    met = sum(each["state"] == "met" for each in state["objectives"])
    return Table(
        "Objectives",
        f"{met} of {len(rows)} met.",
        columns=("Objective", "Value", "State"),
        rows=rows,
    )
