"""Characters that are drawn as nothing are told; those that a script or an emoji needs are not."""

from __future__ import annotations

import pytest
from finding_texts import hits

from workbench.findings import scan_text
from workbench.findings.checks.hidden import HiddenCharacters
from workbench.findings.finding import Certainty

CHECK = HiddenCharacters()
TAGGED = "".join(chr(0xE0000 + ord(each)) for each in "gbsct") + "\U000e007f"


@pytest.mark.parametrize(
    "text",
    [
        "sil\ufe0fent", "sil\u3164ent", "sil\u2800ent", "sil\uffa0ent", "sil\U000e0101ent", "a\ufff9b",
        "sil\u00adent", "no\u00ad\u00adtation", "x\U000e006a\U000e0061", "\U0001f600" + "\ufe01\ufe02\ufe03",
        "\U0001f3f4" + "\U000e006a\U000e0061", "sil\u115fent", "sil\u180fent", "a\u2065b", "x\U0001d173y",
    ],
)  # fmt: skip
def test_a_character_that_is_drawn_as_nothing_is_told(text: str) -> None:
    assert [hit for hit in hits(CHECK, text) if not hit.benign]


@pytest.mark.parametrize(
    "text",
    [
        "done \u2705\ufe0f", "\u26a0\ufe0f careful", "1\ufe0f\u20e3", "\u2139\ufe0f", "\u00a9\ufe0f", "\u2194\ufe0e",
        "\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U0001f3f3\ufe0f\u200d\U0001f308", "\u2764\ufe0f\u200d\U0001f525",
        "\U0001f44d\U0001f3fd\u200d\u2642\ufe0f", f"\U0001f3f4{TAGGED}", "\u0915\u094d\u200d\u0937", "\u0645\u06cc\u200c\u062e",
        "\u0a95\u0acd\u200d\u0ab7", "\u8fbb\U000e0100", "\u2268\ufe00", "\u1820\u180b", "\u0e01\u200b\u0e02",
        "\u28ff\u2800\u2800\u28ff", "\ufeffbeginning", "\u05d0\u200fa",
    ],
)  # fmt: skip
def test_a_character_that_a_script_or_an_emoji_needs_is_not(text: str) -> None:
    assert [hit for hit in hits(CHECK, text) if not hit.benign] == []


def test_a_soft_hyphen_where_a_long_word_may_break_is_a_weak_sign() -> None:
    (hit,) = hits(CHECK, "Donau\u00addampfschiff")
    assert (hit.certainty, hit.benign) == (Certainty.WEAK, "")


def test_what_tags_spell_is_read_where_it_stands() -> None:
    mail = "jane" + "@" + "harbour-lantern.dev"
    hidden = "".join(chr(0xE0000 + ord(each)) for each in mail)
    text = f"caf\u00e9 {hidden} end"
    (found,) = [each for each in scan_text(text).findings if each.check == "email-address"]
    assert found.value == mail
    (span,) = found.places[0].spans
    assert text.encode()[span.start : span.end].decode() == hidden
