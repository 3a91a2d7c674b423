"""The kind ``simulation``: a life led week by week, where each week is planned and then lived.

Source: ``spec/kind-simulation.md``. ``admission`` takes a submission, ``week`` lives a planned week,
``actions.table`` lists what may be planned, ``pipeline`` what happens when a week ends, in order;
``reasons`` lists the codes. A code of the spec stands, as text, where the rule is that gives it.
"""

from workbench.plays.kinds.simulation.kind import KIND

__all__ = ["KIND"]
