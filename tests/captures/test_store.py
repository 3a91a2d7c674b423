"""A capture's life in the store: in, told of, opened, over, gone. The same on both databases."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from store_world import ACCOUNT, DAY, FAULT, OTHER, REPORT, SEED, World, play, put

from workbench.captures import Filter, Reason, Role, Store, Tombstone, forget_everywhere
from workbench.captures.errors import (
    Leased,
    NotAdmitted,
    NotAllowed,
    NotThere,
    StoreError,
    WrongKey,
)
from workbench.core.errors import BadCommand, Expired, Refused
from workbench.findings import KnownIdentities

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "sample_fixtures" / "captures"


def test_a_capture_is_stored_told_of_and_opened_as_it_was(any_world: World) -> None:
    data = play()
    with any_world.open() as store:
        added = put(store, data)
        assert (added.new, added.days_left) == (True, 14)
        (told,) = store.list()
        assert (told.family, told.trigger, told.reporter) == ("plays", "report", "player")
        assert (told.days_left, told.size, told.leased) == (14, len(data), False)
        fixture = store.fixture(added.name)
        assert fixture.files[0].data == data
        assert store.count() == 1
    with any_world.open() as again:
        assert [each.name for each in again.list()] == [added.name]


@pytest.mark.parametrize("kind", ["sqlite-files", "postgresql-database"])
def test_every_family_comes_in_from_a_path_and_keeps_its_bytes(
    make: Callable[..., World], kind: str
) -> None:
    names = ("agent-run-0012", "tide-table-0009.yaml", "ferry-report-0007.fixture.json")
    with make(kind).open() as store:
        for name in (*names, "embeddings-0003.yaml.gz"):
            source = SAMPLES / name
            added = put(store, source, "acct-0077")
            fixture = store.fixture(added.name)
            paths = sorted(source.iterdir()) if source.is_dir() else [source]
            stored = sorted(file.stored_digest for file in fixture.files)
            from workbench.core.canonical import digest_bytes

            assert stored == sorted(digest_bytes(path.read_bytes()) for path in paths)
            assert name.split(".")[0] not in store.show(added.name).unit
        families = {capture.family for capture in store.list()}
        assert families == {"session_logs", "cassettes", "plays"}


def test_a_play_comes_in_as_an_object_and_as_bytes_without_a_name(world: World) -> None:
    with world.open() as store:
        first = put(store, json.loads(play("one")))
        second = put(store, play("two"))
        assert {store.show(each.name).unit for each in (first, second)} == {
            f"{first.name}.fixture.json",
            f"{second.name}.fixture.json",
        }


class Host:
    """Captures one session, as ``HostSessions`` does."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []

    def capture_session(self, session_id: str, name: str) -> dict[str, object]:
        self.asked.append((session_id, name))
        return json.loads(play(name=name))


def test_a_session_is_captured_under_a_name_made_here_that_the_fixture_carries(
    world: World,
) -> None:
    host = Host()
    with world.open() as store:
        added = store.capture(host, "sess-zq-1", trigger=FAULT, accounts=ACCOUNT)
        ((session, name),) = host.asked
        assert (session, name) == ("sess-zq-1", added.name)
        assert store.fixture(added.name).name == added.name
        assert "sess-zq-1" in store.known_identities(added.name).ids
        again = store.capture(host, "sess-zq-1", trigger=FAULT, accounts=ACCOUNT)
        assert (again.name, again.new) == (added.name, False), "the name is no part of the content"


def test_the_real_host_of_plays_fits(world: World) -> None:
    from workbench.plays.sessions import HostSessions

    assert set(HostSessions.capture_session.__annotations__) >= {"session_id", "name"}


@pytest.mark.parametrize("severity", ["info", "warn", "debug", "trace", ""])
def test_only_an_error_triggers_a_capture_by_itself(world: World, severity: str) -> None:
    from workbench.captures import Fault

    with world.open() as store:
        with pytest.raises(NotAdmitted, match="error severity"):
            put(store, trigger=Fault(severity))
        assert store.count() == 0


def test_a_report_names_one_session_and_who_reported_it(make: Callable[..., World]) -> None:
    from workbench.captures import Report

    with make().open() as store:
        for wrong in (
            Report("", "player"),
            Report("s", "crawler"),
            Report(["a", "b"], "player"),  # type: ignore[arg-type]
        ):
            with pytest.raises(NotAdmitted, match="one session"):
                put(store, trigger=wrong)
        assert store.count() == 0


def test_no_call_takes_several_sessions() -> None:
    """Background collection is impossible by construction: every way in takes one capture."""
    import inspect

    taking = [name for name in vars(Store) if name.startswith(("add", "capture"))]
    assert taking == ["add", "capture"]
    assert "session" in inspect.signature(Store.capture).parameters


def test_too_many_captures_in_an_hour_are_refused_with_the_reason(world: World) -> None:
    with world.open() as store:
        for number in range(3):
            put(store, play(str(number)), per_hour=3)
        with pytest.raises(NotAdmitted, match="3 captures were added within one hour") as caught:
            put(store, play("more"), per_hour=3)
        assert "surveillance" in str(caught.value)
        assert store.count() == 3
        world.clocks.go_on(3_601)
        put(store, play("more"), per_hour=3)


def test_the_same_content_again_is_one_capture_that_belongs_to_both(world: World) -> None:
    with world.open() as store:
        store.set_window(3, jurisdiction="DE")
        first = put(store)
        again = put(store, account=OTHER, jurisdiction="DE")
        assert (again.name, again.new, again.days_left) == (first.name, False, 3)
        put(store)
        assert store.list()[0].days_left == 3, "a life is never extended"
        assert store.resolve(OTHER) == store.resolve(ACCOUNT) == (first.name,)
        assert set(store.known_identities(first.name).ids) >= {ACCOUNT, OTHER}
        assert store.forget_account(OTHER).captures == 1
        assert store.resolve(ACCOUNT) == ()


def test_what_no_family_reads_is_refused_and_nothing_is_kept(any_world: World) -> None:
    with any_world.open() as store:
        for wrong in (b"not a capture", play()[:-9], {"name": "x"}, {"name": float("nan")}):
            with pytest.raises(Refused):
                put(store, wrong)
        assert store.count() == 0
        assert any_world.units() == []


@pytest.mark.parametrize("name", [ACCOUNT, "acct-zq-canary-0077-late", "7700-yranac-qz-tcca"])
def test_a_label_that_tells_whose_it_is_is_refused(make: Callable[..., World], name: str) -> None:
    with make().open() as store, pytest.raises(NotAdmitted) as caught:
        put(store, play(name=name))
    assert name not in str(caught.value)


def test_a_name_of_the_caller_is_refused(make: Callable[..., World]) -> None:
    with make().open() as store:
        with pytest.raises(NotAdmitted, match="made by the store"):
            put(store, name="level-three-crash")
        name = store.new_name()
        assert put(store, name=name).name == name


def test_names_follow_from_nothing(make: Callable[..., World]) -> None:
    """The same content for the same account has another name in every store and every time."""
    world = make()
    names = set()
    with world.open() as store:
        for _ in range(4):
            names.add(put(store).name)
            store.forget_account(ACCOUNT)
    assert len(names) == 4


def test_a_name_never_contains_an_identity(
    make: Callable[..., World], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even by chance: a draw that holds one is thrown away."""
    import secrets

    drawn = iter("zq7zq7zq7zq7")
    choice = secrets.choice
    monkeypatch.setattr(secrets, "choice", lambda letters: next(drawn, None) or choice(letters))
    with make().open() as store:
        assert "zq7zq7zq7" not in put(store, account="zq7zq7zq7zq7").name
    assert next(drawn, None) is None


@pytest.mark.parametrize("jurisdiction", ["germany", "D", "../x", "de", ACCOUNT])
def test_a_jurisdiction_is_a_code_and_no_free_text(
    make: Callable[..., World], jurisdiction: str
) -> None:
    with make().open() as store, pytest.raises(NotAdmitted, match="code such as"):
        put(store, jurisdiction=jurisdiction)


# Whose it is


def test_the_fixture_never_receives_an_identity(any_world: World) -> None:
    identities = KnownIdentities(names=("Zebedee Canary-Example",))
    with any_world.open() as store:
        added = put(store, identities=identities)
        data = store.fixture(added.name).files[0].data
        for value in (ACCOUNT, REPORT.session, "Zebedee"):
            assert value.encode() not in data
        assert store.known_identities(added.name).names == identities.names
        assert store.known_identities(added.name).ids == (ACCOUNT, REPORT.session)


def test_nothing_that_is_told_or_shown_holds_an_account_or_an_identity(
    world: World, canaries: Mapping[str, str]
) -> None:
    identities = KnownIdentities(names=(canaries["person"],), emails=(canaries["email"],))
    with world.open() as store:
        added = put(store, identities=identities)
        store.lease(added.name)
        told = [store.list(), store.show(added.name), store.doctor(), store.windows(), store]
        told += [store.known_identities(added.name), store.access_log(), REPORT]
        told.append(store.forget_account(ACCOUNT))
        told += [store.tombstones(), store.access_log()]
        text = repr(told) + str(told)
        for value in (ACCOUNT, REPORT.session, SEED, canaries["person"], canaries["email"]):
            assert value not in text


def test_the_mapping_holds_keyed_digests_and_no_account(make: Callable[..., World]) -> None:
    """What only maps accounts to captures can be read without learning one."""
    import sqlite3

    world = make()
    with world.open() as store:
        put(store)
    with sqlite3.connect(world.folder / "captures.sqlite3") as raw:
        (mapped,) = raw.execute("SELECT tag FROM wb_accounts").fetchall()
        rows = raw.execute("SELECT * FROM wb_captures").fetchall()
    assert ACCOUNT not in repr(rows) + repr(mapped)
    from workbench.captures.keys import account_tag

    key = (world.folder / "store.key").read_bytes()
    assert mapped == (account_tag(key, ACCOUNT),)
    assert account_tag(bytes(32), ACCOUNT) != mapped[0], "it depends on the store's own key"


def test_a_deletion_reaches_every_store_and_its_receipt_holds_counts_only(
    make: Callable[..., World],
) -> None:
    stores = [make("sqlite-files").open(), make("postgresql-database").open()]
    for store in stores:
        put(store)
        put(store, play("second"), (ACCOUNT, OTHER))
        put(store, play("third"), OTHER)
    receipt = forget_everywhere(stores, f"  {ACCOUNT}\n")
    assert (receipt.captures, receipt.stores, receipt.remaining) == (4, 2, 0)
    assert dict(receipt.by) == {("plays", "request"): 4}
    assert ACCOUNT not in repr(receipt)
    for store in stores:
        assert store.count() == 1
        assert store.resolve(ACCOUNT) == ()
        assert len(store.resolve(OTHER)) == 1
        assert store.tombstones() == (Tombstone("plays", "request", 2),)
        store.close()


# Over and gone


def test_a_capture_that_is_over_cannot_be_opened_listed_or_taken(world: World) -> None:
    with world.open() as store:
        added = put(store)
        world.clocks.go_on(14 * DAY - 1)
        assert store.show(added.name).days_left == 1
        assert store.fixture(added.name)
        world.clocks.go_on(1)
        for act in (store.fixture, store.known_identities, store.lease):
            with pytest.raises(Expired, match="time is over"):
                act(added.name)
        assert (store.list(), store.count()) == ((), 0)
        assert store.purge(dry_run=True).captures == 1
        assert store.show(added.name).days_left == 0, "a dry run changes nothing"
        assert dict(store.purge().by) == {("plays", "expired"): 1}
        with pytest.raises(NotThere):
            store.show(added.name)
        assert world.units() == []


def test_every_start_purges(any_world: World) -> None:
    with any_world.open() as store:
        put(store)
    any_world.clocks.go_on(15 * DAY)
    with any_world.open() as store:
        assert store.tombstones() == (Tombstone("plays", "expired", 1),)
        assert any_world.units() == []


def test_a_start_that_may_only_read_deletes_nothing(make: Callable[..., World]) -> None:
    world = make()
    with world.open() as store:
        put(store)
    world.clocks.go_on(15 * DAY)
    with world.open(roles={Role.READ_ONLY}) as store:
        assert store.list() == ()
    assert len(world.units()) == 1


@pytest.mark.parametrize("restarted", [False, True])
def test_a_clock_that_jumps_back_never_extends_a_life(world: World, restarted: bool) -> None:
    """Time goes on from where it was: the ten years the clock lost are not waited for again."""
    with world.open() as store:
        added = put(store)
        world.clocks.go_on(13 * DAY)
        store.purge()
        world.clocks.wall -= 3_650 * DAY
        if restarted:
            world.clocks.restart()
            store.purge()
        assert store.fixture(added.name)
        world.clocks.go_on(DAY)
        with pytest.raises(Expired):
            store.fixture(added.name)
        assert store.purge().captures == 1
        later = put(store, play("later"))
        world.clocks.go_on(14 * DAY)
        with pytest.raises(Expired):
            store.fixture(later.name)


def test_a_life_that_is_over_does_not_come_back_with_the_clock(world: World) -> None:
    with world.open() as store:
        added = put(store)
        world.clocks.go_on(14 * DAY)
        with pytest.raises(Expired):
            store.fixture(added.name)
        world.clocks.wall -= 14 * DAY
        world.clocks.uptime -= 14 * DAY
        with pytest.raises(Expired):
            store.fixture(added.name)
    with world.open() as store:
        assert store.tombstones() == (Tombstone("plays", "expired", 1),)


def test_the_shortest_window_wins(world: World) -> None:
    with world.open() as store:
        store.set_window(30, family="cassettes")
        store.set_window(7, jurisdiction="DE")
        store.set_window(60, jurisdiction="US-CA")
        cassette = SAMPLES / "tide-table-0009.yaml"
        assert put(store, play("a")).days_left == 14
        assert put(store, play("b"), jurisdiction="DE").days_left == 7
        assert put(store, play("c"), jurisdiction="US-CA").days_left == 14
        assert put(store, play("d"), jurisdiction="FR").days_left == 14
        assert put(store, cassette, "acct-0077", jurisdiction="US-CA").days_left == 30


def test_a_shorter_window_reaches_what_is_there_and_a_longer_one_does_not(world: World) -> None:
    with world.open() as store:
        added = put(store)
        world.clocks.go_on(5 * DAY)
        store.set_window(30)
        assert store.show(added.name).days_left == 9
        store.set_window(6, family="plays")
        assert store.show(added.name).days_left == 1
        store.set_window(30, family="plays")
        assert store.show(added.name).days_left == 1


@pytest.mark.parametrize("days", [0, -1, 91, 10_000])
def test_a_window_is_a_number_of_days_and_never_indefinite(
    make: Callable[..., World], days: int
) -> None:
    with make().open() as store, pytest.raises(BadCommand, match="1 to 90 days"):
        store.set_window(days)


def test_a_deletion_leaves_no_byte_of_the_capture_or_of_whose_it_was(
    make: Callable[..., World], canaries: Mapping[str, str]
) -> None:
    world = make()
    identities = KnownIdentities(names=(canaries["person"],))
    values = (ACCOUNT, SEED, canaries["person"], REPORT.session)
    with world.open() as store:
        put(store, identities=identities)
        kept = put(store, play("another-seed"), OTHER)
        assert len(set(world.holding(*values))) >= 2, "they are there before"
        store.forget_account(ACCOUNT)
        assert world.holding(*values[:3]) == []
        assert store.fixture(kept.name)
    assert world.holding(*values[:3]) == []


def test_bytes_in_the_database_are_gone_from_its_files_too(make: Callable[..., World]) -> None:
    world = make("sqlite-database")
    with world.open() as store:
        put(store, play(steps=2_000))
        assert world.holding(SEED)
        store.forget_account(ACCOUNT)
        assert world.holding(SEED, ACCOUNT, "choice-1999") == []


def test_the_reason_of_an_end_is_counted_and_nothing_else_is(world: World) -> None:
    with world.open() as store:
        for number, reason in enumerate((Reason.PROMOTED, Reason.REJECTED, Reason.WITHDRAWN)):
            store.forget(put(store, play(str(number))).name, reason)
        assert [(each.reason, each.count) for each in store.tombstones()] == [
            ("promoted", 1),
            ("rejected", 1),
            ("withdrawn", 1),
        ]
        with pytest.raises(NotThere):
            store.forget("capture-bbbbbbbbbbbb")


# Who may


ACTS: dict[str, Callable[[Store, str], object]] = {
    "list": lambda store, name: store.list(),
    "count": lambda store, name: store.count(),
    "show": lambda store, name: store.show(name),
    "tombstones": lambda store, name: store.tombstones(),
    "doctor": lambda store, name: store.doctor(),
    "windows": lambda store, name: store.windows(),
    "dry purge": lambda store, name: store.purge(dry_run=True),
    "fixture": lambda store, name: store.fixture(name),
    "known_identities": lambda store, name: store.known_identities(name),
    "lease": lambda store, name: store.lease(name),
    "release": lambda store, name: store.release(name),
    "checkout": lambda store, name: store.checkout().__enter__(),
    "add": lambda store, name: put(store, play("x")),
    "capture": lambda store, name: store.capture(
        Host(), "sess-zq-1", trigger=FAULT, accounts=ACCOUNT
    ),
    "resolve": lambda store, name: store.resolve(ACCOUNT),
    "set_window": lambda store, name: store.set_window(7),
    "access_log": lambda store, name: store.access_log(),
    "purge": lambda store, name: store.purge(),
    "retire": lambda store, name: store.forget(name, Reason.REJECTED),
    "forget": lambda store, name: store.forget(name),
    "forget_account": lambda store, name: store.forget_account(ACCOUNT),
}
EVERYBODY = {"list", "count", "show", "tombstones", "doctor", "windows", "dry purge"}
MAY = {
    Role.READ_ONLY: EVERYBODY | {"fixture"},
    Role.REVIEWER: EVERYBODY
    | {"fixture", "known_identities", "lease", "release", "checkout", "retire"},
    Role.OPERATOR: EVERYBODY
    | {"add", "capture", "resolve", "set_window", "access_log", "purge"}
    | {"retire", "forget", "forget_account"},
}


def test_every_method_is_in_the_table_of_roles() -> None:
    public = {name for name in vars(Store) if not name.startswith("_")}
    known = {name.split()[-1] for name in ACTS} | {"open", "as_role", "new_name", "close", "forget"}
    assert public <= known | {"retire"}


@pytest.mark.parametrize("role", list(Role))
def test_a_role_may_do_what_it_is_for_and_nothing_else(
    make: Callable[..., World], role: Role
) -> None:
    with make().open() as store:
        narrow = store.as_role(role)
        for act in ACTS:
            name = put(store).name
            if act in MAY[role]:
                ACTS[act](narrow, name)
                continue
            before = store.list(), store.tombstones()
            with pytest.raises(NotAllowed, match="This role may not"):
                ACTS[act](narrow, name)
            assert (store.list(), store.tombstones()) == before, act


def test_a_role_is_never_widened(make: Callable[..., World]) -> None:
    with make().open(roles={Role.REVIEWER}) as store:
        with pytest.raises(BadCommand, match="cannot be widened"):
            store.as_role(Role.OPERATOR)
        assert store.as_role(Role.READ_ONLY).list() == ()


def test_reading_and_deleting_are_logged_without_values(world: World) -> None:
    with world.open() as store:
        name = put(store).name
        store.fixture(name)
        store.known_identities(name)
        store.forget_account(ACCOUNT)
        logged = [(entry.role, entry.action, entry.amount) for entry in store.access_log()]
    assert logged == [
        ("operator", "add", 1),
        ("reviewer", "open", 1),
        ("reviewer", "identities", 1),
        ("operator", "forget: request", 1),
    ]


@pytest.mark.parametrize("statement", ["UPDATE wb_access SET amount = 0", "DELETE FROM wb_access"])
def test_the_access_log_only_grows(world: World, statement: str) -> None:
    from workbench.core.errors import WorkbenchError

    with world.open() as store:
        put(store)
        database = store._parts.database
        with pytest.raises(WorkbenchError), database.writing() as connection:
            connection.exec_driver_sql(statement)
        assert [entry.action for entry in store.access_log()] == ["add"]


# Leases


def test_a_lease_keeps_others_off_until_it_ends_and_never_from_reading(world: World) -> None:
    with world.open() as one, world.open() as other:
        name = put(one).name
        assert one.lease(name, minutes=22) == 22
        assert one.lease(name, minutes=30) == 30, "one's own is extended"
        with pytest.raises(Leased, match="for 30 more minutes"):
            other.lease(name)
        assert other.fixture(name)
        assert other.list()[0].leased
        other.release(name)
        with pytest.raises(Leased):
            other.lease(name)
        world.clocks.go_on(30 * 60)
        assert not other.list()[0].leased
        other.lease(name)
        with pytest.raises(Leased):
            one.lease(name)
        other.release(name)
        one.lease(name)


def test_a_lease_prevents_no_deletion(world: World) -> None:
    with world.open() as store:
        store.lease(put(store).name)
        assert store.forget_account(ACCOUNT).captures == 1


# Pages


def test_pages_follow_each_other_by_the_end_of_the_captures(world: World) -> None:
    with world.open() as store:
        store.set_window(3, jurisdiction="DE")
        names = []
        for number in range(7):
            where = "DE" if number % 2 else ""
            names.append(put(store, play(str(number)), jurisdiction=where).name)
            world.clocks.go_on(60)
        expected = [*names[1::2], *names[::2]]
        assert [each.name for each in store.list()] == expected
        found, after = [], ""
        while page := store.list(after=after, limit=2):
            found += [each.name for each in page]
            after = page[-1].name
        assert found == expected
        assert store.count(Filter(jurisdiction="DE")) == 3
        assert [each.name for each in store.list(Filter(within_days=3))] == names[1::2]
        assert store.list(Filter(family="cassettes")) == ()


# The store itself


@pytest.mark.parametrize("part", [".", "captures", "captures.sqlite3", "store.key"])
def test_a_store_that_others_can_read_stays_closed_with_the_cure(
    make: Callable[..., World], part: str
) -> None:
    world = make()
    world.open().close()
    path = world.folder / part
    mode = path.stat().st_mode
    path.chmod(mode | 0o044)
    with pytest.raises(StoreError, match="can be read by others") as caught:
        world.open()
    assert f"chmod {'700' if path.is_dir() else '600'}" in str(caught.value)
    path.chmod(mode)
    world.open().close()


def test_everything_is_private_from_the_start(any_world: World) -> None:
    old = os.umask(0)
    try:
        with any_world.open() as store:
            put(store, SAMPLES / "agent-run-0012")
            put(store)
            for path in any_world.folder.rglob("*"):
                assert path.stat().st_mode & 0o077 == 0, path.name
        assert any_world.folder.stat().st_mode & 0o077 == 0
    finally:
        os.umask(old)


def test_an_older_program_refuses_a_newer_store(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And a newer one brings an older store forward, in one transaction."""
    from sqlalchemy import Connection

    from workbench.captures import migrations

    with world.open() as store:
        name = put(store).name

    def second(connection: Connection) -> None:
        connection.exec_driver_sql("ALTER TABLE wb_captures ADD COLUMN later TEXT")

    with monkeypatch.context() as patch:
        patch.setattr(migrations, "MIGRATIONS", (*migrations.MIGRATIONS, second))
        with world.open() as store:
            assert store.fixture(name)
    with pytest.raises(StoreError, match="version 2; this workbench reads 1") as caught:
        world.open()
    assert caught.value.code == "newer_store"


def test_a_migration_that_fails_changes_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sqlalchemy import Connection

    from workbench.captures import migrations
    from workbench.core.errors import WorkbenchError

    world.open().close()

    def broken(connection: Connection) -> None:
        connection.exec_driver_sql("ALTER TABLE wb_captures ADD COLUMN later TEXT")
        connection.exec_driver_sql("ALTER TABLE wb_nothing ADD COLUMN later TEXT")

    with monkeypatch.context() as patch:
        patch.setattr(migrations, "MIGRATIONS", (*migrations.MIGRATIONS, broken))
        with pytest.raises(WorkbenchError):
            world.open()
    with world.open() as store:
        put(store)


def test_another_database_is_not_taken_for_a_store(make: Callable[..., World]) -> None:
    import sqlite3

    world = make()
    world.folder.mkdir(mode=0o700)
    path = world.folder / "captures.sqlite3"
    with sqlite3.connect(path) as raw:
        raw.execute("CREATE TABLE mine (x)")
    path.chmod(0o600)
    with pytest.raises(StoreError, match="not a capture store"):
        world.open()
    path.write_bytes(b"no database at all, but long enough to be looked at as one" * 20)
    with pytest.raises(StoreError, match="damaged or is not a capture store"):
        world.open()


@pytest.mark.parametrize("column", ["unit", "name"])
@pytest.mark.parametrize("where", ["absolute", "../../kept", "..", ".", ".workbench", "a/../b"])
def test_a_row_that_leads_out_of_the_store_reads_and_deletes_nothing(
    make: Callable[..., World], place: Path, column: str, where: str
) -> None:
    """The database of a store may be a stranger's, and its rows name what goes."""
    import sqlite3

    kept = place / "kept"
    kept.mkdir()
    (kept / "file").write_text("mine")
    world = make()
    with world.open() as store:
        put(store)
    with sqlite3.connect(world.folder / "captures.sqlite3") as raw:
        value = str(kept) if where == "absolute" else where
        raw.execute(f"UPDATE wb_captures SET {column} = ?, expires = 1", (value,))
    before = world.units()
    world.clocks.go_on(15 * DAY)
    with pytest.raises(StoreError, match="not a capture store"):
        world.open()
    assert (kept / "file").read_text() == "mine"
    assert world.units() == before


@pytest.mark.parametrize(
    "statements",
    [
        (
            "ALTER TABLE wb_captures RENAME TO mine",
            "CREATE VIEW wb_captures AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c)"
            " SELECT mine.* FROM mine, c",
        ),
        ("CREATE TRIGGER mine AFTER INSERT ON wb_access BEGIN SELECT 1; END",),
        ("DROP TRIGGER wb_access_no_update",),
    ],
)
def test_a_store_with_views_or_triggers_of_its_own_is_not_read(
    make: Callable[..., World], statements: tuple[str, ...]
) -> None:
    import sqlite3

    world = make()
    with world.open() as store:
        put(store)
    with sqlite3.connect(world.folder / "captures.sqlite3") as raw:
        for statement in statements:
            raw.execute(statement)
    with pytest.raises(StoreError, match="not a capture store"):
        world.open()


def test_without_its_key_a_store_stays_closed(world: World) -> None:
    with world.open() as store:
        put(store)
    key = world.folder / "store.key"
    held = key.read_bytes()
    key.unlink()
    with pytest.raises(WrongKey, match="missing"):
        world.open()
    key.write_bytes(bytes(32))
    key.chmod(0o600)
    with pytest.raises(WrongKey, match="not the one it was made with"):
        world.open()
    key.write_bytes(held)
    with world.open() as store:
        assert len(store.resolve(ACCOUNT)) == 1


@pytest.mark.parametrize("where", ["mysql://example.com/x", "http://example.com", "sqlite://"])
def test_a_url_of_something_else_is_told(where: str) -> None:
    with pytest.raises(StoreError, match="neither a folder nor the URL"):
        Store.open(where)


def test_a_server_that_does_not_answer_is_told_without_its_password(tmp_path: Path) -> None:
    secret = "zq-" + "canary" * 2
    with pytest.raises(StoreError, match="does not answer") as caught:
        Store.open(f"postgresql://someone:{secret}@/x?host={tmp_path}", folder=tmp_path / "own")
    assert secret not in str(caught.value) + repr(caught.value)
