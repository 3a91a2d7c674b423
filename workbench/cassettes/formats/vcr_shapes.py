"""The request and response shapes that parallel lists and vcrpy share.

Both come from vcrpy: one writes the two lists side by side, the other pairs them.
Source: ``spec/http-cassettes.md`` §2.2, §2.3, §7.1–7.4.
"""

from __future__ import annotations

from collections.abc import Mapping

from workbench.cassettes.documents.tree import Tree, int_of, text_of
from workbench.cassettes.formats.entries import (
    entry_mapping,
    exact_url,
    from_base64,
    headers,
    method,
    parsed_body,
    status,
    stored,
)
from workbench.cassettes.model import Request, Response, Stored


def request(tree: Tree, at: str, *, where: str) -> Request:
    """A request entry: ``method``, ``uri`` or ``url``, ``headers``, ``body`` or ``parsed_body``."""
    entry = entry_mapping(tree, where=where)
    url, url_at = exact_url(entry, at)
    body = parsed_body(entry, at) or stored(entry.get("body"), f"{at}/body")
    return Request(method(entry), url, headers(entry.get("headers"), f"{at}/headers"), body, url_at)


def response(tree: Tree, at: str, *, where: str) -> Response:
    """A response entry in any of the shapes of §2.3, the httpx stub's included (§7.2)."""
    entry = entry_mapping(tree, where=where)
    code, reason = status(entry.get("status"))
    if code is None:
        code = int_of(entry.get("status_code"))
    body = _response_body(entry, at, where=where)
    if body.held is None:
        body = Stored(b"", body.form, body.at)
    return Response(code, reason, headers(entry.get("headers"), f"{at}/headers"), body)


def _response_body(entry: Mapping[str, Tree], at: str, *, where: str) -> Stored:
    parsed = parsed_body(entry, at)
    if parsed is not None:
        return parsed
    if "body" not in entry and "content" in entry:
        return stored(entry["content"], f"{at}/content")
    body = entry.get("body")
    if not isinstance(body, dict):
        return stored(body, f"{at}/body")
    if text_of(body.get("base64_string")) and not body.get("string"):
        return from_base64(body["base64_string"], f"{at}/body/base64_string", where=f"{where}.body")
    return stored(body.get("string"), f"{at}/body/string")
