"""Which external engines a person chose: ``VERSION=COMMAND``, as terminal and pytest take it.

Source: DESIGN §4 *Engines*. Engines are named on the command line only, never in a file beside the
captures: a folder that came from a stranger must not be able to start a program.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping

from workbench.core.errors import BadCommand


def chosen_engines(choices: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
    """Commands by engine version. A command is split into words as a shell would, and no shell runs.

    Raises ``BadCommand`` for a choice that names no version or no command, and for a version that
    is named twice.
    """
    found: dict[str, tuple[str, ...]] = {}
    for choice in choices:
        version, _, command = choice.partition("=")
        words = _words(command)
        if not version.strip() or not words:
            raise BadCommand(
                "An engine is given without a version or without a command",
                cure="Write VERSION=COMMAND, such as 0.4.0='node engine.js'",
                code="bad_engine",
            )
        if found.setdefault(version.strip(), words) is not words:
            raise BadCommand(
                "Two engines are given for one version",
                means="Which of them replays would be a guess",
                cure="Give one command a version",
                code="bad_engine",
            )
    return found


def _words(command: str) -> tuple[str, ...]:
    try:
        return tuple(shlex.split(command))
    except ValueError:  # a quote that is never closed
        return ()
