"""One module for each way of speaking to a model over HTTP, all with the same two halves.

``ask`` turns a request's body into an :class:`Asked`; a ``Speaker`` turns what was said into events
or into one body. Nothing here knows of transports or servers.
"""

from workbench.session_logs.mounts.wires.wire import (
    Asked,
    BadRequest,
    Event,
    Speaker,
    Wire,
    encoded,
)

__all__ = ["Asked", "BadRequest", "Event", "Speaker", "Wire", "encoded"]
