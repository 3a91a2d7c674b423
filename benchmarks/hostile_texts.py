"""Texts of one piece repeated: what strangers send, and what the patterns of the checks look for."""

from __future__ import annotations

import base64
import gzip
import json
import random
import re
from collections.abc import Iterator

from workbench.findings.decoders import DECODERS
from workbench.findings.expressions import Edge, Node, One, Repeat, parsed
from workbench.findings.patterns import Pattern
from workbench.findings.registry import CHECKS

_RANDOM = random.Random(7)


def _plain() -> Iterator[str]:
    yield from (
        "a@", "key=", "1.1.", "://", "/home/", "eyJ", "Jane Doe ", "0:", "Apt 1\n", "user=a pw=b1c2d3 ", "123 456 ", "12 34 ",
        "call 555-234-5678 ", "QUJD", "a", "ab12", "a@b.co ", "10.1.2.3 ", "a at b dot com ", "\\u0041", "%41", "&amp;", "[", '"a":',
        "api_key=Ab3dEf6hIj9 ", "password is hunter22 ", "/home/jdoe/x ", "12 Main Street ", "DE89 3704 0044 0532 0130 00 ",
        "Cookie: a=bcdefgh123 ", "uid=1(abcd) ", "e\u0301", "a\u200b", "\u04301a", "\uff11\uff12\uff13", "Dear John ", "\0",
        "dGhpcyBpcyBhIHRlc3Q= ", "as John Smith said ", "00:11:22:33:44:55 ", "John Smith <a@b.co> ", "a=b;c=d&",
        "e\u0301\u0302", "\u0435\u0301", "\u2800a", "\u2800", "\u200b", "\u00ad", "a\u00ad", "\ufe0f", "\u263a\ufe0f", "x\ufe0f", "\x1b[0m", "a\x01b",
        "\ufb01", "\uff41", "\U0001d41a", "\u00e9", "\u65e5\u672c", "\u05d0\u200f", "\ud800", "\u017f", "\u212a ", "\u0131", "K\u212a",
        "\\", '\\"', "\\\\", "\\n", "\\x41", "\\101", "\\U00000041", "\\N{DIGIT ONE}", "\\xc3\\xa9", "%C3%A9", "%u0041", "%2541", "&#65;", "&#x41;", "&#106",
        "=41", "=?utf-8?q?a?=", "=?utf-8?b?YWFh?= ", "+AGE-", "+AGoAYQBuAGU-", "a+b=c+", "a=b+c&",
        '"a" + "b"', '"a" + ', '\\"+\\"', '["a", ', "'a'.join(", "0x41, ", "65, 66, ", "chr(65)+", "U+0041 ", "6a 6f ", "6a6f", "00000000: 6a61 6e65\n", "<~C12!k~>",
        "M" + "A" * 60 + "\n", "MFZGC3LF", "YGH0=E@W?IKxkodVsCYFEo@<KbY*gGE@WkP ",
        "-----BEGIN PRIVATE KEY-----", "-----BEGIN PRIVATE KEY-----\nAAAA\n", "-----BEGIN PRIVATE KEY-----\n" + "Ab1/" * 20 + "\n-----END PRIVATE KEY-----\n",
        "PuTTY-User-Key-File-2", "Bearer ", "Bearer abcdef123456 ", "Basic YTpi ", "://a:b@", "https://u:p4ss@h.co/ ", "?token=a1b2c3&", "https://a.co/?sig=Ab3dEf6h ",
        "eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.abc ", "ssh root@host ", "jane@host:~$ ", "drwxr-xr-x 2 jane staff ", "Author: John Smith\n", "Author: ", "Name: x\n",
        "I'm John Smith. ", "Mr ", "Dr. John Smith ", "for ", "John ", "john.smith ", "j.doe ", "J. ", "J. Smith ", "Smith, John ", "SMITH John ", "John-Paul ", "JohnSmith ",
        "johnSmith", "A1 ", "Aa", "A a ", "1-2-", "2020-01-02 ", "born 1980-01-02 ", "12:34:56 ", "fe80::1 ", "::", "a:b:c:d:e:f ", "192.168.1.1:80 ", "1.2.3.4.", "a.local ", "a.b.c.d.", "x.internal ", "a-b-c-",
        "~a/", "C:\\Users\\x ", "/Users/jane/", "file:///home/x ", "-Users-jane-src ", "/a/b/c", "x" * 60 + " ",
        "4111 1111 1111 1111 ", "4111111111111111 ", "123-45-6789 ", "+49 30 1234567 ", "+1", "0049", "(555) 123-4567 ", "tel: 5551234567 ",
        "IMEI 490154203237518 ", "serial: A1B2C3D4 ", "vin 1HGCM82633A004352 ", "passport: X1234567 ", "{", "{}", "[]", "()", "<a>", "</a>", "<!--", "`", "\n", "\r\n", "\t", " ", ",", ";", "=", ":", "-", "_", "#", "@", "!",
        "a b c d ", "j a n e ", "the ", "The Boat ", "\u0418\u0432\u0430\u043d ", "\u0418\u0432\u0430\u043d \u041f\u0435\u0442\u0440\u043e\u0432 ", "\u5f20\u4f1f ", "Jos\u00e9 Garc\u00eda ", "Jose\u0301 Garci\u0301a ",
        "J\u043ehn Sm\u0456th ", "a\u200bb@c.co ", "%6a%6f%68%6e ", "12 Main St, Springfield, IL 62704 ", "Hauptstra\u00dfe 12 ", "10115 Berlin ", "calle Mayor 3 ",
    )  # fmt: skip


def _made() -> Iterator[tuple[str, str]]:
    """Pieces that are too long to write down."""
    noise = _RANDOM.randbytes(700_000)
    encoded = base64.b64encode(noise).decode()
    said = b"The boat is late and nobody knows why. "
    packed = base64.b64encode(gzip.compress(said, mtime=0)).decode()
    yield "base64 of noise", encoded
    yield (
        "base64 of noise, lines",
        "\n".join(encoded[at : at + 76] for at in range(0, len(encoded), 76)),
    )
    yield (
        "base64 of noise, short runs",
        " ".join(encoded[at : at + 40] for at in range(0, len(encoded), 40)),
    )
    yield (
        "base64 of noise, paths",
        "/".join(encoded[at : at + 20] for at in range(0, len(encoded), 20)),
    )
    yield "base64 of text, one run", base64.b64encode(said * 20_000).decode()
    yield "base64 of text, short runs", base64.b64encode(said).decode() + " "
    yield "base64 of gzip", f"{packed} "
    yield (
        "base64 of large gzip",
        base64.b64encode(gzip.compress(said * 2_000, mtime=0)).decode() + " ",
    )
    yield (
        "base64 of gzip of noise",
        base64.b64encode(gzip.compress(noise[:200], mtime=0)).decode() + " ",
    )
    yield "base64 of a gzip head", base64.b64encode(b"\x1f\x8b\x08" + noise[:40]).decode() + " "
    yield "base64 of zlib heads", base64.b64encode(b"\x78\x9c" + noise[:40]).decode() + " "
    yield "hex of text", said.hex() + " "
    yield "base85 of text", base64.b85encode(said).decode() + " "
    yield "base32 of text", base64.b32encode(said).decode() + " "
    nested = "The boat is late. "
    for _ in range(5):
        nested = json.dumps({"a": nested})
    yield "JSON in JSON, 5 deep", f"{nested} "
    yield (
        "JSON in JSON, one document",
        json.dumps({"a": json.dumps([json.dumps({"b": "John Smith"})] * 20_000)}),
    )
    nested = said.decode()
    for _ in range(5):
        nested = base64.b64encode(nested.encode()).decode()
    yield "base64, 5 deep", f"{nested} "
    nested = base64.b64encode(json.dumps({"a": json.dumps({"b": said.decode()})}).encode()).decode()
    yield "JSON in JSON in base64", f"{nested} "
    yield "a list in JSON", json.dumps(["a"] * 100_000)
    yield "an object in JSON", json.dumps({f"k{at}": at for at in range(100_000)})
    yield "mailboxes, all different", "".join(f"u{at}@h{at}.dev " for at in range(60_000))
    yield (
        "names, all different",
        "".join(
            f"John Sm{chr(97 + at % 26)}{chr(97 + at // 26 % 26)}{chr(97 + at // 676 % 26)}th "
            for at in range(60_000)
        ),
    )
    yield "numbers, all different", "".join(f"{at * 7919 % 10**9:09d} " for at in range(60_000))
    yield (
        "telephones, all different",
        "".join(f"call 555-{at // 10_000 + 200}-{at % 10_000:04d} " for at in range(60_000)),
    )
    yield (
        "secrets, all different",
        "".join(f"api_key={encoded[at * 9 : at * 9 + 20]} " for at in range(20_000)),
    )
    yield "paths, all different", "".join(f"/home/u{at}/x " for at in range(60_000))
    yield "hosts, all different", "".join(f"h{at}.local " for at in range(60_000))
    yield (
        "addresses, all different",
        "".join(f"10.{at // 65_536}.{at // 256 % 256}.{at % 256} " for at in range(1, 60_000)),
    )


PIECES = {
    repr(piece)[1:-1][:40] if piece.isascii() else ascii(piece)[1:-1][:40]: piece
    for piece in _plain()
} | dict(_made())


def from_patterns() -> dict[str, str]:
    """For each pattern, what it matches and what it does not quite: of each alternative, apart and joined."""
    found: dict[str, str] = {}
    for member in (*DECODERS, *CHECKS):
        for number, pattern in enumerate(member.trigger.patterns):
            for at, piece in enumerate(dict.fromkeys(samples(pattern))):
                name = f"{getattr(member, 'id', None) or getattr(member, 'name', '')} {number}.{at}"
                found[f"{name} {piece[:24]!a}"] = f"{piece} "
                found[f"{name} joined {piece[:24]!a}"] = piece
                found[f"{name} cut {piece[:24]!a}"] = piece[:-1] or piece
    return found


def samples(pattern: Pattern, *, most: int = 12) -> list[str]:
    """A few texts that ``pattern`` matches, one for each way through its first alternatives."""
    tree = parsed(pattern.source)
    made = [_sample(tree, turn) for turn in range(most)]
    return [piece for piece in made if piece]


def _sample(node: Node, turn: int) -> str:
    if isinstance(node, Edge):
        return ""
    if isinstance(node, One):
        return node.letter or _one_of(node.text, turn)
    if isinstance(node, Repeat):
        return _sample(node.what, turn) * max(node.least, min(1, node.most or 1))
    choice = node.choices[turn % len(node.choices)]
    return "".join(_sample(each, turn // len(node.choices)) for each in choice)


_LETTERS = {
    r"\p{L}": "A-Za-z\u00e9",
    r"\p{Lu}": "A-Z\u00c9",
    r"\p{Ll}": "a-z\u00e9",
    r"\p{Mn}": "\u0301",
}
_CANDIDATES = (
    "a1A0-_.@ b/B2+=zZ9\"'\u00e9\u0301\u0430\n\t\x01:;,%\\()"
    + "".join(map(chr, range(33, 127)))
    + "\u200b\u2801\u263a\ufe0f\U0001d41a\uff41\u03b1"
)


def _one_of(source: str, turn: int) -> str:
    if source == ".":
        return "a"
    for name, letters in _LETTERS.items():
        source = source.replace(name, letters if source.startswith("[") else f"[{letters}]")
    source = re.sub(
        r"\\x\{([0-9A-Fa-f]+)\}", lambda found: f"\\U{int(found.group(1), 16):08x}", source
    )
    allowed = re.compile(source, re.ASCII)
    fitting = [each for each in _CANDIDATES if allowed.fullmatch(each)][:4]
    return fitting[turn % len(fitting)] if fitting else ""
