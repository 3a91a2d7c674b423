"""A model that finds people's names in prose, from a folder of the project's own (extra ``ner``).

The project names the folder and its digest in ``workbench.toml``; nothing is downloaded, and a model
that is not the pinned one is not used. Everything else works without it (``spec/detection.md`` §5:
"NER only on chosen prose fields and only on demand").
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any

from workbench.core.errors import Refused, Unreadable

MOST_BYTES = 2_000_000_000
_UNUSED = ("parser", "tagger", "morphologizer", "lemmatizer", "attribute_ruler", "senter")
_PERSON = frozenset({"PERSON", "PER"})

#: The ranges of names in a text.
FindNames = Callable[[str], tuple[tuple[int, int], ...]]


@dataclass(frozen=True, slots=True)
class NamesPin:
    """Where the model lies and the digest of its files; only this model is ever used."""

    folder: Path = field(repr=False)
    sha256: str


def model_digest(folder: Path) -> str:
    """SHA-256 over the names and contents of every file of a model, in the order of names.

    Raises ``Unreadable`` if there is no such folder or it is larger than two gigabytes.
    """
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    if not files or sum(path.stat().st_size for path in files) > MOST_BYTES:
        raise Unreadable("The model for names in prose cannot be read", cure="Check its folder")
    digest = hashlib.sha256()
    for path in files:
        name = path.relative_to(folder).as_posix().encode("utf-8")
        digest.update(b"%d:%s" % (len(name), name))
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


@lru_cache(maxsize=2)
def load_names(pin: NamesPin) -> FindNames:
    """The pinned model, ready to read.

    Raises ``Refused`` without spaCy, ``Unreadable`` without the model, ``Refused`` for another
    model than the pinned one or one that finds no people.
    """
    try:
        spacy = import_module("spacy")
    except ImportError:
        raise Refused(
            "Names in prose are not looked for: spaCy is not installed",
            cure="Install the extra ner",
        ) from None
    found = model_digest(pin.folder)
    if found != pin.sha256:
        raise Refused(
            "The model for names in prose is not the pinned one",
            means=f"Its digest is {found}",
            cure="Restore the model, or review the new one and pin its digest",
            code="other_model",
        )
    try:
        model = spacy.load(pin.folder, exclude=list(_UNUSED))
    except Exception:  # any fault of a model's own: what it says is not ours to repeat
        raise Unreadable("The model for names in prose does not load", cure="Check it") from None
    return _reader(model)


def _reader(model: Any) -> FindNames:
    def names(text: str) -> tuple[tuple[int, int], ...]:
        entities = model(text).ents
        return tuple(
            (each.start_char, each.end_char) for each in entities if each.label_ in _PERSON
        )

    return names
