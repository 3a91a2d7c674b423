"""Secrets in text, by the shape of the text: names with values, schemes, addresses, vendors' keys.

Every pattern starts at the beginning of a run and never looks at a character twice from two starts:
texts come from strangers. Source: ``spec/http-cassettes.md`` §6.2, §6.3.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from functools import lru_cache
from urllib.parse import unquote

from workbench.cassettes.redaction_keys import is_redacted, is_secret_key
from workbench.cassettes.redaction_profiles import PLACEHOLDER
from workbench.cassettes.words import words

# A name as code, headers, queries and settings write it: bare, or in quotes that may be escaped.
_NAME = re.compile(
    r"(?:(?<![\w-])(?P<bare>[A-Za-z_][\w-]*+)|(?<!\\)(?P<open>\\*+[\"'`])(?P<quoted>[A-Za-z_][\w -]{0,80}+)(?P=open))"
    r"[ \t]*+(?P<sep>:=|=>|=|:(?!//)|,)[ \t]*+"
)
_OPENING = re.compile(r"[bru]{0,2}(\\*+[\"'`])")
_VALUE_MEMBER = re.compile(r"\\*[\"']values?\\*[\"']\s*+:\s*+\[?\s*+")
_BLANK = re.compile(r"\s")
_BARE = re.compile(r"[^\s\"'&`]+")
_REST_OF_LINE = re.compile(r"[^\r\n\"'`]+")
_LINE_BREAK = re.compile(r"[ \t]*+(?:\r?\n|(?:\\+r)?\\+n)(?:data:)?[ \t]*+")
_MARK = re.compile(r"\"(?:[^\"\\]++|\\.)*+\"?|[{}\[\]]", re.DOTALL)
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?\Z")
# Hidden in queries, forms and quoted names only: as bare words they are code, "session = Session()".
_IN_QUERIES = words("key code sig signature session auth assertion cookie")
_WHOLE_LINES = words(
    "authorization proxy-authorization cookie set-cookie x-api-key api-key x-goog-api-key apikey",
    "x-auth-token x-amz-security-token openai-api-key",
)
_NO_CREDENTIALS = words(
    "authentication authorization authenticated token tokens credential credentials scheme schemes",
    "header headers certificate certificates security realm",
)
_SCHEME = re.compile(r"\b(Bearer|Token|Basic)(\s++)([A-Za-z0-9._~+/=-]++)", re.IGNORECASE)
_MIXED = re.compile(r"\d|[a-z][A-Z]|[A-Z]{2}[a-z]")
_WORD = re.compile(r"[a-z_]+\Z")
_LONG_WORD = 20
_BASE64 = re.compile(r"(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{24,}={0,2}")
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([nrtbf\"'/\\]))")
_ESCAPED = {"n": "\n", "r": "\r", "t": "\t", "b": "\b", "f": "\f"}
_DEEPEST = 2  # times that what is written in another way is read again

# A key may follow an escape such as \n whose letter belongs to no word.
_EDGE = r"(?:(?<![A-Za-z0-9])|(?<=\\[nrt]))"
_SHAPES: tuple[tuple[re.Pattern[str], str], ...] = (
    (
        re.compile(
            r"-----BEGIN [A-Z0-9 ]*+(?<=PRIVATE KEY)-----.*?(?:-----END [A-Z0-9 ]*+(?<=PRIVATE KEY)-----|\Z)"
            r"|-----BEGIN PGP PRIVATE KEY BLOCK-----.*?(?:-----END PGP PRIVATE KEY BLOCK-----|\Z)",
            re.DOTALL,
        ),
        PLACEHOLDER,
    ),
    (re.compile(r"(?<![\w+.-])([A-Za-z][\w+.-]{1,20}+://)[^/@\s\"']++@"), rf"\1{PLACEHOLDER}@"),
    (re.compile(r"\b(Credential=|Signature=)[^\s,&\"']+"), rf"\1{PLACEHOLDER}"),
    (re.compile(_EDGE + r"sk-[A-Za-z0-9_-]{16,}"), PLACEHOLDER),
    (re.compile(_EDGE + r"eyJ[\w-]{8,}+\.[\w-]{8,}+\.[\w-]{4,}"), PLACEHOLDER),
    (
        re.compile(
            _EDGE + r"(?:AIza[\w-]{35}|gsk_\w{16,}|xai-\w{16,}|hf_\w{16,}|gh[pousr]_\w{16,}"
            r"|github_pat_\w{16,}|A[KS]IA[A-Z0-9]{16}|xox[a-z]-[\w-]{10,}|xapp-[\w-]{10,}|pplx-\w{16,}"
            r"|r8_\w{16,}|[sr]k_(?:live|test)_\w{16,}|whsec_\w{16,}|glpat-[\w-]{16,}|npm_\w{30,}"
            r"|SG\.[\w-]{16,}+\.[\w-]{16,}|ya29\.[\w-]{16,}|lsv2_[a-z]{2}_\w{16,}|nvapi-[\w-]{16,}|tvly-[\w-]{16,})"
        ),
        PLACEHOLDER,
    ),
)  # fmt: skip
_ELEMENT = re.compile(r"<([A-Za-z_][\w.-]*+)>([^<]++)</")
_FORM_PART = re.compile(
    r"name=\"([^\"\r\n]*+)\"[^\r\n]*+\r?\n(?:[^\r\n]++\r?\n){0,4}?\r?\n([^\r\n]++)"
)


def hidden(text: str, *, depth: int = 0) -> str:
    """``text`` without the secrets that its shape tells; as it is where there are none.

    What is percent-encoded, escaped or base64 is read once more: where a secret shows only then, all
    of that part is hidden, since its borders are not known.
    """
    shown = _apply(text)
    if depth >= _DEEPEST:
        return shown
    shown = _BASE64.sub(_unless_secret_inside, shown)
    for plain in _readings(shown):
        if hidden(plain, depth=_DEEPEST) != plain:
            return PLACEHOLDER
    return shown


def _apply(text: str) -> str:
    text = _spliced(text, _named_values(text))
    text = _ELEMENT.sub(_element, text)
    text = _FORM_PART.sub(_form_part, text)
    text = _SCHEME.sub(_scheme, text)
    for pattern, replacement in _SHAPES:
        text = pattern.sub(replacement, text)
    return text


def _spliced(text: str, spans: Iterator[tuple[int, int]]) -> str:
    parts: list[str] = []
    position = 0
    for start, end in spans:
        parts += [text[position:start], PLACEHOLDER]
        position = end
    return "".join([*parts, text[position:]]) if parts else text


def _named_values(text: str) -> Iterator[tuple[int, int]]:
    """The values of secret names: JSON that is none, code, headers, queries, forms, settings."""
    done = 0
    form = not _BLANK.search(text)
    for match in _NAME.finditer(text):
        if match.start() < done or not _hides(text, match, form=form):
            continue
        found = _value(text, match)
        if found is not None and _is_secret(text[found[0] : found[1]]):
            yield found
            done = found[1]


def _hides(text: str, match: re.Match[str], *, form: bool) -> bool:
    name, sep = match.group("bare") or match.group("quoted"), match.group("sep")
    if sep == ",":  # a pair of a list of headers
        return match.group("bare") is None and _header_name(name) in _WHOLE_LINES
    if match.group("bare") is None or name.lower() not in _IN_QUERIES:
        return is_secret_key(name)
    if sep != "=":
        return _header_name(name) in _WHOLE_LINES
    before = text[match.start() - 1 : match.start()] if match.start() else ""
    bare = _BARE.match(text, match.end())
    followed = bare is not None and text[bare.end() : bare.end() + 1] == "&"
    return before in ("?", "&") or followed or (form and bool(bare and _looks_made(bare.group())))


def _header_name(name: str) -> str:
    return name.lower().replace("_", "-")


def _value(text: str, match: re.Match[str]) -> tuple[int, int] | None:
    quoted_name, at = match.group("bare") is None, match.end()
    if quoted_name:
        for between in (_LINE_BREAK, _VALUE_MEMBER):
            skipped = between.match(text, at)
            at = skipped.end() if skipped else at
    opening = _OPENING.match(text, at)
    if opening is not None:
        return opening.end(), _end_of_quotes(text, opening)
    if match.group("sep") == ",":
        return None
    if text[at : at + 1] in ("{", "["):
        return at, _closing(text, at)
    colon = match.group("sep") == ":"
    if colon and _header_name(match.group("bare") or match.group("quoted")) in _WHOLE_LINES:
        line = _REST_OF_LINE.match(text, at)
        return line.span() if line else None
    bare = _BARE.match(text, at)
    if bare is None or (colon and not _looks_made(bare.group())):
        return None  # "password: choose a long one" is a sentence
    return bare.span()


def _end_of_quotes(text: str, opening: re.Match[str]) -> int:
    """Where the quotes close that are escaped as the opening ones are; else the text's end."""
    mark = opening.group(1)
    closing = _closing_quote(mark)
    # Anchored where it can be: an open quote is not to be looked for again from every character.
    look = closing.match if len(mark) == 1 else closing.search
    found = look(text, opening.end())
    return found.end() - len(mark) if found else len(text)


@lru_cache(maxsize=64)
def _closing_quote(mark: str) -> re.Pattern[str]:
    """In quotes of its own a text escapes with one backslash; in escaped ones with more of them."""
    quote = re.escape(mark[-1])
    if len(mark) == 1:
        return re.compile(rf"(?:[^{quote}\\]++|\\.)*+{quote}", re.DOTALL)
    return re.compile(rf"(?<!\\)\\{{{len(mark) - 1}}}{quote}")


def _closing(text: str, at: int) -> int:
    """Where the object or list that opens at ``at`` ends; the text's end where it is cut off."""
    depth = 0
    for match in _MARK.finditer(text, at):
        depth += {"{": 1, "[": 1, "}": -1, "]": -1}.get(match.group(), 0)
        if depth <= 0:
            return match.end()
    return len(text)


def _looks_made(word: str) -> bool:
    """Whether a bare word is rather a credential than a word of prose."""
    return len(word) >= 8 and bool(_MIXED.search(word))


def _is_secret(value: str) -> bool:
    return bool(value.strip()) and not _NUMBER.match(value) and not is_redacted(value)


def _element(match: re.Match[str]) -> str:
    name, value = match.groups()
    if is_secret_key(name) and _is_secret(value):
        return f"<{name}>{PLACEHOLDER}</"
    return match.group()


def _form_part(match: re.Match[str]) -> str:
    name, value = match.groups()
    if is_secret_key(name) and _is_secret(value):
        return match.group()[: -len(value)] + PLACEHOLDER
    return match.group()


def _scheme(match: re.Match[str]) -> str:
    scheme, gap, value = match.groups()
    if scheme.lower() == "basic":
        secret = _is_login(value)
    else:
        name, _, rest = value.partition("=")
        setting = bool(rest.strip("=")) and bool(_WORD.match(name))  # "token max_tokens=256"
        secret = (
            len(value) >= 8
            and not setting
            and (
                bool(_MIXED.search(value))
                or len(value) >= _LONG_WORD
                or (_stands_alone(match) and value.lower().rstrip(".") not in _NO_CREDENTIALS)
            )
        )
    return f"{scheme}{gap}{PLACEHOLDER}" if secret else match.group()


def _stands_alone(match: re.Match[str]) -> bool:
    """Whether a scheme with its value is all there is, as in a header; else it may be prose."""
    text, start, end = match.string, match.start(), match.end()
    before, after = text[max(start - 4, 0) : start].rstrip(), text[end : end + 4].strip()
    whole = start <= 4 and not before and len(text) <= end + 4 and not after
    return whole or before[-1:] in ('"', "'")


def _is_login(value: str) -> bool:
    """Whether base64 holds a name, a colon and a password."""
    decoded = _decoded(value)
    return decoded is not None and ":" in decoded


def _decoded(value: str) -> str | None:
    solid = value.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        text = base64.b64decode(solid + "=" * (-len(solid) % 4), validate=True).decode("utf-8")
    except (binascii.Error, ValueError):
        return None
    return text if text.isprintable() or not re.search(r"[\x00-\x08\x0e-\x1f]", text) else None


def _unless_secret_inside(match: re.Match[str]) -> str:
    decoded = _decoded(match.group())
    if decoded is None or hidden(decoded, depth=_DEEPEST) == decoded:
        return match.group()
    return PLACEHOLDER


def _readings(text: str) -> Iterator[str]:
    """The text with its percent codes, and with its escapes, undone."""
    if "%" in text:
        yield unquote(text)
    if "\\" in text:
        yield _ESCAPE.sub(_character, text)


def _character(match: re.Match[str]) -> str:
    code = match.group(1) or match.group(2)
    return chr(int(code, 16)) if code else _ESCAPED.get(match.group(3), match.group(3))
