"""Any readable cassette as vcrpy 1 in YAML, written deterministically.

For formats that stand-ins cannot be written in: convert the capture, review what comes out. Keys are
sorted, nothing is folded, text bodies are literal blocks where those keep every byte.
Source: ``spec/http-cassettes.md`` §7 (end).
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Mapping, Sequence

from workbench.cassettes.documents.editing import escaped
from workbench.cassettes.fixture import CassetteFixture
from workbench.cassettes.model import ANY, Cassette, Form, Header, Interaction, Request, Response
from workbench.core.errors import BadCommand
from workbench.core.files import SourceFile

_PLAIN = re.compile(r"[A-Za-z/][A-Za-z0-9/_.-]*\Z")
_GUESSED = re.compile(
    r"(?:y|n|yes|no|on|off|true|false|null|inf|nan)\Z", re.IGNORECASE
)  # what some YAML reader takes for something else than text
# What a literal block cannot hold: controls, YAML's other line breaks, surrogates, a byte order mark.
_NOT_LITERAL = re.compile(
    "[^\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
_BLANK_LINE = re.compile(r"(?:\A|\n) +(?:\n|\Z)")


def convert(fixture: CassetteFixture) -> CassetteFixture:
    """The same exchanges as a vcrpy 1 cassette: a new fixture, nothing is written to disk.

    Raises ``BadCommand`` for stubs that answer by pattern, since what they accept cannot be recorded,
    and where a body is not here.
    """
    data = vcrpy_yaml(fixture.cassette)
    name = f"{fixture.source.name.partition('.')[0]}.yaml"
    return CassetteFixture.of(fixture.name, SourceFile.of(name, data), data)


def vcrpy_yaml(cassette: Cassette) -> bytes:
    """The bytes of a vcrpy 1 cassette with the exchanges of ``cassette``, in order.

    Loading them gives equal requests and responses; converting again gives equal bytes.
    """
    lines = list(_document(cassette))
    return ("\n".join(lines) + "\n").encode("utf-8")


def _document(cassette: Cassette) -> Iterator[str]:
    yield "interactions:" if cassette.interactions else "interactions: []"
    for interaction in cassette.interactions:
        yield "- request:"
        yield from _request(interaction)
        yield "  response:"
        yield from _response(interaction.response)
    yield "version: 1"


def _request(interaction: Interaction) -> Iterator[str]:
    if interaction.response.stored.form is Form.ELSEWHERE:
        raise BadCommand(
            f"The body of exchange {interaction.index + 1} is not here",
            means="It stands in a file of its own, and a recording without it would answer wrongly",
            cure="Put the folder of bodies beside the file of stubs",
        )
    request = interaction.request
    if request.url is ANY or request.body is ANY or request.method == "ANY":
        raise BadCommand(
            f"Exchange {interaction.index + 1} answers by a pattern",
            means="A recording holds one address and one body; this stub accepts any",
            cure="Record the exchange instead of writing a stub for it",
        )
    yield from _body("    body:", _bytes(request), indent=6)
    yield from _headers(request.headers)
    yield f"    method: {_scalar(request.method)}"
    yield f"    uri: {_scalar(str(request.url))}"


def _bytes(request: Request) -> bytes | None:
    return request.body if isinstance(request.body, bytes) else None


def _response(response: Response) -> Iterator[str]:
    yield "    body:"
    yield from _body("      string:", response.stored.data, indent=8)
    yield from _headers(response.headers)
    yield "    status:"
    yield f"      code: {'null' if response.status is None else response.status}"
    yield f"      message: {_scalar(response.reason)}"


def _headers(headers: Sequence[Header]) -> Iterator[str]:
    """Names sorted; the values of one name in their order."""
    found: dict[str, list[str]] = {}
    for item in headers:
        found.setdefault(item.name, []).append(item.value)
    yield "    headers:" if found else "    headers: {}"
    yield from _values(found)


def _values(found: Mapping[str, list[str]]) -> Iterator[str]:
    for name in sorted(found):
        yield f"      {_scalar(name)}:"
        yield from (f"      - {_scalar(value)}" for value in found[name])


def _body(key: str, body: bytes | None, *, indent: int) -> Iterator[str]:
    if body is None:
        yield f"{key} null"
        return
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        yield from _binary(key, body, indent)
        return
    if text and _survives(text):
        yield from _literal(key, text, indent)
    else:
        yield f"{key} {_quoted(text)}"


def _survives(text: str) -> bool:
    """Whether a literal block keeps every character."""
    return not _NOT_LITERAL.search(text) and not _BLANK_LINE.search(text)


def _literal(key: str, text: str, indent: int) -> Iterator[str]:
    content = text.rstrip("\n")
    ends = len(text) - len(content)
    keep = "-" if not ends else "" if ends == 1 and content else "+"
    # Without a hint the spaces a text begins with would be taken for indentation.
    hint = "2" if content[:1] in ("", " ", "\n") else ""
    yield f"{key} |{hint}{keep}"
    lines = content.split("\n") if content else []
    yield from (" " * indent + line if line else "" for line in lines)
    yield from [""] * (ends - 1 if content else ends)


def _binary(key: str, body: bytes, indent: int) -> Iterator[str]:
    text = base64.b64encode(body).decode("ascii")
    yield f"{key} !!binary |"
    yield from (" " * indent + text[at : at + 76] for at in range(0, len(text), 76))


def _scalar(text: str) -> str:
    return text if _PLAIN.match(text) and not _GUESSED.match(text) else _quoted(text)


def _quoted(text: str) -> str:
    return f'"{escaped(text)}"'
