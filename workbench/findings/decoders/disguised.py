"""Text written with look-alike letters, full-width forms or characters that are drawn as nothing."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.findings.check import Trigger
from workbench.findings.decoders.decoder import Decoded, Scope, Undecoded
from workbench.findings.folding import plain
from workbench.findings.patterns import Pattern

_SEEN = Pattern(
    r"(?i)[\x{ad}\x{34f}\x{61c}\x{200b}-\x{200f}\x{202a}-\x{202e}\x{2060}-\x{206f}\x{feff}"
    r"\x{ff01}-\x{ff5e}\x{3000}\x{fb00}-\x{fb06}\x{1d400}-\x{1d7ff}\x{e0020}-\x{e007f}]"
    # Between letters what an emoji or a terminal may need is out of place too.
    r"|[a-z0-9.@_-](?:[\x{1}-\x{8}\x{b}\x{c}\x{e}-\x{1f}\x{7f}-\x{9f}\x{115f}\x{1160}\x{180b}-\x{180f}\x{2800}"
    r"\x{3164}\x{fe00}-\x{fe0f}\x{ffa0}\x{fff9}-\x{fffb}\x{1d173}-\x{1d17a}\x{e0100}-\x{e01ef}]"
    r"|\x{1b}\[[0-9;?]{0,8}m)[a-z0-9.@_+-]"
    r"|[a-z][\x{391}-\x{3c9}\x{405}-\x{51d}]|[\x{391}-\x{3c9}\x{405}-\x{51d}][a-z]|\p{L}\p{Mn}"
)


class Disguised:
    """The whole text as it looks to a reader, in plain characters."""

    name = "look-alikes"
    scope = Scope.WHOLE
    trigger = Trigger(patterns=(_SEEN,))

    def decode(self, value: str) -> Iterable[Decoded | Undecoded]:
        aligned = plain(value)
        if aligned is None or not aligned.value:
            return ()
        return (Decoded(aligned.value, aligned.outer),)
