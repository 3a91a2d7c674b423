"""Identities that are known before anything is searched (``spec/detection.md`` §3).

They come from the reviewer, the capture store or the machine, live in memory only and appear in no
``repr``, log or file.
"""

from __future__ import annotations

import getpass
import socket
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache


@dataclass(frozen=True, slots=True)
class KnownIdentities:
    """Values that identify, by what they are. ``given`` tells whether there are any."""

    names: tuple[str, ...] = field(default=(), repr=False)
    users: tuple[str, ...] = field(default=(), repr=False)
    emails: tuple[str, ...] = field(default=(), repr=False)
    ids: tuple[str, ...] = field(default=(), repr=False)
    hosts: tuple[str, ...] = field(default=(), repr=False)
    others: tuple[str, ...] = field(default=(), repr=False)

    @property
    def given(self) -> bool:
        return any(self.values())

    def values(self) -> tuple[str, ...]:
        """Every value, in the order of the fields."""
        groups = (self.names, self.users, self.emails, self.ids, self.hosts, self.others)
        return tuple(value for group in groups for value in group if value)

    def joined(self, other: KnownIdentities) -> KnownIdentities:
        """Both, without repeats."""
        return KnownIdentities(
            *(
                tuple(dict.fromkeys(getattr(self, name) + getattr(other, name)))
                for name in ("names", "users", "emails", "ids", "hosts", "others")
            )
        )

    @classmethod
    def of(
        cls, known: KnownIdentities | Mapping[str, Sequence[str]] | Sequence[str]
    ) -> KnownIdentities:
        """Identities from a mapping by field name, or from a bare list of values."""
        if isinstance(known, KnownIdentities):
            return known
        if isinstance(known, Mapping):
            names = ("names", "users", "emails", "ids", "hosts", "others")
            return cls(**{name: tuple(known.get(name, ())) for name in names})
        return cls(others=tuple(known))


#: Accounts that many machines have: they identify nobody.
_COMMON_ACCOUNTS_TEXT = """
root runner user users app node ubuntu debian vscode jovyan public admin administrator guest
default shared test tester nobody daemon www www-data git github gitlab jenkins ci build builder
circleci travis docker container ec2-user centos fedora vagrant azureuser codespace gitpod
postgres mysql redis nginx apache service svc system local localhost me example username yourname
your-username you home someuser myuser dev developer developers appuser worker agent claude
sandbox workspace linuxbrew homebrew oracle pi coder all src opt repl lib bot pwuser nonroot kasm-
user student demo noreply no-reply support info
"""
COMMON_ACCOUNTS = frozenset(_COMMON_ACCOUNTS_TEXT.split())


@cache
def machine_identities() -> KnownIdentities:
    """The login and host name of this machine and git's name and e-mail, in memory only."""
    user = _or_empty(getpass.getuser)
    host = _or_empty(socket.gethostname)
    return KnownIdentities(
        names=_present(_git("user.name")),
        users=_present(user if user.lower() not in COMMON_ACCOUNTS else ""),
        emails=_present(_git("user.email")),
        hosts=_present(host if len(host) > 3 and host.lower() != "localhost" else ""),
    )


def _present(value: str) -> tuple[str, ...]:
    return (value,) if value else ()


def _or_empty(source: Callable[[], str]) -> str:
    try:
        return source()
    except (OSError, KeyError, ImportError):
        return ""


def _git(name: str) -> str:
    try:
        found = subprocess.run(
            ["git", "config", "--get", name],
            capture_output=True,
            text=True,
            timeout=5,
            check=False,
        )
    except (OSError, subprocess.SubprocessError, ValueError):
        return ""
    return found.stdout.strip()
