"""A planted secret survives in no wrapper, ordinary text never changes, and no text takes long."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.cassettes.redaction import PLACEHOLDER, redact, redact_bytes, redact_text

SECRET = "Zx9" + "qW3e" * 6  # of no vendor: only what stands around it tells
KEY = "sk-" + "proj-" + SECRET
LOGIN = base64.b64encode(b"user:" + SECRET.encode()).decode()

NAMED = {
    "header": f"Authorization: {SECRET}",
    "header with scheme": f"authorization: Bearer {SECRET}",
    "header of a login": f"Proxy-Authorization: Basic {LOGIN}",
    "cookies": f"Cookie: sid={SECRET}; b={SECRET}",
    "scheme": f"BEARER {SECRET}",
    "other scheme": f"Token {SECRET}",
    "AWS": f"AWS4-HMAC-SHA256 Credential=X/2020, SignedHeaders=host, Signature={SECRET}",
    "login in an address": f"postgres://bob:{SECRET}@db.example/x",
    "query": f"https://h.example/a?x=1&access-token={SECRET}&b=2",
    "signed query": f"https://h.example/a?X-Goog-Signature={SECRET}",
    "query of a short name": f"https://h.example/a?key={SECRET}",
    "form": f"grant_type=x&client_secret={SECRET}&b=1",
    "form of a short name": f"code={SECRET}&b=1",
    "part of a form": f'--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n{SECRET}\r\n--b--',
    "setting": f"export MY_SECRET='{SECRET}'",
    "setting with a mark": f"password=ab<{SECRET}",
    "argument": f'Client(api_key="{SECRET}")',
    "dictionary": f"{{'password': b'{SECRET}'}}",
    "YAML": f"api_key: {SECRET}",
    "Ruby": f':api_key => "{SECRET}"',
    "element": f"<password>{SECRET}</password>",
    "JSON": f'{{"id_token": "{SECRET}"}}',
    "JSON cut off": f'{{"a": 1, "apiKey": "{SECRET}',
    "JSON inside": f'{{"a": {{"credentials": {{"u": "{SECRET}"}}}}',
    "lines of JSON": f'{{"a":1}}\n{{"secret":{{"k":"{SECRET}"}}}}\n',
    "event of two lines": f'data: {{"api_key":\ndata: "{SECRET}"}}\n\n',
    "pair": f'[["authorization", "{SECRET}"]]',
    "named pair": f'{{"headers":[{{"name":"Authorization","value":"{SECRET}"}}]}}',
    "flat pairs": f'{{"rawHeaders":["authorization","{SECRET}","a","b"]}}',
    "command": f"curl -H 'x-api-key: {SECRET}' https://a.example",
    "key of several lines": f"-----BEGIN EC PRIVATE KEY-----\n{SECRET}\n{SECRET}",
    "vendor's": KEY,
}
WRAPPERS: dict[str, Callable[[str], str]] = {
    "text": str,
    "sentence": lambda text: f"it was {text} then",
    "JSON": lambda text: json.dumps({"note": text}),
    "JSON in JSON": lambda text: json.dumps({"n": json.dumps({"i": text})}),
    "JSON in JSON in JSON": lambda text: json.dumps(json.dumps({"n": json.dumps({"i": text})})),
    "JSON cut off": lambda text: f'{{"a": {json.dumps(text)}',
    "key of JSON": lambda text: json.dumps({text: 1}),
    "line of JSON": lambda text: f'{{"a":1}}\n{json.dumps({"n": text})}\n',
    "marked JSON": lambda text: "\ufeff" + json.dumps({"n": text}),
    "event": lambda text: f"event: x\ndata: {json.dumps({'d': text})}\n\n",
    "exception": lambda text: f"ValueError: bad ({text!r})",
    "code of a page": lambda text: f"<p>`{text}`</p>",
    "percent codes": lambda text: f"see {quote(text)}",
    "escapes": lambda text: "x " + "".join(f"\\u{ord(letter):04x}" for letter in text),
    "base64": lambda text: "x " + base64.b64encode(text.encode()).decode(),
    "base64 of addresses": lambda text: base64.urlsafe_b64encode(text.encode()).decode().strip("="),
}


@pytest.mark.parametrize("wrapper", WRAPPERS)
def test_a_planted_secret_survives_in_no_wrapper(wrapper: str) -> None:
    for name, text in NAMED.items():
        wrapped = WRAPPERS[wrapper](text)
        shown = redact_text(wrapped)
        forms = (SECRET, LOGIN, "".join(f"\\u{ord(letter):04x}" for letter in SECRET))
        assert not any(form in shown for form in forms), (name, wrapper)
        assert PLACEHOLDER in shown, (name, wrapper)
        assert redact_text(shown) == shown, (name, wrapper, "twice")
        assert SECRET not in redact_bytes(wrapped.encode("utf-8")), (name, wrapper)
        assert SECRET not in str(redact({"a": [wrapped, wrapped.encode()]})), (name, wrapper)


@given(st.text(max_size=40), st.text(max_size=40), st.sampled_from(list(WRAPPERS)))
def test_a_key_survives_beside_no_text(before: str, after: str, wrapper: str) -> None:
    text = WRAPPERS[wrapper](f"{before} {KEY} {after}".encode("utf-8", "replace").decode())
    assert SECRET not in redact_text(text)


@given(st.text(max_size=60))
def test_any_text_is_shown_and_showing_it_again_changes_nothing(text: str) -> None:
    shown = redact_text(text)
    assert redact_text(shown) == shown


WORDS = [
    "token",
    "tokens",
    "tokenizer",
    "bearer",
    "basic",
    "secret",
    "password",
    "cookie",
    "authorization",
    "signature",
    "session",
    "key",
    "Bearer",
    "Basic",
    "Token",
    "understanding",
    "management",
    "authentication",
    "certificates",
    "information",
    "generation",
    "the",
    "a",
    "of",
    "at",
    "desk-lamp",
    "task-1",
    "risk-free",
    "12",
    "3.5",
    "it's",
    "yes.",
    "no,",
    "(maybe)",
    "user@example.com",
    "10:30",
    "https://example.com/path?page=2&q=x",
    "max_tokens=256",
    "prompt_tokens:",
    "12",
    "hf_",
    "sk-short",
    "E=mc",
]


@given(st.lists(st.sampled_from(WORDS), min_size=3, max_size=12))
def test_ordinary_words_never_change_in_any_order(words: list[str]) -> None:
    text = " ".join(words)
    assert redact_text(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "password: must have eight characters", "session = requests.Session()", "auth: none, really",
        "the secret: never stop", "I like tokens = fun", "Secretary: Bob", "keyboard: qwerty",
        '{ "usage":{"prompt_tokens":1 }}', '"next_page_token": "abc"', "git@github.com:a/b.git",
        "key: value", "key=value", "code = 5", "Signature dishes", "API_KEY=<YOUR_KEY>",
        "ssh://host.example/x", "a data: URL", "x-request-id: 1234567890ab",
    ],
)  # fmt: skip
def test_sentences_code_and_layout_never_change(text: str) -> None:
    assert redact_text(text) == text


HOSTILE = {
    "an open quote": '"api_key":"' + "a" * 300_000,
    "open quotes": '"api_key":"' * 30_000,
    "escaped quotes": '\\"api_key\\":\\"' * 30_000,
    "backslashes": '"api_key":"' + "\\" * 300_000,
    "backslashes before names": ("\\" * 50 + '"') * 5_000,
    "open objects": '"secret":{' * 30_000,
    "parts of forms": 'name="password"\n' * 20_000,
    "names": "token-" * 50_000,
    "elements": "<password>" * 30_000,
    "schemes": "Bearer management " * 20_000,
    "addresses": "https://" * 40_000,
    "blanks": "password" + " " * 300_000 + "=",
    "base64": base64.b64encode(bytes(range(256)) * 900).decode(),
    "percent codes": "%25" * 100_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_is_shown_like_any_other(name: str) -> None:
    """Were anything looked at again from every character, this would not end while anybody waits."""
    shown = redact_text(HOSTILE[name])
    assert len(shown) <= len(HOSTILE[name])
    assert "a" * 100 not in shown
