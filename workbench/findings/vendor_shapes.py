"""Secrets with a fixed shape: one row a shape, with its source, an example and a counter-example.

Examples are recipes: literal pieces and (alphabet, count) pieces filled by a fixed sequence, so that
no secret-shaped string stands in this file. Patterns begin at their cue; a group is the secret where
it is not the whole match.
"""

from __future__ import annotations

import string
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from workbench.findings.patterns import Pattern

Piece: TypeAlias = "str | tuple[str, int]"

HEX = string.digits + "abcdef"
LOWER = string.digits + string.ascii_lowercase
UPPER = string.digits + string.ascii_uppercase
ALNUM = string.digits + string.ascii_letters
URLSAFE = ALNUM + "_-"
DIGITS = string.digits
BASE32 = string.ascii_uppercase + "234567"


@dataclass(frozen=True, slots=True)
class Shape:
    """``cue`` is the literal the pattern begins with; ``joins`` characters that may not touch it."""

    vendor: str
    source: str
    cue: str
    pattern: str
    example: tuple[Piece, ...]
    counter: tuple[Piece, ...]
    joins: str = ""

    @property
    def compiled(self) -> Pattern:
        return _compiled(self.pattern)


@cache
def _compiled(pattern: str) -> Pattern:
    return Pattern(pattern)


def assembled(pieces: tuple[Piece, ...]) -> str:
    """The text of a recipe. The sequence is fixed, spread over the alphabet, and nobody's secret."""
    parts = []
    for at, piece in enumerate(pieces):
        if isinstance(piece, str):
            parts.append(piece)
        else:
            alphabet, count = piece
            size = len(alphabet)
            steps = ((n * 7919 + n * n * 31 + at * 53 + 11) % 65_521 for n in range(1, count + 1))
            parts.append("".join(alphabet[step % size] for step in steps))
    return "".join(parts)


def _prefixed(
    vendor: str, source: str, prefix: str, alphabet: tuple[str, str], sizes: tuple[int, int]
) -> Shape:
    """A prefix and a run of one alphabet: most tokens are made so. Sizes 0: open-ended."""
    letters, characters = alphabet
    least, most = sizes
    count = f"{{{least}}}" if least == most else f"{{{least},{most or ''}}}"
    return Shape(
        vendor,
        source,
        prefix.lower(),
        rf"{_escape(prefix)}[{characters}]{count}",
        (prefix, (letters, least)),
        (prefix, (letters, max(2, least // 3))),
        joins="_" if "_" not in characters else "",
    )


def _escape(text: str) -> str:
    return "".join(
        f"\\{character}" if character in ".+*?()[]{}|^$/" else character for character in text
    )


_A, _H, _L, _U, _S = (
    (ALNUM, "A-Za-z0-9"),
    (HEX, "a-f0-9"),
    (LOWER, "a-z0-9"),
    (UPPER, "A-Z0-9"),
    (
        URLSAFE,
        "A-Za-z0-9_-",
    ),
)

_GITLEAKS = "gitleaks rules"
_DOCS = "vendor documentation"
_KINGFISHER = "kingfisher rules"

_PREFIXED = (
    ("OpenAI", _GITLEAKS, "sk-proj-", _S, (40, 200)),
    ("OpenAI", _GITLEAKS, "sk-svcacct-", _S, (40, 200)),
    ("OpenAI", _GITLEAKS, "sk-admin-", _S, (40, 200)),
    ("OpenRouter", _DOCS, "sk-or-v1-", _H, (64, 64)),
    ("Anthropic", _GITLEAKS, "sk-ant-", _S, (32, 140)),
    ("Google AI", _GITLEAKS, "AIza", _S, (35, 35)),
    ("Google OAuth", _KINGFISHER, "GOCSPX-", _S, (28, 28)),
    ("Google OAuth", _KINGFISHER, "ya29.", _S, (20, 400)),
    ("xAI", _DOCS, "xai-", _A, (70, 90)),
    ("Groq", _DOCS, "gsk_", _A, (48, 60)),
    ("Replicate", _DOCS, "r8_", _A, (37, 40)),
    ("Hugging Face", _GITLEAKS, "hf_", _A, (30, 40)),
    ("Hugging Face", _GITLEAKS, "api_org_", _A, (34, 34)),
    ("Perplexity", _GITLEAKS, "pplx-", _A, (40, 60)),
    ("Fireworks", _DOCS, "fw_", _A, (22, 30)),
    ("NVIDIA", _DOCS, "nvapi-", _S, (60, 80)),
    ("LangSmith", _DOCS, "lsv2_pt_", (HEX, "a-f0-9_"), (32, 50)),
    ("LangSmith", _DOCS, "lsv2_sk_", (HEX, "a-f0-9_"), (32, 50)),
    ("Tavily", _DOCS, "tvly-", _S, (28, 50)),
    ("AWS", _GITLEAKS, "AKIA", _U, (16, 16)),
    ("AWS", _GITLEAKS, "ASIA", _U, (16, 16)),
    ("AWS", _GITLEAKS, "ABIA", _U, (16, 16)),
    ("AWS Bedrock", _GITLEAKS, "ABSK", (ALNUM, "A-Za-z0-9+/="), (100, 300)),
    ("GitHub", _GITLEAKS, "ghp_", _A, (36, 36)),
    ("GitHub", _GITLEAKS, "gho_", _A, (36, 36)),
    ("GitHub", _GITLEAKS, "ghu_", _A, (36, 36)),
    ("GitHub", _GITLEAKS, "ghs_", _A, (36, 36)),
    ("GitHub", _GITLEAKS, "ghr_", _A, (36, 76)),
    ("GitHub", _GITLEAKS, "github_pat_", (ALNUM, "A-Za-z0-9_"), (82, 82)),
    ("GitLab", _GITLEAKS, "glpat-", (URLSAFE, "A-Za-z0-9_.-"), (20, 60)),
    ("GitLab", _GITLEAKS, "gldt-", _S, (20, 20)),
    ("GitLab", _GITLEAKS, "glft-", _S, (20, 20)),
    ("GitLab", _GITLEAKS, "glsoat-", _S, (20, 20)),
    ("GitLab", _GITLEAKS, "glrt-", (URLSAFE, "A-Za-z0-9_.-"), (20, 60)),
    ("GitLab", _GITLEAKS, "glcbt-", _S, (20, 30)),
    ("GitLab", _GITLEAKS, "glptt-", _H, (40, 40)),
    ("GitLab", _GITLEAKS, "glagent-", _S, (50, 50)),
    ("GitLab", _GITLEAKS, "glimt-", _S, (25, 25)),
    ("GitLab", _GITLEAKS, "glffct-", _S, (20, 20)),
    ("GitLab", _GITLEAKS, "GR1348941", _S, (20, 20)),
    ("Bitbucket", _DOCS, "ATBB", _A, (24, 40)),
    ("Atlassian", _GITLEAKS, "ATATT3", (URLSAFE, "A-Za-z0-9_=-"), (100, 250)),
    ("npm", _GITLEAKS, "npm_", _A, (36, 36)),
    ("PyPI", _GITLEAKS, "pypi-AgEIcHlwaS5vcmc", _S, (50, 1000)),
    ("Docker", _DOCS, "dckr_pat_", _S, (27, 27)),
    ("Docker", _DOCS, "dckr_oat_", _S, (32, 32)),
    ("RubyGems", _GITLEAKS, "rubygems_", _H, (48, 48)),
    ("crates.io", _KINGFISHER, "cio", _A, (32, 32)),
    ("Slack app", _GITLEAKS, "xapp-", _S, (40, 150)),
    ("Stripe", _GITLEAKS, "sk_live_", _A, (10, 120)),
    ("Stripe", _GITLEAKS, "sk_test_", _A, (10, 120)),
    ("Stripe", _GITLEAKS, "rk_live_", _A, (10, 120)),
    ("Stripe", _GITLEAKS, "rk_test_", _A, (10, 120)),
    ("Stripe", _GITLEAKS, "whsec_", (ALNUM, "A-Za-z0-9+/="), (32, 60)),
    ("DigitalOcean", _GITLEAKS, "dop_v1_", _H, (64, 64)),
    ("DigitalOcean", _GITLEAKS, "doo_v1_", _H, (64, 64)),
    ("DigitalOcean", _GITLEAKS, "dor_v1_", _H, (64, 64)),
    ("Heroku", _GITLEAKS, "HRKU-AA", _S, (58, 58)),
    ("Sentry", _GITLEAKS, "sntryu_", _H, (64, 64)),
    ("Sentry", _GITLEAKS, "sntrys_", (URLSAFE, "A-Za-z0-9+/=_-"), (80, 400)),
    ("Vault", _GITLEAKS, "hvs.", _S, (90, 120)),
    ("Vault", _GITLEAKS, "hvb.", _S, (138, 300)),
    ("Databricks", _GITLEAKS, "dapi", _H, (32, 34)),
    ("Supabase", _DOCS, "sbp_", _H, (40, 40)),
    ("Supabase", _DOCS, "sb_secret_", _S, (30, 50)),
    ("Linear", _GITLEAKS, "lin_api_", _A, (40, 40)),
    ("Linear", _DOCS, "lin_oauth_", _H, (60, 70)),
    ("Notion", _GITLEAKS, "ntn_", _A, (40, 50)),
    ("Notion", _DOCS, "secret_", _A, (43, 43)),
    ("Figma", _DOCS, "figd_", _S, (38, 50)),
    ("Mailchimp, Mandrill", _KINGFISHER, "md-", _S, (22, 22)),
    ("Shopify", _GITLEAKS, "shpat_", _H, (32, 32)),
    ("Shopify", _GITLEAKS, "shpss_", _H, (32, 32)),
    ("Shopify", _GITLEAKS, "shpca_", _H, (32, 32)),
    ("Shopify", _GITLEAKS, "shppa_", _H, (32, 32)),
    ("Grafana", _GITLEAKS, "glc_", (ALNUM, "A-Za-z0-9+/="), (32, 400)),
    ("Grafana", _GITLEAKS, "glsa_", (ALNUM, "A-Za-z0-9_"), (41, 41)),
    ("Postman", _GITLEAKS, "PMAK-", (HEX, "a-f0-9-"), (59, 59)),
    ("Pulumi", _GITLEAKS, "pul-", _H, (40, 40)),
    ("Prefect", _GITLEAKS, "pnu_", _L, (36, 36)),
    ("Doppler", _GITLEAKS, "dp.pt.", _A, (40, 44)),
    ("Doppler", _KINGFISHER, "dp.ct.", _A, (40, 44)),
    ("Doppler", _KINGFISHER, "dp.st.", (ALNUM, "A-Za-z0-9_.-"), (40, 80)),
    ("Doppler", _KINGFISHER, "dp.sa.", _A, (40, 44)),
    ("Doppler", _KINGFISHER, "dp.scim.", _A, (40, 44)),
    ("Doppler", _KINGFISHER, "dp.audit.", _A, (40, 44)),
    ("Cloudflare", _DOCS, "cfat_", _A, (40, 60)),
    ("Cloudflare", _DOCS, "cfut_", _A, (40, 60)),
    ("Defined Networking", _KINGFISHER, "dnkey-", (UPPER, "A-Z0-9-"), (60, 90)),
    ("Friendli", _KINGFISHER, "flp_", _A, (40, 60)),
    ("Cursor", _KINGFISHER, "key_", _H, (64, 64)),
    ("Twitch", _KINGFISHER, "live_", (ALNUM, "A-Za-z0-9_"), (32, 60)),
    ("Voiceflow", _KINGFISHER, "VF.DM.", (ALNUM, "A-Za-z0-9."), (32, 60)),
    ("PlanetScale", _GITLEAKS, "pscale_tkn_", (URLSAFE, "A-Za-z0-9_.=-"), (32, 64)),
    ("PlanetScale", _GITLEAKS, "pscale_pw_", (URLSAFE, "A-Za-z0-9_.=-"), (32, 64)),
    ("PlanetScale", _GITLEAKS, "pscale_oauth_", (URLSAFE, "A-Za-z0-9_.=-"), (32, 64)),
    ("Tailscale", _KINGFISHER, "tskey-", _S, (20, 80)),
    ("Fly.io", _GITLEAKS, "fo1_", _S, (43, 43)),
    ("Square", _KINGFISHER, "EAAA", _S, (60, 60)),
    ("Square", _KINGFISHER, "sq0csp-", _S, (43, 43)),
    ("Square", _KINGFISHER, "sq0atp-", _S, (22, 22)),
    ("New Relic", _GITLEAKS, "NRAK-", _U, (27, 27)),
    ("New Relic", _GITLEAKS, "NRII-", _S, (32, 32)),
    ("Sonar", _KINGFISHER, "squ_", _H, (40, 40)),
    ("Sonar", _KINGFISHER, "sqp_", _H, (40, 40)),
    ("Sonar", _KINGFISHER, "sqa_", _H, (40, 40)),
    ("Airtable", _KINGFISHER, "pat", (ALNUM, "A-Za-z0-9."), (79, 79)),
    ("Contentful", _KINGFISHER, "CFPAT-", _S, (43, 43)),
    ("Sourcegraph", _KINGFISHER, "sgp_", (HEX, "a-zA-Z0-9_"), (40, 80)),
    ("Sendinblue", _GITLEAKS, "xkeysib-", (HEX, "a-f0-9A-Z-"), (81, 83)),
    ("Artifactory", _GITLEAKS, "AKCp", _A, (69, 69)),
    ("Artifactory", _KINGFISHER, "cmVmdGtu", _A, (56, 56)),
    ("Adafruit", _KINGFISHER, "aio_", _A, (28, 28)),
    ("Duffel", _GITLEAKS, "duffel_live_", _S, (43, 43)),
    ("Duffel", _GITLEAKS, "duffel_test_", _S, (43, 43)),
    ("EasyPost", _GITLEAKS, "EZAK", _A, (54, 54)),
    ("EasyPost", _GITLEAKS, "EZTK", _A, (54, 54)),
    ("Typeform", _GITLEAKS, "tfp_", (URLSAFE, "A-Za-z0-9_.=-"), (44, 60)),
    ("Flutterwave", _GITLEAKS, "FLWSECK_TEST-", (HEX, "a-h0-9"), (32, 34)),
    ("Readme", _GITLEAKS, "rdme_", _L, (70, 70)),
    ("Lark, ClickUp", _GITLEAKS, "pk_", (UPPER, "0-9A-Z_"), (32, 48)),
    ("Buildkite", _KINGFISHER, "bkua_", _L, (40, 40)),
    ("Facebook", _KINGFISHER, "EAACEdEose0cBA", _A, (20, 300)),
    ("Facebook", _GITLEAKS, "EAAM", _A, (100, 300)),
    ("Harness", _GITLEAKS, "pat.", (URLSAFE, "A-Za-z0-9_.-"), (60, 80)),
    ("Infracost", _GITLEAKS, "ico-", _A, (32, 32)),
    ("Frame.io", _GITLEAKS, "fio-u-", (URLSAFE, "A-Za-z0-9_=-"), (64, 64)),
    ("Scalingo", _GITLEAKS, "tk-us-", _S, (48, 48)),
    ("Shippo", _GITLEAKS, "shippo_live_", _H, (40, 40)),
    ("Shippo", _GITLEAKS, "shippo_test_", _H, (40, 40)),
    ("Dynatrace", _GITLEAKS, "dt0c01.", (UPPER, "A-Z0-9."), (89, 89)),
    ("Plaid", _GITLEAKS, "access-sandbox-", (HEX, "a-f0-9-"), (36, 36)),
    ("Plaid", _GITLEAKS, "access-production-", (HEX, "a-f0-9-"), (36, 36)),
    ("Netlify", _KINGFISHER, "nfp_", _A, (36, 36)),
    ("CircleCI", _KINGFISHER, "CCIPAT_", (ALNUM, "A-Za-z0-9_"), (60, 80)),
    ("Vercel", _DOCS, "vcp_", _A, (40, 60)),
    ("Neon", _DOCS, "napi_", _L, (40, 70)),
    ("Resend", _DOCS, "re_", (ALNUM, "A-Za-z0-9_"), (33, 34)),
    ("Weights and Biases", _DOCS, "wandb_v1_", _S, (40, 90)),
    ("1Password", _GITLEAKS, "ops_eyJ", (ALNUM, "A-Za-z0-9+/="), (250, 1000)),
    ("Cloudflare", _GITLEAKS, "v1.0-", (HEX, "a-f0-9-"), (160, 180)),
    ("Clojars", _GITLEAKS, "CLOJARS_", _L, (60, 60)),
    ("Yandex", _GITLEAKS, "AQVN", _S, (35, 38)),
    ("Alibaba", _GITLEAKS, "LTAI", _A, (20, 20)),
    ("Tencent", _KINGFISHER, "AKID", _A, (32, 32)),
    ("Facebook page", _KINGFISHER, "EAAG", _A, (100, 300)),
    ("Twitch, Zapier", _KINGFISHER, "oauth:", _L, (30, 30)),
    ("Sanity", _KINGFISHER, "skprod", _A, (60, 200)),
    ("Zuplo", _KINGFISHER, "zpka_", (HEX, "a-z0-9_"), (40, 45)),
)  # fmt: skip

_SPECIAL: tuple[Shape, ...] = (
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

SHAPES: tuple[Shape, ...] = (*(_prefixed(*row) for row in _PREFIXED), *_SPECIAL)


def example(shape: Shape) -> str:
    """A made-up secret of this shape."""
    return assembled((*_BEFORE_EXAMPLES.get(shape.vendor, ()), *shape.example))


def counter_example(shape: Shape) -> str:
    """Text that has the cue but not the shape."""
    return assembled(shape.counter)
