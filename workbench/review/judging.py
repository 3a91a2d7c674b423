"""How each of the ten gates is judged, from facts alone.

Source: ``spec/review-ux.md`` §4 *Gates*, §14. A gate whose condition could not be tried is *not run*,
never *pass*; every sentence is without captured values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from workbench.core.fixture import Replay, ReplayStatus
from workbench.findings import NameRemark, Scan
from workbench.findings.policy import OWN_FOLDER
from workbench.review.gates import Gate, GateName, GateStatus
from workbench.review.placing import Placed, going, open_of
from workbench.review.shapes import Recording, StandIns
from workbench.review.state import EMPTY, ItemState
from workbench.review.words import (
    CHECKS_RUNNING,
    DERIVED_CHECKS_NOT_RUN,
    STATUS_WORDS,
    STILL_READING,
    count,
    is_are,
    sentence,
)


@dataclass(frozen=True, slots=True)
class Facts:
    """Everything the gates read about one item.

    ``refused`` says why the capture does not load. ``approved`` is whether the outcome and the content
    shown when it was approved are those of now. ``residue`` is ``None`` until the item is staged.
    """

    refused: str = ""
    replay: Replay | None = None
    scan: Scan | None = None
    placed: Placed = field(default_factory=Placed)
    state: ItemState = EMPTY
    stand_ins: StandIns = field(default_factory=StandIns)
    uncured: int = 0
    required: int = 0
    unseen: int = 0
    issuers: str = "nothing before it"
    fixed_strings: int = 0
    old_name_in_fixed: bool = False
    name_remarks: tuple[NameRemark, ...] = ()
    identities_known: bool = False
    recording: Recording | None = None
    approved: bool = False
    places_searched: int = 0
    residue: int | None = None
    residue_sentence: str = ""


def gates(facts: Facts) -> tuple[Gate, ...]:
    """The ten gates, in order."""
    if facts.refused:
        refused = Gate(GateName.LOADS, GateStatus.FAIL, "refused", facts.refused, "proof")
        waiting = (_idle(name, "The capture does not load.") for name in list(GateName)[1:])
        return (refused, *waiting)
    return tuple(judge(facts) for judge in _JUDGES)


def running(*, partial: bool) -> tuple[Gate, ...]:
    """The gates of a capture that is shown while its replay and its checks still run.

    Of a ``partial`` one the rest is still being read, so it is not known either whether it loads.
    """
    words = STILL_READING if partial else CHECKS_RUNNING
    waiting = tuple(_idle(name, words, word="running") for name in GateName)
    return waiting if partial else (_loads(Facts()), *waiting[1:])


def holds(row: tuple[Gate, ...]) -> bool:
    """Whether every gate passes, or has not run where that keeps nobody waiting.

    Where no identities of the capture are known the Name gate shows and records "not run", and a
    person has still chosen the name (``spec/review-ux.md`` §9.1).
    """
    return all(gate.holds for gate in row)


def closed(row: tuple[Gate, ...]) -> tuple[Gate, ...]:
    """The gates that keep an item from being ready."""
    return tuple(gate for gate in row if not gate.holds)


def _idle(name: GateName, sentence: str, *, word: str = "") -> Gate:
    return Gate(name, GateStatus.IDLE, word or STATUS_WORDS["idle"], sentence)


def _gate(name: GateName, status: GateStatus, word: str, sentence: str, *, by: str) -> Gate:
    return Gate(name, status, word, sentence, by)


def _loads(facts: Facts) -> Gate:
    return _gate(GateName.LOADS, GateStatus.PASS, "pass", "The capture loads.", by="proof")


def _replays(facts: Facts) -> Gate:
    replay, name = facts.replay, GateName.REPLAYS
    if replay is None or replay.status is ReplayStatus.UNRUNNABLE:
        return _idle(name, sentence(replay.sentence if replay else "") or "Not replayed.")
    if replay.status is ReplayStatus.FAULT:
        at = replay.fault_at
        word = "fault" if at is None else f"step {at}"
        return _gate(name, GateStatus.FAIL, word, sentence(replay.sentence), by="proof")
    rejected = [evidence for evidence in replay.evidence if not evidence.ok]
    if rejected:
        words = f"{count(len(rejected), 'step')} {is_are(len(rejected))} not accepted. "
        first = sentence(f"Step {rejected[0].step}: {rejected[0].sentence}")
        word = f"{len(rejected)} rejected"
        return _gate(name, GateStatus.FAIL, word, words + first, by="proof")
    words = f"Every step is accepted under {replay.engine}."
    return _gate(name, GateStatus.PASS, "pass", words, by="proof")


def _consumed(facts: Facts) -> Gate:
    name = GateName.CONSUMED
    if facts.replay is None or facts.replay.status is ReplayStatus.UNRUNNABLE:
        return _idle(name, "Not replayed, so nothing was used.")
    use = facts.replay.consumption
    word = f"{use.used:,} of {use.total:,}"
    if use.complete:
        words = f"Everything recorded is used: {word}."
        return _gate(name, GateStatus.PASS, word, words, by="proof")
    words = " ".join(map(sentence, use.unused)) or f"Only {word} recorded parts are used."
    return _gate(name, GateStatus.FAIL, word, words, by="proof")


def _issued(facts: Facts) -> Gate:
    name, replay = GateName.ISSUED, facts.replay
    if replay is None or replay.status is ReplayStatus.UNRUNNABLE:
        return _idle(name, "Not replayed, so no id was traced to what issued it.")
    total, unissued = len(replay.ids), replay.unissued
    if unissued:
        word = count(len(unissued), "id")
        at = unissued[0].place.step
        where = "the capture" if at is None else f"step {at}"
        words = f"{sentence(where)[:-1]} names an id that {facts.issuers} issued."
        return _gate(name, GateStatus.FAIL, word, words, by="proof")
    if not total:
        return _gate(name, GateStatus.NONE, "no ids", "No id is used as input.", by="proof")
    word = f"{total:,} of {total:,}"
    return _gate(name, GateStatus.PASS, word, f"Every id was issued: {word}.", by="proof")


def _contents(facts: Facts) -> Gate:
    name, scan = GateName.CONTENTS, facts.scan
    if scan is None:
        return _idle(name, "The checks stopped with an error and count as not run.")
    if scan.crashed:
        return _checks_not_run(name, scan)
    if not scan.strings_checked:
        return _idle(name, "No string was checked, so nothing is known of the contents.")
    waiting = len(open_of(facts.placed.contents, facts.state))
    if waiting:
        words = f"{count(waiting, 'finding')} {is_are(waiting)} open."
        return _gate(name, GateStatus.ASK, f"{waiting} open", words, by="person")
    if facts.uncured or not facts.stand_ins.agrees:
        number = max(facts.uncured, 1)
        words = facts.stand_ins.sentence or (
            f"{count(number, 'finding')} {'identifies' if number == 1 else 'identify'} someone, "
            "and no stand-in can replace it."
        )
        return _gate(name, GateStatus.FAIL, f"{number} identify", words, by="person")
    judged = bool(facts.placed.contents)
    return _gate(
        name, GateStatus.PASS, "pass", contents_sentence(scan), by="person" if judged else "proof"
    )


def _checks_not_run(name: GateName, scan: Scan) -> Gate:
    words = " ".join(
        f"The check {crash.check} stopped with an error. It counts as not run."
        for crash in scan.crashed
    )
    return _idle(name, words, word=f"{count(len(scan.crashed), 'check')} not run")


def contents_sentence(scan: Scan) -> str:
    """How many strings were checked, and what was not checked, always said."""
    strings = count(scan.strings_checked, "checked string")
    found = len(scan.findings)
    first = f"{count(found, 'finding') if found else 'No findings'} in {strings}."
    reasons: Counter[str] = Counter()
    for part in scan.not_checked:
        reasons[part.reason] += part.count
    parts = [f"{number} not checked: {reason}" for reason, number in sorted(reasons.items())]
    skipped = [sentence(words) for words in scan.skipped]
    return " ".join([first, *map(sentence, parts), *skipped, *_by_policy(scan)])


def _by_policy(scan: Scan) -> list[str]:
    """What the project's own rules set aside, and that they came with the capture, if they did."""
    number = sum(each.count for each in scan.set_aside)
    words = [f"{number:,} set aside by the {scan.policy}."] if number else []
    if scan.policy == OWN_FOLDER and not number:
        words = [f"A {scan.policy} holds; it set nothing aside."]
    return words


def _seen(facts: Facts) -> Gate:
    name = GateName.SEEN
    if not facts.unseen:
        words = f"{count(facts.required, 'region')} that had to be on the screen "
        words += "was there." if facts.required == 1 else "were there."
        return _gate(name, GateStatus.PASS, "pass", words, by="proof")
    words = f"{count(facts.unseen, 'region')} {'has' if facts.unseen == 1 else 'have'} not been "
    word = count(facts.unseen, "region")
    return _gate(name, GateStatus.ASK, word, f"{words}on the screen yet.", by="person")


def _name(facts: Facts) -> Gate:
    name = GateName.NAME
    if not facts.state.renamed_to:
        words = "Choose a name that says what the fixture is a test of."
        return _gate(name, GateStatus.ASK, "to choose", words, by="person")
    refused = [remark for remark in facts.name_remarks if remark.level == "refuse"]
    if refused:
        return _gate(name, GateStatus.FAIL, "refused", sentence(refused[0].sentence), by="proof")
    asked = [remark for remark in facts.name_remarks if remark.level == "ask"]
    if asked and not facts.state.rename_reason:
        words = f"{sentence(asked[0].sentence)} Keep it with a reason, or use another word."
        return _gate(name, GateStatus.ASK, "needs a reason", words, by="person")
    if not facts.identities_known:
        words = "Derived-from checks not run: no identities of this capture are known here."
        return replace(_idle(name, words, word=DERIVED_CHECKS_NOT_RUN), blocks=False)
    return _gate(name, GateStatus.PASS, "pass", "The new name passes its checks.", by="person")


def _seed(facts: Facts) -> Gate:
    name, placed = GateName.SEED, facts.placed
    if not facts.fixed_strings:
        words = "This kind has no strings that cannot change."
        return _gate(name, GateStatus.NONE, STATUS_WORDS["none"], words, by="proof")
    if facts.scan is None:
        return _idle(name, "The checks stopped with an error and count as not run.")
    if placed.refused or going(placed.fixed, facts.state):
        return _gate(name, GateStatus.FAIL, "identifies", _seed_sentence(facts), by="proof")
    if facts.scan.crashed:
        return _checks_not_run(name, facts.scan)
    waiting = len(open_of(placed.fixed, facts.state))
    if waiting:
        words = f"{count(waiting, 'finding')} in strings that cannot change {is_are(waiting)} open."
        return _gate(name, GateStatus.ASK, f"{waiting} open", words, by="person")
    if not facts.identities_known:
        number = count(facts.fixed_strings, "string")
        words = (
            f"{number} that cannot change {'was' if facts.fixed_strings == 1 else 'were'} checked. "
        )
        words += "Derived-from checks not run: no identities of this capture are known here."
        return replace(_idle(name, words), blocks=False)
    words = f"{count(facts.fixed_strings, 'string')} that cannot change identify nobody."
    by = "person" if placed.fixed else "proof"
    return _gate(name, GateStatus.PASS, "pass", words, by=by)


def _seed_sentence(facts: Facts) -> str:
    what = (
        "The seed contains the old name."
        if facts.old_name_in_fixed
        else "A string that cannot change identifies someone."
    )
    return (
        f"{what} A seed cannot change without changing the replay, "
        "so this capture cannot be promoted."
    )


def _outcome(facts: Facts) -> Gate:
    name, replay, recording = GateName.OUTCOME, facts.replay, facts.recording
    if replay is None or replay.status is not ReplayStatus.REPLAYED:
        return _idle(name, sentence(replay.sentence if replay else "") or "Not replayed.")
    if recording is not None and not recording.agree:
        at = recording.first_difference
        word = "replays differ" if at is None else f"step {at}"
        return _gate(name, GateStatus.FAIL, word, recording.sentence, by="proof")
    if facts.approved:
        words = "The outcome of two equal replays is approved."
        return _gate(name, GateStatus.PASS, "approved", words, by="person")
    words = "Look at the outcome and approve the bytes shown."
    return _gate(name, GateStatus.ASK, "to approve", words, by="person")


def _residue(facts: Facts) -> Gate:
    name = GateName.RESIDUE
    if facts.residue is None:
        words = "The staged export is searched for everything that was to go."
        return replace(_idle(name, words, word="at export"), blocks=False)
    word = count(facts.residue, "place")
    if facts.residue:
        return _gate(name, GateStatus.FAIL, word, facts.residue_sentence, by="proof")
    words = f"Nothing that was to go remains; {facts.places_searched:,} places were searched."
    return _gate(name, GateStatus.PASS, word, words, by="proof")


_JUDGES: tuple[Callable[[Facts], Gate], ...] = (
    _loads,
    _replays,
    _consumed,
    _issued,
    _contents,
    _seen,
    _name,
    _seed,
    _outcome,
    _residue,
)
