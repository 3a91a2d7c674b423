"""How long the app takes in a browser: a key until it is painted, large captures, a queue of 10,000.

The front end is the real one in Chromium; its messages go to a real session in this process over the
browser's own test channel, which stands for the kernel's and costs more than it. Every painted screen is
checked for what it must show before its time counts. Source: ``spec/review-ux.md`` §18. Run::

    python benchmarks/app.py
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "browser"), str(Path(__file__).parent)]

import ipywidgets  # noqa: E402
import orjson  # noqa: E402
from bench import Bench, session_at  # noqa: E402
from conftest import ARGUMENTS  # noqa: E402
from lab_server import copy_samples  # noqa: E402
from playwright.sync_api import Page, sync_playwright  # noqa: E402
from session_logs import rows_of_log  # noqa: E402

from workbench.findings import KnownIdentities  # noqa: E402
from workbench.notebook import ReviewApp  # noqa: E402
from workbench.notebook.messages import answer  # noqa: E402
from workbench.notebook.session import Session  # noqa: E402

KEYS = 30  # presses of each key
LONGEST = 120  # seconds until the checks of a log are given up
LARGE = (1, 50)  # megabytes
MANY = 10_000  # captures of a queue
#: What is pressed, and what is asked of the back end then.
PRESSED = (
    ("next step", "j", "k"),
    ("next finding", "n", "p"),
    ("other reading", "o", "o"),
    ("verdict", "f", "f"),
    ("undo", "u", "u"),
)

#: From a key's own time to the frame after the last change of the body that it caused.
_WATCH = """
() => {
  const body = document.querySelector(".wb-app");
  window.shown = (view) => new Promise((resolve) => {
    let began = 0;
    document.addEventListener("keydown", (event) => { began = event.timeStamp; }, { capture: true, once: true });
    const look = () => (began && document.querySelector(".wb-root").dataset.view === view ? resolve(performance.now() - began) : requestAnimationFrame(look));
    look();
  });
  window.painted = () => new Promise((resolve) => {
    let began = 0, last = 0, timer = 0;
    const quiet = () => { watch.disconnect(); document.removeEventListener("keydown", onKey, true); resolve(last - began); };
    const onKey = (event) => { if (!began) began = event.timeStamp; };
    const watch = new MutationObserver((changes) => {
      if (!changes.some((change) => change.target.closest && change.target.closest(".wb-body"))) return;
      requestAnimationFrame(() => { const channel = new MessageChannel(); channel.port1.onmessage = () => { last = performance.now(); }; channel.port2.postMessage(0); });
      clearTimeout(timer); timer = setTimeout(quiet, 300);
    });
    document.addEventListener("keydown", onKey, true);
    watch.observe(body, { childList: true, attributes: true, subtree: true });
    timer = setTimeout(quiet, 60000);
  });
}
"""


class TimedBench(Bench):
    """A bench that also tells how long the back end took for each message."""

    def __init__(self, page: Page, session: Session) -> None:
        self.took: list[tuple[str, float]] = []
        super().__init__(page, session)

    def _ask(self, content: dict[str, Any]) -> list[list[object]]:
        start = time.thread_time()
        replies = super()._ask(content)
        self.took.append((str(content.get("op")), time.thread_time() - start))
        return replies


@contextmanager
def page() -> Iterator[Page]:
    """A page of Chromium, 1280 by 800."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser.new_page(viewport={"width": 1280, "height": 800})
        browser.close()


def timed(bench: Bench, key: str) -> float:
    """Milliseconds from a key until what it changed is painted."""
    bench.page.evaluate("window.waiting = window.painted(); 0")
    bench.page.keyboard.press(key)
    return float(bench.page.evaluate("window.waiting"))


def spread(times: list[float]) -> str:
    """Median and 95th percentile."""
    return f"{statistics.median(times):.0f} | {statistics.quantiles(times, n=20)[-1]:.0f}"


def report_keys(folder: Path) -> None:
    """Keys of a review of a sample, each painted before the next is pressed."""
    print("\n| key | painted, p50 ms | p95 ms | back end, p50 ms | p95 ms |\n|---|---|---|---|---|")
    with page() as sheet, session_at(copy_samples(folder), folder / "state") as session:
        session.review.warm()
        bench = TimedBench(sheet, session)
        bench.show()
        row = next(row for row in session.rows() if "ada-calendar" in row.label)
        bench.go(view="item", item=row.key)
        bench.press("n")
        sheet.evaluate(_WATCH)
        for name, forth, back in PRESSED:
            times: list[float] = []
            took: list[float] = []
            for number in range(KEYS):
                key = forth if number // 5 % 2 == 0 else back
                if name == "undo":
                    bench.press("f")
                    sheet.wait_for_timeout(300)  # what came into sight is reported before
                bench.took.clear()
                times.append(timed(bench, key))
                took.append(1000 * sum(each for op, each in bench.took if op != "seen"))
                if name == "verdict":
                    assert session.item().item_state.verdicts
                    bench.press("u")
            print(f"| {name} (`{forth}`) | {spread(times)} | {spread(took)} |", flush=True)
        assert not bench.errors


def write_log(folder: Path, megabytes: int) -> int:
    """A session log of that size as the only capture of a folder. Returns its bytes."""
    capture = folder / "captures" / "aaa-large-log"
    capture.mkdir(parents=True)
    with (capture / "session.jsonl").open("wb") as file:
        for row in rows_of_log(10**9):
            file.write(orjson.dumps(row) + b"\n")
            if row["type"] == "turn/end" and file.tell() >= megabytes * 10**6:
                break
        return file.tell()


def report_large(folder: Path, megabytes: int) -> None:
    """A large log opened from the queue, and the memory of a process that does nothing else."""
    size = write_log(folder, megabytes)
    with page() as sheet, session_at(folder / "captures", folder / "state") as session:
        bench = TimedBench(sheet, session)
        bench.show()
        sheet.evaluate(_WATCH)
        bench.took.clear()
        sheet.evaluate("window.waiting = window.shown('item'); 0")
        sheet.keyboard.press("Enter")
        took = float(sheet.evaluate("window.waiting"))
        bench.settle()
        assert sheet.locator(".wb-option").count() > 3, "no steps are shown"
        spent = sum(each for op, each in bench.took if op == "command")
        second = timed(bench, "j")
    shown, checked = grown_by(folder)
    with tempfile.TemporaryDirectory() as other:
        write_log(Path(other), 0)
        least = grown_by(Path(other))[1]
    print(
        f"| {size / 1e6:.0f} MB | {took:.0f} | {1000 * spent:.0f} | {second:.0f} "
        f"| {shown / size:.1f} | {checked / size:.1f} | {(checked - least) / size:.1f} |",
        flush=True,
    )


def grown_by(folder: Path) -> tuple[int, int]:
    """Bytes that a process of its own grows by for the first screen, and until all is checked."""
    probe = [sys.executable, __file__, "memory", str(folder / "captures")]
    shown, checked = subprocess.run(
        probe, capture_output=True, text=True, check=True
    ).stdout.split()
    return int(shown), int(checked)


def memory(captures: Path) -> None:
    """Print by how many bytes a process grows at most until the first screen of the capture is drawn, and
    until its checks are done."""
    done = threading.Event()
    with session_at(captures, captures.parent / "other") as session:
        session.checked = lambda key: done.set()
        Path("/proc/self/clear_refs").write_text(
            "5"
        )  # forget the peak of the parent and of the imports
        before = _peak()
        list(answer(session, {"op": "hello"}))
        session.move(item=session.rows()[0].key)
        list(answer(session, {"op": "command", "id": "item.open", "seq": 1}))
        print(_peak() - before)
        if session.item().pending:
            assert done.wait(LONGEST), "the checks do not end"
            session.forget()
        assert session.item().scan is not None, "nothing was checked"
        print(_peak() - before)


def _peak() -> int:
    """The most memory this process had, in bytes."""
    status = Path("/proc/self/status").read_text()
    return 1024 * int(
        next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1]
    )


def report_many(folder: Path) -> None:
    """A queue of 10,000 captures, opened, and moved in."""
    captures = folder / "captures"
    captures.mkdir()
    sample = ROOT / "sample_fixtures" / "captures" / "ferry-report-0007.fixture.json"
    play = json.loads(sample.read_text())
    for number in range(MANY):
        play["name"] = f"ferry-case-{number:05}"
        (captures / f"{play['name']}.fixture.json").write_text(json.dumps(play))
    with page() as sheet:
        start, spent = time.perf_counter(), time.process_time()
        with session_at(captures, folder / "state") as session:
            bench = TimedBench(sheet, session)
            opened, cpu = time.perf_counter() - start, time.process_time() - spent
            start = time.perf_counter()
            bench.show()
            drawn = time.perf_counter() - start
            assert sheet.locator(".is-captures tbody tr[id]").count() > 5
            sheet.evaluate(_WATCH)
            keys = [timed(bench, "j") for _ in range(KEYS)]
            end = timed(bench, "End")
    print(
        f"\nqueue of {MANY:,}: opened in {opened:.2f} s ({cpu:.2f} s of processor time), drawn in"
    )
    print(f"{drawn:.2f} s; `j` p50 | p95 ms: {spread(keys)}; `End`: {end:.0f} ms")


def report_state(folder: Path) -> None:
    """What a notebook with the app in it would save of its widgets."""
    app = ReviewApp(copy_samples(folder), known=KnownIdentities(), state=folder / "state")
    print(f"\nsaved widget state: {len(json.dumps(ipywidgets.Widget.get_manager_state())):,} bytes")
    app.close()


def in_folder(report: Callable[..., None], *given: int) -> None:
    """Run one report in a folder of its own, with the machine's load before and after."""
    with tempfile.TemporaryDirectory() as folder:
        before = os.getloadavg()[0]
        report(Path(folder), *given)
        print(f"(load {before:.1f}, then {os.getloadavg()[0]:.1f})")


def main() -> None:
    """Everything, one after the other."""
    if shutil.which("chromium") is None and shutil.which("chromium-browser") is None:
        print("not run: no Chromium is here")
        return
    in_folder(report_keys)
    print(
        "\n| log | painted, ms | back end, ms | then `j`, ms | memory × file, shown | checked "
        "| above the smallest log |\n|---|---|---|---|---|---|---|"
    )
    for megabytes in LARGE:
        in_folder(report_large, megabytes)
    in_folder(report_many)
    in_folder(report_state)


if __name__ == "__main__":
    if sys.argv[1:2] == ["memory"]:
        memory(Path(sys.argv[2]))
    else:
        main()
