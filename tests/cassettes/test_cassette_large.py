"""A large file's long runs are put in beside the parser, and nobody can tell from what is read."""

from __future__ import annotations

import base64
from collections.abc import Callable
from pathlib import Path

import pytest
from cassette_writing import URL, wrapped

from workbench.cassettes import CassetteError, load_cassette
from workbench.cassettes.documents import yaml_document
from workbench.cassettes.documents.composing import compose
from workbench.cassettes.documents.source_text import SourceText
from workbench.cassettes.documents.values import construct
from workbench.cassettes.documents.yaml_document import YamlDocument
from workbench.cassettes.fixture import CassetteFixture
from workbench.core.fixture import ReplayEnvironment

Open = Callable[..., CassetteFixture]
DATA = bytes(range(256)) * 300
LINE = base64.b64encode(DATA).decode()
BLOCK = wrapped(DATA, 4)
DIGITS = "0123456789abcdef" * 6000

SEEN = {
    "a block": f"a: !!binary |\n{BLOCK}\nb: c\n",
    "a block at the end": f"a:\n  - !!binary |\n{BLOCK}\n  - x: !!binary |-\n{wrapped(DATA, 8)}",
    "a line": f"a: !!binary {LINE}\nb: [c]\n",
    "an unquoted line": f"a: {LINE}\nb: {LINE[5:]}\n",
    "a line in a body": f'a: \'{{"url": "data:image/png;base64,{LINE}"}}\'\n',
    "a line of a literal": f"a: |\n  x {LINE} y\n  {LINE}\nb: >-\n  {LINE}\n  z\n",
    "a line with escapes": f'a: "\\u0041{LINE}\\n{LINE}"\nb: 1\n',
    "equal runs": f"a: {LINE}\nb: {LINE}\n",
}
NOT_SEEN = {
    "what looks like a block in a literal": f"a: |\n  b: !!binary |\n{BLOCK}\n  c\n",
    "what looks like a block in quotes": f"a: 'x\n  b: !!binary |\n{BLOCK}'\n",
    "a blank line inside": f"a: !!binary |\n{BLOCK}\n\n{wrapped(DATA[:300], 4)}\nb: c\n",
    "a run that is a number": f"a: 0x{DIGITS}\nb: {'1' * 5000}\n" + f"c: {LINE}\n",
    "a run in a comment": f"# {LINE}\na: b\n",
    "duplicate keys": f"a: {LINE}\na: {LINE[3:]}\n",
    "an anchor": f"a: &x {LINE}\nb: *x\n",
    "CRLF": f"a: !!binary |\r\n{BLOCK}\r\n".replace("\n", "\r\n"),
}


def whole(text: str) -> object:
    """The values by the parser alone."""
    source = SourceText(text)
    return construct(compose(source), source.text).root


@pytest.mark.parametrize("text", [*SEEN.values(), *NOT_SEEN.values()], ids=[*SEEN, *NOT_SEEN])
@pytest.mark.parametrize("comment", ["", "# a comment\n"])
def test_values_are_those_of_the_whole_text(text: str, comment: str) -> None:
    text = comment + text
    document = YamlDocument.of("a.yaml", text.encode())
    assert document.root == whole(text)
    again = YamlDocument.of("a.yaml", text.encode())
    shown = [(one.pointer, one.text, one.data, one.line) for one in document.occurrences()]
    assert shown == [(one.pointer, one.text, one.data, one.line) for one in again.occurrences()]
    assert all(one.raw.spans(0, 1) for one in document.occurrences())


@pytest.mark.parametrize("name", SEEN)
def test_long_runs_are_not_given_to_the_parser(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Or nothing would be gained: the parser sees a fraction of the text."""
    sizes: list[int] = []

    def counting(source: SourceText) -> object:
        sizes.append(len(source.text))
        return compose(source)

    monkeypatch.setattr(yaml_document, "compose", counting)
    # A comment, or nothing would be given to the parser at all.
    YamlDocument.of("a.yaml", f"# a comment\n{SEEN[name]}".encode())
    assert len(sizes) == 1
    assert sizes[0] < len(SEEN[name]) / 10


def test_a_key_that_is_too_long_stays_refused(tmp_path: Path) -> None:
    """Without its run it would be short enough."""
    path = tmp_path / "a.yaml"
    path.write_text(f"{LINE}: a\n")
    with pytest.raises(CassetteError, match="could not be parsed"):
        load_cassette(path)


@pytest.mark.parametrize("damage", ["*", "=", " x", "é", "\n   y: z"])
def test_damage_in_a_large_block_is_placed_as_in_a_small_one(tmp_path: Path, damage: str) -> None:
    middle = len(BLOCK) // 2
    text = (
        f"requests:\n- body: !!binary |\n{BLOCK[:middle]}{damage}{BLOCK[middle:]}\nresponses: []\n"
    )
    path = tmp_path / "a.yaml"
    path.write_text(text)
    with pytest.raises(CassetteError) as caught:
        load_cassette(path)
    with pytest.raises(CassetteError) as expected:
        whole(text)
    assert (caught.value.what, caught.value.where) == (expected.value.what, expected.value.where)


def test_a_large_cassette_replays_and_shows_its_texts(open_text: Open) -> None:
    fixture = open_text(f"""\
requests:
- {{method: GET, uri: '{URL}', headers: {{}}, body: null}}
responses:
- status: {{code: 200}}
  headers: {{content-type: [image/png]}}
  body:
    string: !!binary |
{wrapped(DATA, 6)}
""")
    assert fixture.cassette.interactions[0].response.body == DATA
    assert fixture.replay(ReplayEnvironment()).consumption.complete
    (skipped,) = fixture.not_checked()
    assert skipped.size == len(DATA)
    assert URL in [text.value for text in fixture.texts()]
