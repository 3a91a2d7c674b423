"""Every secret with a fixed shape: one row a shape, with its source, an example and a counter-example.

Examples are recipes, so that no secret-shaped string stands in these files.
"""

from __future__ import annotations

from workbench.findings.patterns import Pattern
from workbench.findings.secret_shape import (
    ALNUM,
    DIGITS,
    HEX,
    LOWER,
    UPPER,
    URLSAFE,
    Piece,
    Shape,
    assembled,
)
from workbench.findings.vendor_prefixes import PREFIX_SHAPES

_GITLEAKS = "gitleaks rules"
_DOCS = "vendor documentation"
_KINGFISHER = "kingfisher rules"


_SPECIAL: tuple[Shape, ...] = (
    Shape(
        "Twitch", _KINGFISHER, "live_", r"live_[0-9]{6,10}_[A-Za-z0-9]{28,36}",
        ("live_", (DIGITS, 9), "_", (ALNUM, 30)), ("live_", "uploads_and_replies"), "_",
    ),
    Shape(
        "OpenAI", _GITLEAKS, "sk-", r"sk-[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}",
        ("sk-", (ALNUM, 20), "T3Blbk", "FJ", (ALNUM, 20)), ("sk-", (ALNUM, 12)), "_",
    ),
    Shape(
        "OpenAI and alike", _DOCS, "sk-", r"sk-[A-Za-z0-9]{32,64}",
        ("sk-", (ALNUM, 48)), ("sk-", "replay"), "_",
    ),
    Shape(
        "Slack", _GITLEAKS, "xox", r"xox[abeoprs](?:\.xox[bp])?-[A-Za-z0-9.-]{10,250}",
        ("xoxb-", (DIGITS, 12), "-", (DIGITS, 12), "-", (ALNUM, 24)), ("xoxb-", "abc"),
    ),
    Shape(
        "Slack webhook", _GITLEAKS, "hooks.slack.com/",
        r"hooks\.slack\.com/((?:services|workflows|triggers)/[A-Za-z0-9+/_-]{20,120})",
        ("hooks.slack.com/services/", "T", (UPPER, 9), "/B", (UPPER, 10), "/", (ALNUM, 24)),
        ("hooks.slack.com/", "services/"),
    ),
    Shape(
        "Teams webhook", _KINGFISHER, "webhook.office.com/",
        r"webhook\.office\.com/webhookb2/([A-Za-z0-9@/-]{60,250})",
        ("webhook.office.com/webhookb2/", (HEX, 32), "@", (HEX, 32), "/IncomingWebhook/", (HEX, 32)),
        ("webhook.office.com/", "about"),
    ),
    Shape(
        "Discord webhook", _DOCS, "/api/webhooks/",
        r"/api/webhooks/([0-9]{15,20}/[A-Za-z0-9_-]{40,80})",
        ("/api/webhooks/", (DIGITS, 18), "/", (URLSAFE, 68)), ("/api/webhooks/", "list"),
    ),
    Shape(
        "Zapier webhook", _KINGFISHER, "hooks.zapier.com/",
        r"hooks\.zapier\.com/(hooks/catch/[A-Za-z0-9]{3,20}/[A-Za-z0-9]{3,20})",
        ("hooks.zapier.com/hooks/catch/", (DIGITS, 7), "/", (LOWER, 7)), ("hooks.zapier.com/", "x"),
    ),
    Shape(
        "SendGrid", _GITLEAKS, "sg.", r"SG\.[A-Za-z0-9_-]{20,24}\.[A-Za-z0-9_-]{39,50}",
        ("SG.", (URLSAFE, 22), ".", (URLSAFE, 43)), ("SG.", (URLSAFE, 8)), "_-",
    ),
    Shape(
        "Mailgun", _GITLEAKS, "key-", r"key-[a-f0-9]{32}", ("key-", (HEX, 32)), ("key-", (HEX, 9)), "_",
    ),
    Shape(
        "Mailchimp", _GITLEAKS, "-us",
        r"-us[0-9]{1,2}", ("-us", "12"), ("-us", "er"), "_",
    ),
    Shape(
        "Twilio", _GITLEAKS, "sk", r"SK[0-9a-fA-F]{32}",
        ("SK", (HEX, 32)), ("SK", (HEX, 12)), "_",
    ),
    Shape(
        "Telegram", _GITLEAKS, ":aa", r":AA[A-Za-z0-9_-]{32,34}",
        (":AA", (URLSAFE, 33)), (":AA", (URLSAFE, 6)),
    ),
    Shape(
        "age", _GITLEAKS, "age-secret-key-1", r"AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}",
        ("AGE-SECRET-KEY-1", ("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58)), ("AGE-SECRET-KEY-1", "Q"),
    ),
    Shape(
        "1Password", _GITLEAKS, "a3-",
        r"A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}",
        ("A3-", (UPPER, 6), "-", (UPPER, 11), *(("-", (UPPER, 5)) * 3)), ("A3-", (UPPER, 6)),
    ),
    Shape(
        "Azure storage", _KINGFISHER, "accountkey=", r"(?i:AccountKey)=([A-Za-z0-9+/]{60,90}={0,2})",
        ("AccountKey=", (ALNUM, 86), "=="), ("AccountKey=", (ALNUM, 4)),
    ),
    Shape(
        "Azure shared access", _KINGFISHER, "sharedaccesskey=",
        r"(?i:SharedAccessKey)=([A-Za-z0-9+/]{40,60}={0,2})",
        ("SharedAccessKey=", (ALNUM, 43), "="), ("SharedAccessKey=", (ALNUM, 4)),
    ),
    Shape(
        "Azure AD", _GITLEAKS, "8q~", r"8Q~[A-Za-z0-9_~.-]{31,34}",
        ("8Q~", (URLSAFE, 34)), ("8Q~", (URLSAFE, 6)),
    ),
    Shape(
        "Google service account", _DOCS, ".apps.googleusercontent.com",
        r"\.apps\.googleusercontent\.com", (".apps.googleusercontent.com",), (".apps.google",),
    ),
    Shape(
        "Heroku", _DOCS, "hrku-",
        r"HRKU-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
        ("HRKU-", (HEX, 8), *(("-", (HEX, 4)) * 3), "-", (HEX, 12)), ("HRKU-", (HEX, 8)),
    ),
    Shape(
        "Vault", _GITLEAKS, "s.", r"s\.[A-Za-z0-9]{24}", ("s.", (ALNUM, 24)), ("s.", (ALNUM, 8)), "_",
    ),
    Shape(
        "Discord bot", _KINGFISHER, ".g",
        r"\.G[A-Za-z0-9_-]{5}\.[A-Za-z0-9_-]{27,40}",
        (".G", (URLSAFE, 5), ".", (URLSAFE, 38)), (".G", (URLSAFE, 5)),
    ),
    Shape(
        "Atlassian app", _KINGFISHER, "atctt3xff", r"ATCTT3xFf[A-Za-z0-9+/=_-]{50,250}",
        ("ATCTT3xFf", (URLSAFE, 120)), ("ATCTT3xFf", (URLSAFE, 4)),
    ),
    Shape(
        "JDBC", _KINGFISHER, "jdbc:",
        r"jdbc:[a-z0-9:]{2,30}//[^\s]{3,120}(?i:password)=([^\s&;\"'\\]{4,80})",
        ("jdbc:mysql://db/x?password=", (ALNUM, 14)), ("jdbc:mysql://db/x",),
    ),
)  # fmt: skip

#: Shapes whose cue stands inside the secret: what may come before it, and how much.
BEFORE: dict[str, tuple[Pattern, int]] = {
    "Mailchimp": (Pattern(r"[0-9a-f]{32}$"), 32),
    "Telegram": (Pattern(r"[0-9]{8,10}$"), 10),
    "Azure AD": (Pattern(r"[A-Za-z0-9_~.-]{3}$"), 3),
    "Google service account": (Pattern(r"[0-9]{8,16}-[a-z0-9]{20,40}$"), 57),
    "Discord bot": (Pattern(r"[MNO][A-Za-z0-9_-]{23,27}$"), 28),
}
_BEFORE_EXAMPLES: dict[str, tuple[Piece, ...]] = {
    "Mailchimp": ((HEX, 32),),
    "Telegram": ((DIGITS, 10),),
    "Azure AD": ((ALNUM, 3),),
    "Google service account": ((DIGITS, 12), "-", (LOWER, 32)),
    "Discord bot": ("M", (ALNUM, 24)),
}

SHAPES: tuple[Shape, ...] = (*PREFIX_SHAPES, *_SPECIAL)


def example(shape: Shape) -> str:
    """A made-up secret of this shape."""
    return assembled((*_BEFORE_EXAMPLES.get(shape.vendor, ()), *shape.example))


def counter_example(shape: Shape) -> str:
    """Text that has the cue but not the shape."""
    return assembled(shape.counter)
