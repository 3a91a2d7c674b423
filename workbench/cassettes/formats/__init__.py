"""The cassette formats: which one a document is in.

The order matters: the narrower shape is asked first. Source: ``spec/http-cassettes.md`` §7.
"""

from __future__ import annotations

from workbench.cassettes.documents.occurrences import Document
from workbench.cassettes.documents.tree import is_list, items, mapping
from workbench.cassettes.errors import NOT_TWO_LISTS, CassetteError, invalid, unsupported_kind
from workbench.cassettes.formats.go_vcr import Cassetter, GoVcr
from workbench.cassettes.formats.har import Har
from workbench.cassettes.formats.httprr import Httprr
from workbench.cassettes.formats.nock import Nock
from workbench.cassettes.formats.parallel_lists import ParallelLists
from workbench.cassettes.formats.protocol import Format
from workbench.cassettes.formats.ruby_vcr import RubyVcr, RubyVcr1
from workbench.cassettes.formats.single import ProviderConformance, TestAgent
from workbench.cassettes.formats.stubs import MockServer, ResponsesRecorder, WireMock
from workbench.cassettes.formats.vcrpy_v0 import VcrpyV0
from workbench.cassettes.formats.vcrpy_v1 import VcrpyV1
from workbench.cassettes.model import Cassette
from workbench.cassettes.words import words

FORMATS: tuple[Format, ...] = (
    Httprr(),
    ParallelLists(),
    GoVcr(),
    Cassetter(),
    VcrpyV1(),
    RubyVcr(),
    VcrpyV0(),
    RubyVcr1(),
    Har(),
    Nock(),
    ProviderConformance(),
    WireMock(),
    TestAgent(),
    MockServer(),
    ResponsesRecorder(),
)

_KINDS = (
    ({"kind", "direction", "data"}, "websocket frames"),
    ({"request_sample", "response_sample"}, "gRPC samples"),
    ({"request_stream", "response_stream"}, "gRPC streams"),
    ({"direction"}, "websocket frames"),
)
_SHOWN_KEYS = words(
    "requests responses interactions http_interactions request response log mappings version",
    "recorded_with scope method path provider scenario httpRequest httpResponse",
)


def read(document: Document) -> Cassette:
    """The cassette a document holds. Raises ``CassetteError`` naming what was seen instead."""
    for candidate in FORMATS:
        if candidate.knows(document):
            return candidate.read(document)
    raise _unknown(document)


def _unknown(document: Document) -> CassetteError:
    root = mapping(document.root)
    if "interactions" in root:
        return unsupported_kind(_kind(document), keys=seen_keys(document))
    keys = list(seen_keys(document))
    return invalid(NOT_TWO_LISTS, details={"keys": keys} if keys else None)


def _kind(document: Document) -> str:
    entries = mapping(document.root).get("interactions")
    if not is_list(entries):
        return (
            "a mapping of streams by hash" if isinstance(entries, dict) else "no list of exchanges"
        )
    for entry in items(entries):
        names = set(mapping(entry))
        for marks, kind in _KINDS:
            if marks & names:
                return kind
    return "entries without a request and a response"


def seen_keys(document: Document) -> tuple[str, ...]:
    """The top-level keys that are words of some format; others are only counted."""
    root = mapping(document.root)
    named = tuple(key for key in root if key in _SHOWN_KEYS)
    others = len(root) - len(named)
    return named if not others else (*named, f"{others} other")
