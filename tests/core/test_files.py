"""Reading is bounded and safe; writing is all or nothing."""

from __future__ import annotations

import errno
import gzip
import os
import subprocess
import sys
from pathlib import Path

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from workbench.core import files
from workbench.core.errors import NotWritten, TooLarge, Unreadable, UnsafeName
from workbench.core.files import names, writing


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress], ids=["gzip", "zstd"])
def test_packed_files_are_unpacked_by_their_first_bytes(tmp_path: Path, pack) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "capture.yaml").write_bytes(pack(b"one") + pack(b" two"))
    file = files.Unit.at(tmp_path / "capture.yaml").file("capture.yaml")
    assert file.data == b"one two"
    assert file.packing
    assert file.stored_size == len(pack(b"one") + pack(b" two"))


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress], ids=["gzip", "zstd"])
def test_a_bomb_is_refused_before_it_fills_memory(pack) -> None:  # type: ignore[no-untyped-def]
    bomb = pack(bytes(64 * 1024 * 1024))
    with pytest.raises(TooLarge):
        files.unpack(bomb)


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress], ids=["gzip", "zstd"])
def test_cut_off_packed_data_is_refused_and_not_taken_for_the_whole(pack) -> None:  # type: ignore[no-untyped-def]
    data = pack(os.urandom(4096))
    for length in (len(data) // 2, len(data) - 1):
        with pytest.raises(Unreadable, match="cut off"):
            files.unpack(data[:length])


def test_a_link_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    outside = tmp_path / "outside.txt"
    outside.write_text("x")
    folder = tmp_path / "captures"
    folder.mkdir()
    (folder / "link.yaml").symlink_to(outside)
    with pytest.raises(Unreadable, match="leads out"):
        files.read_bytes(folder, "link.yaml")


def test_a_link_inside_the_folder_is_read(tmp_path: Path) -> None:
    (tmp_path / "real.yaml").write_text("x")
    (tmp_path / "link.yaml").symlink_to(tmp_path / "real.yaml")
    assert files.read_bytes(tmp_path, "link.yaml") == b"x"


@pytest.mark.parametrize("name", ["../x", "/etc/hostname", "a/../../x", "nul\0"])
def test_a_name_that_leads_out_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(UnsafeName):
        files.read_bytes(tmp_path, name)


def test_a_named_pipe_does_not_hang(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    with pytest.raises(Unreadable, match="regular"):
        files.read_bytes(tmp_path, "pipe.json")


def test_a_file_over_the_limit_is_refused(tmp_path: Path) -> None:
    (tmp_path / "big.json").write_bytes(bytes(11))
    with pytest.raises(TooLarge):
        files.read_bytes(tmp_path, "big.json", limit=10)


def test_a_file_that_grows_while_it_is_read_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(b"one\n")
    read = os.read

    def read_and_grow(handle: int, size: int) -> bytes:
        data = read(handle, size)
        with path.open("ab") as stream:
            stream.write(b"more\n" if data == b"one\n" else b"")
        return data

    monkeypatch.setattr(os, "read", read_and_grow)
    with pytest.raises(Unreadable, match="changed while"):
        files.read_bytes(tmp_path, "log.jsonl")


@pytest.mark.parametrize(
    "name",
    [
        "",
        ".",
        "..",
        "a/../b",
        "/a",
        "a//b",
        " a",
        "a.",
        "con",
        "LPT1.json",
        "a:b",
        "a\x00",
        "a\u202eb",
        "x" * 201,
    ],
)
def test_unsafe_names_are_refused(name: str) -> None:
    with pytest.raises(UnsafeName):
        files.safe_name(name)


@given(
    st.from_regex(r"[a-z0-9]+(-[a-z0-9]+)*\.json", fullmatch=True).filter(lambda n: len(n) < 150)
)
def test_plain_names_are_safe(name: str) -> None:
    if not names._RESERVED.match(name):
        assert files.safe_name(name) == name


FILES = {"a.json": b"1", "inner/b.json": b"2"}


def test_a_folder_is_written_whole_and_again_without_effect(tmp_path: Path) -> None:
    assert files.write_folder(tmp_path, "late-rent", FILES)
    assert files.folder_bytes(tmp_path / "late-rent") == FILES
    assert not files.write_folder(tmp_path, "late-rent", FILES)
    assert os.listdir(tmp_path) == ["late-rent"]


def test_a_folder_with_other_content_is_never_overwritten(tmp_path: Path) -> None:
    files.write_folder(tmp_path, "late-rent", FILES)
    with pytest.raises(NotWritten, match="already there"):
        files.write_folder(tmp_path, "late-rent", {"a.json": b"other"})
    assert files.folder_bytes(tmp_path / "late-rent") == FILES
    assert os.listdir(tmp_path) == ["late-rent"]


@pytest.mark.parametrize("call", ["fsync", "rename"])
def test_a_full_disk_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, call, full)
    with pytest.raises(NotWritten, match="no space"):
        files.write_folder(tmp_path, "late-rent", FILES)
    monkeypatch.undo()
    assert os.listdir(tmp_path) == []


KILLED = """
import os, sys
from pathlib import Path
from workbench.core import files
count, target = 0, int(sys.argv[2])
def counting(function):
    def call(*arguments):
        global count
        count += 1
        if count == target:
            os.kill(os.getpid(), 9)
        return function(*arguments)
    return call
os.fsync, os.rename = counting(os.fsync), counting(os.rename)
files.write_folder(Path(sys.argv[1]), "late-rent", {"a.json": b"1", "inner/b.json": b"2"})
"""


@pytest.mark.parametrize("nth", range(1, 7))
def test_a_process_killed_while_writing_leaves_all_or_nothing(tmp_path: Path, nth: int) -> None:
    subprocess.run([sys.executable, "-c", KILLED, str(tmp_path), str(nth)], check=False)
    target = tmp_path / "late-rent"
    if target.exists():
        assert files.folder_bytes(target) == FILES
    files.sweep_staging(tmp_path)
    assert os.listdir(tmp_path) in ([], ["late-rent"])


def test_one_file_is_replaced_in_one_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.json"
    files.write_file(path, b"old")
    monkeypatch.setattr(os, "replace", lambda *_: (_ for _ in ()).throw(OSError(28, "full")))
    with pytest.raises(NotWritten):
        files.write_file(path, b"new")
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["x.json"]


def test_a_link_to_an_equal_folder_is_not_the_promoted_folder(tmp_path: Path) -> None:
    files.write_folder(tmp_path, "elsewhere", FILES)
    (tmp_path / "late-rent").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(NotWritten, match="already there"):
        files.write_folder(tmp_path, "late-rent", FILES)


def test_a_pipe_beside_equal_files_is_other_content(tmp_path: Path) -> None:
    files.write_folder(tmp_path, "late-rent", FILES)
    os.mkfifo(tmp_path / "late-rent" / "pipe")
    with pytest.raises(NotWritten, match="already there"):
        files.write_folder(tmp_path, "late-rent", FILES)


def test_a_flush_that_fails_after_the_rename_is_not_called_nothing_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    staged_files = files.staged_folder(tmp_path, FILES)
    with staged_files as staged:
        monkeypatch.setattr(
            writing, "_sync_folder", lambda _: (_ for _ in ()).throw(OSError(5, "x"))
        )
        assert files.place_folder(staged, tmp_path, "late-rent")
    assert files.folder_bytes(tmp_path / "late-rent") == FILES
