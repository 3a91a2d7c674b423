"""Every state that the app can be in, one after the other on one page.

Source: ``design/README.md`` §2, and the parts that its §10 leaves out: search, range, choices, progress,
what a press of a key says. A state is a name and a way to reach it from any other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from bench import Bench

State = tuple[str, Callable[[Bench], None]]


def key_of(bench: Bench, label: str) -> str:
    """The key of a sample, by a part of its label."""
    return next(row.key for row in bench.session.rows() if label in row.label)


def _item(label: str, reading: str = "decoded", *keys: str, at: int = 0) -> Callable[[Bench], None]:
    def reach(bench: Bench) -> None:
        key = key_of(bench, label)
        bench.go(view="item", item=key, at=at, reading=reading, finding="", range=None)
        bench.press(*keys)

    return reach


def _view(view: str, label: str, *keys: str) -> Callable[[Bench], None]:
    def reach(bench: Bench) -> None:
        bench.go(view=view, item=key_of(bench, label), at=0, finding="", range=None)
        bench.press(*keys)

    return reach


def _queue(filter: str, find: str = "") -> Callable[[Bench], None]:
    def reach(bench: Bench) -> None:
        bench.session.find = find
        bench.go(view="queue", filter=filter)
        bench.session.find = ""

    return reach


def _name(text: str) -> Callable[[Bench], None]:
    def reach(bench: Bench) -> None:
        _view("name", "ferry-report-0007")(bench)
        bench.page.fill("[data-at=name-field]", text)
        bench.page.wait_for_timeout(300)

    return reach


def _blocked(bench: Bench) -> None:
    bench.go(view="item", item=key_of(bench, "agent-run-0052"), at=0, finding="")
    bench.session.overlay = "blocked"
    bench.page.evaluate("window.tell({ op: 'hello' })")
    bench.settle()


def _exported(bench: Bench) -> None:
    bench.go(view="item", item=key_of(bench, "ferry-report-0007"), at=0, finding="")
    bench.session.overlay = "exported"
    bench.session.overlay_words = "Exported as an-example-name: 3 files, read back and replayed."
    bench.page.evaluate("window.tell({ op: 'hello' })")
    bench.settle()


def _progress(bench: Bench) -> None:
    _item("ada-calendar")(bench)
    bench.page.evaluate("window.hear({ op: 'progress', words: ['replayed 14 of 60'] })")


def _failed(bench: Bench) -> None:
    _item("ada-calendar")(bench)
    bench.page.evaluate("window.tell({ op: 'command', id: 'no.such', payload: {} })")
    bench.settle()


def _judged(bench: Bench) -> None:
    _item("ada-calendar", "decoded", "n", "f", "p")(bench)


def _ready(bench: Bench) -> None:
    """A capture without findings goes all the way to the door."""
    key = key_of(bench, "ferry-report-0007")
    review = bench.session.review
    bench.session.move(item=key)
    review.do("open", item=key)
    bench.session.do("seen", regions=list(review.item(key).unseen))
    bench.session.do("rename", name=review.name_proposals(key)[0], reason="")
    bench.session.do("approve_outcome", digest=review.outcome_card(key).digest)
    _view("door", "ferry-report-0007")(bench)


READINGS = ("plain", "decoded", "raw", "before_after", "overview")
#: In an order that needs no undoing: what decides comes last.
STATES: tuple[State, ...] = (
    ("queue", _queue("all")),
    ("queue without a match", _queue("all", "nothing-is-called-so")),
    ("queue of a filter", _queue("needs")),
    *(
        (f"{family} {reading}", _item(label, reading, at=2))
        for family, label in (
            ("log", "ada-calendar"),
            ("play", "ferry-report-0012"),
            ("cassette", "grace-support"),
        )
        for reading in READINGS
    ),
    ("judge", _item("ada-calendar", "decoded", "n")),
    ("reason", _item("ada-calendar", "decoded", "n", "s")),
    ("held g", _item("ada-calendar", "decoded", "Escape", "g")),
    ("same as", _item("ada-calendar", "decoded", "Escape", "n", "e")),
    ("help", _item("ada-calendar", "decoded", "Escape", "?")),
    ("search", _item("ada-calendar", "decoded", "Escape", "/", "c", "a", "l")),
    ("progress", _progress),
    ("failed", _failed),
    ("range", _item("ada-calendar", "decoded")),
    ("timeline", _view("timeline", "ada-calendar")),
    ("name", _name("fare-paid-before-boarding")),
    ("name refused", _name("ferry-report-0007")),
    ("name that asks", _name("grace-pays-before-boarding")),
    ("outcome", _view("outcome", "ferry-report-0007")),
    ("door that is shut", _view("door", "ada-calendar")),
    ("refused", _view("item", "agent-run-0044")),
    ("blocked", _blocked),
    ("judged", _judged),
    ("door", _ready),
    ("exported", _exported),
)


def walk(bench: Bench, *names: str) -> Iterator[str]:
    """Reach each state in turn, or the named ones; yields the name of the one on the screen."""
    for name, reach in STATES:
        if not names or name in names:
            if bench.page.locator(".wb-dialog").count():
                bench.press("Escape")
            reach(bench)
            yield name
