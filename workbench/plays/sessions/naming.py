"""What a capture may be called: nothing that says whose it is.

A name is the one part of a fixture no kind judges. Source: ``spec/play-sessions.md`` §10, §11.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Final

from workbench.core.errors import UnsafeName
from workbench.core.files import safe_name

#: Shorter identifiers stand in a name by chance; they may only not be the whole of it.
_TELLING: Final = 4
_ALGORITHMS: Final = ("md5", "sha1", "sha256", "sha512", "blake2b")
#: As many digits of a digest tell what was hashed.
_DIGITS: Final = 8


def check_capture_name(name: str, identifiers: Iterable[str | None]) -> str:
    """``name``, if it is a plain file name that none of ``identifiers`` can be read from.

    Refused are a name equal to one, one that contains one in any case or its letters and digits
    alone, and one that contains the head of its digest. Raises ``UnsafeName`` without the name.
    """
    if "/" in safe_name(name):
        raise UnsafeName("The name of a capture leads into another folder", cure=_CURE)
    if any(_tells(name, each) for each in identifiers if each):
        raise UnsafeName(
            "The name of a capture is derived from what it must not tell",
            means="It contains the session or the profile, or a digest of one",
            cure=_CURE,
        )
    return name


_CURE: Final = "Draw an opaque name at random"


def _tells(name: str, identifier: str) -> bool:
    whole, part = name.casefold(), identifier.casefold()
    if whole == part:
        return True
    if len(part) >= _TELLING and part in whole:
        return True
    bare = _bare(part)
    if len(bare) >= _TELLING and bare in _bare(whole):
        return True
    return any(head in whole for head in _digest_heads(identifier))


def _bare(text: str) -> str:
    return "".join(filter(str.isalnum, text))


def _digest_heads(identifier: str) -> Iterable[str]:
    data = identifier.encode("utf-8", "surrogatepass")
    return (
        hashlib.new(name, data, usedforsecurity=False).hexdigest()[:_DIGITS] for name in _ALGORITHMS
    )
