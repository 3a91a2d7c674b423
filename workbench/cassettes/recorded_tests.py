"""Where recorders put the cassette of a test, and which test a cassette was recorded for.

Source: ``spec/http-cassettes.md`` §7.5.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

ENDINGS = (".yaml", ".yml", ".yaml.gz", ".json")
LONGEST = 255  # pytest-recording cuts longer names
_REPLACED = re.compile(r"[<>?%*:|\"'/\\]")  # by pytest-recording, with hyphens
_KNOWN_ENDING = re.compile(r"(?:\.(?:yaml|yml|json|har|httprr))?(?:\.gz)?\Z", re.IGNORECASE)
_POLLY_HASH = re.compile(r"_\d{6,}\Z")
_FOLDERS = frozenset({"cassettes", "vcr_cassettes", "__recordings__"})


def usual_places(folder: Path, module: str, name: str) -> Iterator[Path]:
    """Where pytest-recording, pytest-vcr and langchain keep the cassette of the test ``name``.

    ``name`` is ``TestClass.test_name[parameters]`` or without the class; ``folder`` holds the test.
    """
    safe = _REPLACED.sub("-", name)
    before, bracket, parameters = name.partition("[")
    bare = f"{before.rpartition('.')[2]}{bracket}{parameters}"
    for ending in ENDINGS:
        yield folder / "cassettes" / module / f"{_short(safe, ending)}{ending}"
        yield folder / "cassettes" / f"{safe}{ending}"
        yield folder / "cassettes" / f"{bare}{ending}"


def _short(name: str, ending: str) -> str:
    """An over-long name as pytest-recording cuts it: its beginning, dots, its digest."""
    if len(name) + len(ending) <= LONGEST:
        return name
    digest = hashlib.md5(name.encode(), usedforsecurity=False).hexdigest()
    return f"{name[: LONGEST - len(ending) - len(digest) - 3]}...{digest}"


def recorded_test(path: str) -> str:
    """The test a cassette was recorded for, as a person reads it: ``module::Class::test[case]``.

    ``path`` is the cassette's, with whatever folders are known. Never raises.
    """
    parts = PurePosixPath(path.replace("\\", "/")).parts
    after = _after_cassette_folder(parts)
    if parts and parts[-1].lower() == "recording.har":
        return "::".join(_POLLY_HASH.sub("", part) for part in after[:-1]) or "recording"
    *folders, last = after or ("",)
    return "::".join([*folders, *_class_and_test(_KNOWN_ENDING.sub("", last, count=1))])


def _after_cassette_folder(parts: tuple[str, ...]) -> tuple[str, ...]:
    """The folders below the one that recorders name; of a path without one, its file name."""
    found = [index for index, part in enumerate(parts[:-1]) if part in _FOLDERS]
    return parts[found[-1] + 1 :] if found else parts[-1:]


def _class_and_test(name: str) -> list[str]:
    before, bracket, parameters = name.partition("[")
    owner, dot, test = before.partition(".")
    if dot and owner[:1].isupper() and test:
        return [owner, f"{test}{bracket}{parameters}"]
    return [name]
