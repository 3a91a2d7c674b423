"""Every string of a cassette as the checks read it: decoded, with a role, mapped to its bytes.

Source: ``spec/detection.md`` §2, §3; ``spec/http-cassettes.md`` §2.5, §4.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from workbench.cassettes.bodies.contents import Contents, contents
from workbench.cassettes.bodies.json_strings import json_strings
from workbench.cassettes.bodies.leaf import Codec, JsonPart, Leaf
from workbench.cassettes.bodies.leaves import is_whole_json, leaves
from workbench.cassettes.documents.maps import CharactersInBytes
from workbench.cassettes.documents.occurrences import Kind, Occurrence
from workbench.cassettes.documents.trace_document import BytesMap
from workbench.cassettes.documents.yaml_document import YamlDocument
from workbench.cassettes.layout import BodyPlace, Layout, Surroundings
from workbench.cassettes.model import Cassette, Form, Interaction, header
from workbench.cassettes.roles import role_of
from workbench.cassettes.words import words
from workbench.core.fixture import NotChecked
from workbench.core.places import Place, Role, Text

VOCABULARY = words(
    "requests responses interactions http_interactions request response body headers method uri url",
    "status code message string base64_string encoding version parsed_body content status_code",
    "http_version recorded_with recorded_at adapter_metadata log entries name value",
)


@dataclass(frozen=True)
class Readings:
    """The texts of a cassette in file order, and what no check can read."""

    texts: tuple[Text, ...] = field(repr=False)
    not_checked: tuple[NotChecked, ...]
    steps: dict[int, tuple[Text, ...]] = field(default_factory=dict, repr=False)

    def of_step(self, interaction: Interaction) -> tuple[Text, ...]:
        """The texts of one exchange, in file order."""
        return self.steps.get(interaction.index, ())


def readings(cassette: Cassette) -> Readings:
    """Read every string of the cassette's document once."""
    layout = Layout.of(cassette)
    texts, skipped = _read(cassette, cassette.document.occurrences(), layout)
    for interaction in _with_files_of_their_own(cassette):
        _read_companion(interaction, texts=texts, skipped=skipped)
    return Readings(tuple(texts), tuple(skipped), _by_step(texts, cassette, layout))


def step_texts(cassette: Cassette, index: int) -> tuple[Text, ...]:
    """The texts of one exchange as :func:`readings` gives them, read without the others.

    So the first exchanges of a large cassette are shown before the last ones are read.
    """
    interaction, document = cassette.interactions[index], cassette.document
    if isinstance(document, YamlDocument):
        own = document.occurrences_below(interaction.at)
        if own is not None:
            alone = Layout.of(replace(cassette, interactions=(interaction,)))
            return tuple(_read(cassette, own, alone)[0])
    return readings(cassette).of_step(interaction)


def _read(
    cassette: Cassette, occurrences: Iterable[Occurrence], layout: Layout
) -> tuple[list[Text], list[NotChecked]]:
    texts: list[Text] = []
    skipped: list[NotChecked] = []
    file, bodies = cassette.document.file, layout.bodies
    for occurrence in occurrences:
        place = bodies.get(occurrence.pointer) if occurrence.kind is Kind.VALUE else None
        if place is not None and place.stored.form is not Form.STRUCTURED:
            _read_body(occurrence, place, texts=texts, skipped=skipped, file=file)
        else:
            text = _plain_text(occurrence, layout, file=file)
            if text is not None:
                texts.append(text)
    return texts, skipped


def _with_files_of_their_own(cassette: Cassette) -> Iterator[Interaction]:
    """Of the exchanges that share a companion file the first, so that its texts are read once."""
    first: dict[str, Interaction] = {}
    for interaction in cassette.interactions:
        stored = interaction.response.stored
        if stored.file and stored.form is Form.RAW:
            first.setdefault(stored.file, interaction)
    yield from first.values()


def _read_companion(
    interaction: Interaction, *, texts: list[Text], skipped: list[NotChecked]
) -> None:
    stored = interaction.response.stored
    raw = BytesMap(stored.file, 0)
    whole = Occurrence("", Kind.VALUE, "", raw, 1, stored.data)
    place = BodyPlace(interaction, "response")
    _read_body(whole, place, texts=texts, skipped=skipped, file=stored.file)


def _by_step(texts: list[Text], cassette: Cassette, layout: Layout) -> dict[int, tuple[Text, ...]]:
    """The texts of each step; what a step only refers to is read where it is written."""
    found: dict[int, list[Text]] = {}
    for text in texts:
        if text.step is not None:
            found.setdefault(text.step, []).append(text)
    aliases = cassette.document.aliases
    below = _below(set(aliases.values()), texts)
    for alias, original in aliases.items():
        step = layout.step(alias)
        if step is not None:
            found.setdefault(step, []).extend(below.get(original, ()))
    return {step: tuple(members) for step, members in found.items()}


def _below(pointers: set[str], texts: list[Text]) -> dict[str, list[Text]]:
    """The texts at and below each of the pointers; each text is looked at once for all of them."""
    found: dict[str, list[Text]] = {}
    for text in texts if pointers else ():
        above = text.pointer
        while above:
            if above in pointers:
                found.setdefault(above, []).append(text)
            above = above.rpartition("/")[0]
    return found


def _plain_text(occurrence: Occurrence, layout: Layout, *, file: str) -> Text | None:
    pointer, value, raw = occurrence.pointer, occurrence.text, occurrence.raw
    around = layout.around(pointer)
    heading, key, role = _meaning(occurrence, layout, around)
    if heading == "vocabulary":
        return None
    chain: tuple[str, ...] = ()
    if occurrence.data is not None:
        value = occurrence.data.decode("utf-8", "replace")
        raw = CharactersInBytes(value, occurrence.raw)
        chain = ("base64",)
    if not value:
        return None
    return Text(value, role, file, pointer, raw, heading, key, around.step, occurrence.line, chain)


def _meaning(occurrence: Occurrence, layout: Layout, around: Surroundings) -> tuple[str, str, Role]:
    """Heading, key and role of a string that is no body."""
    pointer, kind, key, body = occurrence.pointer, occurrence.kind, around.name, around.body
    is_key = kind is Kind.KEY
    if not is_key:
        if kind is not Kind.VALUE:
            return ("comment" if kind is Kind.COMMENT else "YAML name"), "", Role.PROSE
        in_headers = layout.headers.get(pointer)
        if in_headers is not None:
            side, item = in_headers
            return f"{side} header", item.name, Role.HEADER
        if pointer in layout.urls:
            return "address", "url", Role.URL
    if body is not None:
        if is_key and pointer == body.stored.at:
            return "vocabulary", key, Role.KEY
        return f"{body.side} body", key, Role.KEY if is_key else role_of(key, occurrence.text)
    if is_key:
        known = key in VOCABULARY and not around.in_headers
        return ("vocabulary" if known else "key"), key, Role.KEY
    return "field", key, Role.OTHER


def is_vocabulary(occurrence: Occurrence, layout: Layout) -> bool:
    """Whether a key is a word of its format, which no check reads and no stand-in changes."""
    return _meaning(occurrence, layout, layout.around(occurrence.pointer))[0] == "vocabulary"


def _read_body(
    occurrence: Occurrence,
    place: BodyPlace,
    *,
    texts: list[Text],
    skipped: list[NotChecked],
    file: str,
) -> None:
    for content in contents(occurrence, place):
        if content.text is None:
            where = Place(
                file,
                place.interaction.index,
                occurrence.pointer,
                occurrence.line,
                chain=content.chain,
                spans=content.raw.spans(0, content.size),
            )
            skipped.append(NotChecked(content.reason, where, content.size))
        else:
            texts.extend(_body_texts(content, occurrence, place, file=file))


def _body_texts(
    content: Contents, occurrence: Occurrence, place: BodyPlace, *, file: str
) -> Iterator[Text]:
    body = content.text or ""
    media_type = content.media_type or (
        header(place.headers, "content-type").split(";")[0].strip().lower()
    )
    pointer, line = occurrence.pointer + content.pointer, occurrence.line
    step, heading = place.interaction.index, f"{place.side} body"
    if is_whole_json(body, media_type):
        # Most strings of most cassettes: without a leaf in between.
        chain = (*content.chain, "json")
        for found in json_strings(body, 0, len(body)):
            where, key, is_key, value, start, end, is_number = found
            if value:
                role = Role.KEY if is_key else Role.ID if is_number else role_of(key, value)
                raw = JsonPart(content.raw, body, start, end, len(value))
                yield Text(value, role, file, pointer + where, raw, heading, key, step, line, chain)
        return
    for leaf in leaves(body, media_type):
        value = leaf.text
        if value:
            yield Text(
                value,
                _leaf_role(leaf, value),
                file,
                pointer + leaf.pointer,
                leaf.raw(body, content.raw),
                _HEADINGS.get(leaf.kind, heading),
                leaf.key,
                step,
                line,
                (*content.chain, *leaf.chain),
            )


def _leaf_role(leaf: Leaf, value: str) -> Role:
    if leaf.is_key:
        return Role.KEY
    if leaf.kind in ("text", "reasoning", "refusal", "tokens"):
        return Role.PROSE
    if leaf.pieces[0].codec is Codec.NUMBER:
        return Role.ID
    if leaf.kind == "arguments":
        return Role.CODE
    return Role.OPAQUE if leaf.kind == "signature" else role_of(leaf.key, value)


_HEADINGS = {
    "text": "streamed text",
    "reasoning": "streamed reasoning",
    "arguments": "tool arguments",
}
