"""What an engine throws: not a decision about the game, but a failure of engine or content."""

from __future__ import annotations

from workbench.core.errors import WorkbenchError


class EngineFault(WorkbenchError):
    """The kind failed on a state and an action. Nothing was logged and the state is untouched.

    ``place`` is where in the campaign it happened (a node id): content, so it stays out of the
    message. Source: ``spec/play-sessions.md`` §3, §12.3.
    """

    code = "engine_fault"

    def __init__(self, what: str, *, code: str, place: str = "") -> None:
        super().__init__(
            what,
            means="The campaign's content asks for something the engine cannot do",
            cure="Report it to the campaign's author",
            code=code,
        )
        self.place = place
