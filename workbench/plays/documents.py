"""Campaign documents: reading one from bytes.

Two forms: ``{campaign, strings}``, and the compiled campaign alone
(``{id, kindId, version, titleKey, content}``), which has no texts to show.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.core.errors import Refused
from workbench.core.json_text import NotJson, parse
from workbench.plays.engine.kind import Kind
from workbench.plays.engine.registry import Campaign
from workbench.plays.shapes import anything, record, table, text

_CAMPAIGN = record(
    {"id": text, "kindId": text, "version": text, "titleKey": text, "content": anything}
)
_WRAPPED = record({"campaign": _CAMPAIGN, "strings": table(text)})


class NoCampaign(Refused):
    """The document is no campaign, or a malformed one. ``key`` is what it calls itself, if known."""

    code = "campaign_malformed"

    def __init__(self, what: str, *, where: str = "", key: tuple[str, str] | None = None) -> None:
        super().__init__(
            what,
            where=where,
            means="No fixture can be replayed on it",
            cure="Mend the campaign document, or move it out of the campaign folder",
        )
        self.key = key


def read_campaign(data: bytes, kinds: Mapping[str, Kind]) -> Campaign:
    """The campaign in ``data``. Raises ``NoCampaign`` with the first thing that is wrong."""
    try:
        document = parse(data, javascript_numbers=True)
    except NotJson as error:
        raise NoCampaign("The campaign document is not valid JSON", where=error.where) from None
    campaign = as_campaign(document)
    kind = kinds.get(campaign.kind_id)
    problem = None if kind is None else kind.content_problem(campaign.content)
    if problem is not None:
        raise NoCampaign(
            "The campaign's content does not have the shape of its kind",
            where=problem,
            key=(campaign.id, campaign.version),
        )
    return campaign


def as_campaign(document: Any) -> Campaign:
    """The campaign a parsed document holds. Raises ``NoCampaign``."""
    wrapped = isinstance(document, dict) and "campaign" in document
    wrong = (_WRAPPED if wrapped else _CAMPAIGN)(document)
    if wrong is not None:
        raise NoCampaign(
            "This is not a campaign document", where=f"{wrong[0] or 'the document'} {wrong[1]}"
        )
    campaign = document["campaign"] if wrapped else document
    return Campaign(
        id=campaign["id"],
        kind_id=campaign["kindId"],
        version=campaign["version"],
        title_key=campaign["titleKey"],
        content=campaign["content"],
        strings=document["strings"] if wrapped else None,
        includes=campaign.get("includes"),
    )
