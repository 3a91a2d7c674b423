"""The command registry: every key handled once, none harmful, and every act reachable."""

from __future__ import annotations

import pytest

from workbench.review import ACTS, COMMANDS, active, by_key, command
from workbench.review.commands import ANYWHERE, HARMFUL_IN_HOSTS, PLACES, UNDOABLE
from workbench.review.state import DECISIONS

_KEYS_OF_THE_SPECIFICATION = [
    "j",
    "k",
    "ArrowDown",
    "ArrowUp",
    "PageUp",
    "PageDown",
    "Home",
    "End",
    "n",
    "p",
    "[",
    "]",
    "g_q",
    "g_n",
    "g_o",
    "g_s",
    "g_e",
    "s_w",
    "s_e",
    "s_i",
    "s_p",
    "s_t",
    "f",
    "t",
    "w",
    "e",
    "l",
    "o",
    "/",
    ".",
    "u",
    "Ctrl+Shift+Z",
    "Ctrl+Enter",
    "Escape",
    "?",
]


def test_every_key_of_the_specification_has_a_command() -> None:
    keys = {key.replace(" ", "_") for spec in COMMANDS for key in spec.keys}
    assert set(_KEYS_OF_THE_SPECIFICATION) <= keys


@pytest.mark.parametrize("where", [place for place in PLACES if place != ANYWHERE])
def test_a_key_means_one_thing_at_a_place(where: str) -> None:
    keys = [key for spec in active(where) for key in spec.keys]
    assert sorted(keys) == sorted(by_key(where))


@pytest.mark.parametrize("where", [place for place in PLACES if place != ANYWHERE])
def test_the_first_press_of_two_decides_nothing_by_itself(where: str) -> None:
    keys = by_key(where)
    for first in {key.split()[0] for key in keys if " " in key}:
        assert first not in keys or not keys[first].does


def test_no_first_key_can_change_a_notebook_where_it_leaks() -> None:
    first_presses = {key.split()[0] for spec in COMMANDS for key in spec.keys}
    assert not first_presses & HARMFUL_IN_HOSTS


def test_enter_and_escape_never_decide() -> None:
    for spec in COMMANDS:
        if {"Enter", "Escape", " "} & set(spec.keys):
            assert spec.does in ("", "open")


def test_only_ctrl_enter_approves_and_export_has_no_key() -> None:
    for spec in COMMANDS:
        if spec.does in ("rename", "approve_outcome", "stage"):
            assert spec.keys == ("Ctrl+Enter",)
    assert command("door.export").keys == ()


def test_what_is_marked_undoable_is_what_the_fold_can_undo() -> None:
    assert frozenset(DECISIONS) == UNDOABLE
    for spec in COMMANDS:
        assert spec.undoable == (spec.does in UNDOABLE), spec.id


def test_ids_are_unique_and_every_act_but_seen_has_a_command() -> None:
    ids = [spec.id for spec in COMMANDS]
    assert len(ids) == len(set(ids))
    assert set(ACTS) - {spec.does for spec in COMMANDS} == {"seen"}


def test_every_command_has_words_and_known_places() -> None:
    for spec in COMMANDS:
        assert spec.label
        assert spec.help
        assert set(spec.where) <= set(PLACES)
