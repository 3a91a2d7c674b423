"""The text client: a line in, a few lines out. Whatever is typed, the game goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from workbench.core.errors import WorkbenchError
from workbench.core.visible import escaped
from workbench.plays.engine.faults import EngineFault
from workbench.plays.playing.game import Game
from workbench.plays.playing.screen import answer_lines, scene_lines, view_lines
from workbench.plays.playing.typed import WORDS, Typed, typed
from workbench.plays.sentences import counted, words


class Client:
    """One game in front of a person or a script. ``refused`` counts lines that were not understood."""

    def __init__(self, game: Game, say: Callable[[str], None], *, captures: Path | None) -> None:
        self._game, self._say, self._captures = game, say, captures
        self.open = True
        self.refused = 0
        self.captured: Path | None = None

    def show(self) -> None:
        """The scene as it is now."""
        for line in self._scene_lines():
            self._say(line)

    def _scene_lines(self) -> Iterator[str]:
        try:
            yield from scene_lines(self._game.scene(), self._game.strings())
        except EngineFault as fault:
            yield f"The engine failed to draw the scene: {words(fault.code)}."

    def do(self, line: str) -> None:
        """Do what a line asks for. What is not possible is said, and changes nothing."""
        try:
            self._do(typed(line, self._offered()))
        except EngineFault as fault:
            self._say(
                f"The engine failed: {words(fault.code)}. Nothing was logged: "
                "report captures the play up to here."
            )
        except WorkbenchError as error:
            self.refused += 1
            self._say(escaped(str(error)))

    def _offered(self) -> frozenset[str]:
        try:
            return frozenset(str(action["id"]) for action in self._game.scene()["actions"])
        except EngineFault:
            return frozenset()

    def _do(self, asked: Typed) -> None:
        if asked.word in ("", "preview"):
            self._take(asked)
        elif asked.word == "load":
            self._game.load(int(asked.action))
            self.show()
        elif asked.word == "branch":
            self._game.branch(int(asked.action))
            self.show()
        else:
            getattr(self, f"_{asked.word}")()

    def _take(self, asked: Typed) -> None:
        act = self._game.preview if asked.word else self._game.take
        answer = act(asked.action, **asked.params)
        if asked.word:
            self._say("Nothing is done yet; it would be so:")
        for line in answer_lines(answer, self._game.strings()):
            self._say(line)
        if answer["ok"] and not asked.word:
            self._say("")
            self.show()

    def _scene(self) -> None:
        self.show()

    def _view(self) -> None:
        for line in view_lines(self._game.scene()["view"]["kindView"]):
            self._say(line)

    def _save(self) -> None:
        number = self._game.save()
        self._say(f"Saved as {number}, in memory only: load {number} goes on from here.")

    def _help(self) -> None:
        self._say("An action by its number or id, with params: 2, pay_fare, build x=3 y=1")
        for word, what in WORDS.items():
            self._say(f"  {word:<15} {what}")

    def _quit(self) -> None:
        self.open = False
        self._say("Nothing was captured.")

    def _report(self) -> None:
        self.captured = path = self._game.report(self._captures)
        self.open = False
        number = counted(self._game.entries, "submission")
        self._say(f"Captured {number}: {escaped(path.as_posix())}")
        self._say("It holds the seed and everything that was played: personal data until a review.")
        self._say(f"Review it: workbench review {escaped(path.as_posix())}")
