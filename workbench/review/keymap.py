"""The keys as one reviewer has them: the registry's own, and what that person chose instead.

Source: ``spec/review-ux.md`` §7, WCAG 2.1.4. Every caption, sentence and list of keys is made from here,
so that no face shows a key that is not handled.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType

from workbench.core.errors import BadCommand
from workbench.review.commands import ANYWHERE, COMMANDS, GIVES_REASON, REASON_OPENS, CommandSpec
from workbench.review.key_rules import CLOSES, conflicts, is_character, refusal, spelled

Chosen = Mapping[str, tuple[str, ...]]
_NONE: Chosen = MappingProxyType({})
#: How a key is called in a sentence, where that is not its name.
_CALLED = {
    "Escape": "Esc",
    "ArrowUp": "Up",
    "ArrowDown": "Down",
    "ArrowLeft": "Left",
    "ArrowRight": "Right",
    "PageUp": "Page Up",
    "PageDown": "Page Down",
}


@dataclass(frozen=True)
class Keymap:
    """What each command's keys are. ``chosen`` are those of one person; an empty tuple is "no key".

    ``single_keys`` says whether printed characters are keys at all; where not, their commands keep
    their buttons. Make one with :meth:`given` or :func:`mended`, which hold it to the rules.
    """

    chosen: Chosen = field(default_factory=lambda: _NONE)
    single_keys: bool = True

    @cached_property
    def commands(self) -> tuple[CommandSpec, ...]:
        """Every command of the registry with the keys that work."""
        return tuple(replace(spec, keys=self._working(keys)) for spec, keys in self._pairs())

    @cached_property
    def _by_id(self) -> dict[str, CommandSpec]:
        return {spec.id: spec for spec in self.commands}

    def _pairs(self) -> list[tuple[CommandSpec, tuple[str, ...]]]:
        opener = self._opener()
        pairs = []
        for spec in COMMANDS:
            keys = self.chosen.get(spec.id, spec.keys)
            if spec.id.startswith(GIVES_REASON):
                keys = tuple(f"{opener} {key.split()[-1]}" for key in keys) if opener else ()
            pairs.append((spec, keys))
        return pairs

    def _opener(self) -> str:
        """The press that shows the reasons: theirs all begin with it."""
        spec = next(spec for spec in COMMANDS if spec.id == REASON_OPENS)
        return next(iter(self.chosen.get(REASON_OPENS, spec.keys)), "")

    def _working(self, keys: tuple[str, ...]) -> tuple[str, ...]:
        if self.single_keys:
            return keys
        return tuple(key for key in keys if not is_character(key.split(" ")[0]))

    def command(self, id: str) -> CommandSpec:
        """The command of that id, with its keys. Raises ``KeyError`` for an unknown one."""
        return self._by_id[id]

    def active(self, where: str) -> tuple[CommandSpec, ...]:
        """The commands active at a place, in registry order."""
        return tuple(
            spec for spec in self.commands if where in spec.where or ANYWHERE in spec.where
        )

    def by_key(self, where: str) -> dict[str, CommandSpec]:
        """Key → command at a place."""
        return {key: spec for spec in self.active(where) for key in spec.keys}

    # --- words -----------------------------------------------------------------------------------

    def said(self, id: str) -> str:
        """The first key of a command as a sentence says it: ``Ctrl+Enter``, ``gq``; ``""`` for none."""
        return next((spoken(key) for key in self.command(id).keys), "")

    def how(self, id: str) -> str:
        """ "with Ctrl+Enter", or where there is no key "with the button Stage"."""
        said = self.said(id)
        return f"with {said}" if said else f"with the button {self.command(id).label}"

    def again(self, id: str) -> str:
        """ "Press u again", or where there is no key "Use the button Undo again"."""
        said = self.said(id)
        return f"Press {said} again" if said else f"Use the button {self.command(id).label} again"

    def letter(self, reason: str) -> str:
        """The press that gives a reason, once the reasons are shown; ``""`` for none."""
        keys = self.chosen.get(f"{GIVES_REASON}{reason}", self._default(f"{GIVES_REASON}{reason}"))
        last = next((key.split(" ")[-1] for key in keys), "")
        return last if self.single_keys or not is_character(last) else ""

    # --- change ----------------------------------------------------------------------------------

    def given(self, id: str, keys: tuple[str, ...]) -> Keymap:
        """The keymap with other keys for one command. Raises ``BadCommand`` for keys it may not have."""
        spec = _spec(id)
        wanted = tuple(dict.fromkeys(filter(None, map(spelled, keys))))
        wanted = tuple(_whole(spec, key, self._opener()) for key in wanted)
        for key in wanted:
            if sentence := refusal(spec, key):
                raise _refused(sentence)
        if not wanted and id == CLOSES:
            raise _refused(refusal(spec, "j"))
        changed = replace(self, chosen=MappingProxyType({**self.chosen, id: wanted}))
        clash = next(iter(conflicts(changed.everything)), None)
        if clash is not None:
            raise _refused(clash[2], cure="Choose another key, or change the other command first")
        return changed._tidy()

    def by_default(self, id: str) -> Keymap:
        """The keymap with the registry's own keys for one command. Raises ``BadCommand``."""
        _spec(id)
        rest = {name: keys for name, keys in self.chosen.items() if name != id}
        changed = replace(self, chosen=MappingProxyType(rest))
        clash = next(iter(conflicts(changed.everything)), None)
        if clash is not None:
            raise _refused(clash[2], cure="Change the other command first")
        return changed

    @property
    def everything(self) -> tuple[CommandSpec, ...]:
        """Every command with its keys, those included that are switched off for now."""
        return tuple(replace(spec, keys=keys) for spec, keys in self._pairs())

    def is_changed(self, id: str) -> bool:
        """Whether this command's keys are the person's own."""
        return id in self.chosen

    def _default(self, id: str) -> tuple[str, ...]:
        return _spec(id).keys

    def _tidy(self) -> Keymap:
        """Without what is the registry's own anyway."""
        kept = {id: keys for id, keys in self.chosen.items() if keys != _spec(id).keys}
        return replace(self, chosen=MappingProxyType(kept))


#: The registry's own keys: what tests, CI and key scripts of others rely on.
DEFAULT = Keymap()


def mended(
    chosen: Mapping[str, tuple[str, ...]], *, single_keys: bool = True
) -> tuple[Keymap, tuple[str, ...]]:
    """A keymap of what was written down, and a sentence for each line of it that does not hold.

    Lines are taken together, so that two commands may swap their keys. What does not hold keeps the
    registry's keys; the rest stays.
    """
    kept, told = {}, []
    for id, keys in chosen.items():
        sentence, spelling = _readable(id, keys, chosen)
        if sentence:
            told.append(f"{id}: {sentence}")
        else:
            kept[id] = spelling
    while True:
        keymap = Keymap(MappingProxyType(dict(kept)), single_keys)
        clash = next(iter(conflicts(keymap.everything)), None)
        if clash is None:
            return keymap._tidy(), tuple(told)
        one, other, sentence = clash
        blamed = next(id for id in reversed(list(kept)) if _concerns(id, one, other))
        del kept[blamed]
        told.append(f"{blamed}: {sentence}")


def _concerns(id: str, one: CommandSpec, other: CommandSpec) -> bool:
    ids = {one.id, other.id}
    return id in ids or (id == REASON_OPENS and any(name.startswith(GIVES_REASON) for name in ids))


def _readable(
    id: str, keys: tuple[str, ...], chosen: Mapping[str, tuple[str, ...]]
) -> tuple[str, tuple[str, ...]]:
    """What is wrong with one line by itself, or its keys as they are spelled."""
    spec = next((spec for spec in COMMANDS if spec.id == id), None)
    if spec is None:
        return "There is no such command.", ()
    opener = spelled(next(iter(chosen.get(REASON_OPENS, ("s",))), ""))
    spelling = tuple(_whole(spec, spelled(key), opener) for key in keys if spelled(key))
    if not spelling and id == CLOSES:
        return refusal(spec, "j"), ()
    return next((said for key in spelling if (said := refusal(spec, key))), ""), spelling


def _whole(spec: CommandSpec, key: str, opener: str) -> str:
    """A reason is written as its own letter, or after the key that shows the reasons: kept as the registry does."""
    if not spec.id.startswith(GIVES_REASON):
        return key
    first, _, last = key.rpartition(" ")
    usual = spec.keys[0].split(" ")[0]
    return f"{usual} {last}" if first in ("", opener, usual) else key


def _spec(id: str) -> CommandSpec:
    for spec in COMMANDS:
        if spec.id == id:
            return spec
    raise BadCommand("There is no such command", cure="Look at the list of keys")


def _refused(sentence: str, *, cure: str = "Choose another key") -> BadCommand:
    return BadCommand(sentence.rstrip("."), cure=cure, code="key_refused")


def spoken(key: str) -> str:
    """A key as a sentence says it: ``gq``, ``Ctrl+Enter``, ``Page Down``."""
    presses = key.split(" ")
    if all(map(is_character, presses)):
        return "".join(presses)
    return " ".join(
        "+".join(_CALLED.get(part, part) for part in press.split("+")) for press in presses
    )
