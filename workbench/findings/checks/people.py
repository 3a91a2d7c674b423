"""Person names, only beside a cue that a name comes (``spec/detection.md`` §1 and §2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from workbench.core.places import Role, Text
from workbench.findings.boundaries import ascii_lower
from workbench.findings.check import Hit, Trigger
from workbench.findings.finding import Certainty, Kind
from workbench.findings.held import EVERYTHING, Held
from workbench.findings.name_lists import has_listed_name
from workbench.findings.patterns import Pattern
from workbench.findings.person_names import (
    ANY,
    FULL,
    LAST_FIRST,
    WORD,
    is_full_name,
    is_login_like,
    is_lower_name,
    is_name_like,
    is_slug_name,
    is_spaced_name,
)
from workbench.findings.placeholders import impersonal

_HEADS = (
    "Author|Commit|Committer|Signed-off-by|Co-authored-by|Reviewed-by|Acked-by|Tested-by|Reported-by|"
    "Suggested-by|Helped-by|From|To|Cc|Bcc|Reply-To|Sender|Maintainer|Owner|Contact|Full name|Name|"
    "Author name|Assignee|Reporter|Approved-by|Patient|Customer|Attn|Prepared by|Submitted by|CN|"
    "Display name|Signed|user.name"
)
_HEAD = _HEADS.replace(".", "\\.").replace("-", "[-_ ]?")
_LINE = Pattern(
    rf"(?im:(?:^|\n|\\n|[\s,\"'(])(?:{_HEAD})\s{{0,3}}[:=]\s{{0,3}}[\"']?)(\S[^<>\n\"(;:={{}}]*?)\s{{0,3}}(?:<|\(|\"|\\n|\n|;|$)"
)
_DISPLAY = Pattern(rf"({FULL}|{LAST_FIRST})[\"']?\s?<[^<>\s@]+@[^<>\s]+>")
# After these a slug, a login or letters apart are a name as well; after the vague ones a full name is.
_CUES_OF_NAMES = (
    r"I'm|I am|I’m|[Mm]y name is|[Mm]y name's|[Nn]ame is|[Tt]hanks,?|[Tt]hank you,?|[Rr]egards,?|[Cc]heers,?|"
    r"[Ss]incerely,?|[Ss]igned,?|[Aa]sk|[Dd]ear|[Hh]i|[Hh]ello|[Ee]mailed|[Aa]ssigned to|"
    r"[Aa]pproved by|[Rr]eviewed by|[Mm]et with|[Mm]aintained by|[Cc]reated by|[Ss]ubmitted by|[Pp]osted by|"
    r"[Cc]ommitted by|[Ss]igned by|[Pp]repared by|[Rr]equested by"
)
_VAGUE_CUES = (
    r"[Tt]his is|[Cc]ontact|[Mm]et|[Ss]poke (?:to|with)|[Tt]alked to|[Tt]old|[Ww]ith love,?|[Bb]est,?|[Yy]ours,?|"
    r"[Ff]or|[Mm]rs?\.?|[Mm]s\.?|[Dd]r\.?|[Pp]rof\.?|[Pp]rofessor|[Ss]ir|[Cc]all(?:ed)?|[Oo]wned by|[Ww]ritten by|"
    r"[Rr]eported by|[Ss]aid|[Aa]ccording to|[Pp]roducer|[Aa]uthor|[Ff]riend|[Cc]olleague|[Mm]anager|[Bb]orn|"
    r"[Nn]amed|[Hh]usband|[Ww]ife|[Ss]ister|[Bb]rother|[Ff]ollow up with|[Uu]nder|[Hh]ey"
)
_PROSE = Pattern(rf"(?:^|[^\p{{L}}])(?:{_CUES_OF_NAMES})\s{{1,3}}((?:{ANY}))")
_VAGUELY = Pattern(rf"(?:^|[^\p{{L}}])(?:{_VAGUE_CUES})\s{{1,3}}((?:{LAST_FIRST}|{FULL}))")
_SINGLE = Pattern(
    rf"(?:^|[^\p{{L}}])(?:[Mm]y name is|[Mm]aiden name is|[Nn]ame's|[Ff]irst name is|[Ll]ast name is)\s{{1,3}}({WORD})"
)
_SPEAKER = Pattern(
    rf"\b[Aa]s ({FULL}) said\b|({FULL}) (?:said|says|wrote|lives|explained|told|asked)\b"
)
#: Heads that introduce things as often as people: only a full name counts there.
_VAGUE = frozenset(
    {"name", "to", "from", "owner", "contact", "commit", "customer", "reporter", "cn"}
)
_POSSESSIVE = ("'s", "’s")
_CUES = tuple(
    """author|commit|-by|from|to:|cc|reply|sender|maintainer|owner|contact|name|assignee|reporter|patient|
customer|attn| by|i'm|i am|i’m|thank|regards|cheers|sincerely|signed|ask|dear|hi |hello|met |spoke|
talked|told|best|yours|mr|ms|dr|prof|call|assigned|said|@|friend|colleague|manager|for |with|lives|
wrote|explained|husband|wife|sister|brother|born|under|hey|cn=|producer|according|emailed|this is|
sir |love""".replace("\n", "").split("|")
)


class PeopleNames:
    """Names in commit and mail headers, beside an address, and after cues in prose."""

    id = "person-name"
    title = "a person's name"
    kind = Kind.PERSON
    stand_in = "person"
    trigger = Trigger(patterns=(_LINE, _DISPLAY, _PROSE, _VAGUELY, _SINGLE, _SPEAKER))

    def find(self, text: Text, held: Held = EVERYTHING) -> Iterable[Hit]:
        if text.role in (Role.KEY, Role.LABEL, Role.FIXED):
            return
        yield from _headed(text.value, held)
        for match in held.matches(_DISPLAY, text.value):
            if is_full_name(match.group(1)):
                yield _hit(match.group(1), match.start(1), "It stands before an e-mail address.")
        for match in held.matches(_PROSE, text.value):
            yield from _prose(match.group(1), match.start(1))
        for match in held.matches(_VAGUELY, text.value):
            if has_listed_name(match.group(1)):  # "for" and "with" introduce things as often
                yield from _prose(match.group(1), match.start(1))
        for match in held.matches(_SINGLE, text.value):
            yield _hit(match.group(1), match.start(1), "A sentence says that it is a name.")
        for match in held.matches(_SPEAKER, text.value):
            group = 1 if match.start(1) >= 0 else 2
            yield from _prose(match.group(group), match.start(group))


def _headed(value: str, held: Held) -> Iterator[Hit]:
    for match in held.matches(_LINE, value):
        name = match.group(1).strip().strip("\"'*_,")
        start = match.start(1) + match.group(1).find(name)
        vague = ascii_lower(value[match.start() : match.start(1)]).strip(" \"'\n,(:=") in _VAGUE
        mailed = value[match.end() - 1 : match.end()] == "<"
        if (
            name
            and is_name_like(name)
            and (
                is_full_name(name)
                if vague and not mailed
                else _is_name(name) or (mailed and is_lower_name(name))
            )
        ):
            yield _hit(name, start, "It stands after a word that introduces a person.")


def _is_name(name: str) -> bool:
    return is_full_name(name) or is_slug_name(name) or is_login_like(name) or is_spaced_name(name)


def _prose(name: str, start: int) -> Iterator[Hit]:
    trimmed = name
    for ending in _POSSESSIVE:
        trimmed = trimmed.removesuffix(ending)
    trimmed = trimmed.rstrip(".,")
    if is_full_name(trimmed) or is_slug_name(trimmed) or is_spaced_name(trimmed):
        yield _hit(trimmed, start, "Words before it say that a name comes.")


def _hit(name: str, start: int, why: str) -> Hit:
    return Hit(
        start,
        start + len(name),
        why=why,
        certainty=Certainty.STRONG,
        benign=impersonal(name),
        spreads=len(name) >= 5,
    )
