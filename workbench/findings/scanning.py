"""Running every check over every reading of a fixture, and making findings of the hits.

Source: ``spec/detection.md`` §4, ``spec/review-ux.md`` §8. Same input, same findings, same order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from workbench.core.collector import collector_paused
from workbench.core.errors import WorkbenchError
from workbench.core.fixture import Fixture, NotChecked, Replay
from workbench.core.places import Text
from workbench.findings.check import Check, Hit
from workbench.findings.checks.names_in_prose import NamesInProse
from workbench.findings.checks.own_patterns import OwnPatterns
from workbench.findings.disagreements import disagreements
from workbench.findings.engines import Engine
from workbench.findings.finding import Certainty, Crash, Finding, Kind, Scan, Suppressed
from workbench.findings.grouping import Located, findings_of
from workbench.findings.held import Held, TooMany
from workbench.findings.issued import unissued_findings
from workbench.findings.known import KnownIdentities
from workbench.findings.known_forms import forms_of
from workbench.findings.known_values import KnownValues
from workbench.findings.labels import label_checks, label_hit
from workbench.findings.name_model import NamesPin, load_names
from workbench.findings.overlaps import without_covered
from workbench.findings.patterns import Pattern
from workbench.findings.policy import Policy
from workbench.findings.readings import Asked, Reading, ReadingRouter, read_all, router_for
from workbench.findings.registry import CHECKS
from workbench.findings.routing import Router

ELSEWHERE = "identified-elsewhere"
NO_IDENTITIES = "derived-from checks not run: no identities given"


@collector_paused()
def scan(
    fixture: Fixture,
    *,
    known: KnownIdentities | None = None,
    replay: Replay | None = None,
    key: bytes = b"",
    policy: Policy | None = None,
) -> Scan:
    """Everything the checks find in ``fixture``: contents, names, and strings nobody can change.

    ``known`` are identities to look for in every form; ``replay`` adds ids that nothing issued;
    ``key`` makes finding keys that nobody can reverse; ``policy`` is the project's own. Never raises for what a fixture holds: a
    check that stops with an error is a :class:`Crash` of the result.
    """
    fixed = fixture.fixed_texts()
    standing = {(text.file, text.pointer, text.chain) for text in fixed}
    texts = [text for text in fixture.texts() if not _is_one_of(text, standing)]
    return scan_texts(
        texts,
        labels=fixture.label_texts(),
        fixed=fixed,
        known=known or KnownIdentities(),
        replay=replay,
        key=key,
        not_checked=fixture.not_checked(),
        more=disagreements(fixture, replay, key=key),
        policy=policy,
    )


@collector_paused()
def scan_texts(
    texts: Sequence[Text],
    *,
    labels: Sequence[Text] = (),
    fixed: Sequence[Text] = (),
    known: KnownIdentities,
    replay: Replay | None = None,
    key: bytes = b"",
    not_checked: tuple[NotChecked, ...] = (),
    more: tuple[Finding, ...] = (),
    checks: Sequence[Check] = CHECKS,
    policy: Policy | None = None,
    engine: Engine | None = None,
) -> Scan:
    """The findings in bare texts; :func:`scan` is this over a fixture's own.

    ``engine`` looks for the patterns of the checks; whichever it is, the findings are the same.
    """
    everything = [*labels, *fixed, *texts]
    roles = _Roots(len(labels), len(labels) + len(fixed))
    policy = policy or Policy()
    running = _Run(roles, policy)
    read = read_all(everything, _router(tuple(checks), engine))
    running.run_asked(read.asked)
    running.run([OwnPatterns(own) for own in policy.patterns], read.readings)
    skipped = running.run_names(policy.names, read.readings)
    running.run(_known_checks(known), read.readings)
    old_name = labels[0].value if labels else ""
    checks_of_names = label_checks(known, old_name=old_name)
    running.run(checks_of_names, [item for item in read.readings if roles.is_label(item.root)])
    running.run(_propagated(running.hits), read.readings)
    kept = without_covered(running.hits)
    findings = (*findings_of(kept, key=key), *unissued_findings(replay, key=key), *more)
    return Scan(
        findings=tuple(sorted(findings, key=_by_harm)),
        strings_checked=len(everything),
        not_checked=(*not_checked, *read.not_checked, *running.stopped.values()),
        crashed=tuple(running.crashed.values()),
        skipped=(*(() if known.given else (NO_IDENTITIES,)), *skipped),
        suppressed=running.suppressed(),
        policy="" if replace(policy, beside=False) == _NO_POLICY else policy.origin,
    )


_NO_POLICY = Policy()
#: Hits of one check in one fixture. A person judges no more; whoever floods a scan only shortens it.
MOST_HITS = 10_000
TOO_MANY = "too much that looks like {}: the rest was not read for it"


@dataclass(frozen=True, slots=True)
class _Roots:
    """Which of the texts are names and which may not change."""

    labels: int
    fixed: int

    def is_label(self, root: int) -> bool:
        return root < self.fixed

    def is_name(self, root: int) -> bool:
        return root < self.labels


@dataclass(slots=True)
class _Run:
    """The hits so far, the checks that stopped, and what was harmless."""

    roots: _Roots
    policy: Policy
    hits: list[Located] = field(default_factory=list)
    crashed: dict[str, Crash] = field(default_factory=dict)
    harmless: Counter[tuple[str, str]] = field(default_factory=Counter)
    stopped: dict[str, NotChecked] = field(default_factory=dict)
    _taken: Counter[str] = field(default_factory=Counter)
    _spent: Counter[Pattern] = field(default_factory=Counter)
    _seen: set[tuple[str, int, int, int, str]] = field(default_factory=set)

    def run(self, checks: Sequence[Check], readings: Sequence[Reading]) -> None:
        """Checks that go with this scan alone: they know values, or read names."""
        if checks:
            for routed in Router(tuple(checks)).route([reading.text for reading in readings]):
                for check in routed.members:
                    self._take(check, readings[routed.at], routed.held)

    def run_asked(self, asked: Iterable[Asked]) -> None:
        """The registered checks over the readings that they want, check after check in each."""
        for item in asked:
            for check in item.checks:
                self._take(check, item.reading, item.held)

    def run_names(self, pin: NamesPin | None, readings: Sequence[Reading]) -> tuple[str, ...]:
        """The model of the project's policy over prose; why it did not run, if it did not."""
        if pin is None:
            return ()
        try:
            names = load_names(pin)
        except WorkbenchError as error:
            return (str(error),)
        self.run((NamesInProse(names),), readings)
        return ()

    def _take(self, check: Check, reading: Reading, held: Held) -> None:
        if check.id in self.crashed or check.id in self.stopped:
            return
        try:
            for hit in check.find(reading.text, held.counted(self._spent)):
                self._add(check, reading, hit)
                self._taken[check.id] += 1
                if self._taken[check.id] > MOST_HITS:
                    raise TooMany
        except TooMany:
            text = reading.text
            self.stopped[check.id] = NotChecked(
                TOO_MANY.format(check.title), text.place(), len(text.value)
            )
        except Exception as error:  # a broken check must not end the scan: it is reported
            self.crashed[check.id] = Crash(check.id, type(error).__name__)

    def _add(self, check: Check, reading: Reading, hit: Hit) -> None:
        start, end = reading.in_root(hit.start, hit.end)
        value = reading.text.value[hit.start : hit.end]
        seen = (check.id, reading.root, start, end, value)
        if seen in self._seen or hit.end <= hit.start:
            return
        self._seen.add(seen)
        hit = self._by_policy(check, hit, value)
        if hit.benign:
            self.harmless[check.id, hit.benign] += 1
            return
        hit = self._as_label(check, reading, hit)
        self.hits.append(Located(check, hit, reading, start, end, value))

    def _by_policy(self, check: Check, hit: Hit, value: str) -> Hit:
        """The project's word on a hit; what is proved or refuses is not its to change."""
        if (
            self.policy == _NO_POLICY
            or hit.certainty is Certainty.PROOF
            or hit.refuses
            or hit.benign
        ):
            return hit
        reason = self.policy.reason_for(check.id, hit.kind or check.kind, value)
        level = self.policy.severity.get(check.id, hit.certainty)
        spreads = hit.spreads and level is not Certainty.WEAK
        return replace(hit, benign=reason, certainty=level, spreads=spreads)

    def _as_label(self, check: Check, reading: Reading, hit: Hit) -> Hit:
        if not self.roots.is_label(reading.root):
            return hit
        if check.id == ELSEWHERE and not self.roots.is_name(reading.root):
            # What a pattern found elsewhere asks about a string that has no cure; it does not refuse.
            hit = replace(hit, certainty=Certainty.WEAK)
        return label_hit(
            hit, holds=hit.holds or hit.kind or check.kind, is_name=self.roots.is_name(reading.root)
        )

    def suppressed(self) -> tuple[Suppressed, ...]:
        return tuple(
            Suppressed(check, reason, count)
            for (check, reason), count in sorted(self.harmless.items())
        )


def _router(checks: tuple[Check, ...], engine: Engine | None) -> ReadingRouter:
    """The router of the registered checks is built once."""
    if engine is None and checks == CHECKS:
        return _registered()
    return router_for(checks, engine=engine)


@cache
def _registered() -> ReadingRouter:
    return router_for(CHECKS)


def _known_checks(known: KnownIdentities) -> tuple[Check, ...]:
    forms = forms_of(known)
    if not forms:
        return ()
    return (KnownValues("known-identity", "a known identity", forms, proof=True),)


_SPREAD: dict[Kind, str] = {
    Kind.PERSON: "names",
    Kind.USERNAME: "users",
    Kind.PATH: "users",
    Kind.EMAIL: "emails",
    Kind.HOST: "hosts",
    Kind.SESSION_ID: "ids",
    Kind.PROFILE_ID: "ids",
    Kind.ACCOUNT_ID: "ids",
}
MOST_SPREAD = 500  # different values; beyond that a fixture is a directory of people


def _propagated(hits: Iterable[Located]) -> tuple[Check, ...]:
    """What was identified anywhere is looked for everywhere (``spec/detection.md`` §2)."""
    groups: dict[str, dict[str, None]] = {}
    for located in hits:
        kind = located.spread_kind
        if located.hit.spreads and kind in _SPREAD and len(located.value) <= 200:
            groups.setdefault(_SPREAD[kind], {})[located.value] = None
    values = {name: tuple(found)[:MOST_SPREAD] for name, found in groups.items()}
    forms = forms_of(KnownIdentities.of(values), propagated=True)
    if not forms:
        return ()
    title = "a value identified elsewhere in this fixture"
    return (KnownValues(ELSEWHERE, title, forms, proof=False),)


def _is_one_of(text: Text, standing: set[tuple[str, str, tuple[str, ...]]]) -> bool:
    return (
        bool(standing)
        and (text.file, text.pointer, text.chain) in standing
        and (text.role != "key")
    )


_HARM = [
    Kind.SECRET, Kind.UNISSUED_ID, Kind.PERSON, Kind.EMAIL, Kind.PHONE, Kind.ADDRESS,
    Kind.NATIONAL_ID, Kind.CARD, Kind.BANK, Kind.USERNAME, Kind.PATH, Kind.ACCOUNT_ID, Kind.PROFILE_ID, Kind.SESSION_ID, Kind.HASHED_ID,
    Kind.HOST, Kind.IP, Kind.MAC, Kind.LABEL, Kind.MISMATCH, Kind.HIDDEN, Kind.TIMING,
]  # fmt: skip


def _by_harm(finding: Finding) -> tuple[bool, bool, int]:
    """What refuses first, weak signs last, kinds by harm; sorting keeps the order of first places."""
    weak = finding.certainty == "weak"
    return (not finding.refuses, weak, _HARM.index(finding.kind))
