"""The provider catalogue: which model routes a replay stands in for, and what is told of them.

Source: ``spec/session-logs.md`` §19.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from workbench.session_logs.errors import DEFAULT_PREFIX, ReplayError
from workbench.session_logs.json_numbers import is_safe_integer, template_text
from workbench.session_logs.retry_policy import RetryPolicy, read_retry_policy

_MODALITIES = ("text", "image")
_MODEL_FIELDS = {
    "name": "name",
    "description": "description",
    "contextWindow": "context_window",
    "defaultMaxTokens": "default_max_tokens",
    "imageRequestTokens": "image_request_tokens",
    "defaultReasoningEffort": "default_reasoning_effort",
    "systemPromptUpdate": "system_prompt_update",
}


@dataclass(frozen=True, slots=True)
class Model:
    """One model of a route. Sizes are in tokens; ``None`` is not declared."""

    provider: str
    id: str
    name: str
    description: str | None = None
    input_modalities: tuple[str, ...] | None = None
    context_window: int | None = None
    default_max_tokens: int | None = None
    image_request_tokens: int | None = None
    reasoning_efforts: tuple[str, ...] = ()
    default_reasoning_effort: str | None = None
    system_prompt_update: str | None = None


@dataclass(frozen=True, slots=True)
class Provider:
    """One route that replay serves, with the models it lists.

    ``written_policy`` is its retry policy as it was given, which registration reads.
    """

    id: str
    name: str
    models: tuple[Model, ...] = ()
    written_policy: Any = None

    def retry_policy(self, *, prefix: str = DEFAULT_PREFIX) -> RetryPolicy | None:
        """The policy with its defaults, or ``None`` for none. Raises ``ReplayError`` (§19)."""
        if self.written_policy is None:
            return None
        return read_retry_policy(self.written_policy, provider=self.id, prefix=prefix)


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The routes of a replay. Without a provider, replay answers every model call."""

    providers: tuple[Provider, ...] = ()

    @property
    def restricts(self) -> bool:
        """Whether only the listed routes exist."""
        return bool(self.providers)

    def provider(self, name: str) -> Provider | None:
        """The route ``name``, or ``None`` if it is not served."""
        return next((provider for provider in self.providers if provider.id == name), None)

    def models(self) -> Iterator[Model]:
        """Every listed model, route by route."""
        for provider in self.providers:
            yield from provider.models

    def resolve(self, provider: str, model: str) -> Model:
        """All that is known of a model; one that is not listed is known by its id (§19)."""
        found = self.provider(provider)
        listed = () if found is None else found.models
        return next((item for item in listed if item.id == model), Model(provider, model, model))

    def named(self, name: str) -> Model | None:
        """The model that a client means by one word, or ``None`` if no route has it.

        A bare name is of the first route that lists it, or of the only route there is;
        ``<provider>/<model>`` says both.
        """
        if not self.restricts:
            return Model("", name, name)
        listed = next((model for model in self.models() if model.id == name), None)
        if listed is not None:
            return listed
        route, slash, rest = name.partition("/")
        if slash and rest and self.provider(route) is not None:
            return self.resolve(route, rest)
        return self.resolve(self.providers[0].id, name) if len(self.providers) == 1 else None


#: No catalogue: replay answers every call.
UNRESTRICTED = Catalogue()


def read_providers(value: object, *, prefix: str = DEFAULT_PREFIX) -> Catalogue:
    """The catalogue of a ``providers`` setting; ``None`` and an empty list restrict nothing.

    Models are checked here, in order; names of routes and retry policies when they are registered.
    Raises ``ReplayError`` (§19).
    """
    if value is None:
        return UNRESTRICTED
    if not isinstance(value, Sequence) or isinstance(value, (str, bytes)):
        raise _wrong(f"{prefix}providers must be a list")
    return Catalogue(tuple(_provider(item, prefix) for item in value))


def _provider(value: object, prefix: str) -> Provider:
    if not isinstance(value, Mapping):
        raise _wrong(f"{prefix}a provider must be an object")
    name = value.get("id")
    shown = template_text(name, missing="id" not in value)
    models = value.get("models")
    if models is not None and not isinstance(models, (list, tuple)):
        raise _wrong(f'{prefix}provider "{shown}" models must be a list')
    found = tuple(_model(item, shown, prefix) for item in models or ())
    # A wrong name is refused at registration, after every model was looked at.
    identity = name if isinstance(name, str) else ""
    label = _text(value.get("name")) or identity
    return Provider(identity, label, found, value.get("retryPolicy"))


def _model(value: object, provider: str, prefix: str) -> Model:
    if not isinstance(value, Mapping):
        raise _wrong(f'{prefix}provider "{provider}" models must contain only objects')
    name = value.get("id")
    shown = template_text(name, missing="id" not in value)
    _check_model(value, f'{prefix}provider "{provider}" model "{shown}" ')
    if not isinstance(name, str) or not name:
        raise _wrong(f'{prefix}provider "{provider}" model ids must be non-empty strings')
    known = {ours: value[theirs] for theirs, ours in _MODEL_FIELDS.items() if theirs in value}
    efforts = value.get("reasoningEfforts")
    modalities = value.get("inputModalities")
    return Model(
        provider,
        name,
        _text(known.pop("name", None)) or name,
        input_modalities=None if modalities is None else tuple(modalities),
        reasoning_efforts=tuple(efforts) if isinstance(efforts, (list, tuple)) else (),
        **known,
    )


def _check_model(value: Mapping[str, Any], start: str) -> None:
    """The three checks of §19, in their order; ``null`` is a bad value in all of them."""
    modalities = value.get("inputModalities")
    if "inputModalities" in value and not (
        isinstance(modalities, (list, tuple)) and all(item in _MODALITIES for item in modalities)
    ):
        raise _wrong(f'{start}inputModalities must be an array containing only "text" and "image"')
    if "imageRequestTokens" in value:
        tokens = value["imageRequestTokens"]
        if not (is_safe_integer(tokens) and tokens > 0):
            raise _wrong(f"{start}imageRequestTokens must be a positive safe integer")
        if "image" not in (modalities or ()):
            raise _wrong(f'{start}imageRequestTokens requires inputModalities to include "image"')
    if "systemPromptUpdate" in value and value["systemPromptUpdate"] != "in-history":
        raise _wrong(f'{start}systemPromptUpdate must be "in-history" when present')


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _wrong(text: str) -> ReplayError:
    return ReplayError(text, code="bad_catalogue")
