"""A capture's name tells nothing of whose session it is."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.plays.sessions.conftest import Desk
from workbench.core.errors import UnsafeName
from workbench.plays.sessions.naming import check_capture_name

SESSION, PROFILE = "Sess-77-zq", "jo.example@example.org"


@pytest.mark.parametrize(
    "name",
    [
        SESSION,
        "cap-sess-77-ZQ-1",
        "cap-sess77zq",
        "for-JO.EXAMPLE@example.org",
        "for-jo-example-example-org",
        f"cap-{hashlib.sha256(SESSION.encode()).hexdigest()}",
        f"cap-{hashlib.md5(PROFILE.encode(), usedforsecurity=False).hexdigest()[:12].upper()}",
        f"cap-{hashlib.blake2b(PROFILE.encode()).hexdigest()[:8]}",
        "",
        "a/b",
        "..",
        "con",
        "a\nb",
    ],
)
def test_a_name_that_tells_or_cannot_be_a_file_is_refused_without_being_said(name: str) -> None:
    with pytest.raises(UnsafeName) as caught:
        check_capture_name(name, (SESSION, PROFILE, None, ""))
    assert not name or name not in f"{caught.value!s}{caught.value!r}"


@pytest.mark.parametrize("name", ["cap-0001", "recording-77", "a-late-boat", "s"])
def test_an_opaque_name_passes(name: str) -> None:
    assert check_capture_name(name, (SESSION, PROFILE, "abc")) == name


@given(st.text(st.characters(categories=["L", "N"]), min_size=4, max_size=20), st.text(max_size=5))
def test_whatever_holds_an_identifier_is_refused(identifier: str, before: str) -> None:
    with pytest.raises(UnsafeName):
        check_capture_name(f"{before}{identifier}", (identifier,))


def test_capture_checks_the_name_against_session_profile_and_game(desk: Desk) -> None:
    session = desk.client.create_session("night-ferry", seed="s", profile_id="profile-jo-example")
    for name in (session, f"c-{session}", "profile-jo-example", "counting-game-id-0"):
        with pytest.raises(UnsafeName):
            desk.host.capture_session(session, name)
    assert desk.host.capture_session(session, "cap-0001")["name"] == "cap-0001"
