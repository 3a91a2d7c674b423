"""Killed, full, locked, raced: nothing outlives its deletion, and nothing is lost before its time."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from killing import at_every_write
from postgresql_server import Server
from store_world import ACCOUNT, DAY, OTHER, REPORT, SEED, World, play, put

from workbench.captures import Reason, Store, Tombstone
from workbench.captures.database import Database, store_url
from workbench.captures.deletion import intend
from workbench.captures.errors import NotThere
from workbench.captures.migrations import migrate
from workbench.captures.roles import ALL
from workbench.captures.tables import captures, metadata
from workbench.core.canonical import digest_bytes
from workbench.core.errors import NotWritten, WorkbenchError
from workbench.core.files import folder_bytes
from workbench.core.fixture import ReplayEnvironment, open_fixture
from workbench.core.outcome import golden_bytes
from workbench.findings import KnownIdentities
from workbench.review import Review, promote, verify_promoted
from workbench.review.forgetting import forget_captures

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "sample_fixtures" / "captures"


def consistent(world: World, store: Store) -> None:
    """Every capture that is told of can be opened, and nothing else is on the disk."""
    told = store.list()
    for capture in told:
        assert store.fixture(capture.name)
    if world.blobs == "files":
        assert world.units() == sorted(capture.unit for capture in told)
    else:
        assert world.units() == []
    parts = store._parts
    with parts.database.reading() as connection:
        for table in ("wb_accounts", "wb_identities", "wb_blobs", "wb_leases"):
            query = (
                f"SELECT count(*) FROM {table} WHERE capture NOT IN"
                " (SELECT number FROM wb_captures WHERE state = 'live')"
            )
            assert connection.exec_driver_sql(query).scalar_one() == 0, table
        query = "SELECT count(*) FROM wb_captures WHERE state <> 'live'"
        assert connection.exec_driver_sql(query).scalar_one() == 0


class Base:
    """A store as it was at the beginning, as often as it is needed."""

    def __init__(self, world: World, fill: Callable[[Store], None]) -> None:
        self.world = world
        self._kept = world.root.with_name(f"{world.root.name}-kept")
        self._server: Server | None = world.server
        with world.open() as store:
            fill(store)
        shutil.copytree(world.root, self._kept)
        self._rows = self._dump() if self._server else {}

    def restore(self) -> None:
        """Put everything back to the beginning."""
        shutil.rmtree(self.world.root)
        shutil.copytree(self._kept, self.world.root)
        if self._server:
            self._load()

    def _dump(self) -> dict[str, list[tuple[object, ...]]]:
        parts = self.world.parts()
        with parts.database.reading() as connection:
            rows = {
                table.name: [tuple(row) for row in connection.execute(table.select())]
                for table in metadata.sorted_tables
            }
        parts.database.close()
        return rows

    def _load(self) -> None:
        assert self._server
        schema = self.world.schema
        self._server.execute(f"DROP SCHEMA {schema} CASCADE; CREATE SCHEMA {schema}")
        database = Database(store_url(str(self.world.where)), self.world.folder)
        with database.writing() as connection:
            migrate(connection, blobs="", encryption="")
            connection.exec_driver_sql("DELETE FROM wb_store")
            for table in metadata.sorted_tables:
                for row in self._rows[table.name]:
                    connection.execute(table.insert().values(row))
                if "number" in table.c:
                    connection.exec_driver_sql(
                        f"SELECT setval(pg_get_serial_sequence('{table.name}', 'number'), 1000)"
                    )
        database.close()


def test_killed_at_any_write_an_addition_is_there_whole_or_not_at_all(world: World) -> None:
    """A folder of several files in one store, a single file in the other."""
    source = SAMPLES / "ada-calendar-flake" if world.blobs == "files" else play("new")
    base = Base(world, lambda store: put(store, account=OTHER) and None)
    told = world.root.with_name("told")

    def act() -> None:
        with world.open() as store:
            name = put(store, source, "acct-0077").name
        told.write_text(name)

    seen = set()

    def check() -> None:
        with world.open() as store:
            consistent(world, store)
            names = store.resolve("acct-0077")
            assert len(store.resolve(OTHER)) == 1
            if told.exists():
                assert names == (told.read_text(),), "it was told to be there"
            assert store.tombstones() == (), "what never was there leaves no tombstone"
            seen.add(len(names))
        told.unlink(missing_ok=True)

    assert at_every_write(act, prepare=base.restore, check=check) >= 4
    assert seen == {0, 1}


def test_killed_at_any_write_a_deletion_happened_once_or_not_yet(world: World) -> None:
    """With a review of the captures: its journal forgets them too, and no other decision is lost."""

    def fill(store: Store) -> None:
        put(store)
        put(store, SAMPLES / "agent-run-0031", ("acct-0077", ACCOUNT))
        put(store, play("kept"), OTHER)
        if world.blobs == "files":
            with store.checkout() as out, Review.open(out.folder, state=out.state) as review:
                for row in review.queue():
                    review.do("defer", item=row.key)

    base = Base(world, fill)
    traces = forget_captures

    def act() -> None:
        with world.open(traces=traces) as store:
            store.forget_account(ACCOUNT)

    seen = set()

    def check() -> None:
        with world.open(traces=traces) as store:
            consistent(world, store)
            left = len(store.resolve(ACCOUNT))
            buried = sum(each.count for each in store.tombstones())
            assert (left, buried) in ((2, 0), (0, 2))
            assert {each.reason for each in store.tombstones()} <= {"request"}
            assert len(store.resolve(OTHER)) == 1
            if world.blobs == "files":
                with store.checkout() as out, Review.open(out.folder, state=out.state) as review:
                    assert [row.state for row in review.queue()] == ["deferred"] * (left + 1)
                    assert len({entry.item for entry in review.entries()}) == left + 1
            if not left and world.kind == "sqlite":
                assert world.holding(ACCOUNT, SEED) == []
            seen.add(left)

    assert at_every_write(act, prepare=base.restore, check=check) >= 4
    assert seen == {0, 2}


def test_killed_at_any_write_a_purge_at_the_start_is_finished_by_the_next(
    make: Callable[..., World],
) -> None:
    world = make()

    def fill(store: Store) -> None:
        put(store)
        put(store, play("second"))
        world.clocks.go_on(10 * DAY)
        put(store, play("kept"), OTHER)

    base = Base(world, fill)
    world.clocks.go_on(5 * DAY)

    def check() -> None:
        with world.open() as store:
            consistent(world, store)
            assert store.tombstones() == (Tombstone("plays", "expired", 2),)
            assert len(store.resolve(OTHER)) == 1

    writes = at_every_write(lambda: world.open().close(), prepare=base.restore, check=check)
    assert writes >= 6


def test_killed_at_any_write_a_new_store_can_be_opened(make: Callable[..., World]) -> None:
    world = make()

    def prepare() -> None:
        shutil.rmtree(world.folder, ignore_errors=True)

    def check() -> None:
        with world.open() as store:
            put(store)
            assert len(store.resolve(ACCOUNT)) == 1

    assert at_every_write(lambda: world.open().close(), prepare=prepare, check=check) >= 3


def test_a_power_loss_tears_the_last_commit_off_and_nothing_else(
    make: Callable[..., World],
) -> None:
    """The write-ahead log cut at any byte of its last commit: that commit is whole or was not."""
    world = make()
    with world.open() as store:
        kept = put(store, play("kept"), OTHER).name
    parts = world.parts()
    log = world.folder / "captures.sqlite3-wal"
    with Store(parts, ALL) as store:
        name = put(store).name
        before = log.stat().st_size
        with parts.database.writing() as connection:
            now = parts.time.advance(connection)
            assert now >= 0
            intend(connection, captures.c.name == name, Reason.REQUEST)
        size = log.stat().st_size
        assert size > before
        images = []
        for cut in sorted({before, *range(before, size, 1 + (size - before) // 12), size}):
            image = world.root.with_name(f"cut-{cut}")
            shutil.copytree(world.root, image)
            os.truncate(image / "store" / "captures.sqlite3-wal", cut)
            (image / "store" / "captures.sqlite3-shm").unlink()
            images.append(image)
    outcomes = []
    for image in images:
        torn = replace(world, root=image)
        with torn.open() as store:
            consistent(torn, store)
            assert store.fixture(kept)
            outcomes.append(len(store.resolve(ACCOUNT)))
            assert sum(each.count for each in store.tombstones()) == 1 - outcomes[-1]
    assert outcomes == sorted(outcomes, reverse=True), "earlier, then later, never in between"
    assert (outcomes[0], outcomes[-1]) == (1, 0)


# Full and failing disks


@pytest.mark.parametrize("call", ["fsync", "rename", "open"])
def test_a_full_disk_stores_nothing_and_loses_nothing(
    make: Callable[..., World], monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    world = make()
    with world.open() as store:
        put(store, account=OTHER)
        real = getattr(os, call)

        def full(*arguments: object, **options: object) -> object:
            if call == "open" and not (isinstance(arguments[1], int) and arguments[1] & os.O_EXCL):
                return real(*arguments, **options)
            raise OSError(errno.ENOSPC, "No space left on device")

        with monkeypatch.context() as patch:
            patch.setattr(os, call, full)
            with pytest.raises(NotWritten, match=r"no space left|cannot be read or written"):
                put(store, play("new"))
        assert (store.resolve(ACCOUNT), store.count()) == ((), 1)
        store.purge()  # what could not be flushed away then is taken away now
        consistent(world, store)
        assert store.tombstones() == ()
        put(store, play("new"))
        consistent(world, store)


def test_a_database_that_may_not_grow_stores_nothing_and_loses_nothing(
    make: Callable[..., World],
) -> None:
    """SQLite's own way to be full: a limit on its pages."""
    world = make("sqlite-database")
    with world.open() as store:
        put(store, account=OTHER)
        with store._parts.database.reading() as connection:
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
            connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")
        with pytest.raises(NotWritten):
            put(store, play("large", steps=4_000))
        assert (store.resolve(ACCOUNT), store.count()) == ((), 1)
        with store._parts.database.reading() as connection:
            connection.exec_driver_sql("PRAGMA max_page_count=1000000")
        put(store, play("large", steps=4_000))


def test_a_file_that_cannot_be_removed_is_told_and_taken_up_again(
    make: Callable[..., World], monkeypatch: pytest.MonkeyPatch
) -> None:
    world = make()
    with world.open() as store:
        name = put(store).name
        put(store, play("second"))
        real = os.unlink

        def refusing(path: object, *arguments: object, **options: object) -> None:
            if name in str(path):
                raise OSError(errno.EIO, "Input/output error")
            real(path, *arguments, **options)  # type: ignore[arg-type]

        with monkeypatch.context() as patch:
            patch.setattr(os, "unlink", refusing)
            receipt = store.forget_account(ACCOUNT)
            assert (receipt.captures, receipt.remaining) == (1, 1)
            with pytest.raises(NotThere):
                store.fixture(name)
            assert store.list() == ()
            (wrong,) = [each for each in store.doctor() if each.weight == "wrong"]
            assert wrong.code == "unfinished"
        assert store.purge().captures == 1
        consistent(world, store)
        assert store.tombstones() == (Tombstone("plays", "request", 2),)


# Locks and races


def test_a_locked_database_is_told_and_reading_goes_on(
    make: Callable[..., World], monkeypatch: pytest.MonkeyPatch
) -> None:
    from workbench.captures import database

    monkeypatch.setattr(database, "_PRAGMAS", (*database._PRAGMAS[:-1], "PRAGMA busy_timeout=20"))
    world = make()
    with world.open() as store:
        name = put(store).name
        blocker = sqlite3.connect(world.folder / "captures.sqlite3", isolation_level=None)
        blocker.execute("BEGIN IMMEDIATE")
        try:
            for act in (lambda: put(store, play("x")), lambda: store.forget(name)):
                with pytest.raises(NotWritten, match="Another program holds") as caught:
                    act()
                assert caught.value.code == "store_locked"
            assert [each.name for each in store.list()] == [name]
            assert store.show(name).days_left == 14
        finally:
            blocker.execute("ROLLBACK")
            blocker.close()
        consistent(world, store)
        assert store.forget(name).captures == 1


def test_of_reviewers_that_race_for_a_capture_exactly_one_has_it(world: World) -> None:
    with world.open() as store:
        name = put(store).name
    start = world.root / "go"
    children = []
    for _ in range(6):
        child = os.fork()
        if child == 0:
            code = 3
            try:
                with world.open() as own:
                    while not start.exists():
                        pass
                    try:
                        own.lease(name)
                        code = 10
                    except WorkbenchError as error:
                        code = 11 if error.code == "leased" else 12
            finally:
                os._exit(code)
        children.append(child)
    start.touch()
    codes = sorted(os.WEXITSTATUS(os.waitpid(child, 0)[1]) for child in children)
    assert codes == [10, 11, 11, 11, 11, 11]


def test_processes_that_add_and_delete_at_once_leave_a_whole_store(world: World) -> None:
    world.open().close()
    children = []
    for number in range(4):
        child = os.fork()
        if child == 0:
            code = 3
            try:
                with world.open() as own:
                    for turn in range(4):
                        put(own, play(f"{number}-{turn}"), (ACCOUNT, OTHER)[number % 2])
                        if number < 2:
                            own.forget_account(ACCOUNT)
                        own.purge()
                code = 0
            finally:
                os._exit(code)
        children.append(child)
    assert [os.waitpid(child, 0)[1] for child in children] == [0, 0, 0, 0]
    with world.open() as store:
        consistent(world, store)
        buried = sum(each.count for each in store.tombstones())
        assert buried + store.count() == 16
        assert len(store.resolve(OTHER)) == 8


def test_threads_share_a_store(make: Callable[..., World]) -> None:
    world = make()
    wrong: list[BaseException] = []
    with world.open() as store:

        def work(number: int) -> None:
            try:
                for turn in range(3):
                    store.fixture(put(store, play(f"{number}-{turn}")).name)
            except BaseException as error:
                wrong.append(error)

        threads = [threading.Thread(target=work, args=(number,)) for number in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert wrong == []
        assert store.count() == 9
        consistent(world, store)


def test_one_process_promotes_while_another_purges(make: Callable[..., World]) -> None:
    """The fixture is promoted whole or not at all, and the capture is gone either way."""
    world = make()
    source = SAMPLES / "ferry-report-0007.fixture.json"
    campaigns = ROOT / "sample_fixtures" / "campaigns"
    for delay in (0.0, 0.4):
        with world.open() as store:
            name = put(store, source, "acct-0077").name
        world.clocks.go_on(15 * DAY)
        promoted = world.root / f"promoted-{delay}"
        # No purge of its own: it has the capture open since before it was over.
        unit = world.folder / "captures" / f"{name}.fixture.json"
        child = os.fork()
        if child == 0:
            code = 3
            try:
                promote(
                    unit,
                    name="ferry-leaves-early",
                    name_reason="vocabulary",
                    outcome=_outcome(source, campaigns),
                    promoted=promoted,
                    known=KnownIdentities(users=("quillon-nobody",)),
                    environment=ReplayEnvironment(campaigns=(campaigns,)),
                    state=world.folder / "state",
                )
                code = 0
            except WorkbenchError:
                code = 1
            finally:
                os._exit(code)
        time.sleep(delay)
        with world.open(traces=forget_captures) as store:
            assert store.count() == 0
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        assert status in (0, 1)
        with world.open(traces=forget_captures) as store:
            consistent(world, store)
        if status == 0:
            assert verify_promoted(promoted / "ferry-leaves-early") == ()
            before = folder_bytes(promoted)
            with world.open(traces=forget_captures) as store:
                store.forget_account("acct-0077")
            assert folder_bytes(promoted) == before, "a promoted fixture is never touched"
        else:
            assert not promoted.exists() or list(promoted.iterdir()) == []


def _outcome(source: Path, campaigns: Path) -> str:
    replay = open_fixture(source).replay(ReplayEnvironment(campaigns=(campaigns,)))
    return digest_bytes(golden_bytes(replay.outcome))


def test_a_store_without_the_review_says_that_its_journal_still_remembers(
    make: Callable[..., World],
) -> None:
    """The capture is gone at once; the end waits for a program that lets the review forget."""
    world = make()
    with world.open() as store:
        name = put(store).name
        with store.checkout() as out, Review.open(out.folder, state=out.state) as review:
            review.do("defer", item=review.queue()[0].key)
        receipt = store.forget_account(ACCOUNT)
        assert (receipt.captures, receipt.remaining) == (0, 1)
        assert world.units() == []
        with pytest.raises(NotThere):
            store.fixture(name)
        assert REPORT.session not in repr(store.doctor())
    with world.open(traces=forget_captures) as store:
        assert store.tombstones() == (Tombstone("plays", "request", 1),)
        with (
            store.checkout() as out,
            Review.open(out.folder, state=out.state) as review,
        ):
            assert review.entries() == ()
