"""How fast texts are scanned, as ratios to one automaton over the same text.

The floor is one Aho-Corasick pass for every literal that a pattern of a check needs over the text, joined:
what any scanner with these patterns must do. Texts are synthetic: many short ones as session logs hold, long ones as tools
print, base64 as cassettes hold, and hostile repetitions. Each measure checks that planted values are
found before its time counts. Run::

    python benchmarks/findings.py [megabytes]
"""

from __future__ import annotations

import gc
import random
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import ahocorasick_rs

from workbench.core.places import Role, Text, Utf8Map
from workbench.findings import CHECKS, KnownIdentities, StandInTable
from workbench.findings.readings import read_all
from workbench.findings.scanning import scan_texts

ROUNDS = 3
KNOWN = KnownIdentities(
    names=("Zebedee Canary",), users=("zcanary",), hosts=("canary-laptop.local",)
)
_MAILBOX = "zebedee" + "@" + "harbour-light.dev"
_WORDS = [
    "the",
    "child",
    "counts",
    "boats",
    "in",
    "a",
    "harbour",
    "and",
    "writes",
    "number",
    "down",
    "then",
    "tool",
    "result",
    "shows",
    "that",
    "nothing",
    "was",
    "found",
    "because",
    "file",
    "does",
    "not",
    "exist",
    "so",
    "model",
    "tries",
    "again",
    "with",
    "another",
    "path",
    "while",
    "test",
    "keeps",
    "failing",
    "import",
    "return",
    "def",
    "class",
    "self",
    "value",
    "index",
    "token",
    "usage",
    "message",
    "content",
    "stream",
    "delta",
    "choice",
    "finish",
]


@dataclass(frozen=True)
class Corpus:
    """Texts of one kind and their size in characters."""

    name: str
    texts: tuple[Text, ...]

    @property
    def size(self) -> int:
        return sum(len(text.value) for text in self.texts)


def _texts(values: Sequence[str], role: Role = Role.PROSE) -> tuple[Text, ...]:
    return tuple(
        Text(value, role, "f", f"/{number}/content", Utf8Map("f", 0, value), key="content")
        for number, value in enumerate(values, start=1)
    )


def _sentence(source: random.Random, words: int) -> str:
    return " ".join(source.choices(_WORDS, k=words))


def corpora(characters: int) -> list[Corpus]:
    """Corpora of about ``characters`` each, with one planted mailbox in each."""
    source = random.Random(7)
    short = [_sentence(source, 14) for _ in range(characters // 80)]
    long = [
        "\n".join(_sentence(source, 12) for _ in range(600))
        for _ in range(characters // 42_000 or 1)
    ]
    code = [
        "\n".join(
            f"    {a}_{b} = self.{b}({a}, {n}.{n}, '{a}/{b}.py')  # {b}"
            for n in range(600)
            for a, b in [source.choices(_WORDS, k=2)]
        )
        for _ in range(characters // 30_000 or 1)
    ]
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    packed = ["".join(source.choices(alphabet, k=characters // 4)) for _ in range(4)]
    hostile = [
        piece * (characters // 8 // len(piece))
        for piece in ("a@", "key=", "1.1.", "://", "/home/", "eyJ", "Jane Doe ", "0:")
    ]
    named = (
        ("short strings", short),
        ("long prose", long),
        ("source code", code),
        ("base64", packed),
        ("hostile repetitions", hostile),
    )
    return [Corpus(name, _texts([*values, f"mail to {_MAILBOX} now"])) for name, values in named]


def floor(corpus: Corpus) -> None:
    """One automaton with every literal over all of the text."""
    joined = "\0".join(text.value for text in corpus.texts).encode().lower()
    _AUTOMATON.find_matches_as_indexes(joined)


_AUTOMATON = ahocorasick_rs.BytesAhoCorasick(
    sorted(
        {
            literal.encode()
            for check in CHECKS
            for pattern in check.trigger.patterns
            for literal in pattern.gate.literals
        }
    )
)


def decoded(corpus: Corpus) -> None:
    """Every reading of every text."""
    if len(read_all(corpus.texts).readings) < len(corpus.texts):
        raise AssertionError("a text was not read")


def scanned(corpus: Corpus) -> None:
    """The whole scan with known identities."""
    result = scan_texts(corpus.texts, known=KNOWN)
    if result.crashed or not any(finding.value == _MAILBOX for finding in result.findings):
        raise AssertionError("the planted mailbox was not found")


def replaced(corpus: Corpus) -> None:
    """Stand-ins looked for in every text."""
    table = StandInTable({_MAILBOX: "person-1@example.com", "Zebedee Canary": "person-1-example"})
    if not any(table.edits(text.value) for text in corpus.texts):
        raise AssertionError("the planted mailbox was not replaced")


MEASURES: tuple[tuple[str, Callable[[Corpus], None]], ...] = (
    ("one automaton (the floor)", floor),
    ("decode", decoded),
    ("scan", scanned),
    ("stand-ins", replaced),
)


def fastest(measure: Callable[[Corpus], None], corpus: Corpus) -> float:
    """Processor seconds of the fastest round."""
    times = []
    for _ in range(ROUNDS):
        gc.collect()
        started = time.process_time()
        measure(corpus)
        times.append(time.process_time() - started)
    return min(times)


def main() -> None:
    """Print one table for all corpora."""
    size = int(float(sys.argv[1] if len(sys.argv) > 1 else 2) * 1_000_000)
    print("| text | measure | seconds | MB/s | × floor |\n|---|---|---|---|---|")
    for corpus in corpora(size):
        base = 0.0
        for name, measure in MEASURES:
            seconds = fastest(measure, corpus)
            base = base or seconds
            speed = corpus.size / 1e6 / seconds
            print(
                f"| {corpus.name} | {name} | {seconds:.3f} | {speed:.1f} | {seconds / base:.1f} |"
            )


if __name__ == "__main__":
    main()
