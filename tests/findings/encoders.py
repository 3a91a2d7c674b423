"""How a value may be spelt so that a reader of the raw text does not see it."""

from __future__ import annotations

import base64
import binascii
import codecs
import gzip
import json
import zlib
from collections.abc import Callable

Encode = Callable[[str], str]

_RFC_1924 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~"
_Z85 = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#"


def base64_of(data: bytes) -> str:
    """Standard base64 in one line."""
    return base64.b64encode(data).decode()


def deflated(value: str) -> bytes:
    """A deflate stream without a header."""
    packer = zlib.compressobj(wbits=-15)
    return packer.compress(value.encode()) + packer.flush()


def uuencoded(value: str) -> str:
    """Lines between ``begin`` and ``end``."""
    data = value.encode()
    lines = (binascii.b2a_uu(data[at : at + 45]).decode() for at in range(0, len(data), 45))
    return f"begin 644 note\n{''.join(lines)}`\nend\n"


def dumped(value: str) -> str:
    """Lines of sixteen bytes behind their address."""
    data = value.encode()
    lines = (f"{at:08x}: {data[at : at + 16].hex(' ', 2)}  " for at in range(0, len(data), 16))
    return "\n".join(lines)


def z85(value: str) -> str:
    """The base85 of ZeroMQ, which fills up with NUL."""
    whole = base64.b85encode(value.encode(), pad=True).decode()
    return whole.translate(str.maketrans(_RFC_1924, _Z85))


def units(value: str) -> list[int]:
    """The numbers of a text in UTF-16."""
    data = value.encode("utf-16-be")
    return [data[at] << 8 | data[at + 1] for at in range(0, len(data), 2)]


def pieces(value: str, size: int = 3) -> list[str]:
    """A text in strings of code."""
    return [json.dumps(value[at : at + size]) for at in range(0, len(value), size)]


def full_width(value: str) -> str:
    """ASCII in the forms of East Asian typography."""
    return "".join(chr(ord(each) + 0xFEE0) if "!" <= each <= "~" else each for each in value)


def _utf7(value: str) -> str:
    return "".join(
        each if each.isalnum() else f"+{base64_of(each.encode('utf-16-be')).rstrip('=')}-"
        for each in value
    )


def _selector(byte: int) -> str:
    return chr(0xFE00 + byte) if byte < 16 else chr(0xE0100 + byte - 16)


ENCODERS: dict[str, Encode] = {
    "plain": str,
    "base64": lambda value: base64_of(value.encode()),
    "base64url": lambda value: base64.urlsafe_b64encode(value.encode()).decode().rstrip("="),
    "base64-utf8-mark": lambda value: base64_of(value.encode("utf-8-sig")),
    "base64-utf16-mark": lambda value: base64_of(codecs.BOM_UTF16_LE + value.encode("utf-16-le")),
    "base64-utf16le": lambda value: base64_of(value.encode("utf-16-le")),
    "base64-utf16be": lambda value: base64_of(value.encode("utf-16-be")),
    "base64-utf32": lambda value: base64_of(value.encode("utf-32-le")),
    "base64-gzip": lambda value: base64_of(gzip.compress(value.encode(), mtime=0)),
    "base64-zlib": lambda value: base64_of(zlib.compress(value.encode())),
    "base64-deflate": lambda value: base64_of(deflated(value)),
    "hex": lambda value: value.encode().hex(),
    "hex-capitals": lambda value: value.encode().hex().upper(),
    "hex-utf16": lambda value: value.encode("utf-16-le").hex(),
    "hex-gzip": lambda value: gzip.compress(value.encode(), mtime=0).hex(),
    "hex-colons": lambda value: value.encode().hex(":"),
    "hex-spaces": lambda value: value.encode().hex(" "),
    "hex-0x": lambda value: ", ".join(f"0x{byte:02x}" for byte in value.encode()),
    "hex-x": lambda value: "".join(f"\\x{byte:02x}" for byte in value.encode()),
    "dump": dumped,
    "base32": lambda value: base64.b32encode(value.encode()).decode(),
    "base85": lambda value: base64.b85encode(value.encode()).decode(),
    "ascii85": lambda value: base64.a85encode(value.encode(), adobe=True).decode(),
    "ascii85-bare": lambda value: base64.a85encode(value.encode()).decode(),
    "z85": z85,
    "uuencode": uuencoded,
    "decimal": lambda value: ", ".join(map(str, value.encode())),
    "chr": lambda value: " + ".join(f"chr({byte})" for byte in value.encode()),
    "octal": lambda value: "".join(f"\\{byte:03o}" for byte in value.encode()),
    "u4": lambda value: "".join(f"\\u{unit:04x}" for unit in units(value)),
    "U8": lambda value: "".join(f"\\U{ord(each):08x}" for each in value),
    "u-braces": lambda value: "".join(f"\\u{{{ord(each):x}}}" for each in value),
    "code-points": lambda value: " ".join(f"U+{ord(each):04X}" for each in value),
    "entities": lambda value: "".join(f"&#{ord(each)};" for each in value),
    "entities-open": lambda value: "".join(f"&#{ord(each)}" for each in value),
    "entities-hex": lambda value: "".join(f"&#x{ord(each):x}" for each in value),
    "percent": lambda value: "".join(f"%{byte:02x}" for byte in value.encode()),
    "percent-u": lambda value: "".join(f"%u{unit:04x}" for unit in units(value)),
    "quoted-printable": lambda value: "".join(f"={byte:02X}" for byte in value.encode()),
    "encoded-word": lambda value: f"=?utf-8?b?{base64_of(value.encode())}?=",
    "utf7": _utf7,
    "utf7-whole": lambda value: f"+{base64_of(value.encode('utf-16-be')).rstrip('=')}-",
    "plus": lambda value: " + ".join(pieces(value)),
    "join": lambda value: f'[{", ".join(pieces(value))}].join("")',
    "json": lambda value: json.dumps({"k": value}),
    "tags": lambda value: "x" + "".join(chr(0xE0000 + ord(each) % 0x80) for each in value),
    "selectors": lambda value: "x" + "".join(map(_selector, value.encode())),
    "zero-width": lambda value: "\u200b".join(value),
    "soft-hyphens": lambda value: "\u00ad".join(value),
    "emoji-selectors": lambda value: "\ufe0f".join(value),
    "full-width": full_width,
    "controls": lambda value: "\0".join(value),
    "colours": lambda value: "\x1b[0m".join(value),
}
#: Encoders that write any characters, not ASCII alone.
NOT_OF_ANY = frozenset({"tags"})
