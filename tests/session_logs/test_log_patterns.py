"""JavaScript's regular expressions: what matches, what is refused, and that nothing runs away."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.session_logs.pattern_matcher import Matcher
from workbench.session_logs.pattern_parser import InvalidPattern, PatternLimit, parse_pattern
from workbench.session_logs.pattern_program import compile_pattern
from workbench.session_logs.patterns import last_match


@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [
        # ECMA-262 §22.2.2's own examples.
        (r"((a)|(ab))((c)|(bc))", "abc", "a"),
        (r"(z)((a+)?(b+)?(c))*", "zaacbbbcac", "z"),
        (r"(?=(a+))", "baaabac", "a"),
        (r"(.*?)a(?!(a+)b\2c)\2(.*)", "baaabaac", "ba"),
        (r"(?:(a)|b)*c", "abc", "abc"),
        (r"(?<=\$)\d+(\.\d*)?", "$10.53", ".53"),
        (r"(?<=(\d+)(\d+))x", "1053x", "1"),
        (r"(?<!a)b", "ab b", "b"),
        (r"\k<n>(?<n>q)", "q", "q"),
        (r"\k", "k", "k"),
        (r"[^]", "\n", "\n"),
        (r"a[]|b", "ab", "b"),
        (r"\cJ", "\n", "\n"),
        (r"[\d-x]", "-", "-"),
        (r"\1(a)", "a", "a"),
        (r"\07", "\x07", "\x07"),
        (r"a{2", "a{2", "a{2"),
        (r"x{1,}?", "xxx", "x"),
        (r"\s", "\ufeff", "\ufeff"),
        (r"\u{2}", "uu", "uu"),
    ],
)
def test_a_pattern_gives_the_group_or_the_match(pattern: str, text: str, found: str) -> None:
    assert last_match(pattern, text) == found


@pytest.mark.parametrize("pattern", ["(", ")", "a**", "(?i)a", "(?P<n>a)", "(?#x)", "(?>a)", "[b-a]",
                                     "a{2,1}", "[a", "\\", "*a", "{1}", "^*", "(?<=a)*", "(?<n>a)(?<n>b)",
                                     r"(?<n>a)\k<m>"])  # fmt: skip
def test_what_javascript_refuses_is_refused(pattern: str) -> None:
    with pytest.raises(InvalidPattern):
        last_match(pattern, "text")


@pytest.mark.parametrize("pattern", ["(?i:a)", "(" * 200 + ")" * 200, "a" * 20_000])
def test_what_is_not_supported_is_said(pattern: str) -> None:
    with pytest.raises(PatternLimit):
        last_match(pattern, "text")


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (r"(a+)+$", "a" * 5_000 + "b"),
        (r"(?=(a+)+b)", "a" * 5_000),
        (r"(a*)*\1c", "a" * 5_000),
        (r"(?:(x+x+)+y|z)", "x" * 5_000),
        (r"((((((a{9}){9}){9}){9}){9}){9})\6", "a"),
    ],
)
def test_a_hostile_pattern_stops_at_its_limit(pattern: str, text: str) -> None:
    with pytest.raises(PatternLimit):
        last_match(pattern, text)


_atoms = st.sampled_from(
    ["a", "b", ".", "[ab]", "[^a]", "(a)", "(?:ab)", r"\d", r"\w", r"\b", "^", "$"]
)
_quantified = st.builds(
    lambda atom, mark: atom + ("" if atom in ("^", "$", r"\b") else mark),
    _atoms,
    st.sampled_from(["", "?", "+", "*", "{2}", "{1,2}", "+?", "*?"]),
)
_patterns = st.lists(st.lists(_quantified, max_size=4).map("".join), min_size=1, max_size=3).map(
    "|".join
)


@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [(r"(?=a)a?\b.?", "a ", "a "), (r"(?=x)x*y*", "xxyy", "xxyy"), ("(?=x)x*(z)?y*", "xy", "xy")],
)
def test_what_a_loop_remembers_is_never_taken_for_a_group(
    pattern: str, text: str, found: str
) -> None:
    """What ``matchAll`` gives in JavaScript; look-ahead keeps these off RE2."""
    assert last_match(pattern, text) == found


@given(_patterns, st.text("ab1 \n", max_size=12))
def test_both_engines_find_the_same_last_match(pattern: str, text: str) -> None:
    """RE2 is only used where it agrees with the backtracking matcher."""
    slow = Matcher(compile_pattern(parse_pattern(pattern))).last(text)
    assert last_match(pattern, text) == slow


@given(_patterns.filter(lambda pattern: "(a)" not in pattern), st.text("ab1 ", max_size=12))
def test_a_plain_pattern_matches_where_python_would(pattern: str, text: str) -> None:
    """An independent engine agrees on the whole match, where the two languages mean the same."""
    compiled = re.compile(pattern.replace("$", r"\Z"), re.ASCII)
    # ``finditer`` looks once more where a match was empty; JavaScript steps on by one character.
    last, position = None, 0
    while position <= len(text) and (match := compiled.search(text, position)):
        last, position = match.group(), match.end() + (match.end() == match.start())
    assert last_match(pattern, text) == last
