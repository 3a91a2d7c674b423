"""The family: which files may be plays, and which are."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.core.files import Unit
from workbench.core.fixture import Recognition
from workbench.core.json_places import string_tokens
from workbench.plays.fixture import PlayFixture

#: Members that only a play has. One is enough: the others may lie beyond the head of a long file.
_SIGNS = frozenset(
    {"/campaignVersion", "/config/campaignId", "/submissions/0/actionId", "/submissions/0/adopt"}
)


class Plays:
    """Recorded plays of deterministic games (``spec/play-sessions.md``)."""

    name = "plays"
    title = "play"
    step_noun = "submission"
    steps_key = "decisions"
    issuers = "neither the campaign nor the session"

    def candidates(self, names: Sequence[str]) -> tuple[str, ...]:
        """Every JSON file: captures are told by their content, whatever they are called."""
        return tuple(name for name in names if name.endswith(".json"))

    def recognise(self, unit: Unit) -> Recognition:
        """By the members at the head of the file."""
        if unit.is_folder:
            return Recognition(False, "a play is one file, not a folder")
        head = unit.head()
        if not head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
            return Recognition(False, "it does not begin with a JSON object")
        for token in string_tokens(head):
            if token.is_key and token.pointer in _SIGNS:
                return Recognition(True, "it has a campaign version, a campaign or submissions")
        return Recognition(False, "it has no campaign version, campaign id or submissions")

    def read(self, unit: Unit) -> PlayFixture:
        """The play. Raises ``Refused`` with the reason."""
        return PlayFixture.read(unit)


FAMILY = Plays()
