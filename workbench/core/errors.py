"""Every error the workbench raises on purpose.

Each error says, in this order: what happened, where, what it means for the fixture, and what to do
about it (``spec/review-ux.md`` §14). None of the four may hold a captured value: places and lengths
only. Faces print ``str(error)`` and never a traceback for these classes.
"""

from __future__ import annotations

from collections.abc import Mapping


class WorkbenchError(Exception):
    """Something went wrong that a person can act on.

    ``what`` is the exact text a specification prescribes, where one does; ``code`` is a stable word
    for programs; ``details`` holds value-free facts for ``--json`` output.
    """

    code = "workbench_error"

    def __init__(
        self,
        what: str,
        *,
        where: str = "",
        means: str = "",
        cure: str = "",
        code: str | None = None,
        details: Mapping[str, object] | None = None,
    ) -> None:
        super().__init__(what)
        self.what = what
        self.where = where
        self.means = means
        self.cure = cure
        self.details: dict[str, object] = dict(details or {})
        if code is not None:
            self.code = code

    def __str__(self) -> str:
        parts = [
            f"{self.what} ({self.where})" if self.where else self.what,
            self.means,
            self.cure,
        ]
        return " ".join(_sentence(part) for part in parts if part)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.code}>"


class Refused(WorkbenchError):
    """The capture does not load. It was not changed, and no review can make it promotable."""

    code = "refused"


class UnknownFamily(Refused):
    """No family recognises the content. The message lists each family's reason."""

    code = "unknown_family"


class TooLarge(Refused):
    """A file, or what it unpacks to, is over the limit."""

    code = "too_large"


class Unreadable(Refused):
    """The file cannot be read: absent, not a regular file, no permission, or changing."""

    code = "unreadable"


class Expired(Refused):
    """The time a capture may be kept is over (``spec/review-ux.md`` §14)."""

    code = "expired"

    def __init__(self) -> None:
        super().__init__("This capture's time is over", means="It can no longer be opened")


class UnsafeName(WorkbenchError):
    """A file name that would leave its folder or that no file system should be given."""

    code = "unsafe_name"


class NotWritten(WorkbenchError):
    """Nothing was written: the destination is read-only, full, or already holds something else."""

    code = "not_written"


class NotReplayable(WorkbenchError):
    """The fixture cannot be replayed here (a missing campaign, engine or version)."""

    code = "unrunnable"


class GateClosed(WorkbenchError):
    """A command needs a gate that does not hold yet."""

    code = "gate_closed"


class BadCommand(WorkbenchError):
    """A command that is not possible in the present state of the review."""

    code = "bad_command"


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?", ":")) else f"{text}."
