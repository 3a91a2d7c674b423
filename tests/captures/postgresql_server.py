"""A PostgreSQL server of the tests' own: own data, a socket in a private folder, no port at all."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from urllib.parse import quote

MISSING = (
    "PostgreSQL's server programs are not installed (Debian: apt-get install postgresql), so the"
    " stores in PostgreSQL are not tested"
)
_SUPERUSER = "workbench"


def programs() -> Path | None:
    """The folder with ``initdb`` and ``pg_ctl``, the newest version first."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"), reverse=True)
    if found:
        return found[0].parent
    inside = shutil.which("pg_ctl")
    return Path(inside).resolve().parent if inside else None


class Server:
    """A running server. :meth:`schema` makes an empty place for a store in it."""

    def __init__(self, folder: Path, bin_folder: Path, user: str) -> None:
        self._folder, self._bin, self._user = folder, bin_folder, user
        self._numbers = count(1)

    def schema(self) -> str:
        """The name of a new schema: a database of its own would take a second."""
        name = f"store_{next(self._numbers)}"
        self.execute(f"CREATE SCHEMA {name}")
        return name

    def url(self, name: str) -> str:
        """The URL of a schema; through the socket, without a password."""
        path = quote(f"-csearch_path={name}")
        return f"postgresql://{_SUPERUSER}@/postgres?host={self._folder}&options={path}"

    def execute(self, statement: str) -> None:
        import psycopg

        where = f"host={self._folder} user={_SUPERUSER} dbname=postgres"
        with psycopg.connect(where, autocommit=True) as connection:
            connection.execute(statement)

    def start(self) -> None:
        data = self._folder / "data"
        options = f"-c listen_addresses= -c unix_socket_directories={self._folder} -c fsync=off"
        self._run("initdb", "-D", data, "-U", _SUPERUSER, "-A", "trust", "-N", "-E", "UTF8")
        log = self._folder / "log"
        self._run("pg_ctl", "-D", data, "-l", log, "-w", "-s", "-o", options, "start")

    def stop(self) -> None:
        self._run("pg_ctl", "-D", self._folder / "data", "-m", "immediate", "-s", "stop")

    def _run(self, program: str, *arguments: object) -> None:
        command = [*as_user(self._user), str(self._bin / program), *map(str, arguments)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=self._folder)


def as_user(user: str) -> Sequence[str]:
    """The server refuses to run as root: then it runs as its own user, or as nobody."""
    return ("setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups") if user else ()


@contextmanager
def running(bin_folder: Path) -> Iterator[Server]:
    """A server for the block. Its folder has a short path: a socket's may have 100 characters."""
    # In memory where there is such a folder: what is measured here is not the disk.
    memory = os.access("/dev/shm", os.W_OK)
    folder = Path(tempfile.mkdtemp(prefix="wb-pg-", dir="/dev/shm" if memory else "/tmp"))
    user = ""
    try:
        if os.geteuid() == 0:
            user = "postgres" if _exists("postgres") else "nobody"
            entry = pwd.getpwnam(user)
            os.chown(folder, entry.pw_uid, entry.pw_gid)
        server = Server(folder, bin_folder, user)
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _exists(user: str) -> bool:
    try:
        pwd.getpwnam(user)
    except KeyError:
        return False
    return True
