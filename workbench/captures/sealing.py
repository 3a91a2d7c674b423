"""Encryption at rest: what is written is sealed, by AES-GCM of the library *cryptography*.

Each sealed value is bound to what it is about (the capture's opaque name and the file), so that one
cannot be put in another's place. Several keys may be given: the first seals, all open.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from secrets import token_bytes
from typing import TYPE_CHECKING, Protocol

from workbench.captures.errors import StoreError, WrongKey
from workbench.captures.keys import LENGTH, decoded
from workbench.core.errors import NotWritten

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

OFF, ENVIRONMENT, KEYRING = "", "environment", "keyring"
VARIABLE = "WORKBENCH_ENCRYPTION_KEY"
SERVICE = "fixture-workbench"
_MARK = b"WBE1"
_NONCE = 12  # bytes


class Seal(Protocol):
    """Seals what is written and opens what is read. ``on`` tells whether anything is hidden."""

    on: bool

    def seal(self, data: bytes, about: str) -> bytes: ...

    def open(self, data: bytes, about: str) -> bytes: ...


class Unsealed:
    """A store that is not encrypted: what is written is what is read."""

    on = False

    def seal(self, data: bytes, about: str) -> bytes:
        return data

    def open(self, data: bytes, about: str) -> bytes:
        return data


class Sealed:
    """A store that is encrypted with the first of ``keys``."""

    on = True

    def __init__(self, keys: Sequence[bytes]) -> None:
        self._ciphers = tuple(_cipher(key) for key in keys)

    def seal(self, data: bytes, about: str) -> bytes:
        nonce = token_bytes(_NONCE)
        return _MARK + nonce + self._ciphers[0].encrypt(nonce, data, about.encode())

    def open(self, data: bytes, about: str) -> bytes:
        """Raises ``WrongKey`` for another key, and for bytes that were changed or moved."""
        from cryptography.exceptions import InvalidTag

        start = len(_MARK) + _NONCE
        if data.startswith(_MARK):
            for cipher in self._ciphers:
                try:
                    return cipher.decrypt(data[len(_MARK) : start], data[start:], about.encode())
                except InvalidTag:
                    continue
        raise wrong_key()

    def __repr__(self) -> str:
        return "<Sealed>"


def seal_of(encryption: str, *, ident: str, make: bool) -> Seal:
    """The seal of a store. ``make`` lets a new store put a new key into the system's keyring.

    Raises ``WrongKey`` where there is no key, ``StoreError`` where the library is not installed.
    """
    if encryption == OFF:
        return Unsealed()
    if encryption == ENVIRONMENT:
        given = os.environ.get(VARIABLE, "").split()
        if not given:
            raise WrongKey(
                f"This store is encrypted and {VARIABLE} is not set",
                means="The store stays closed",
                cure="Set it to the key the store was made with",
            )
        return Sealed([decoded(text, VARIABLE) for text in given])
    return Sealed([_from_keyring(ident, make=make)])


def wrong_key() -> WrongKey:
    """The error for a key that does not open what is stored."""
    return WrongKey(
        "This is not the key the store was encrypted with, or what is stored was changed",
        means="Nothing was opened and nothing was changed",
        cure="Give the key the store was made with; several keys are separated by blanks",
    )


def _cipher(key: bytes) -> AESGCM:
    try:
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    except ModuleNotFoundError:
        raise _not_installed() from None
    return AESGCM(key)


def _from_keyring(ident: str, *, make: bool) -> bytes:
    try:
        import keyring
        from keyring.errors import KeyringError
    except ModuleNotFoundError:
        raise _not_installed() from None
    try:
        held = keyring.get_password(SERVICE, ident)
        if held is None and make:
            from base64 import urlsafe_b64encode

            held = urlsafe_b64encode(token_bytes(LENGTH)).decode()
            keyring.set_password(SERVICE, ident, held)
    except KeyringError:
        raise NotWritten(
            "The system's keyring does not answer",
            means="The store stays closed",
            cure=f"Unlock the keyring, or make the store with a key in {VARIABLE}",
            code="keyring",
        ) from None
    if held is None:
        raise WrongKey(
            "The system's keyring holds no key for this store",
            means="The store stays closed",
            cure="Open it where it was made, or move the key there",
        )
    return decoded(held, "the system's keyring")


def _not_installed() -> StoreError:
    return StoreError(
        "This store is encrypted, and the part that opens it is not installed",
        cure="Install fixture-workbench[encryption]",
        code="not_installed",
    )
