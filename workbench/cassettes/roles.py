"""What a JSON string of provider traffic is, by the name of its field."""

from __future__ import annotations

from functools import lru_cache

from workbench.cassettes.words import words
from workbench.core.places import Role

_PROSE = words(
    "content text input instructions system prompt query refusal summary description title reasoning",
    "reasoning_content thinking output_text delta message transcript",
)
_CODE = frozenset({"arguments", "partial_json", "code", "command", "input_json"})
_URLS = frozenset({"url", "uri", "href", "image_url", "file_url", "uri_base", "server_url"})
_OPAQUE = frozenset(
    {"encrypted_content", "signature", "b64_json", "thoughtSignature", "thought_signature", "data"}
)
_PATHS = frozenset({"path", "file_path", "filename", "cwd"})
_TOOL_OUTPUT = frozenset({"output", "tool_output", "result", "stdout", "stderr"})


def role_of(key: str, value: str) -> Role:
    """The role of the string ``value`` in a field called ``key``."""
    if key in _OPAQUE and " " not in value:
        return Role.OPAQUE
    return _role(key)


@lru_cache(maxsize=4096)
def _role(key: str) -> Role:
    for names, role in (
        (_PROSE, Role.PROSE),
        (_CODE, Role.CODE),
        (_URLS, Role.URL),
        (_PATHS, Role.PATH),
        (_TOOL_OUTPUT, Role.TOOL_OUTPUT),
    ):
        if key in names:
            return role
    if key == "id" or key.endswith(("_id", "_ids")):
        return Role.ID
    return Role.OTHER
