"""The kernels keep no history: a cell that named a captured value would stay in its database."""

from traitlets.config import get_config

c = get_config()
c.HistoryManager.enabled = False
c.HistoryManager.hist_file = ":memory:"
