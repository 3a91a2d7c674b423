"""Secrets are hidden in every shape and place they are shown in; what is none stays readable."""

from __future__ import annotations

import base64
import json

import pytest

from workbench.cassettes.redaction import (
    PLACEHOLDER,
    is_redacted,
    is_secret_key,
    redact,
    redact_bytes,
    redact_text,
)
from workbench.cassettes.redaction_profiles import ACCOUNT_IDS, STABLE_FIXTURE

SK = "sk-" + "a1B2" * 6
SHAPES = {
    "openai": SK,
    "anthropic": "sk-ant-" + "a1B2" * 6,
    "google": "AIza" + "x" * 35,
    "groq": "gsk_" + "x" * 24,
    "xai": "xai-" + "x" * 24,
    "huggingface": "hf_" + "x" * 24,
    "github": "ghp_" + "x" * 24,
    "aws": "AKIA" + "X" * 16,
    "slack": "xoxb-" + "1" * 12,
    "jwt": "eyJ" + "a" * 12 + "." + "b" * 12 + "." + "c" * 8,
    "bearer": "Bearer " + "x" * 20,
    "lower bearer": "bearer " + "x" * 20,
    "basic": "Basic " + base64.b64encode(b"user:password-example").decode(),
    "userinfo": "https://user:pass-example@example.com/",
    "query": "https://example.com/?a=1&key=" + "x" * 12,
    "signature": "https://example.com/?X-Amz-Signature=" + "x" * 12,
    "assignment": "OPENAI_API_KEY = " + "x" * 12,
    "pem": "-----BEGIN RSA PRIVATE KEY-----\nxxxx\n-----END RSA PRIVATE KEY-----",
}


def secret_of(shape: str) -> str:
    """The part of a shape that must not be shown."""
    return {
        "bearer": "x" * 20,
        "lower bearer": "x" * 20,
        "userinfo": "pass-example",
        "query": "x" * 12,
        "signature": "x" * 12,
        "assignment": "x" * 12,
        "pem": "xxxx",
    }.get(shape, SHAPES[shape].split()[-1])


def places(value: str) -> dict[str, str]:
    return {
        "text": f"it was {value} then",
        "json": json.dumps({"note": value}),
        "nested json": json.dumps({"note": json.dumps({"inner": value})}),
        "list": json.dumps([[value]]),
        "sse": f"event: x\ndata: {json.dumps({'delta': value})}\n\n",
        "sse text": f"data: {value.splitlines()[0]}\n\n" if "\n" not in value else f"it {value}",
    }


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_is_hidden_in_every_place(shape: str) -> None:
    for place, text in places(SHAPES[shape]).items():
        shown = redact_text(text)
        assert secret_of(shape) not in shown, (shape, place)
        assert PLACEHOLDER in shown, (shape, place)


@pytest.mark.parametrize(
    "name",
    [
        "api_key", "x-api-key", "apiKey", "OPENAI_API_KEY", "authorization", "Proxy-Authorization",
        "cookie", "set-cookie", "x-amz-security-token", "client_secret", "password", "credential_token",
        "private_key", "x-goog-api-key", "accessToken", "signature", "passwd",
    ],
)  # fmt: skip
def test_values_of_secret_keys_are_hidden_whole(name: str) -> None:
    assert is_secret_key(name)
    assert redact({name: {"a": ["x"]}, "b": 1}) == {name: PLACEHOLDER, "b": 1}
    assert redact([[name, "x"], ["b", "y"]]) == [[name, PLACEHOLDER], ["b", "y"]]


@pytest.mark.parametrize(
    "name",
    [
        "max_tokens", "input_tokens", "prompt_tokens_details", "completion_tokens_details",
        "promptTokenCount", "candidatesTokenCount", "tokenizer", "tokenizer_name", "token_ids",
        "token_type", "next_page_token", "budget_tokens", "x-ratelimit-limit-tokens",
    ],
)  # fmt: skip
def test_counts_and_names_of_tokens_are_no_secrets(name: str) -> None:
    assert redact({name: "value"}) == {name: "value"}


@pytest.mark.parametrize(
    "text",
    [
        "task-1 at the desk-lamp is risk-free", "max_tokens=256", "a plain sentence", "sk-short",
        "https://example.com/path?page=2&q=x", "2020-10-01 10:30:00", "mail a@example.com",
        "the token is gone", "key: value",
    ],
)  # fmt: skip
def test_false_alarms_stay_readable(text: str) -> None:
    assert redact_text(text) == text


def test_a_number_under_a_secret_key_is_a_count() -> None:
    assert redact({"token": 5, "secret": None}) == {"token": 5, "secret": None}


def test_a_percent_encoded_secret_is_hidden() -> None:
    assert SK.replace("-", "%2D") not in redact_text(f"see {SK.replace('-', '%2D')} here")


def test_the_structure_of_an_event_stream_is_kept() -> None:
    shown = redact_text(f'event: a\ndata: {{"api_key":"{SK}","n":1}}\n\ndata: [DONE]\n\n')
    assert shown == f'event: a\ndata: {{"api_key":"{PLACEHOLDER}","n":1}}\n\ndata: [DONE]\n\n'


def test_binary_bodies_are_shown_by_size_and_digest() -> None:
    shown = redact_bytes(b"\xff\xfe" + SK.encode())
    assert shown.startswith("<26 bytes") or "bytes of binary data" in shown
    assert SK not in shown


@pytest.mark.parametrize(
    "value",
    ["**REDACTED**", "REDACTED", "[REDACTED]", "<REDACTED>", "PLACEHOLDER", "scrubbed", "SCRUBBED",
     "AUTHORIZATION-XXX", "<OPENAI_API_KEY>", "test_api_key", "test-api-key", "DUMMY", ""],
)  # fmt: skip
def test_placeholders_of_other_tools_are_known(value: str) -> None:
    assert is_redacted(value)
    assert not is_redacted(f"{value} and more")


ACCOUNT = "org-" + "a1B2" * 5


def test_account_ids_stay_unless_they_are_to_be_hidden() -> None:
    value = {"organization": ACCOUNT, "note": f"for {ACCOUNT}", "request_id": "r-example"}
    assert redact(value) == value
    assert redact(value, profile=ACCOUNT_IDS) == {
        "organization": PLACEHOLDER,
        "note": f"for {PLACEHOLDER}",
        "request_id": PLACEHOLDER,
    }


def test_ordinary_words_are_no_account_ids() -> None:
    text = "org-chart-of-everybody, user-generated content, req_uirements"
    assert redact_text(text, profile=STABLE_FIXTURE) == text


def test_a_stable_fixture_hides_what_every_recording_has_anew() -> None:
    headers = [
        ["date", "Mon"],
        ["CF-Ray", "x"],
        ["x-ratelimit-reset-tokens", "1s"],
        ["accept", "*/*"],
    ]
    shown = redact({"headers": headers, "created": 1722000000, "n": 1}, profile=STABLE_FIXTURE)
    assert shown == {
        "headers": [[n, PLACEHOLDER if n != "accept" else v] for n, v in headers],
        "created": PLACEHOLDER,
        "n": 1,
    }
    line = 'data: {"created_at": 5, "delta": "hi"}\n\n'
    assert redact_text(line, profile=STABLE_FIXTURE) == (
        f'data: {{"created_at":"{PLACEHOLDER}","delta":"hi"}}\n\n'
    )
