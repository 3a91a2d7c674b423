"""Making a play as short as it can be and still show the same: less of a person's behaviour is kept.

What "the same" means is said by :class:`Kept`, in one sentence that is printed. Source: the search is
*ddmin* (Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002), followed by
passes over single submissions.
"""

from workbench.plays.minimising.kept import Keep, Kept
from workbench.plays.minimising.shortening import Minimised, minimise

__all__ = ["Keep", "Kept", "Minimised", "minimise"]
