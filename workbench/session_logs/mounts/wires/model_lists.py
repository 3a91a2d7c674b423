"""The endpoints that list models, in the shape of the provider that is asked.

Source: ``spec/session-logs.md`` §19.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from workbench.session_logs.catalogue import Model

_EPOCH = "1970-01-01T00:00:00Z"  # a catalogue holds no dates, and the shape requires one


def names(models: Sequence[Model]) -> list[str]:
    """What a client calls each model: its id, with its route before it where two routes have it."""
    routes = Counter(model.id for model in models)
    return [
        model.id if routes[model.id] == 1 else f"{model.provider}/{model.id}" for model in models
    ]


def openai_list(models: Sequence[Model]) -> dict[str, Any]:
    """``GET /v1/models`` as OpenAI answers it."""
    data = [openai_model(model, name) for model, name in zip(models, names(models), strict=True)]
    return {"object": "list", "data": data}


def openai_model(model: Model, name: str) -> dict[str, Any]:
    """``GET /v1/models/{id}`` as OpenAI answers it."""
    owner = model.provider or "replay"
    return {"id": name, "object": "model", "created": 0, "owned_by": owner}


def anthropic_list(models: Sequence[Model]) -> dict[str, Any]:
    """``GET /v1/models`` as Anthropic answers it, all on one page."""
    data = [anthropic_model(model, name) for model, name in zip(models, names(models), strict=True)]
    first, last = (data[0]["id"], data[-1]["id"]) if data else (None, None)
    return {"data": data, "has_more": False, "first_id": first, "last_id": last}


def anthropic_model(model: Model, name: str) -> dict[str, Any]:
    """``GET /v1/models/{id}`` as Anthropic answers it."""
    return {
        "type": "model",
        "id": name,
        "display_name": model.name,
        "created_at": _EPOCH,
        "lifecycle": "active",
        "max_input_tokens": model.context_window,
        "max_tokens": model.default_max_tokens,
    }
