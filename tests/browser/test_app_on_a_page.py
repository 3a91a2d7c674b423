"""The app in Chromium without a notebook round it: keys, focus, hostile text, size and every width."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from bench import Bench, session_at
from lab_server import copy_samples
from playwright.sync_api import Page

from workbench.findings import KnownIdentities
from workbench.review import COMMANDS

pytestmark = pytest.mark.browser
KNOWN = KnownIdentities(users=("user-of-tests",))
MARKUP = '<img src=x onerror="window.pwned=1"><script>window.pwned=1</script><b>bold</b>'
HOSTILE = f"{MARKUP}\u202eevil\u202c \u200bhidden [link](javascript:alert(1)) \x1b[31m {{{{x}}}} \u00a0end"


@pytest.fixture
def bench(page: Page, tmp_path: Path) -> Iterator[Bench]:
    """The app over a copy of the samples."""
    with session_at(copy_samples(tmp_path), tmp_path / "state", known=KNOWN) as session:
        session.review.warm()
        bench = Bench(page, session)
        bench.show()
        yield bench
        assert bench.errors == []


@pytest.fixture
def bench_on(page: Page, tmp_path: Path) -> Iterator[Callable[[dict[str, Any]], Bench]]:
    """The app over one written play, opened at its first step."""
    with ExitStack() as stack:

        def make(play: dict[str, Any]) -> Bench:
            captures = copy_samples(tmp_path)
            for path in captures.iterdir():
                if path.suffix == ".json" and path.is_file():
                    path.unlink()
            (captures / "aaa-report-0001.fixture.json").write_text(json.dumps(play))
            session = stack.enter_context(session_at(captures, tmp_path / "state", known=KNOWN))
            key = next(row.key for row in session.rows() if row.label == "aaa-report-0001")
            session.move(view="item", item=key)
            bench = Bench(page, session)
            bench.show()
            return bench

        yield make


def play_with(actions: list[str], tmp_path: Path) -> dict[str, Any]:
    """A play of the sample campaign with other actions."""
    samples = Path(__file__).parents[2] / "sample_fixtures" / "captures"
    play: dict[str, Any] = json.loads((samples / "ferry-report-0007.fixture.json").read_text())
    first = play["submissions"][0]
    play["submissions"] = [{**first, "actionId": action} for action in actions]
    play["name"] = "aaa-report-0001"
    return play


def open_named(bench: Bench, name: str) -> None:
    """Open a sample by a part of its label, from wherever the app is."""
    row = next(row for row in bench.session.rows() if name in row.label)
    bench.session.move(view="queue", item=row.key)
    bench.press("Escape", "g", "q", "Enter")


def test_the_queue_says_what_to_do_and_has_the_keyboard(bench: Bench) -> None:
    """On first sight there is an Open button with its key, and Enter works."""
    assert bench.page.inner_text(".wb-button.is-primary").split() == ["Open", "Enter"]
    bench.press("j", "k", "Enter")
    assert bench.view == "item"


def test_no_key_press_leaves_the_app(bench: Bench) -> None:
    """Nothing that starts inside is heard outside, whatever the key."""
    bench.press("Enter")
    bench.page.evaluate("window.outside.length = 0")
    for key in "abcdefghijklmnopqrstuvwxyz0123456789":
        bench.page.keyboard.press(key)
    bench.press("Shift+Enter", "Control+Enter", "ArrowDown", "Delete", "Escape")
    assert bench.page.evaluate("window.outside") == []


def test_enter_and_space_decide_nothing(bench: Bench) -> None:
    """Habit keys on every view leave the journal without a decision."""
    open_named(bench, "ada-calendar")
    for path in ((), ("g", "n"), ("Escape", "g", "o"), ("g", "e")):
        bench.press(*path, "Enter", "Space", "Enter")
    commands = {entry.command for entry in bench.session.review.entries()}
    assert commands <= {"open", "seen"}


def test_a_verdict_moves_on_and_u_takes_it_back(bench: Bench) -> None:
    """f, then u: the finding is open again."""
    open_named(bench, "ada-calendar")
    before = bench.page.inner_text(".wb-finding-title")
    bench.press("f")
    assert bench.page.inner_text(".wb-finding-title") != before
    bench.press("u")
    assert bench.page.inner_text(".wb-finding-title") == before
    assert bench.session.review.undo_preview() == "Nothing to undo."


def test_s_opens_the_reasons_and_a_wrong_letter_decides_nothing(bench: Bench) -> None:
    """After s only a reason or Esc does anything."""
    open_named(bench, "ada-calendar")
    bench.press("s")
    assert bench.page.is_visible(".wb-reasons")
    bench.press("f", "x")
    assert bench.page.is_visible(".wb-reasons")
    bench.press("Escape")
    assert not bench.page.is_visible(".wb-reasons")
    assert bench.session.review.undo_preview() == "Nothing to undo."
    bench.press("s", "e")
    assert "reserved example value" in bench.footer()


def test_letters_in_a_field_are_letters(bench: Bench) -> None:
    """A name with every command letter in it is only a name."""
    open_named(bench, "ferry-report-0007")
    assert bench.view == "name"
    bench.page.keyboard.press("Control+a")
    bench.page.keyboard.type("flutes-jest-pink")
    bench.settle()
    assert bench.page.input_value("[data-at=name-field]") == "flutes-jest-pink"
    assert bench.session.review.undo_preview() == "Nothing to undo."


def test_search_takes_the_letters_at_once(bench: Bench) -> None:
    """What is typed right after / never runs as commands."""
    open_named(bench, "ada-calendar")
    bench.page.keyboard.press("/")
    bench.page.keyboard.type("calendar", delay=0)
    bench.page.wait_for_timeout(500)
    assert "match" in bench.footer()
    bench.press("Escape")
    assert bench.view == "item"
    assert bench.session.review.undo_preview() == "Nothing to undo."


def test_the_key_list_is_made_from_the_registry_and_the_rest_is_inert(bench: Bench) -> None:
    """Every key that works here is listed; Esc closes and focus returns."""
    open_named(bench, "ada-calendar")
    bench.press("?")
    listed = bench.page.inner_text(".wb-dialog-body")
    active = [
        spec for spec in COMMANDS if spec.keys and {"steps", "judge", "anywhere"} & set(spec.where)
    ]
    assert bench.page.locator(".wb-dialog-body dt").count() == len(active) + 1
    assert "leave the workbench" in listed
    assert bench.page.evaluate("document.querySelector('.wb-slot.is-body').inert")
    bench.press("Escape")
    assert not bench.page.is_visible(".wb-dialog")
    assert bench.page.evaluate("document.activeElement.getAttribute('data-at')") == "steps"


def test_esc_then_tab_leaves(bench: Bench) -> None:
    """There is no trap: after Esc, Tab goes past the app."""
    bench.page.evaluate(
        "const b = document.createElement('button'); b.id = 'after'; document.body.append(b)"
    )
    open_named(bench, "ada-calendar")
    bench.press("Escape", "Tab")
    assert bench.page.evaluate("document.activeElement.id") == "after"


def test_hostile_text_is_shown_as_text(
    bench_on: Callable[[dict[str, Any]], Bench], tmp_path: Path
) -> None:
    """Markup stays letters, hidden characters become labelled boxes, and nothing runs."""
    bench = bench_on(play_with([HOSTILE], tmp_path))
    for key in ("o",) * 5:  # round all readings, back to the first
        bench.press(key)
        root = bench.page.locator(".wb-root")
        assert root.locator("img, script, iframe, a, b:text-is('bold')").count() == 0
    assert bench.page.evaluate("window.pwned") is None
    assert "<img src=x onerror=" in bench.page.inner_text(".wb-reading")
    names = set(bench.page.locator(".wb-reading .wb-box").all_inner_texts())
    assert {"RLO", "PDF", "ZWSP", "ESC", "NBSP"} <= names
    attributes = bench.page.evaluate(
        "[...document.querySelectorAll('.wb-root *')].flatMap((e) => [...e.attributes].map((a) => a.value)).join(' ')"
    )
    assert "onerror" not in attributes and "evil" not in attributes


def test_boxes_leave_what_a_script_or_an_emoji_needs(page: Page) -> None:
    """A family emoji, a Persian word and a keycap hold no box; a stray joiner is one."""
    from workbench.notebook.assets import esm

    page.set_content("<body></body>")
    probe = esm().replace("export default", "globalThis.boxed = $captured.boxed; export default")
    page.evaluate(
        "async (text) => { await import(URL.createObjectURL(new Blob([text], { type: 'text/javascript' }))); }",
        probe,
    )
    count = "(text) => boxed(text).filter((node) => node.nodeType === 1).map((node) => node.textContent)"
    wanted = [
        "\U0001f468\u200d\U0001f469\u200d\U0001f467",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        "1\ufe0f\u20e3",
        "\ttabs indent\n\tthis",
    ]
    for text in wanted:
        assert page.evaluate(count, text) == [], text
    assert page.evaluate(count, "a\u200db") == ["ZWJ"]
    assert page.evaluate(count, "a\tb\U000e0041") == ["TAB", "TAG"]


_LIST = """
async ([text, total]) => {
  await import(URL.createObjectURL(new Blob([text], { type: "text/javascript" })));
  const frame = () => new Promise(requestAnimationFrame), asked = [];
  const list = windowedList({
    label: "Steps", total, current: 0, id: (n) => "row-" + n,
    draw: (row) => { const part = document.createElement("div"); part.textContent = row.n; return part; },
    ask: (start, stop) => { asked.push(stop - start); list.rows(start, Array.from({ length: stop - start }, (_, k) => ({ n: start + k }))); },
    pick: () => {},
  });
  const root = document.createElement("div");
  root.className = "wb-root";
  root.append(list.element);
  document.body.append(root);
  list.paint();
  await frame();
  list.select(total - 1);
  await frame(); await frame();
  const end = document.getElementById("row-" + (total - 1)), box = end.getBoundingClientRect(), outer = list.element.getBoundingClientRect();
  const times = [];
  for (let n = 0; n < 40; n++) {
    const start = performance.now();
    list.element.scrollTop = (list.element.scrollHeight * n) / 40;
    await frame(); await frame();
    times.push(performance.now() - start);
  }
  return {
    rows: list.element.querySelectorAll("[data-index]").length, height: list.element.scrollHeight, most: Math.max(...asked),
    end: end.textContent, inside: box.top >= outer.top - 1 && box.bottom <= outer.bottom + 1, median: times.sort((a, b) => a - b)[20],
  };
}
"""


@pytest.mark.parametrize("total", [100_000, 3_000_000])
def test_any_number_of_steps_scrolls_in_a_window(page: Page, total: int) -> None:
    """Only rows near the screen exist and are asked for; past 30 million pixels the position is mapped."""
    from workbench.notebook.assets import css, esm

    page.set_content(f"<style>{css()}</style><body></body>")
    probe = esm().replace(
        "export default", "globalThis.windowedList = $steps.windowedList; export default"
    )
    seen = page.evaluate(_LIST, [probe, total])
    assert seen["rows"] < 60 and seen["most"] < 60
    assert seen["height"] <= 30_000_000
    assert (seen["end"], seen["inside"]) == (str(total - 1), True)
    assert seen["median"] < 100, f"{seen['median']:.0f} ms to scroll and paint"


@pytest.mark.parametrize("width", [1280, 860, 400, 320])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_no_width_scrolls_sideways(page: Page, tmp_path: Path, width: int, dark: bool) -> None:
    """From 1280 down to 320 pixels only captured text scrolls inside itself."""
    page.set_viewport_size({"width": width, "height": 800})
    with session_at(copy_samples(tmp_path), tmp_path / "state", known=KNOWN) as session:
        bench = Bench(page, session)
        bench.show(dark=dark)
        for name in ("ada-calendar", "ferry-report-0012", "grace-support"):
            open_named(bench, name)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, name
            bench.press("g", "o")
            assert page.evaluate("document.documentElement.scrollWidth") <= width, name
        assert bench.errors == []


def test_every_control_has_a_name_and_room(bench: Bench) -> None:
    """Buttons and fields are named, and a pointer target is at least 24 pixels high."""
    for name in ("ada-calendar", "ferry-report-0012", "ferry-report-0007"):
        open_named(bench, name)
        for path in ((), ("Escape", "g", "o"), ("g", "e"), ("g", "q")):
            bench.press(*path)
            poor = bench.page.evaluate(
                """() => [...document.querySelectorAll('.wb-root button, .wb-root input')].filter((part) => part.offsetParent).filter((part) => {
                  const box = (part.closest("label.wb-search") || part).getBoundingClientRect(), named = part.innerText || part.getAttribute('aria-label') || (part.labels && part.labels.length);
                  return !named || (box.height < 23.5 && !part.matches('[type=radio], [type=checkbox]'));
                }).map((part) => part.outerHTML.slice(0, 120))"""
            )
            assert poor == []


def test_a_key_is_changed_in_the_list_of_keys_and_is_shown_and_handled_everywhere(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WORKBENCH_CONFIG", str(tmp_path / "config"))
    page = bench.page
    bench.press("Enter")
    before = page.locator("[data-finding]").get_attribute("data-finding")
    bench.press("?")
    page.locator("[data-at='change-finding.next']").focus()
    page.keyboard.press("Enter")
    page.keyboard.type("x")
    page.keyboard.press("Enter")
    page.locator(".wb-keys-said", has_text="changes a notebook").wait_for()
    page.locator("[data-at='change-finding.next']").focus()
    page.keyboard.press("Enter")
    page.keyboard.type("h")
    page.keyboard.press("Enter")
    page.locator(".wb-keys-said", has_text="Next finding: h.").wait_for()
    assert page.evaluate("document.activeElement.dataset.at") == "change-finding.next"
    assert bench.errors == []
    page.keyboard.press("Escape")
    bench.settle()
    page.locator("button[aria-label='Next finding (h)']").wait_for()
    bench.press("n")
    assert page.locator("[data-finding]").get_attribute("data-finding") == before
    bench.press("h")
    assert page.locator("[data-finding]").get_attribute("data-finding") != before
    assert "h" in (tmp_path / "config" / "settings.toml").read_text()


def test_with_single_letters_off_no_button_shows_one(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WORKBENCH_CONFIG", str(tmp_path / "config"))
    page = bench.page
    open_named(bench, "ada-calendar")
    assert "f" in page.locator("kbd.wb-key").all_text_contents()
    page.locator("[data-at='keys']").click()
    page.locator(".wb-switch").click()
    page.locator(".wb-keys-said", has_text="No single letter is a key").wait_for()
    page.keyboard.press("Escape")
    bench.settle()
    shown = page.locator("kbd.wb-key").all_text_contents()
    assert [each for each in shown if len(each) == 1 and each not in "←→↑↓"] == []
    named = page.locator("button[aria-label$=')']")
    names = [each.get_attribute("aria-label") or "" for each in named.all()]
    assert [name for name in names if name[-3:-2] == "("] == []
    bench.press("f")
    assert bench.session.review.undo_preview() == "Nothing to undo."
    page.locator("[data-at^='verdict-reason.open']").click()
    bench.press("f")
    page.locator("[data-at^='verdict-judge.not_identifying.vocabulary']").click()
    bench.settle()
    assert "vocabulary word" in bench.footer()


def test_a_filter_is_completed_with_the_keyboard_and_narrows_the_queue(bench: Bench) -> None:
    page = bench.page
    total = int(page.locator("[aria-rowcount]").get_attribute("aria-rowcount") or 0) - 1
    page.locator("[data-at='queue-find']").focus()
    page.keyboard.type("fam")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.keyboard.type("pl")
    page.keyboard.press("ArrowDown")
    current = page.locator("[data-at='queue-find']").get_attribute("aria-activedescendant")
    assert page.locator(f"#{current}").inner_text() == "play"
    page.keyboard.press("Enter")
    bench.page.wait_for_timeout(400)
    bench.settle()
    plays = sum(row.family == "play" for row in bench.session.rows())
    assert 0 < plays < total
    assert page.input_value("[data-at='queue-find']").strip() == "family:play"
    assert f"{plays} captures of {total} shown" in page.inner_text(".wb-under")
    assert page.locator(".wb-complete:visible").count() == 0
    assert bench.session.review.undo_preview() == "Nothing to undo."


def test_a_filter_of_an_item_walks_the_steps_that_have_what_it_asks(bench: Bench) -> None:
    open_named(bench, "ada-calendar")
    page = bench.page
    page.keyboard.press("/")
    page.keyboard.type("certainty:")
    page.wait_for_timeout(500)  # the answer draws the field's pane anew
    assert page.locator(".wb-completion").all_inner_texts() == ["proof", "strong", "weak"]
    page.keyboard.press("Escape")
    assert page.locator(".wb-complete:visible").count() == 0
    page.keyboard.type("strong")
    page.wait_for_timeout(500)
    strong = {
        place.step
        for finding in bench.session.item().findings
        if finding.certainty == "strong"
        for place in finding.places
        if place.step is not None
    }
    assert set(bench.session.matches) == strong
    assert "match" in bench.footer()


def test_a_long_name_leaves_the_other_columns_of_the_queue_in_sight(
    page: Page, tmp_path: Path
) -> None:
    """Names come from strangers: 200 characters, in the width that a notebook leaves."""
    captures = copy_samples(tmp_path)
    play = next(captures.glob("ferry-report-0007*"))
    play.rename(captures / f"{'x' * 200}.fixture.json")
    page.set_viewport_size({"width": 860, "height": 800})
    with session_at(captures, tmp_path / "state", known=KNOWN) as session:
        Bench(page, session).show()
        table, pane = page.locator(".is-captures"), page.locator(".wb-scroll.is-queue")
        widths = [
            part.evaluate("part => part.getBoundingClientRect().width") for part in (table, pane)
        ]
        assert widths[0] <= widths[1], "columns stand outside the pane"
        head = page.locator(".is-captures thead th").last
        assert head.inner_text().split() == ["Open", "findings"]


def test_the_list_of_changes_is_walked_and_undone_back_to_by_keyboard(bench: Bench) -> None:
    open_named(bench, "ada-calendar")
    before = bench.page.inner_text(".wb-finding-title")
    bench.press("f", "t", "w")
    assert [change.back for change in bench.session.review.changes()] == [1, 2, 3]
    bench.press("g", "u")
    listed = bench.page.locator(".wb-picks button")
    assert listed.count() == 3
    assert "Secret" in listed.nth(1).inner_text()
    bench.page.keyboard.press("ArrowDown")
    bench.page.keyboard.press("Enter")
    bench.settle()
    assert not bench.page.is_visible(".wb-dialog")
    assert "2 changes undone" in bench.footer()
    assert [change.words for change in bench.session.review.changes()] == ["Identifies on item 1."]
    bench.press("Control+Shift+Z", "Control+Shift+Z")
    assert len(bench.session.review.changes()) == 3
    bench.press("g", "u")
    bench.page.keyboard.press("End")
    bench.page.keyboard.press("Escape")
    assert len(bench.session.review.changes()) == 3
    bench.press("u", "u", "u")
    assert bench.page.inner_text(".wb-finding-title") == before
