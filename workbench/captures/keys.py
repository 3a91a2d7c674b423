"""The store's key for digests: 32 random bytes beside it, never in it.

Accounts and contents are found again by keyed digests, so that the tables alone say nothing about
them: account ids are short and guessable, and a plain hash of one falls to guessing
(``spec/review-ux.md`` §10).
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import os
import unicodedata
from contextlib import suppress
from pathlib import Path
from secrets import token_bytes, token_hex

from workbench.captures.errors import WrongKey

FILE = "store.key"
#: For a team: the same key on every machine, as base64.
VARIABLE = "WORKBENCH_STORE_KEY"
LENGTH = 32  # bytes


def digest_key(folder: Path, *, make: bool) -> bytes:
    """The key: of the environment, else of the file in ``folder``, made there if ``make``.

    Raises ``WrongKey`` where there is none or it is not 32 bytes.
    """
    given = os.environ.get(VARIABLE)
    if given:
        return decoded(given, VARIABLE)
    path = folder / FILE
    try:
        if make:
            with suppress(FileExistsError):
                _create(path)
        data = path.read_bytes()
    except OSError:
        raise _no_key() from None
    if len(data) != LENGTH:
        raise _no_key()
    return data


def decoded(text: str, variable: str) -> bytes:
    """32 bytes from base64 text. Raises ``WrongKey`` naming the variable it came from."""
    try:
        data = base64.b64decode(text.strip(), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        data = b""
    if len(data) != LENGTH:
        raise WrongKey(
            f"The key in {variable} is not {LENGTH} bytes in base64",
            means="The store stays closed",
            cure="Make one with: python -c"
            ' "import base64, os; print(base64.urlsafe_b64encode(os.urandom(32)).decode())"',
        )
    return data


def _create(path: Path) -> None:
    # Written aside and linked, so that two processes that start at once agree on one whole key.
    if path.exists():
        return
    staged = path.with_name(f".{FILE}.{token_hex(4)}")
    handle = os.open(staged, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(token_bytes(LENGTH))
            stream.flush()
            os.fsync(stream.fileno())
        os.link(staged, path)
    finally:
        with suppress(OSError):
            staged.unlink()


def tag(key: bytes, *parts: str) -> str:
    """A keyed digest of ``parts``: 128 bits, in hexadecimal."""
    message = "\0".join(parts).encode("utf-8", "surrogatepass")
    return hmac.new(key, message, hashlib.sha256).hexdigest()[:32]


def account_tag(key: bytes, account: str) -> str:
    """The digest under which the captures of an account are found: blanks around it do not count."""
    return tag(key, "account", unicodedata.normalize("NFC", account.strip()))


def _no_key() -> WrongKey:
    return WrongKey(
        "The store's key file is missing or cannot be read",
        where=FILE,
        means="Without it no capture is found by its account, so the store stays closed",
        cure=f"Put the key file back beside the store, or give it in {VARIABLE}",
    )
