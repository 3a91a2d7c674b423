"""One module for each way of speaking to a model over HTTP, all with the same two halves.

``ask`` turns a request's body into an :class:`~wire.Asked`; a ``Speaker`` turns what was said into
events or into one body. Nothing here knows of transports or servers. A new wire is a module and its
line in :data:`WIRES`.
"""

from workbench.session_logs.mounts.wires.chat_completions import ChatCompletions
from workbench.session_logs.mounts.wires.messages import Messages
from workbench.session_logs.mounts.wires.responses import Responses
from workbench.session_logs.mounts.wires.wire import Wire

#: By endpoint. The first answers where nothing says which client asks.
WIRES: dict[str, Wire] = {
    wire.endpoint: wire for wire in (ChatCompletions(), Responses(), Messages())
}

__all__ = ["WIRES", "Wire"]
