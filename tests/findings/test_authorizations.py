"""Credentials are found where somebody pasted a header or a command line."""

from __future__ import annotations

import base64
import json

import pytest

from workbench.findings import scan_text

LOGIN = base64.b64encode(b"zcanary:" + b"winter-Wq7xT2mB").decode()
TOKEN = "aB3" * 3 + "dE6gH9kL2mN5"


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        (f"curl -H 'Authorization: Basic {LOGIN}' https://api.example.com", LOGIN),
        (f"sends Authorization: Bearer {TOKEN}.", TOKEN),
        (f"authorization=bearer {TOKEN}", TOKEN),
        (f"use Basic {LOGIN} for it", LOGIN),
        (f"Cookie: session={TOKEN}; theme=dark", TOKEN),
        (f"proxy-authorization: Token {TOKEN}", TOKEN),
    ],
)
def test_a_credential_after_its_scheme_is_found(text: str, secret: str) -> None:
    for document in (text, json.dumps({"arguments": json.dumps({"command": text})})):
        found = scan_text(document, format=None if document == text else "json").findings
        assert secret in {finding.value for finding in found}


@pytest.mark.parametrize(
    "text",
    [
        "Authorization: Bearer **REDACTED**",
        "Authorization: Bearer <token>",
        "the bearer certificates of the harbour",
        "basic understanding of authorization: required",
        "Cookie: theme=dark",
    ],
)
def test_ordinary_words_after_a_scheme_are_no_credential(text: str) -> None:
    assert not [f for f in scan_text(text).findings if f.check == "authorization-text"]
