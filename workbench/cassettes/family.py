"""The cassettes family: which files it knows, and how it reads them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from workbench.cassettes.companions import FOLDER, beside
from workbench.cassettes.documents.source_text import MARKS
from workbench.cassettes.fixture import CassetteFixture
from workbench.cassettes.reading import unpacked
from workbench.cassettes.words import words
from workbench.core.files import Unit
from workbench.core.fixture import Recognition
from workbench.core.json_places import string_tokens

_YAML = (".yaml", ".yml", ".yaml.gz", ".yml.gz")
_OTHERS = (".json", ".json.gz", ".har", ".har.gz", ".httprr", ".httprr.gz")
_NOT_OURS = (".fixture.json", ".outcome.json", ".review.json", ".override.json", ".ipynb")
_TOP_KEY = re.compile(rb"^[\"']?([A-Za-z_]+)[\"']?\s*:", re.MULTILINE)
_OUTER = words(
    "requests responses interactions http_interactions log mappings request response httpRequest",
    "httpResponse",
)
_LISTED = words("request response scope httpRequest httpResponse")


class CassettesFamily:
    """Recorded HTTP traffic that replays as an HTTP transport."""

    name = "cassettes"
    title = "cassette"
    step_noun = "exchange"
    steps_key = "steps"
    issuers = "no earlier response and no item of its request"

    def candidates(self, names: Sequence[str]) -> tuple[str, ...]:
        """YAML, JSON, HAR and httprr files, by name."""
        return tuple(
            name
            for name in names
            if name.lower().endswith(_YAML + _OTHERS)
            and not name.lower().endswith(_NOT_OURS)
            and not name.startswith(f"{FOLDER}/")
        )

    def recognise(self, unit: Unit) -> Recognition:
        """By the first bytes: the outer keys of a known format, or YAML by name."""
        if unit.is_folder:
            return Recognition(False, "a cassette is one file")
        if unit.name.lower().endswith((*_NOT_OURS, ".jsonl", ".jsonl.zst")):
            return Recognition(False, "its name says that it is another kind of file")
        head = unmarked(unit.head())
        if head.startswith(b"httprr trace v1"):
            return Recognition(True, "an httprr trace")
        if head.lstrip()[:1] in (b"{", b"["):
            return _by_json(head, yaml_name=unit.name.lower().endswith(_YAML))
        found = {match.decode() for match in _TOP_KEY.findall(head)} & _OUTER
        if found and unit.name.lower().endswith(_YAML):
            return Recognition(True, "has the keys of a recording")
        if unit.name.lower().endswith(_YAML):
            return Recognition(True, "is YAML by its name")
        return Recognition(False, "has none of the keys a recording begins with")

    def read(self, unit: Unit) -> CassetteFixture:
        """The cassette. Raises ``CassetteError`` and other ``Refused``; nothing is written."""
        source = unpacked(lambda: unit.file(unit.name))
        stored = unit.stored(unit.name) if source.packing else source.data
        return CassetteFixture.of(unit.label, source, stored, companions=beside(unit))


def unmarked(head: bytes) -> bytes:
    """The first bytes as UTF-8 without a byte order mark, whichever encoding the mark tells."""
    for mark, encoding in MARKS:
        if head.startswith(mark):
            return head[len(mark) :].decode(encoding, "ignore").encode("utf-8", "replace")
    return head


def _by_json(head: bytes, *, yaml_name: bool) -> Recognition:
    outer: set[str] = set()
    listed: set[str] = set()
    for token in string_tokens(head):
        if token.is_key:
            members = token.pointer.split("/")[1:]
            if len(members) == 1:
                outer.add(members[0])
            elif len(members) == 2 and members[0] == "0":
                listed.add(members[1])
    if outer & _OUTER or listed & _LISTED or yaml_name:
        return Recognition(True, "has the keys of a recording")
    return Recognition(False, "has none of the keys a recording begins with")


FAMILY = CassettesFamily()
