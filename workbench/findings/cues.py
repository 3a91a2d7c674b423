"""What the words before an encoded part say that it is.

``Author: <base64>`` names the part as well as ``Author: Jane`` would; once decoded, the part stands
alone and has lost the word. So the decoder hands it on as the key of the decoded text.
"""

from __future__ import annotations

import re

_LABEL = re.compile(r"([A-Za-z][\w .-]{0,30}?)[\"']?\s{0,3}[:=]\s{0,3}[\"']?$")
_PROSE = re.compile(
    r"(?:\b(?:I'm|I am|I’m|[Mm]y name is|[Tt]hanks,?|[Tt]hank you,?|[Rr]egards,?|[Ss]igned,?|[Aa]sk|[Aa]s|"
    r"[Dd]ear|[Hh]i,?|[Hh]ello,?|[Cc]ontact|[Mm]et|[Ff]rom|[Bb]y))\s{1,3}$"
)
_REACH = 40  # characters before the part that may introduce it


def cue_before(value: str, start: int) -> str:
    """The name that introduces what begins at ``start``, or ``""``."""
    before = value[max(0, start - _REACH) : start]
    line = before.rpartition("\n")[2]
    # Strangers write encoded parts one behind the other: most are not introduced, as their end says.
    introduced = line.rstrip().rstrip("\"'").rstrip().endswith((":", "="))
    label = _LABEL.search(line) if introduced else None
    if label is not None:
        return label.group(1).split()[-1] if label.group(1).split() else ""
    return "display name" if line[-1:].isspace() and _PROSE.search(line) else ""
