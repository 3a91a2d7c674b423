"""The kind ``world-graph``: a map where buildings are built, guests come and staff work, in ticks.

Source: ``spec/kind-world-graph.md``. ``admission`` takes a submission, ``pipeline`` lists the
systems of a tick in order, ``reasons`` the codes; each subsystem is one module of ``systems``.
"""

from workbench.plays.kinds.world_graph.kind import KIND

__all__ = ["KIND"]
