"""What the capture store refuses, each with its cure. No message holds an account or a value."""

from __future__ import annotations

from workbench.core.errors import WorkbenchError


class StoreError(WorkbenchError):
    """The store cannot be used: damaged, of a newer version, not a store, or not private."""

    code = "store"


class WrongKey(StoreError):
    """A key of the store is missing or is not the one it was made with."""

    code = "wrong_key"


class NotThere(WorkbenchError):
    """No capture of that name is in the store: it never was, or it was purged."""

    code = "no_capture"


class Leased(WorkbenchError):
    """Another reviewer has this capture for a while. Reading it is never prevented."""

    code = "leased"


class NotAllowed(WorkbenchError):
    """The role this store was opened with may not do this."""

    code = "not_allowed"


class NotAdmitted(WorkbenchError):
    """The capture was not taken into the store, and why. Nothing of it was kept."""

    code = "not_admitted"


def not_there() -> NotThere:
    """The error for a name that leads to no capture."""
    return NotThere(
        "No capture of this name is in the store",
        means="It was purged, or never was there",
        cure="Look at the list of captures",
    )
