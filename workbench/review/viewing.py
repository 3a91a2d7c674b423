"""One item as it is now: what was loaded, folded together with what was decided.

Pure but for what is costly (stand-ins, name checks), which is kept beside what was loaded.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from workbench.core.canonical import JSON, canonical_text, digest, digest_bytes
from workbench.core.errors import Expired
from workbench.core.goldens import with_golden
from workbench.review import words
from workbench.review.gates import Gate, GateStatus
from workbench.review.held import Ground, Held
from workbench.review.judging import Facts, contents_sentence, gates, holds, running
from workbench.review.listing import Capture
from workbench.review.loading import Loaded
from workbench.review.naming import identifying_values, name_remarks
from workbench.review.placing import Placed, going, open_of
from workbench.review.promotion import ToGo, distinctive
from workbench.review.regions import NOT_CHECKED, OUTCOME, required_regions, unseen_regions
from workbench.review.secret import tag
from workbench.review.shapes import Item
from workbench.review.stand_ins import Cure, cure
from workbench.review.state import EMPTY, ItemState


@dataclass(frozen=True)
class View:
    """An item with what only the core needs. ``shown`` names content and stand-ins together;
    ``stage`` names everything an export depends on."""

    item: Item
    subject: str  # the item's key in the journal
    held: Held = field(repr=False)
    cure: Cure | None = field(default=None, repr=False)
    shown: str = ""
    stage: str = ""
    golden: bytes | None = field(default=None, repr=False)
    tokens: Mapping[str, str] = field(default_factory=dict)
    to_go: ToGo = field(default_factory=ToGo, repr=False)

    @property
    def identifying(self) -> tuple[str, ...]:
        """Values that nobody cleared, what stand-ins replace, and the old name where it is
        distinctive: in memory only."""
        old_name = self.to_go.old_name
        named = (old_name,) if distinctive(old_name) else ()
        return (*identifying_values(self.held, self.item.item_state), *self.to_go.values, *named)

    @property
    def outcome_digest(self) -> str:
        return digest_bytes(self.golden) if self.golden is not None else ""


def view(
    capture: Capture, held: Held, *, subject: str, state: ItemState, opened: bool, ground: Ground
) -> View:
    """The item of ``capture`` as it is now."""
    loaded = held.loaded
    shell = Item(
        key=capture.key,
        number=capture.number,
        path=capture.path,
        label=capture.label,
        family=loaded.family_title,
        step_noun=loaded.step_noun,
        state=words.REFUSED,
        item_state=state,
        gates=gates(Facts(refused=refused_sentence(loaded))),
        refusal=loaded.refusal,
        environment=with_golden(loaded.environment, capture.path),
        days_left=capture.days_left,
    )
    if loaded.fixture is None:
        return View(shell, subject, held)
    if loaded.pending:
        waiting = replace(
            shell,
            fixture=loaded.fixture,
            pending=True,
            state=words.IN_REVIEW,
            gates=running(partial=loaded.partial),
        )
        return View(waiting, subject, held)
    return _loaded_view(shell, held, subject=subject, opened=opened, ground=ground)


def _loaded_view(shell: Item, held: Held, *, subject: str, opened: bool, ground: Ground) -> View:
    loaded, state = held.loaded, shell.item_state
    fixture, replay = loaded.fixture, loaded.replay
    assert fixture is not None
    assert replay is not None
    cured = cure_of(held, state)
    golden = cured.golden
    shown = shown_tag(held, cured, ground.secret)
    outcome = digest_bytes(golden) if golden is not None else ""
    tokens = {OUTCOME: digest([shown, outcome])[:16], NOT_CHECKED: held.content}
    required = required_regions(fixture, loaded.scan)
    unseen = unseen_regions(required, state.seen, shown=tokens)
    approved = bool(outcome) and (state.approved_outcome, state.approved_content) == (
        outcome,
        shown,
    )
    remarks = name_remarks(held, state, name=state.renamed_to, ground=ground)
    stage = digest([shown, outcome, _decisions(state)])
    plan = held.plans.get(stage)
    facts = Facts(
        replay=replay,
        scan=loaded.scan,
        placed=held.placed,
        state=state,
        stand_ins=cured.report,
        uncured=len(uncured(held.placed, state, cured)),
        required=len(required),
        unseen=len(unseen),
        issuers=loaded.issuers,
        fixed_strings=len(fixture.fixed_texts()),
        old_name_in_fixed=_old_name_in_fixed(held),
        name_remarks=remarks,
        identities_known=ground.given,
        recording=held.recordings.get(shown),
        approved=approved,
        places_searched=plan.places_searched if plan else 0,
        residue=plan.residue if plan else None,
        residue_sentence=plan.residue_sentence if plan else "",
    )
    row = gates(facts)
    current = state if state.staged in ("", stage) else replace(state, staged="")
    item = replace(
        shell,
        item_state=current,
        gates=row,
        state=state_word(row, current, opened=opened),
        fixture=fixture,
        scan=loaded.scan,
        replay=replay,
        recording=held.recordings.get(shown),
        stand_ins=cured.report,
        open_findings=open_of(held.placed.to_judge, state),
        required=required,
        unseen=unseen,
        identities_known=ground.given,
    )
    to_go = to_go_of(held, state, cured)
    return View(item, subject, held, cured, shown, stage, golden, tokens, to_go)


def state_word(row: tuple[Gate, ...], state: ItemState, *, opened: bool) -> str:
    """The computed state of an item that loads (``spec/review-ux.md`` §4)."""
    if state.exported:
        return words.PROMOTED
    if state.rejected:
        return words.REJECTED
    if state.deferred:
        return words.DEFERRED
    if any(gate.status is GateStatus.FAIL for gate in row):
        return words.BLOCKED
    if holds(row):
        return words.READY
    return words.IN_REVIEW if opened or state != EMPTY else words.CAPTURED


def cure_of(held: Held, state: ItemState) -> Cure:
    """The stand-ins for everything judged to go, made once for each set of verdicts."""
    loaded = held.loaded
    assert loaded.fixture is not None
    assert loaded.replay is not None
    leaving = going(held.placed.contents, state)
    key = digest([[finding.key for finding in leaving], dict(state.merges)])
    if key not in held.cures:
        held.cures[key] = cure(
            loaded.fixture,
            loaded.replay,
            going=leaving,
            state=state,
            environment=loaded.environment,
        )
    return held.cures[key]


def shown_tag(held: Held, cured: Cure, secret: bytes) -> str:
    """A keyed digest of the content with its stand-ins: what an approval is bound to."""
    pairs = canonical_text(sorted([value, new] for value, new in cured.pairs.items()))
    return tag(secret, "shown", held.content, pairs)


def uncured(placed: Placed, state: ItemState, cured: Cure) -> tuple[str, ...]:
    """Keys of contents that identify and are not replaced."""
    return tuple(
        finding.key for finding in going(placed.contents, state) if finding.key not in cured.cured
    )


def to_go_of(held: Held, state: ItemState, cured: Cure) -> ToGo:
    """Everything that may be nowhere in the export."""
    fixture = held.loaded.fixture
    assert fixture is not None
    named = going(held.placed.name, state)
    refused = tuple(finding for finding in held.placed.name if finding.refuses)
    values: Sequence[str] = (
        *cured.pairs,
        *(finding.value for finding in (*named, *refused) if finding.value),
    )
    return ToGo(tuple(dict.fromkeys(values)), fixture.name)


def _old_name_in_fixed(held: Held) -> bool:
    fixture = held.loaded.fixture
    name = fixture.name.casefold() if fixture else ""
    return (
        bool(name)
        and fixture is not None
        and any(name in text.value.casefold() for text in fixture.fixed_texts())
    )


def _decisions(state: ItemState) -> JSON:
    return [
        state.renamed_to,
        state.rename_reason,
        sorted([key, given.verdict, given.reason] for key, given in state.verdicts.items()),
        sorted([key, other] for key, other in state.merges.items()),
    ]


def refused_sentence(loaded: Loaded) -> str:
    """Why a capture does not load, without its values; ``""`` for one that does."""
    if loaded.refusal is None:
        return ""
    if isinstance(loaded.refusal, Expired):
        return str(loaded.refusal)
    what = words.sentence(loaded.refusal.what)
    where = f" Where: {loaded.refusal.where}." if loaded.refusal.where else ""
    cure = f" {words.sentence(loaded.refusal.cure)}" if loaded.refusal.cure else ""
    return f"Refused: {what[:1].lower()}{what[1:]}{where} The file was not changed.{cure}"


def _not_run(gate: Gate) -> bool:
    return gate.status is GateStatus.IDLE and not gate.holds


def headline(item: Item) -> str:
    """The item in one sentence: refused, blocked, not run, nothing found, or what is open."""
    if item.refusal is not None:
        return item.gates[0].sentence
    failing = next((gate for gate in item.gates if gate.status is GateStatus.FAIL), None)
    if failing is not None:
        return f"Blocked: {failing.sentence[:1].lower()}{failing.sentence[1:]}"
    waiting = next((gate for gate in item.gates if _not_run(gate)), None)
    if waiting is not None:
        return waiting.sentence
    if item.open_findings:
        number = len(item.open_findings)
        judged = len(item.findings) - number
        first = f"{words.count(number, 'finding')} {words.is_are(number)} open"
        return f"{first}, {judged} {words.is_are(judged)} judged."
    return contents_sentence(item.scan) if item.scan else ""
