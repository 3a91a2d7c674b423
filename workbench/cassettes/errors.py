"""The one class of error the cassettes raise for bad input, with the texts of the specification.

``type`` and ``message`` are the words other tools show; ``details`` says more. Source:
``spec/http-cassettes.md`` §2.1, §3.4.
"""

from __future__ import annotations

from collections.abc import Mapping

from workbench.core.errors import Refused

NOT_PARSED = "cassette YAML could not be parsed"
NOT_ONE_DOCUMENT = "cassette must contain exactly one YAML document"
NOT_TWO_LISTS = "cassette must contain matching requests and responses lists"
BAD_GZIP = "cassette gzip data is invalid"
NO_CASSETTE = "replay transport requires cassette= or cassette_path="

_MEANS = {
    NOT_PARSED: "The recording is damaged or was never a cassette, so it cannot be reviewed",
    NOT_ONE_DOCUMENT: "What should be replayed cannot be told",
    NOT_TWO_LISTS: "The file is not a cassette in any format known here, or part of it is missing",
    BAD_GZIP: "The rest of the recording is lost, so the capture cannot be reviewed",
    NO_CASSETTE: "Without a recording there is nothing to answer from",
}
_CURE = {
    NOT_PARSED: "Record it again or copy it again",
    NOT_ONE_DOCUMENT: "Keep one document in the file",
    NOT_TWO_LISTS: "Check that the file is complete and is a recording of HTTP exchanges",
    BAD_GZIP: "Record it again or copy it again",
    NO_CASSETTE: "Give one of the two",
}


class CassetteError(Refused):
    """A cassette cannot be loaded, or cannot answer a request.

    ``details`` of a load error hold no captured value; those of a mismatch hold redacted excerpts of
    both sides, because explaining them is its purpose. ``str`` and ``repr`` hold neither.
    """

    code = "invalid_cassette"

    @property
    def type(self) -> str:
        """The stable word for programs: ``invalid_cassette``, ``missing_cassette`` …"""
        return self.code

    @property
    def message(self) -> str:
        """What happened, in the exact text of the specification."""
        return self.what


def invalid(
    what: str, *, where: str = "", details: Mapping[str, object] | None = None
) -> CassetteError:
    """An ``invalid_cassette`` error with the exact text ``what``."""
    return CassetteError(
        what,
        where=where,
        means=_MEANS.get(what, "The recording does not hold what its format promises"),
        cure=_CURE.get(what, "Record it again, or mend what wrote it"),
        details=details,
    )


def not_parsed(reason: str, *, line: int = 0, column: int = 0, excerpt: str = "") -> CassetteError:
    """The YAML cannot be parsed; ``excerpt`` is the offending line with every word masked."""
    where = f"line {line}, column {column}" if line else ""
    parts = [
        reason,
        where and f"at {where}",
        excerpt and f"the line reads, words masked: {excerpt}",
    ]
    details: dict[str, object] = {"reason": "; ".join(part for part in parts if part)}
    if line:
        details |= {"line": line, "column": column}
    return invalid(NOT_PARSED, where=where, details=details)


def unsafe_tag(tag: str, *, line: int, column: int) -> CassetteError:
    """A tag that stands for a foreign object; nothing is built from it (§8)."""
    return CassetteError(
        "cassette contains an unsafe YAML tag",
        where=f"line {line}, column {column}",
        means="It asks the reader to build an object or run code, which is never done",
        cure="Record it again with plain data only",
        code="unsafe_tag",
        details={"tag": tag, "line": line, "column": column},
    )


def unsupported_kind(seen: str, *, keys: tuple[str, ...] = ()) -> CassetteError:
    """The file is a recording of another kind than HTTP; ``seen`` says of what (§7)."""
    return CassetteError(
        f"this recording is not an HTTP cassette: {seen}",
        means="Only recorded HTTP requests and responses can be replayed here",
        cure="Leave it out, or record the HTTP traffic instead",
        code="unsupported_cassette_kind",
        details={"seen": seen, "keys": list(keys)},
    )


def too_deep(limit: int) -> CassetteError:
    """Containers nest deeper than ``limit``."""
    return not_parsed(f"containers nest more than {limit:,} levels deep")
