"""Values that are reserved, shared by everybody or meant to be read: they identify nobody.

Each rule gives its reason in words; a value without a reason is not benign
(``spec/detection.md`` §1).
"""

from __future__ import annotations

import ipaddress
from itertools import pairwise

_RESERVED_ENDS = (".test", ".example", ".invalid", ".localhost", ".local.test")
_RESERVED_NAMES = ("example.com", "example.org", "example.net", "example.edu", "localhost")
_NO_REPLY = (
    "noreply", "no-reply", "donotreply", "do-not-reply", "no_reply", "mailer-daemon", "postmaster",
    "notifications",
)  # fmt: skip
#: Hosts that everybody talks to: providers of models, code and packages.
PUBLIC_HOSTS = (
    "openai.com", "anthropic.com", "googleapis.com", "google.com", "github.com",
    "githubusercontent.com", "gitlab.com", "bitbucket.org", "pypi.org", "pythonhosted.org",
    "npmjs.org", "npmjs.com", "huggingface.co", "mistral.ai", "cohere.com", "cohere.ai", "groq.com",
    "x.ai", "openrouter.ai", "perplexity.ai", "deepseek.com", "together.xyz", "together.ai",
    "fireworks.ai", "replicate.com", "azure.com", "amazonaws.com", "cloudflare.com", "w3.org",
    "ietf.org", "iana.org", "python.org", "mozilla.org", "wikipedia.org", "schema.org",
    "json-schema.org", "jsdelivr.net", "unpkg.com", "docker.io", "docker.com", "debian.org",
    "ubuntu.com", "apache.org", "kernel.org", "gnu.org", "microsoft.com", "apple.com",
    "readthedocs.io", "readthedocs.org", "rust-lang.org", "crates.io", "docs.rs", "golang.org",
    "go.dev", "nodejs.org", "jupyter.org", "stackoverflow.com", "youtube.com",
)  # fmt: skip


def reserved_domain(domain: str) -> str:
    """Why a domain can belong to nobody, or ``""``."""
    name = domain.lower().rstrip(".")
    if name in _RESERVED_NAMES or name.endswith(_RESERVED_ENDS):
        return "a reserved domain"
    if name.endswith(tuple(f".{known}" for known in _RESERVED_NAMES)):
        return "a reserved domain"
    return ""


def public_host(name: str) -> str:
    """Why a host is everybody's, or ``""``."""
    host = name.lower().rstrip(".")
    if host in PUBLIC_HOSTS or host.endswith(tuple(f".{known}" for known in PUBLIC_HOSTS)):
        return "a public service"
    return reserved_domain(host)


def no_reply(address: str) -> str:
    """Why an e-mail address is nobody's mailbox, or ``""``."""
    login, _, domain = address.lower().partition("@")
    if reserved_domain(domain):
        return "a reserved domain"
    if login in _NO_REPLY or login.startswith(("noreply", "no-reply", "donotreply")):
        return "a no-reply address"
    if domain in ("users.noreply.github.com", "github.com") and login in ("git", "support"):
        return "a service address"
    if login == "git":
        return "a service address"
    return ""


def reserved_address(text: str) -> str | None:
    """Why an IP address is nobody's, ``""`` if it is somebody's, ``None`` if it is no address."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    if address.is_loopback or address.is_unspecified:
        return "a loopback or unspecified address"
    if any(address.version == net.version and address in net for net in _DOCUMENTATION):
        return "a documentation address"
    if address.is_multicast or text == "255.255.255.255" or text.startswith("255."):
        return "a broadcast or multicast address"
    if _counts(text):
        return "digits that count up or down, as people make addresses up"
    if text in _RESOLVERS:
        return "a public resolver"
    return ""


def _counts(text: str) -> bool:
    """``1.2.3.4``, ``12.34.56.78``, ``98.76.54.32``: every digit is one more, or one less, than before."""
    digits = text.replace(".", "")
    steps = (
        {int(after) - int(before) for before, after in pairwise(digits)}
        if digits.isdigit()
        else set()
    )
    return steps in ({1}, {-1})


def fictional_number(digits: str) -> str:
    """Why a phone number is nobody's, or ``""``: North American 555-01xx, Ofcom's drama numbers."""
    if len(digits) in (7, 10, 11) and digits[-7:-2] == "55501":
        return "a number reserved for fiction"
    if digits.endswith(_DRAMA) or (digits[-10:-3] in _DRAMA_RANGES):
        return "a number reserved for fiction"
    return ""


_DRAMA = ("02079460000",)
_DRAMA_RANGES = frozenset({"2079460", "7700900", "1632960", "1134960"})
_DOCUMENTATION = tuple(
    ipaddress.ip_network(net)
    for net in ("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "2001:db8::/32", "3fff::/20")
)
_RESOLVERS = frozenset({"8.8.8.8", "8.8.4.4", "1.1.1.1", "1.0.0.1", "9.9.9.9", "169.254.169.254"})
