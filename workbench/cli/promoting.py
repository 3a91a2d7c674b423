"""``workbench promote``: one capture, with every decision given beforehand. No screen, no questions."""

from __future__ import annotations

from pathlib import Path

from workbench.cli import records
from workbench.cli.opening import Opened
from workbench.cli.options import surroundings
from workbench.cli.printing import complain, escaped, say
from workbench.cli.wording import finding_lines, gate_sentences
from workbench.core.errors import BadCommand, GateClosed, Refused, Unreadable, WorkbenchError
from workbench.findings.known_file import read_known
from workbench.review import Item, OutcomeCard, Promoted, Review, promote


def run(
    path: Path,
    *,
    name: str,
    name_reason: str,
    outcome: str,
    verdicts: Path | None,
    promoted: Path | None,
    known: Path | None,
    campaigns: list[Path] | None,
    as_json: bool,
    engines: list[str] | None = None,
) -> int:
    """Promote the capture at ``path``. Returns 1 where a person is needed, and says for what."""
    identities = read_known(known)
    environment = surroundings(path, campaigns, engines)
    given = read_verdicts(verdicts)
    try:
        result = promote(
            path,
            name=name,
            verdicts=given,
            outcome=outcome or None,
            name_reason=name_reason,
            promoted=promoted,
            known=identities,
            environment=environment,
        )
    except (BadCommand, GateClosed, Refused) as error:
        with Review.open(
            path, promoted=promoted, known=identities, environment=environment
        ) as review:
            row = review.queue()[0]
            item = review.item(row.key)
            if item.path != path.resolve():
                raise
            card = review.outcome_card(row.key) if item.fixture is not None else None
        _say_what_is_missing(path, item, card, error, as_json=as_json)
        return 1
    _say_promoted(path, result, as_json=as_json)
    return 0


def read_verdicts(path: Path | None) -> dict[str, str]:
    """Verdicts from a file: ``finding key`` and verdict on a line, parted by white space.

    A verdict is ``identifies``, ``secret`` or ``not_identifying:`` and a reason. Raises
    ``Unreadable``, or ``Refused`` for a line that is not so.
    """
    if path is None:
        return {}
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError):
        raise Unreadable(
            "The file of verdicts cannot be read", cure="Check that it is there and is UTF-8 text"
        ) from None
    found: dict[str, str] = {}
    for number, line in enumerate(lines, start=1):
        words = line.split("#", 1)[0].split()
        if len(words) not in (0, 2):
            raise Refused(
                "A line of the file of verdicts is not a finding and a verdict",
                where=f"line {number}",
                cure="Write the finding's key, a space, and the verdict",
                code="bad_verdicts",
            )
        if words:
            found[words[0]] = words[1]
    return found


def _say_promoted(path: Path, result: Promoted, *, as_json: bool) -> None:
    if not as_json:
        say(escaped(result.sentence))
        say(f"  {escaped(result.folder.as_posix())}")
        return
    print(
        records.line(
            {
                "schema": records.SCHEMA,
                "command": "promote",
                "path": path.as_posix(),
                "ok": True,
                "folder": result.folder.as_posix(),
                "digest": result.digest,
                "outcomeSha256": result.outcome_digest,
                "written": result.written,
            }
        )
    )


def _say_what_is_missing(
    path: Path,
    item: Item,
    card: OutcomeCard | None,
    error: BadCommand | GateClosed | Refused,
    *,
    as_json: bool,
) -> None:
    if as_json:
        print(records.line(_missing(path, item, card, error)))
        return
    complain(WorkbenchError(error.what, where=error.where, cure=error.cure))
    for sentence in gate_sentences(item.gates):
        say(f"  {sentence}")
    for number, finding in enumerate(item.open_findings, start=1):
        for line in finding_lines(finding, number):
            say(f"  {line}")
        say(f"       for --verdicts: {finding.key}")
    if card is not None and card.agree and not card.approved:
        say(f"  outcome: {escaped(card.sentence)}")
        say(f"       for --outcome: {card.digest}")


def _missing(
    path: Path, item: Item, card: OutcomeCard | None, error: BadCommand | GateClosed | Refused
) -> records.Record:
    record = records.base("promote", Opened(path, item.fixture, item.refusal))
    return record | {
        "ok": False,
        "refusal": records.refusal(item.refusal or error),
        "gates": [records.gate(gate) for gate in item.gates],
        "openFindings": [
            {"key": finding.key} | records.finding(finding) for finding in item.open_findings
        ],
        "outcomeSha256": card.digest if card is not None and card.agree else None,
    }
