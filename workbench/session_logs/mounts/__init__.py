"""A recorded log in place of the model: for Python, for httpx clients, and over HTTP.

Start with :func:`replay_log`. Nothing here can reach a network.
"""

from workbench.session_logs.mounts.model import ReplayedModel, replay_log
from workbench.session_logs.mounts.routes import Adapter, ModelCall, ModelRoutes

__all__ = ["Adapter", "ModelCall", "ModelRoutes", "ReplayedModel", "replay_log"]
