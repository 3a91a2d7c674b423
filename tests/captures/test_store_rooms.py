"""Encryption at rest, the review folder of a store, what the doctor says, and how keys go wrong."""

from __future__ import annotations

import base64
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from store_world import ACCOUNT, DAY, OTHER, SEED, World, play, put

from workbench.captures import Role, Store
from workbench.captures.errors import StoreError, WrongKey
from workbench.captures.sealing import SERVICE, VARIABLE
from workbench.core.errors import GateClosed, NotWritten
from workbench.findings import KnownIdentities
from workbench.review import Review
from workbench.review.custody import Lease
from workbench.review.forgetting import forget_captures

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "sample_fixtures" / "captures"
SEALED = ("sqlite-files", "sqlite-database", "postgresql-database")


@pytest.fixture(params=SEALED)
def sealed(
    make: Callable[..., World], request: pytest.FixtureRequest, encryption_key: str
) -> World:
    """A place for a store that is encrypted with a key of the environment."""
    return make(request.param, encryption="environment")


def test_nothing_of_an_encrypted_store_can_be_read_from_its_files(
    sealed: World, canaries: Mapping[str, str]
) -> None:
    identities = KnownIdentities(names=(canaries["person"],))
    with sealed.open() as store:
        name = put(store, identities=identities).name
        folder = put(store, SAMPLES / "agent-run-0031", "acct-0077").name
        assert store.fixture(name).files[0].data == play()
        assert len(store.fixture(folder).files) == 2
        assert store.known_identities(name).names == identities.names
        assert sealed.holding(SEED, ACCOUNT, canaries["person"]) == []
    assert sealed.holding(SEED, ACCOUNT, canaries["person"]) == []


@pytest.mark.parametrize("given", ["", "AAAA", "not base64 at all", "other"])
def test_a_wrong_key_or_none_is_told_and_nothing_is_opened(
    make: Callable[..., World], encryption_key: str, monkeypatch: pytest.MonkeyPatch, given: str
) -> None:
    world = make(encryption="environment")
    with world.open() as store:
        put(store)
    other = base64.urlsafe_b64encode(bytes(32)).decode()
    monkeypatch.setenv(VARIABLE, other if given == "other" else given)
    with pytest.raises(WrongKey) as caught:
        world.open()
    assert other not in str(caught.value)
    monkeypatch.setenv(VARIABLE, encryption_key)
    with world.open() as store:
        assert store.fixture(store.list()[0].name)


def test_an_older_key_still_opens_what_it_sealed(
    make: Callable[..., World], encryption_key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = make(encryption="environment")
    with world.open() as store:
        name = put(store).name
    newer = base64.urlsafe_b64encode(bytes(range(1, 33))).decode()
    monkeypatch.setenv(VARIABLE, f"{newer} {encryption_key}")
    with world.open() as store:
        assert store.fixture(name)
        assert put(store, play("later")).new


def test_sealed_bytes_open_only_where_they_were_put(
    make: Callable[..., World], encryption_key: str
) -> None:
    """A file that was changed, or put in another's place, is noticed."""
    world = make(encryption="environment")
    with world.open() as store:
        first, second = put(store, play("one")), put(store, play("two"))
        paths = [world.folder / "sealed" / store.show(each.name).unit for each in (first, second)]
        data = paths[0].read_bytes()
        paths[0].write_bytes(paths[1].read_bytes())
        with pytest.raises(WrongKey, match="was changed"):
            store.fixture(first.name)
        paths[0].write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
        with pytest.raises(WrongKey, match="was changed"):
            store.fixture(first.name)


def test_a_key_can_live_in_the_system_keyring(
    make: Callable[..., World], monkeypatch: pytest.MonkeyPatch
) -> None:
    import keyring

    held: dict[tuple[str, str], str] = {}
    monkeypatch.setattr(keyring, "get_password", lambda *where: held.get(where))
    monkeypatch.setattr(
        keyring, "set_password", lambda service, name, key: held.update({(service, name): key})
    )
    world = make(encryption="keyring")
    with world.open() as store:
        name = put(store).name
    ((service, _),) = held
    assert service == SERVICE
    with world.open() as store:
        assert store.fixture(name)
    held.clear()
    with pytest.raises(WrongKey, match="holds no key"):
        world.open()


def test_without_the_library_the_cure_is_told(
    make: Callable[..., World], encryption_key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cryptography.hazmat.primitives.ciphers.aead", None)
    with pytest.raises(StoreError, match=r"fixture-workbench\[encryption\]"):
        make(encryption="environment").open()


def test_the_kind_of_a_store_is_chosen_once(
    make: Callable[..., World], encryption_key: str
) -> None:
    world = make()
    world.open().close()
    with pytest.raises(StoreError, match="not encrypted in this way"):
        Store.open(world.folder, encryption="environment", clock=world.clocks)
    with pytest.raises(StoreError, match="another place"):
        Store.open(world.folder, blobs="database", clock=world.clocks)


# The review folder


@pytest.fixture(params=["plain", *SEALED])
def reviewed(
    make: Callable[..., World], request: pytest.FixtureRequest, encryption_key: str
) -> World:
    """Stores whose captures are plain files, and those whose captures are written out."""
    if request.param == "plain":
        return make("sqlite-files")
    return make(request.param, encryption="environment")


def test_the_review_reads_the_live_captures_with_their_days_and_their_people(
    reviewed: World,
) -> None:
    with reviewed.open() as store:
        put(store)
        put(store, SAMPLES / "agent-run-0031", "acct-0077")
        reviewed.clocks.go_on(11 * DAY)
        put(store, SAMPLES / "tide-table-0009.yaml", ())
        with store.checkout() as out:
            custody = out.custody(Lease)
            with Review.open(out.folder, state=out.state, custody=custody) as review:
                rows = review.queue()
                assert sorted(row.days_left or 0 for row in rows) == [3, 3, 14]
                items = {item.family: item for item in map(review.item, (row.key for row in rows))}
                assert set(items) == {"play", "session log", "cassette"}
                people = {name: custody.known(item.path) for name, item in items.items()}
                assert people["play"] is not None
                assert people["play"].ids[0] == ACCOUNT
                assert people["cassette"] is not None, "the report's session is known"
            opened = [entry for entry in store.access_log() if entry.action == "identities"]
            assert len(opened) == 3, "once a capture, however often it is looked at"


def test_two_reviews_of_a_store_never_decide_on_one_capture(reviewed: World) -> None:
    with reviewed.open() as store, reviewed.open() as other:
        put(store)
        with (
            store.checkout() as mine,
            other.checkout() as theirs,
            Review.open(mine.folder, state=mine.state, custody=mine.custody(Lease)) as first,
            Review.open(theirs.folder, state=theirs.state, custody=theirs.custody(Lease)) as second,
        ):
            (row,) = first.queue()
            first.do("open", item=row.key)
            assert (
                "Another reviewer has this one for 30 more minutes" in second.item(row.key).notice
            )
            assert second.item(row.key).fixture is not None
            with pytest.raises(GateClosed, match="30 more minutes"):
                second.do("defer", item=row.key)
            reviewed.clocks.go_on(31 * 60)
            second.do("defer", item=row.key)


def test_decisions_are_kept_between_reviews_and_go_with_their_capture(reviewed: World) -> None:
    with reviewed.open(traces=forget_captures) as store:
        put(store)
        put(store, play("another"), OTHER)
        with store.checkout() as out, Review.open(out.folder, state=out.state) as review:
            for row in review.queue():
                review.do("defer", item=row.key)
    with reviewed.open(traces=forget_captures) as store:
        with store.checkout() as out, Review.open(out.folder, state=out.state) as review:
            assert [row.state for row in review.queue()] == ["deferred", "deferred"]
        assert store.forget_account(ACCOUNT).captures == 1
        with store.checkout() as out, Review.open(out.folder, state=out.state) as review:
            assert [row.state for row in review.queue()] == ["deferred"]
            assert len({entry.item for entry in review.entries()}) == 1


def test_what_was_written_out_for_a_review_is_taken_away_at_its_end(reviewed: World) -> None:
    plain = not reviewed.encryption
    with reviewed.open() as store:
        put(store)
        folder = reviewed.folder / "captures"
        with store.checkout() as out:
            with store.checkout():
                assert len(list(folder.iterdir())) == 1
            assert len(list(folder.iterdir())) == 1, "the other review still has it open"
            assert out.folder == folder
            assert all(path.stat().st_mode & 0o077 == 0 for path in folder.rglob("*"))
        assert len(list(folder.iterdir())) == plain


def test_what_a_killed_review_left_is_taken_away_at_the_next_start(
    make: Callable[..., World], encryption_key: str
) -> None:
    world = make("sqlite-files", encryption="environment")
    with world.open() as store:
        put(store)
        store.checkout().__enter__()
        (world.folder / "captures" / "capture-bbbbbbbbbbbb.fixture.json").write_bytes(play())
    import gc

    gc.collect()  # the lock of the review that was never left ends with it
    with world.open():
        assert list((world.folder / "captures").iterdir()) == []


def test_a_deletion_reaches_what_is_written_out_for_a_review(
    make: Callable[..., World], encryption_key: str
) -> None:
    world = make("sqlite-database", encryption="environment")
    with world.open() as store:
        put(store)
        with store.checkout() as out:
            assert len(list(out.folder.iterdir())) == 1
            store.forget_account(ACCOUNT)
            assert list(out.folder.iterdir()) == []


def test_a_capture_whose_time_is_over_is_closed_to_a_review_that_is_open(
    reviewed: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workbench.captures.custody._FRESH", 0.0)
    with reviewed.open() as store:
        put(store)
        with store.checkout() as out:
            custody = out.custody(Lease)
            stranger = out.folder / "stranger.yaml"
            with Review.open(out.folder, state=out.state, custody=custody) as review:
                (row,) = review.queue()
                assert review.item(row.key).fixture is not None
                reviewed.clocks.go_on(14 * DAY)
                item = review.item(row.key)
                assert item.fixture is None
                assert item.sentence == "This capture's time is over. It can no longer be opened."
            assert custody.days_left(stranger) == 0, "what the store does not know is not opened"
            assert custody.known(stranger) is None
            assert custody.take(stranger) is None


def test_a_deletion_closes_the_capture_to_a_review_that_is_open(
    reviewed: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workbench.captures.custody._FRESH", 0.0)
    with reviewed.open(traces=forget_captures) as store:
        put(store)
        with store.checkout() as out:
            custody = out.custody(Lease)
            with Review.open(out.folder, state=out.state, custody=custody) as review:
                (row,) = review.queue()
                assert review.item(row.key).fixture is not None
                review.do("defer", item=row.key)
                assert store.forget_account(ACCOUNT).remaining == 0
                assert review.item(row.key).fixture is None
                assert review.entries() == ()


def test_a_machine_forgets_what_another_one_deleted_when_its_next_review_begins(
    make: Callable[..., World], encryption_key: str, place: Path
) -> None:
    """A team's store: one database, and a folder of its own on each machine."""
    here = make("postgresql-database", encryption="environment")
    there = replace(here, root=place / "there")
    there.root.mkdir()
    with here.open(traces=forget_captures) as store:
        put(store)
        put(store, play("kept"), OTHER)
        with store.checkout() as out, Review.open(out.folder, state=out.state) as review:
            for row in review.queue():
                review.do("defer", item=row.key)
    there.folder.mkdir(mode=0o700)
    key = there.folder / "store.key"
    key.write_bytes((here.folder / "store.key").read_bytes())
    key.chmod(0o600)
    with there.open(traces=forget_captures) as other:
        assert other.forget_account(ACCOUNT).captures == 1
    with (
        here.open(traces=forget_captures) as store,
        store.checkout() as out,
        Review.open(out.folder, state=out.state) as review,
    ):
        assert [row.state for row in review.queue()] == ["deferred"]
        assert len({entry.item for entry in review.entries()}) == 1


def test_a_teams_store_needs_its_key_on_every_machine(
    make: Callable[..., World], place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = make("postgresql-database")
    with here.open() as store:
        put(store)
    there = replace(here, root=place / "there")
    with pytest.raises(WrongKey, match=r"store\.key"):
        there.open()
    held = (here.folder / "store.key").read_bytes()
    monkeypatch.setenv("WORKBENCH_STORE_KEY", base64.urlsafe_b64encode(held).decode())
    with there.open() as store:
        assert len(store.resolve(ACCOUNT)) == 1


def test_a_teams_store_goes_by_the_clock_of_its_server(make: Callable[..., World]) -> None:
    """No clock is handed in here: the server's own is read."""
    world = make("postgresql-database")
    with Store.open(world.where, folder=world.folder) as store:
        name = put(store).name
        assert store.show(name).days_left == 14
        with store._parts.database.reading() as connection:
            assert 0 <= store._parts.time.now(connection) < 300


# The doctor


def test_a_healthy_store_has_nothing_wrong(any_world: World) -> None:
    with any_world.open() as store:
        put(store)
        assert {remark.weight for remark in store.doctor()} == {"ok"}


def test_the_doctor_tells_what_is_missing_what_is_strange_and_what_is_over(
    make: Callable[..., World],
) -> None:
    world = make()
    with world.open() as store:
        first, second = put(store), put(store, play("second"))
        folder = world.folder / "captures"
        (folder / store.show(first.name).unit).unlink()
        (folder / "notes-of-zebedee.txt").write_text("x")
        world.folder.chmod(0o755)
        codes = {remark.code for remark in store.doctor() if remark.weight == "wrong"}
        assert codes == {"missing", "strangers", "not_private"}
        assert "zebedee" not in str(store.doctor())
        world.folder.chmod(0o700)
        assert store.forget(first.name).captures == 1, "what is missing can be forgotten"
        world.clocks.go_on(20 * DAY)
        codes = {remark.code for remark in store.doctor() if remark.weight == "wrong"}
        assert codes == {"strangers", "expired"}
        assert second.name


def test_a_file_that_is_not_the_stores_is_never_deleted(make: Callable[..., World]) -> None:
    world = make()
    with world.open() as store:
        stranger = world.folder / "captures" / "added-by-hand.yaml"
        stranger.write_text("x")
        put(store)
        store.forget_account(ACCOUNT)
        store.purge()
    with world.open():
        assert stranger.exists()


def test_a_link_in_a_captures_place_is_removed_and_not_what_it_leads_to(
    make: Callable[..., World], tmp_path: Path
) -> None:
    world = make()
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "mine.txt").write_text("mine")
    with world.open() as store:
        unit = world.folder / "captures" / store.show(put(store).name).unit
        unit.unlink()
        unit.symlink_to(outside)
        assert store.forget_account(ACCOUNT).captures == 1
        assert not unit.is_symlink()
    assert (outside / "mine.txt").read_text() == "mine"


def test_a_process_that_holds_the_lock_too_long_is_told(
    make: Callable[..., World], monkeypatch: pytest.MonkeyPatch
) -> None:
    from workbench.captures import database

    world = make()
    with world.open() as store, world.open() as other:
        monkeypatch.setattr(database, "WAIT", 0.05)
        with (
            store._parts.database.alone(),
            pytest.raises(NotWritten, match="Another program is at work"),
        ):
            put(other)
        assert put(other).new


def test_a_reader_may_not_take_captures_out(make: Callable[..., World]) -> None:
    from workbench.captures.errors import NotAllowed

    with (
        make().open(roles={Role.READ_ONLY}) as store,
        pytest.raises(NotAllowed),
        store.checkout(),
    ):
        raise AssertionError("taken out")
