"""The kind ``story-graph``: a graph of scenes, where an action is the pick of a choice.

Source: ``spec/play-sessions.md`` §12.
"""

from workbench.plays.kinds.story_graph.kind import KIND

__all__ = ["KIND"]
