"""What is hidden besides secrets: account ids, and what differs at every recording.

Source: ``spec/http-cassettes.md`` §6.3.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from workbench.cassettes.words import words

PLACEHOLDER = "**REDACTED**"

_ACCOUNT_KEYS = words(
    "openai_organization openai_project organization organization_id org_id project_id account",
    "account_id anthropic_organization_id request_id x_request_id user_id",
)
_ACCOUNT_ID = re.compile(
    r"(?<![A-Za-z0-9])(?:org-|proj_|req_|user-|acct_)(?=[A-Za-z0-9]*\d)[A-Za-z0-9]{10,}"
)
_VOLATILE_HEADERS = words(
    "cf_ray date openai_organization openai_project request_id server x_request_id",
    "x_ratelimit_limit_requests x_ratelimit_limit_tokens x_ratelimit_remaining_requests",
    "x_ratelimit_remaining_tokens x_ratelimit_reset_requests x_ratelimit_reset_tokens",
)
_VOLATILE_PARTS = (
    "account", "created", "org_id", "organization", "request_id", "timestamp",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Profile:
    """What is hidden besides secrets. Secrets always are.

    ``account_ids``: organisations, projects, accounts, requests. ``volatile``: those and what every
    recording has anew (dates, rate limits, times of creation), so that two recordings agree.
    """

    account_ids: bool = False
    volatile: bool = False

    def hides_key(self, name: str) -> bool:
        """Whether a key's or header's whole value is hidden, numbers too."""
        key = name.lower().replace("-", "_")
        if self.volatile and (
            key in _VOLATILE_HEADERS or any(part in key for part in _VOLATILE_PARTS)
        ):
            return True
        return self.account_ids and key in _ACCOUNT_KEYS

    def without_ids(self, text: str) -> str:
        """A text without the ids of accounts that stand in it, if they are to be hidden."""
        hidden = self.account_ids or self.volatile
        return _ACCOUNT_ID.sub(PLACEHOLDER, text) if hidden else text


SECRETS = Profile()
ACCOUNT_IDS = Profile(account_ids=True)
STABLE_FIXTURE = Profile(account_ids=True, volatile=True)
