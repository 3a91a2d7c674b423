"""``workbench captures``: what each of its commands does and prints. No value, no account, no date."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from workbench.captures import (
    Capture,
    Fault,
    Filter,
    Reason,
    Receipt,
    Remark,
    Report,
    forget_everywhere,
)
from workbench.captures.errors import NotThere
from workbench.cli.about import About, read_about, read_accounts
from workbench.cli.printing import escaped, say
from workbench.cli.records import SCHEMA, Record, line
from workbench.cli.stores import Named, one, opened
from workbench.core.canonical import JSON
from workbench.core.errors import BadCommand
from workbench.findings import KnownIdentities

UNTOUCHED = "Promoted fixtures are untouched: a deletion does not reach what was committed."


def add(
    path: Path,
    *,
    stores: Sequence[str] | None,
    about: Path | None,
    no_account: bool,
    trigger: str,
    reporter: str,
    severity: str,
    jurisdiction: str,
    blobs: str | None,
    encryption: str | None,
    as_json: bool,
) -> int:
    """Store one capture."""
    if (about is None) is not no_account:
        raise BadCommand(
            "It is not said whose capture this is",
            means="A capture without its account is not found again when its person asks",
            cure="Name a file with account: and session: lines with --about, or say --no-account",
        )
    whose = read_about(about) if about else About()
    if about and not whose.accounts:
        raise BadCommand("The file names no account", cure="Add an account: line to it")
    piped = str(path) == "-"
    source: Path | bytes = sys.stdin.buffer.read() if piped else path
    session = whose.session or ("" if about else path.name)
    cause = Fault(severity) if trigger == "fault" else Report(session, reporter)
    known = whose.known
    if trigger == "fault" and whose.session:
        known = known.joined(KnownIdentities(ids=(whose.session,)))
    with one(stores, blobs=blobs, encryption=encryption) as named:
        added = named.store.add(
            source,
            trigger=cause,
            accounts=whose.accounts,
            identities=known,
            jurisdiction=jurisdiction,
        )
    if as_json:
        more: Record = {"name": added.name, "new": added.new, "daysLeft": added.days_left}
        say(line({**_head("add", named), **more}))
        return 0
    what = "Stored" if added.new else "The same content is there already"
    say(f"{what}: {added.name}, {_count(added.days_left, 'day')} left.")
    return 0


def list_captures(
    *, stores: Sequence[str] | None, wanted: Filter, after: str, limit: int, as_json: bool
) -> int:
    """One line a capture, those that end first before the others."""
    total = 0
    with opened(stores) as found:
        for named in found:
            for capture in named.store.list(wanted, after=after, limit=limit):
                say(line(_capture("list", named, capture)) if as_json else _told(capture))
            total += named.store.count(wanted)
    if not as_json:
        say(f"{_count(total, 'capture')} can be opened.", style="bold")
    return 0


def show(name: str, *, stores: Sequence[str] | None, as_json: bool) -> int:
    """What the store tells of one capture, without opening it."""
    with opened(stores) as found:
        named, capture = _find(found, name)
    if as_json:
        say(line(_capture("show", named, capture)))
        return 0
    say(_told(capture))
    say(f"store {named.name} · unit {capture.unit} · {capture.size:,} bytes")
    return 0


def forget(
    names: Sequence[str],
    *,
    stores: Sequence[str] | None,
    accounts: Path | None,
    reason: Reason,
    as_json: bool,
) -> int:
    """Delete captures by name, or everything of the accounts in a file, in every store."""
    if bool(names) == (accounts is not None):
        raise BadCommand(
            "Name captures, or a file of accounts with --account",
            means="Nothing was deleted",
            cure="Use one of both",
        )
    with opened(stores) as found:
        total = Receipt(0, {})
        for account in read_accounts(accounts) if accounts else ():
            total = total.joined(forget_everywhere([each.store for each in found], account))
        for name in names:
            named, _ = _find(found, name)
            total = total.joined(named.store.forget(name, reason))
        # Several deletions in one store meet the same unfinished ones.
        left = sum(each.store.purge(dry_run=True).remaining for each in found)
        total = replace(total, remaining=left, stores=len(found))
    return _receipt("forget", total, as_json=as_json)


def purge(*, stores: Sequence[str] | None, dry_run: bool, as_json: bool) -> int:
    """Delete what expired, or only count it."""
    with opened(stores, purge=False) as found:
        total = Receipt(0, {}, stores=0, dry_run=dry_run)
        for named in found:
            total = total.joined(named.store.purge(dry_run=dry_run))
    return _receipt("purge", total, as_json=as_json)


def tombstones(*, stores: Sequence[str] | None, as_json: bool) -> int:
    """What is left of what was deleted: counts."""
    with opened(stores) as found:
        for named in found:
            for stone in named.store.tombstones():
                more: Record = {
                    "family": stone.family,
                    "reason": stone.reason,
                    "captures": stone.count,
                }
                words = f"{_count(stone.count, 'capture')} · {stone.family} · {stone.reason}"
                say(line({**_head("tombstones", named), **more}) if as_json else escaped(words))
    return 0


def retention(
    *,
    stores: Sequence[str] | None,
    days: int | None,
    family: str,
    jurisdiction: str,
    as_json: bool,
) -> int:
    """Tell how long captures are kept, after setting a window where one is given."""
    with opened(stores) as found:
        for named in found:
            if days is not None:
                named.store.set_window(days, family=family, jurisdiction=jurisdiction)
            for window in named.store.windows():
                more: Record = {"scope": window.scope, "name": window.name, "days": window.days}
                words = f"{window.scope} {window.name}".strip()
                text = f"{_count(window.days, 'day')} · {words}"
                say(line({**_head("retention", named), **more}) if as_json else text)
    return 0


def doctor(*, stores: Sequence[str] | None, as_json: bool) -> int:
    """What is wrong; 1 where something is."""
    wrong = 0
    with opened(stores, purge=False) as found:
        for named in found:
            for remark in named.store.doctor():
                wrong += remark.weight == "wrong"
                say(line(_remark(named, remark)) if as_json else _remark_words(remark))
    return 1 if wrong else 0


def _remark(named: Named, remark: Remark) -> Record:
    return {
        **_head("doctor", named),
        "code": remark.code,
        "weight": remark.weight,
        "sentence": remark.sentence,
        "cure": remark.cure or None,
    }


def _remark_words(remark: Remark) -> str:
    mark = {"wrong": "✗", "note": "·", "ok": "✓"}[remark.weight]
    cure = f" {remark.cure}." if remark.cure else ""
    return f"{mark} {remark.sentence}{cure}"


def _find(found: Sequence[Named], name: str) -> tuple[Named, Capture]:
    """The store that holds the capture ``name``. Raises ``NotThere``, and what is wrong with a store."""
    for number, named in enumerate(found, start=1):
        try:
            return named, named.store.show(name)
        except NotThere:
            if number == len(found):
                raise
    raise BadCommand("No store is configured", cure="Name one with --store")


def _receipt(command: str, receipt: Receipt, *, as_json: bool) -> int:
    if as_json:
        by: list[JSON] = [
            {"family": family, "reason": reason, "captures": count}
            for (family, reason), count in sorted(receipt.by.items())
        ]
        record: Record = {
            "schema": SCHEMA,
            "command": f"captures {command}",
            "captures": receipt.captures,
            "by": by,
            "remaining": receipt.remaining,
            "stores": receipt.stores,
            "dryRun": receipt.dry_run,
            "promoted": "untouched",
        }
        say(line(record))
        return 1 if receipt.remaining else 0
    verb = "would be deleted" if receipt.dry_run else "deleted"
    where = _count(receipt.stores, "store")
    say(f"{_count(receipt.captures, 'capture')} {verb} in {where}.", style="bold")
    for (family, reason), count in sorted(receipt.by.items()):
        say(f"  {count} · {family} · {reason}")
    if receipt.remaining:
        say(
            f"{_count(receipt.remaining, 'deletion')} not finished: nobody can open those captures"
            " any more, and the next purge goes on. workbench captures doctor says more."
        )
    say(UNTOUCHED)
    return 1 if receipt.remaining else 0


def _head(command: str, named: Named) -> Record:
    return {"schema": SCHEMA, "command": f"captures {command}", "store": named.name}


def _capture(command: str, named: Named, capture: Capture) -> Record:
    return {
        **_head(command, named),
        "name": capture.name,
        "unit": capture.unit,
        "family": capture.family,
        "trigger": capture.trigger,
        "reporter": capture.reporter or None,
        "jurisdiction": capture.jurisdiction or None,
        "daysLeft": capture.days_left,
        "size": capture.size,
        "leased": capture.leased,
    }


def _told(capture: Capture) -> str:
    parts = [
        capture.name,
        capture.family,
        f"{_count(capture.days_left, 'day')} left",
        " by ".join(part for part in (capture.trigger, capture.reporter) if part),
        capture.jurisdiction,
        "a reviewer has it" if capture.leased else "",
    ]
    # The database may be a stranger's, and so may the words in it.
    return escaped(" · ".join(part for part in parts if part))


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
