"""Every class of identity and secret that the checks look for: an example, a near miss and a source.

Sources are sections of the public rules that define the class: the eighteen identifiers of the HIPAA
safe harbour method (45 CFR 164.514(b)(2)(i)), standards for numbers with check digits, and the
documentation of providers. Examples are made up; what looks like a secret is put together here.
"""

from __future__ import annotations

import base64
from dataclasses import dataclass

import pytest

from workbench.core.places import Role, Text, Utf8Map
from workbench.findings import CHECKS, KnownIdentities, Scan
from workbench.findings.scanning import scan_texts
from workbench.findings.vendor_shapes import SHAPES

HEX = "9f3b" + "07ac" + "55e1" + "d28b" + "46c0" + "a97e" + "13fd" + "8b62"
RANDOM = "q7Zt" + "X9mK" + "2vLp" + "B4nR" + "8sWd" + "T6yE" + "1hGc" + "J3fA"
PICTURE = base64.b64encode(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 3).decode()
HIPAA = "45 CFR 164.514(b)(2)(i)"


@dataclass(frozen=True)
class Row:
    """``near`` has the same shape and is nobody's. ``found``: the part that must be found."""

    name: str
    source: str
    example: str
    found: str
    near: str
    key: str = "content"


def scanned(value: str, key: str = "content") -> Scan:
    text = Text(value, Role.PROSE, "f", f"/1/{key}", Utf8Map("f", 0, value), key=key)
    return scan_texts([text], known=KnownIdentities())


#: The eighteen, in their order; those that are pictures and sounds are told as not checked.
IDENTIFIERS = (
    Row("A names", HIPAA, "My name is Quillon Marrowby.", "Quillon Marrowby", "Signed, Final Answer"),
    Row("B street address", HIPAA, "lives at 1482 Alder Creek Road", "1482 Alder Creek Road", "see page 1482 of the road map"),
    Row("B town and postcode", HIPAA, "sent to Springfield, IL 62704", "Springfield, IL 62704", "the town of Springfield is large"),
    Row("C dates of a life", HIPAA, "patient born 1971-03-04, well", "1971-03-04", "released on 1971-03-04 as 2.0"),
    Row("C date under its name", HIPAA, "1971-03-04", "1971-03-04", "some day", key="dateOfBirth"),
    Row("C ages over 89", HIPAA, "a 94-year-old visitor", "94", "a 24-year-old visitor"),
    Row("D telephone numbers", HIPAA, "call me on +46 70 123 45 67", "+46 70 123 45 67", "call me on +1 202 555 0143"),
    Row("E fax numbers", HIPAA, "fax: (212) 358-4129", "(212) 358-4129", "fax: (212) 555-0129"),
    Row("F e-mail addresses", HIPAA, "mail quillon" + "@" + "tidewater-harbour.dev", "quillon" + "@" + "tidewater-harbour.dev", "mail quillon" + "@" + "example.com"),
    Row("G social security numbers", HIPAA, "SSN: 536-22-4918", "536-22-4918", "part 536-22-4918 of the list"),
    Row("H medical record numbers", HIPAA, "medical record number MRN-448291", "MRN-448291", "medical record kept safely"),
    Row("I health plan numbers", HIPAA, "health plan number: HP-99182-44", "HP-99182-44", "health plan number: pending"),
    Row("J account numbers", HIPAA, "account number: 99182744", "99182744", "account number: unknown"),
    Row("K certificate and licence numbers", HIPAA, "driver's license number: D4829104", "D4829104", "license: Apache-2.0"),
    Row("L vehicle identifiers", "ISO 3779", "the car 1M8GDM9AXKP042788 stands here", "1M8GDM9AXKP042788", "the car 1M8GDM9A1KP042788 stands here"),
    Row("M device identifiers", "3GPP TS 23.003", "IMEI: 49-015420-323751-8", "49-015420-323751-8", "IMEI: 49-015420-323751-7"),
    Row("M serial numbers", HIPAA, "serial number: C02XK1RJH8Q9", "C02XK1RJH8Q9", "serial number: unknown"),
    Row("M hardware addresses", "IEEE 802", "ether 3c:22:fb:12:34:56", "3c:22:fb:12:34:56", "ether ff:ff:ff:ff:ff:ff"),
    Row("N web addresses", HIPAA, "my blog is https://quillon-marrowby.net/harbour", "https://quillon-marrowby.net/harbour", "see https://example.com/harbour"),
    Row("O internet addresses", HIPAA, "request from 84.17.46.20 today", "84.17.46.20", "request from 192.0.2.20 today"),
    Row("R other numbers", HIPAA, "usr-8842-quill", "usr-8842-quill", "assistant", key="user_id"),
)  # fmt: skip

CLASSES = (
    Row("user name in a path", "POSIX", "/home/qmarrowby/src", "qmarrowby", "/home/runner/src"),
    Row("user name in a dashed path", "editors' project folders", "/x/-Users-qmarrowby-src", "qmarrowby", "/x/-Users-runner-src"),
    Row("login", "id(1)", "uid=1000(qmarrowby) gid=1000", "qmarrowby", "uid=0(root) gid=0"),
    Row("host name", "RFC 6762", "reach tidewater-7.local now", "tidewater-7.local", "see notes.local.md now"),
    Row("IPv6 address", "RFC 4291", "from 2a02:1234:5678::42", "2a02:1234:5678::42", "from 2001:db8::42"),
    Row("session id", "detection §2", "a81f-22c9-quill", "a81f-22c9-quill", "none", key="sessionId"),
    Row("profile id", "detection §2", "prof-8842-quill", "prof-8842-quill", "default", key="profileId"),
    Row("account id", "detection §2", "acct-8842-quill", "acct-8842-quill", "unknown", key="accountId"),
    Row("payment card", "ISO/IEC 7812", "card 4539 1488 0343 6467", "4539 1488 0343 6467", "card 4539 1488 0343 6468"),
    Row("bank account", "ISO 13616", "IBAN DE89 3704 0044 0532 0130 00", "DE89 3704 0044 0532 0130 00", "ref DE88 3704 0044 0532 0130 00"),
    Row("passport", "ICAO 9303", "passport number: X4829104", "X4829104", "passport control is open"),
    Row("national number", "detection §1", "national id: 850315-4418", "850315-4418", "national id: missing"),
    Row("wallet, base58", "Base58Check", "to 1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2", "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2", "to 1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3"),
    Row("wallet, bech32", "BIP 173", "to bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "to bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5"),
    Row("wallet, hexadecimal", "ERC-55", "wallet 0x" + "52908400098527886E0F7030069857D2E4169EE7", "0x" + "52908400098527886E0F7030069857D2E4169EE7", "commit 0x" + "52908400098527886E0F7030069857D2E4169EE7"),
    Row("authorization header", "RFC 9110", f"Bearer {RANDOM}", RANDOM, "Bearer **REDACTED**", key="authorization"),
    Row("basic authorization", "RFC 7617", "Authorization: Basic " + base64.b64encode(b"quillon:" + RANDOM.encode()).decode(), "", "Authorization: Basic <credentials>"),
    Row("cookie", "RFC 6265", f"session={RANDOM}; Path=/", RANDOM, "theme=dark; Path=/", key="cookie"),
    Row("api key header", "detection §2", HEX, HEX, "${API_KEY}", key="x-api-key"),
    Row("private key", "RFC 7468", "-----BEGIN " + "PRIVATE KEY-----\n" + RANDOM * 4 + "\n-----END " + "PRIVATE KEY-----", "", "-----BEGIN " + "PRIVATE KEY-----\n...\n-----END " + "PRIVATE KEY-----"),
    Row("JSON web token", "RFC 7519", base64.urlsafe_b64encode(b'{"alg":"HS256"}').decode().rstrip("=") + "." + RANDOM + "." + HEX, "", "eyJub3QgYSBoZWFkZXIi.abcd.efgh"),
    Row("password in an address", "RFC 3986", f"postgres://quill:{RANDOM}@db.tidewater.dev/x", RANDOM, "postgres://user:password@localhost/x"),
    Row("signature of an address", "signed URLs", f"https://x.dev/a?X-Amz-Signature={HEX}", HEX, "https://x.dev/a?page=2"),
    Row("connection string", "detection §1", f"Server=db;Password={RANDOM};Encrypt=1", RANDOM, "Server=db;Password=${DB_PASSWORD};"),
    Row("password", "detection §1", "the password is Tide-2291-pool", "Tide-2291-pool", "the password is required"),
    Row("one-time seed", "RFC 6238", f"totp_secret = '{RANDOM}'", RANDOM, "totp_secret = 'changeme'"),
    Row("generic secret", "detection §1", f"WIDGET_API_KEY={RANDOM}", RANDOM, "WIDGET_API_KEY=your_api_key"),
    *(
        Row(f"{vendor} key by its name", f"{vendor} documentation", f"{name}={RANDOM}", RANDOM, f"{name}=<your key>")
        for vendor, name in (
            ("Mistral", "MISTRAL_API_KEY"), ("Cohere", "COHERE_API_KEY"), ("Datadog", "DD_API_KEY"), ("Azure", "AZURE_OPENAI_API_KEY"),
            ("Cloudflare", "CLOUDFLARE_API_TOKEN"), ("Heroku", "HEROKU_API_KEY"), ("Twilio", "TWILIO_AUTH_TOKEN"), ("AWS", "AWS_SECRET_ACCESS_KEY"),
        )
    ),
    Row("hidden characters", "Unicode", "tide\u200b\u200c\u200dpool", "\u200b\u200c\u200d", "tide pool"),
)  # fmt: skip
ROWS = (*IDENTIFIERS, *CLASSES)


@pytest.mark.parametrize("row", ROWS, ids=[row.name for row in ROWS])
def test_each_class_finds_its_example(row: Row) -> None:
    values = [finding.value for finding in scanned(row.example, row.key).findings]
    assert any((row.found in value) if row.found else value for value in values)


@pytest.mark.parametrize("row", ROWS, ids=[row.name for row in ROWS])
def test_no_class_takes_its_near_miss_for_one(row: Row) -> None:
    shown = [
        finding for finding in scanned(row.near, row.key).findings if finding.certainty != "weak"
    ]
    assert [finding.check for finding in shown] == []


@pytest.mark.parametrize("name", ["P biometric identifiers", "Q full-face photographs"])
def test_what_no_check_can_see_is_told(name: str) -> None:
    assert [part.reason for part in scanned(f"data:image/png;base64,{PICTURE}").not_checked] == [
        "picture in base64"
    ]


def test_there_are_all_eighteen_identifiers() -> None:
    letters = {row.name[0] for row in IDENTIFIERS} | {"P", "Q"}
    assert "".join(sorted(letters)) == "ABCDEFGHIJKLMNOPQR"


def test_every_row_and_shape_names_its_source_and_shapes_are_many() -> None:
    assert all(row.source and row.example and row.near for row in ROWS)
    assert all(shape.source and shape.example and shape.counter for shape in SHAPES)
    assert len({shape.pattern for shape in SHAPES}) >= 150


def test_every_check_has_an_id_of_its_own_and_words_for_people() -> None:
    assert len({check.id for check in CHECKS}) == len(CHECKS)
    assert all(check.title for check in CHECKS)
