"""The three panes of an item: structure, numbered steps, and what frames them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from workbench.core.fixture import Evidence, Fixture, IdUse, Script, Step
from workbench.core.places import Text
from workbench.notebook.index import FindingIndex
from workbench.notebook.views import View
from workbench.notebook.views.queue import not_checked
from workbench.notebook.views.reading import surroundings
from workbench.notebook.views.text import plain_runs
from workbench.review import Item
from workbench.review.regions import NOT_CHECKED
from workbench.review.words import count, sentence

WINDOW = 40  # rows sent with an item
TRACED = 2_000  # steps up to which each row says where the player stood
WORDS = "numbered order; no clock"


@dataclass(frozen=True)
class Sequenced:
    """The steps of an item with what replay says of each, looked up by step index."""

    item: Item = field(repr=False)
    fixture: Fixture = field(repr=False)
    steps: Sequence[Step] = field(repr=False)
    index: FindingIndex = field(repr=False)
    evidence: dict[int, Evidence] = field(repr=False)
    ids: dict[int, IdUse] = field(repr=False)
    lanes: bytes = field(repr=False)  # one lane number a step
    epochs: tuple[int, ...] = ()  # positions of content adoptions
    fixed: tuple[Text, ...] = field(default=(), repr=False)

    @classmethod
    def of(cls, item: Item, index: FindingIndex) -> Sequenced:
        """Look everything up once; the steps themselves stay lazy."""
        fixture = item.fixture
        assert fixture is not None  # unreachable: a refused item is shown as a message
        replay, steps = item.replay, fixture.steps()
        evidence = {proof.step: proof for proof in replay.evidence} if replay else {}
        ids: dict[int, IdUse] = {}
        for use in replay.ids if replay else ():
            if use.place.step is not None and (use.issued_by is None or use.place.step not in ids):
                ids[use.place.step] = use
        lanes = bytearray()
        epochs = []
        for at, step in enumerate(steps):
            lanes.append(min(step.lane, 255))
            if step.kind == "adoption":
                epochs.append(at)
        fixed = fixture.fixed_texts()
        return cls(item, fixture, steps, index, evidence, ids, bytes(lanes), tuple(epochs), fixed)

    @property
    def base(self) -> int:
        """The index of the first step, as the fixture counts."""
        return self.steps[0].index if len(self.steps) else 0

    def fresh(self, item: Item) -> Sequenced:
        """The same sequence under later decisions."""
        return replace(self, item=item)

    def marks(self) -> View:
        """Positions for the picture: open and judged findings, rejected steps, epochs."""
        opened, judged = self.index.steps_by_tone(self.item)
        # Only a picture of few steps draws single rejections; a canvas has no room for them.
        few = len(self.steps) <= TRACED
        rejected = [step - self.base for step, proof in self.evidence.items() if few and not proof.ok]
        base = self.base
        return {
            "open": [step - base for step in opened],
            "judged": [step - base for step in judged],
            "rejected": rejected,
            "epochs": list(self.epochs),
        }

    def rows(self, start: int, stop: int) -> list[View]:
        """The rows of a window of positions."""
        last = min(stop, len(self.steps))
        return [self.row(self.steps[at]) for at in range(max(0, start), last)]

    def node(self, step: Step) -> list[list[object]] | None:
        """Where the player stood, for families that can tell; only where looking is cheap."""
        trace = getattr(self.fixture, "trace", None)
        if trace is None or len(self.steps) > TRACED:
            return None
        with suppress(Exception):  # a step that cannot be traced has no place to show
            return plain_runs(str(trace(surroundings(self.item))[step.index].before.place)[:80])
        return None

    def row(self, step: Step) -> View:
        """One row. Words are ours; ``detail`` is captured."""
        opened, judged = self.index.tally(self.item, step.index)
        proof, use = self.evidence.get(step.index), self.ids.get(step.index)
        return {
            "n": step.index,
            "lane": step.lane,
            "who": step.who,
            "what": step.what,
            "detail": plain_runs(step.detail[:200]) if step.detail else None,
            "tags": list(step.tags[:3]),
            "open": opened,
            "judged": judged,
            "epoch": step.kind == "adoption",
            "decision": _decision(proof),
            "reason": proof.reason if proof else "",
            "issuer": _issuer(use),
            "node": self.node(step),
        }


def _decision(proof: Evidence | None) -> View | None:
    if proof is None:
        return None
    return {"tone": "pass", "word": "accepted"} if proof.ok else {"tone": "fail", "word": "rejected"}


def _issuer(use: IdUse | None) -> View | None:
    if use is None:
        return None
    if use.issued_by is None:
        return {"tone": "fail", "word": "nobody"}
    at = "" if use.issued_by.step is None else f" {use.issued_by.step}"
    return {"tone": "pass", "word": f"{use.issued_by.what}{at}"}


def detail(item: Item) -> str:
    """"session log · 3 scripts, 19 calls"."""
    fixture = item.fixture
    if fixture is None:
        return item.family or "not loaded"
    steps = count(len(fixture.steps()), item.step_noun)
    scripts = len(fixture.scripts())
    words = f"{count(scripts, 'script')}, {steps}" if fixture.family == "session_logs" else steps
    return f"{item.family} · {words}"


def size(fixture: Fixture) -> str:
    """The stored size of all files, in words."""
    total = sum(file.stored_size for file in fixture.files)
    return f"{total:,} bytes" if total < 10_000 else f"{total / 1024:,.0f} KB"


def steps_view(sequence: Sequenced, *, at: int) -> View:
    """The list's head and the rows round the current step."""
    start = max(0, at - WINDOW // 2)
    plays = sequence.fixture.family == "plays"
    return {
        "title": "Submissions" if plays else "Steps",
        "noun": "step",
        "base": sequence.base,
        "total": len(sequence.steps),
        "at": at,
        "start": start,
        "rows": sequence.rows(start, start + WINDOW),
        "words": WORDS,
    }


# --- structure ---------------------------------------------------------------------------------


def structure(sequence: Sequenced, *, at: int) -> View:
    """The structure pane, by family: scripts, a play's facts, or exchanges above their counts."""
    fixture = sequence.fixture
    scripts = fixture.scripts()
    build = {"session_logs": _log_sections, "plays": _play_sections}.get(fixture.family, _plain_sections)
    sections = build(sequence, scripts, at)
    noun = {"session_logs": "script", "plays": "play", "cassettes": "exchange"}.get(fixture.family, "script")
    many = len(sequence.steps) if fixture.family == "cassettes" else len(scripts)
    return {"extra": count(many, noun), "sections": [*sections, *_notes(sequence)]}


def _log_sections(sequence: Sequenced, scripts: Sequence[Script], at: int) -> list[View]:
    here = sequence.lanes[at] if len(sequence.lanes) else -1
    opened = Counter[int]()
    for step in sequence.index.by_step:
        position = step - sequence.base
        if 0 <= position < len(sequence.lanes):
            opened[sequence.lanes[position]] += sequence.index.tally(sequence.item, step)[0]
    rows = [_script(sequence, script, lane, lane == here, opened[lane]) for lane, script in enumerate(scripts[:200])]
    return [{"kind": "scripts", "scripts": rows}, {"kind": "counts", "pairs": _counts(sequence)}]


def _script(sequence: Sequenced, script: Script, lane: int, here: bool, opened: int) -> View:
    replay = sequence.item.replay
    complete = replay is not None and replay.consumption.complete
    calls = count(script.steps, sequence.item.step_noun)
    use = f"{script.steps} of {script.steps} {sequence.item.step_noun}s used" if complete else calls
    notes = _fact_lines(script, sequence.item.step_noun) + list(script.notes)
    return {
        "lane": lane,
        "name": script.name,
        "file": plain_runs(script.file),
        "use": use,
        "part": 1.0 if complete else None,
        "notes": notes[:4],
        "open": opened,
        "here": here,
        "child": lane > 0,
    }


def _fact_lines(script: Script, noun: str) -> list[str]:
    """Facts in few lines: counts together, the rest one a line; what the row says already is left out."""
    facts = [(name, value) for name, value in script.facts if name not in (noun, f"{noun}s")]
    counted = [f"{value} {name}" for name, value in facts if value.isdigit() and name.endswith("s")]
    others = [f"{name} {value}" for name, value in facts if f"{value} {name}" not in counted]
    return ([" · ".join(counted)] if counted else []) + others


def _play_sections(sequence: Sequenced, scripts: Sequence[Script], at: int) -> list[View]:
    replay = sequence.item.replay
    fixed = [[text.heading or "fixed", [{"c": plain_runs(text.value[:60])}]] for text in sequence.fixed[:8]]
    sections: list[View] = [{"kind": "counts", "first": True, "pairs": fixed}] if fixed else []
    facts = [[name, [value]] for script in scripts for name, value in script.facts]
    proofs = sequence.evidence.values()
    if proofs:
        accepted = sum(proof.ok for proof in proofs)
        facts += [["accepted", [f"{accepted}"]], ["rejected", [f"{len(proofs) - accepted}"]]]
    engine = [["engine", [replay.engine]]] if replay and replay.engine else []
    sections.append({"kind": "counts", "title": "Submissions", "pairs": [*facts, *_shared_counts(sequence), *engine]})
    return sections


def _plain_sections(sequence: Sequenced, scripts: Sequence[Script], at: int) -> list[View]:
    facts: list[list[object]] = [[name, [value]] for script in scripts for name, value in script.facts]
    if len(scripts) > 1:  # several endpoints: one line each says it better than every fact
        noun = sequence.item.step_noun
        facts = [[script.name, [count(script.steps, noun)]] for script in scripts[:12]]
    return [{"kind": "counts", "pairs": [*facts, ["format", [sequence.fixture.format]], *_counts(sequence)]}]


def _counts(sequence: Sequenced) -> list[list[object]]:
    replay = sequence.item.replay
    used: list[list[object]] = []
    if replay and replay.consumption.total:
        used = [["used", [f"{replay.consumption.used:,} of {replay.consumption.total:,}"]]]
    return [[f"{sequence.item.step_noun}s", [f"{len(sequence.steps):,}"]], *used, *_shared_counts(sequence)]


def _shared_counts(sequence: Sequenced) -> list[list[object]]:
    replay, scan = sequence.item.replay, sequence.item.scan
    pairs: list[list[object]] = []
    if replay and replay.ids:
        total = len(replay.ids)
        pairs.append(["ids issued", [f"{total - len(replay.unissued):,} of {total:,}"]])
    if scan:
        pairs += [["strings checked", [f"{scan.strings_checked:,}"]], ["not checked", [f"{len(scan.not_checked)}"]]]
    return pairs


def _notes(sequence: Sequenced) -> list[View]:
    """The reader's own remarks, those that want a person first, and what was not checked."""
    notes = sorted(sequence.fixture.notes, key=lambda note: note.weight != "ask")
    texts = dict.fromkeys((sentence(note.text), note.weight) for note in notes)
    made: list[View] = [
        {"kind": "note", "tone": weight, "words": [text]} for text, weight in list(texts)[:6]
    ]
    rejected = [proof for proof in sequence.evidence.values() if not proof.ok]
    if rejected and sequence.fixture.family == "plays":
        words = (
            "A session layer records accepted submissions only. A rejection means that this file was "
            "edited by hand or captured under another version."
        )
        made.append({"kind": "note", "tone": "ask", "words": [words]})
    unread = not_checked(sequence.item)
    if unread:
        made.append({"kind": "marks", "title": "Not checked", "items": unread, "region": NOT_CHECKED})
    elif NOT_CHECKED in sequence.item.required:  # remarks that want a look are such a region too
        made.append({"kind": "marks", "items": [], "region": NOT_CHECKED})
    return made
