"""What recorders write is read without libyaml, and never as anything but what libyaml reads."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.cassettes.documents.composing import compose
from workbench.cassettes.documents.recorded_yaml import recorded_values
from workbench.cassettes.documents.source_text import SourceText
from workbench.cassettes.documents.tree import Guess
from workbench.cassettes.documents.values import Values, construct, unquoted_value
from workbench.cassettes.errors import CassetteError
from workbench.core.errors import WorkbenchError
from workbench.core.files import SourceFile

CORPUS = Path(__file__).parents[3] / "shared" / "corpora" / "cassettes"

READ = {
    "headers": "a:\n  accept:\n  - '*/*'\n  x:\n  - gzip, br\n  y:\n  - \"z\"\nb: c\n",
    "a header of two values": "a:\n  x:\n  - b\n  - c\n  y:\n  - d\n",
    "deeper items": "a:\n  x:\n    - b\n    - c\n  y:\n    - d: e\n      f: g\n",
    "items in items": "- - a\n  - b: c\n    d:\n    - - e\n- f\n",
    "nothing": "a:\nb:\n  c:\n- d\n".replace("- d\n", "d:\n"),
    "guesses": "a: yes\nb: 1:30\nc: 017\nd: 0x1F\ne: ~\nf: .inf\ng: 1_000\nh: 2020-01-01\ni: -1.5e3\n",
    "text that begins like a dash": "a:\n- -RCZ_x\nb: -x\n",
    "text over lines": "a: one two\n  three, 'four'\n  five\nb: c\n",
    "single quotes": "a: 'it''s\n\n  a  \n  b'\nb: ''\nc: ' x '\n",
    "double quotes": 'a: "x\\n\\\n  \\ y \\"q\\" \\\\\n  z"\nb: "\\x41\\u00e9\\U0001F600\\0\\e\\_\\/"\n',
    "a backslash before a break": 'a: "x\\\\\n  ud83d \\\\ud83d \\\\U1"\n',
    "literals": "a: |\n  x\n    y\n\n  z\nb: |-\n  x\n\nc: |+\n  x\n\nd:\n- |\n    e\n",
    "tabs where they mean nothing": 'a: |\n  x\ty\n  \tz\nb: "x\ty"\n',
    "bytes": "a: !!binary |\n  YWJj\n  ZGVm\nb:\n- !binary |-\n    YQ==\n",
    "empty containers": "a: {}\nb: []\nc:\n- {}\n- []\n",
    "quoted keys": "'a b': c\n\"d:\":\n- e\n'': f\n".replace("'': f\n", ""),
    "a start and an end": "---\na: b\n...\n",
    "other letters": "a: é\nb: 'Ж \U0001f600'\n",
}

LEFT = {
    "nothing at all": "",
    "an empty document": "---\n",
    "a scalar alone": "a\n",
    "no last line break": "a: b",
    "a comment": "a: b\n# c\n",
    "a comment behind a value": "a: b # c\n",
    "an anchor": "a: &x b\nc: *x\n",
    "a merge": "a:\n  <<: b\n",
    "a quoted merge": "a:\n  '<<': b\n",
    "a tag": "a: !!str 1\n",
    "a filled list": "a: [b]\n",
    "a folded block": "a: >\n  b\n",
    "an indented block": "a: |2\n   b\n",
    "a key twice": "a: b\na: c\n",
    "a key twice, once with a list": "a:\n- b\nc:\n- d\na: e\n",
    "a key twice, in quotes": "a: b\n'a': c\n",
    "a tab": "a:\tb\n",
    "a tab beside a break": "a: 'b\n  \tc'\n",
    "a tab behind a joined line": 'a: "b\\\n  \t  c"\n',
    "carriage returns": "a: b\r\n",
    "a control character": "a: 'b\x07'\n",
    "a C1 control character": "a: b\x85c\n",
    "a line separator": "a: b\u2028c\n",
    "a byte order mark": "a: b\ufeffc\n",
    "two documents": "a: b\n---\nc: d\n",
    "a marker in quotes": "a: 'b\n--- c'\n",
    "a marker behind a joined line": 'a: "b\\\n--- c"\n',
    "an end marker behind a joined line": 'a: "b\\\n... c"\n',
    "an end marker in quotes": 'a: "b\n... c"\n',
    "text behind the end": "a: b\n...\nc: d\n",
    "an odd indentation": "a:\n    b: c\n  d: e\n",
    "an item under a key": "a: b\n- c\n",
    "a key among items": "- a\nb: c\n",
    "a key below a value": "a: b\n  c: d\n",
    "a colon in a value": "a: b: c\n",
    "halves of a character": 'a: "\\ud83d\\ude00"\n',
    "an unknown escape": 'a: "\\q"\n',
    "an escape beyond all characters": 'a: "\\U00110000"\n',
    "blanks behind an escaped blank": 'a: "b\\  \n  c"\n',
    "a joined line before an empty one": 'a: "b\\\n\n  c"\n',
    "base64 that is none": "a: !!binary |\n  YW*j\n",
    "a block that is not deeper": "a:\n  b: |\n  c\n",
    "open quotes": "a: 'b\n",
    "201 containers": "".join(f"{'  ' * depth}a:\n" for depth in range(205)),
}


def test_digits_without_end_are_text() -> None:
    """Multiplying them out takes hours, and Python shows no number of that length."""
    for digits in ("1" + ":1" * 1_000, "0x" + "f" * 1_000, "9" * 1_001):
        assert unquoted_value(digits) == digits
    assert unquoted_value("9" * 1_000) == Guess("9" * 1_000, 10**1_000 - 1)


def reference(text: str) -> Values | WorkbenchError:
    """What libyaml gives."""
    try:
        return construct(compose(SourceText(text)), text)
    except (CassetteError, WorkbenchError) as error:
        return error


def exactly(tree: Any) -> Any:
    """A tree with its types and the order of its keys."""
    if isinstance(tree, dict):
        return [(key, exactly(value)) for key, value in tree.items()]
    if isinstance(tree, list):
        return ["list", *map(exactly, tree)]
    if isinstance(tree, Guess):
        return Guess, tree.text, type(tree.value), repr(tree.value)
    return type(tree), tree


def agrees(text: str) -> bool:
    """Whether a text is read, which it may be only as libyaml reads it."""
    own = recorded_values(text)
    if own is None:
        return False
    other = reference(text)
    assert isinstance(other, Values)
    assert exactly(own.root) == exactly(other.root)
    assert own == other
    return True


@pytest.mark.parametrize("text", READ.values(), ids=READ)
def test_what_recorders_write_is_read_without_libyaml(text: str) -> None:
    assert agrees(text)


@pytest.mark.parametrize("text", LEFT.values(), ids=LEFT)
def test_anything_else_is_left_to_libyaml(text: str) -> None:
    assert recorded_values(text) is None


def test_files_of_real_recorders_are_read_without_libyaml() -> None:
    if not CORPUS.is_dir():
        pytest.skip("the shared corpus of cassettes is not here")
    texts = []
    for path in sorted(CORPUS.rglob("*")):
        if path.name.endswith((".yaml", ".yml", ".yaml.gz")):
            text = SourceText.of(SourceFile.of(path.name, path.read_bytes()).data).text
            texts.append(text)
    read = [text for text in texts if agrees(text)]
    assert len(read) > len(texts) * 0.9


PIECES = st.sampled_from(
    [
        *READ.values(),
        *LEFT.values(),
        *["a:\n", "b: c\n", "- d\n", "- e: f\n", "  g: h\n", "- - i\n", "\n", "  \n", "  - j\n"],
    ]
)
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False),
    st.text(max_size=60),
    st.text(alphabet="ab \n'\"\\:#-\t{", max_size=200),
    st.binary(max_size=120),
    st.sampled_from(["yes", "1:30", "~", "<<", "word " * 40, "x" * 200, 'a "b" \\n\n' * 9]),
)
KEYS = st.one_of(st.sampled_from(["body", "uri", "x-id", "a.b", "$ref"]), st.text(max_size=6))
TREES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)


@st.composite
def dumped(draw: st.DrawFn) -> str:
    """A document as PyYAML writes it, with any of its options."""
    return str(
        yaml.dump(
            {"interactions": [draw(TREES)], "version": 1},
            Dumper=draw(st.sampled_from([yaml.CSafeDumper, yaml.SafeDumper])),
            default_flow_style=False,
            default_style=draw(st.sampled_from([None, None, None, "'", '"', "|"])),
            width=draw(st.sampled_from([20, 80, 1_000_000])),
            allow_unicode=draw(st.booleans()),
            explicit_start=draw(st.booleans()),
            explicit_end=draw(st.booleans()),
            sort_keys=draw(st.booleans()),
        )
    )


@settings(max_examples=250, deadline=None)
@given(dumped())
def test_whatever_pyyaml_writes_is_read_the_same_or_left(text: str) -> None:
    agrees(text)


@settings(max_examples=250, deadline=None)
@given(st.one_of(dumped(), st.lists(PIECES, max_size=5).map("".join)), st.randoms())
def test_a_damaged_document_is_read_the_same_or_left(text: str, chance: random.Random) -> None:
    for _ in range(6):
        agrees(text)
        text = damaged(text, chance)


def damaged(text: str, chance: random.Random) -> str:
    """The text with one character more, less or changed, or with one line at another column."""
    at = chance.randrange(len(text) + 1)
    put = chance.choice("\n\n   --::'\"\\|#{}[]!&*%?<=~.0ax\t\x85é")
    lines = text.split("\n")
    line = chance.randrange(len(lines))
    moved = chance.choice([f" {lines[line]}", lines[line][1:], f"- {lines[line]}"])
    return chance.choice(
        [
            text[:at] + put + text[at:],
            text[:at] + text[at + 1 :],
            text[:at] + put + text[at + 1 :],
            "\n".join([*lines[:line], moved, *lines[line + 1 :]]),
        ]
    )


MANY = 50_000
REPEATED = {
    "an open quote": "a: '" + "b" * MANY + "\n" + "c" * MANY + "\n",
    "apostrophes": "a: '" + "''" * MANY + "\n",
    "escaped quotes": 'a: "' + '\\"' * MANY + "\n",
    "open quotes": "a: 'b\n" * MANY,
    "dashes": "- " * MANY + "a\n",
    "colons": "a: " + "b: " * MANY + "\n",
    "colons without a blank": "a: " + "b:" * MANY + "\n",
    "blanks": "a: " + " " * MANY + "\n",
    "empty lines": "a: |\n  b\n" + "\n" * MANY + " c\n",
    "short lines of text": "a: n\n" + "  c\n" * MANY,
    "short lines of many texts": ("- n\n" + "  c\n" * 9) * (MANY // 9),
    "short lines in quotes": "a: 'n\n" + "  c\n" * MANY + "  '\n",
    "a long key": "a" * MANY + ": b\n",
}
LONG = {
    "an indentation": " " * MANY + "a: b\n",
    "lines of text": "a: n\n" + ("  " + "word " * 12 + "c\n") * (MANY // 20),
    "lines in quotes": "a: 'n\n" + ("  " + "word " * 12 + "\n") * (MANY // 20) + "  '\n",
    "joined lines": 'a: "' + "\\\n" * MANY + 'b"\n',
    "blanks in quotes": 'a: "b\n' + " " * MANY + '\n c"\n',
    "blanks between words in quotes": "a: 'b\n\n  c" + " " * MANY + "d'\n",
    "sixties": "a: 1" + ":1" * MANY + "\n",
    "keys": "".join(f"k{number}: |\n  b\n" for number in range(MANY // 10)),
    "quoted apostrophes": "a: '" + "''" * MANY + "'\n",
}


@pytest.mark.parametrize("text", REPEATED.values(), ids=REPEATED)
def test_hostile_repetitions_are_left_to_libyaml(text: str) -> None:
    assert recorded_values(text) is None


@pytest.mark.parametrize("name", LONG)
def test_long_documents_are_read_like_short_ones(name: str) -> None:
    assert agrees(LONG[name])
