"""The key secret and the folder that holds it, outside every review folder.

Finding keys and path tags are keyed digests: without this secret a journal says nothing about the
values behind it. Source: ``spec/review-ux.md`` §8.5, §12.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import secrets
from contextlib import suppress
from pathlib import Path

import platformdirs

from workbench.core.errors import NotWritten

_NAME = "review.key"
SECRET_LENGTH = 32  # bytes


def state_folder(override: str | Path | None = None) -> Path:
    """The user's state folder: ``override``, else ``WORKBENCH_STATE``, else the platform's own."""
    chosen = override or os.environ.get("WORKBENCH_STATE")
    return Path(chosen) if chosen else Path(platformdirs.user_state_dir("fixture-workbench", False))


def key_secret(folder: Path) -> bytes:
    """The secret in ``folder``, made on first use with mode 0600. Raises ``NotWritten``."""
    path = folder / _NAME
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with suppress(FileExistsError):
            _create(path)
        data = path.read_bytes()
    except OSError:
        raise _no_secret() from None
    if len(data) != SECRET_LENGTH:
        raise _no_secret()
    return data


def _create(path: Path) -> None:
    # Written aside and linked, so that two processes starting at once agree on one whole secret.
    staged = path.with_name(f"{_NAME}.{os.getpid()}.{secrets.token_hex(4)}")
    handle = os.open(staged, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(secrets.token_bytes(SECRET_LENGTH))
            stream.flush()
            os.fsync(stream.fileno())
        _place(staged, path)
    finally:
        with suppress(OSError):
            staged.unlink()


def _place(staged: Path, path: Path) -> None:
    try:
        os.link(staged, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links
        if not path.exists():
            os.replace(staged, path)


def tag(secret: bytes, *parts: str) -> str:
    """A keyed digest of ``parts``: the same on this machine, nothing to anyone else."""
    message = "\0".join(parts).encode("utf-8", "surrogatepass")
    return hmac.new(secret, message, hashlib.sha256).hexdigest()[:24]


def _no_secret() -> NotWritten:
    return NotWritten(
        "The workbench's key file cannot be read or made",
        means="Without it verdicts cannot be remembered, so the review does not start",
        cure="Check the user state folder, or set WORKBENCH_STATE to a folder of your own",
    )
