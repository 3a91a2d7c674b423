"""Nothing captured in any channel that is kept: canaries in generated fixtures, every channel, every encoding.

``python benchmarks/leaks.py [--fixtures 10000]``. Each fixture is a sample capture with a canary of its own
written over some of its strings, in a random encoding, and now and then over its file name. It goes through
the review as the notebook and the terminal drive it; then everything that outlives the screen is searched
for the canary in every spelling. The only right result is zero. Source: ``spec/review-ux.md`` §§15, 18.
"""

from __future__ import annotations

import argparse
import base64
import contextlib
import io
import json
import logging
import random
import shutil
import sys
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

from workbench.core.errors import WorkbenchError
from workbench.findings import KnownIdentities, encodings_of
from workbench.findings.folding import fold
from workbench.notebook import ReviewApp
from workbench.review import Review

SAMPLES = Path(__file__).parents[1] / "sample_fixtures"
#: How a canary is written into a capture.
ENCODINGS: Mapping[str, Callable[[str], str]] = {
    "plain": str,
    "upper case": str.upper,
    "base64": lambda value: base64.b64encode(value.encode()).decode(),
    "hex": lambda value: value.encode().hex(),
    "percent": lambda value: quote(value, safe=""),
    "JSON in JSON": lambda value: json.dumps({"inner": json.dumps({"value": value})}),
    "in a sentence": lambda value: f"the note says {value}, and then ends",
    "as an address": lambda value: f"{value}@mail.zq-canary.net",
    "as a home": lambda value: f"/home/{value}/notes.txt",
    "as a key": lambda value: f"token=sk-{value}{value}",
    "with controls": lambda value: f"\x1b[31m{value}\u202e<b>{value}</b>",
}
_KEPT_LENGTH = 8  # folded characters; shorter spellings occur by chance


@dataclass
class Tally:
    """How many fixtures went through, and in which channels something of one was found."""

    fixtures: int = 0
    loaded: int = 0
    searched: int = 0  # channels
    size: int = 0  # characters
    leaks: Counter[str] = field(default_factory=Counter)


def generated(random_: random.Random, canary: str, folder: Path) -> str:
    """One capture below ``folder`` with the canary in it. Returns how it was written."""
    samples = [path for path in (SAMPLES / "captures").iterdir() if not path.name.startswith(".")]
    source = random_.choice(sorted(samples))
    how = random_.choice(sorted(ENCODINGS))
    target = folder / (canary if random_.random() < 0.3 else f"capture-{random_.randrange(10**6)}")
    if source.is_dir():
        shutil.copytree(source, target)
        files = sorted(target.iterdir())
    else:
        ending = "".join(source.suffixes)
        target = target.with_name(target.name + ending)
        shutil.copy(source, target)
        files = [target]
    for path in files:
        planted = _planted(path.read_bytes(), ENCODINGS[how](canary), random_)
        path.write_bytes(planted)
    return how


def _planted(data: bytes, value: str, random_: random.Random) -> bytes:
    """The file with some of its JSON strings, or some words of its lines, written over."""
    lines = data.split(b"\n")
    for _ in range(random_.randint(1, 4)):
        at = random_.randrange(len(lines))
        try:
            body = json.loads(lines[at])
        except ValueError:
            words = lines[at].split(b": ", 1)
            if len(words) == 2 and words[1].strip():
                lines[at] = words[0] + b": " + json.dumps(value).encode()
            continue
        lines[at] = json.dumps(_replaced(body, value, random_)).encode()
    return b"\n".join(lines)


def _replaced(body: Any, value: str, random_: random.Random) -> Any:
    if isinstance(body, str):
        return value
    if isinstance(body, list) and body:
        at = random_.randrange(len(body))
        return [_replaced(one, value, random_) if n == at else one for n, one in enumerate(body)]
    if isinstance(body, dict) and body:
        key = random_.choice(sorted(body))
        if random_.random() < 0.05:
            return {(value if name == key else name): inner for name, inner in body.items()}
        return {
            name: _replaced(inner, value, random_) if name == key else inner
            for name, inner in body.items()
        }
    return body


def channels(folder: Path, state: Path, canary: str, tally: Tally) -> Iterator[tuple[str, str]]:
    """Everything that outlives the screen after a review of ``folder``."""
    logged, printed, said = io.StringIO(), io.StringIO(), io.StringIO()
    handler = logging.StreamHandler(logged)
    logging.getLogger().addHandler(handler)
    logging.getLogger().setLevel(logging.DEBUG)
    known = KnownIdentities(users=(canary,))
    try:
        with (
            contextlib.redirect_stdout(printed),
            contextlib.redirect_stderr(said),
            warnings.catch_warnings(record=True) as warned,
        ):
            yield from _reviewed(folder, state, known, tally)
            yield from _shown(folder, state, known)
            yield "warnings", " ".join(str(one.message) for one in warned)
    finally:
        logging.getLogger().removeHandler(handler)
    yield "log", logged.getvalue()
    yield "standard output", printed.getvalue()
    yield "standard error", said.getvalue()
    for path in [*folder.glob(".workbench/**/*"), *state.rglob("*")]:
        if path.is_file():
            yield (
                f"file {path.suffix or path.name}",
                path.read_bytes().decode("latin-1") + path.name,
            )


def _reviewed(
    folder: Path, state: Path, known: KnownIdentities, tally: Tally
) -> Iterator[tuple[str, str]]:
    """The review without a screen: every command once, with whatever it answers or refuses."""
    with Review.open(folder, known=known, state=state) as review:
        (row,) = review.queue()[:1] or (None,)
        if row is None:
            return
        key = row.key
        item = review.item(key)
        tally.loaded += item.fixture is not None
        yield "repr", " ".join(map(repr, (review, row, item, item.fixture, item.scan, item.replay)))
        yield "sentences", " ".join([item.sentence, *(gate.sentence for gate in item.gates)])
        for finding in item.open_findings[:4]:
            yield from _said(review, "judge", item=key, finding=finding.key, verdict="identifies")
        yield from _said(review, "rename", item=key, name="reply-kept", reason="vocabulary")
        yield from _said(review, "rename", item=key, name=f"{known.users[0]}-kept")
        yield from _said(review, "stage", item=key)
        yield from _said(review, "reject", item=key, reason="identifies")
        yield from _said(review, "undo")
        yield "undo", review.undo_preview()
        yield "entries", repr(review.entries())
        yield "summary", json.dumps(list(review.summary()))


def _said(review: Review, command: str, **payload: Any) -> Iterator[tuple[str, str]]:
    try:
        done = review.do(command, **payload)
        yield command, done.sentence + repr(done)
    except WorkbenchError as error:
        yield f"refusal of {command}", f"{error} {error!r} {error.details!r}"


def _shown(folder: Path, state: Path, known: KnownIdentities) -> Iterator[tuple[str, str]]:
    """The notebook's widget: what is synced and what is printed. Its messages are never kept."""
    app: Any = ReviewApp(folder, known=known, state=state)
    app.send = lambda content, buffers=None: None
    try:
        for message in (
            {"op": "hello"},
            {"op": "command", "id": "item.open", "seq": 1},
            {"op": "go", "view": "item"},
            {"op": "go", "view": "name"},
            {"op": "step", "at": 1},
        ):
            app._hear(None, message, [])
        yield "widget state", json.dumps(app.get_state(), default=repr)
        made = app._repr_mimebundle_()
        yield "text form", f"{made!r} {app!r}"
    finally:
        app.close()


def leaked(text: str, canary: str) -> bool:
    """Whether a text holds the canary in any spelling."""
    folded = fold(text)
    return any(
        spelling in folded
        for _, form in encodings_of(canary)
        if len(spelling := fold(form)) >= _KEPT_LENGTH
    )


def sweep(fixtures: int, *, seed: int = 1) -> Tally:
    """Generate, review and search ``fixtures`` captures."""
    tally, random_ = Tally(), random.Random(seed)
    for _ in range(fixtures):
        canary = "canary" + "".join(random_.choices("bcdfghjklmnpqrstvwxz", k=12))
        with tempfile.TemporaryDirectory() as place:
            folder, state = Path(place) / "captures", Path(place) / "state"
            folder.mkdir()
            how = generated(random_, canary, folder)
            for channel, text in channels(folder, state, canary, tally):
                tally.searched += 1
                tally.size += len(text)
                # The folder's own path is not a channel; its name is the canary on purpose.
                if leaked(text, canary):
                    tally.leaks[f"{channel}, written {how}"] += 1
        tally.fixtures += 1
    return tally


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fixtures", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    assert leaked("xx " + base64.b64encode(b"canarybcdfgh").decode(), "canarybcdfgh")
    started = time.perf_counter()
    tally = sweep(given.fixtures, seed=given.seed)
    took = time.perf_counter() - started
    print(f"{tally.fixtures:,} fixtures, {tally.loaded:,} of which load; {took:,.0f} s")
    print(f"{tally.searched:,} channels of {tally.size / 1e6:,.0f} million characters searched")
    print(f"canaries found: {sum(tally.leaks.values())}")
    for channel, number in tally.leaks.most_common():
        print(f"  {number:>5}  {channel}")
    return 1 if tally.leaks else 0


if __name__ == "__main__":
    sys.exit(main())
