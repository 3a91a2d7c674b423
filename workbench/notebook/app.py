"""The review as one widget: ``ReviewApp("captures")`` in a cell.

Source: ``spec/notebook-ui-recipes.md`` §3, §7 and ``spec/review-ux.md`` §15. Rows and captured text
travel only in custom messages, which no notebook saves; the synced traits hold counts and positions.
"""

from __future__ import annotations

import asyncio
import os
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from workbench.core.errors import Unreadable, WorkbenchError
from workbench.core.fixture import ReplayEnvironment
from workbench.findings import KnownIdentities
from workbench.findings.known_file import read_known
from workbench.notebook import moves
from workbench.notebook import position as places
from workbench.notebook.assets import source
from workbench.notebook.messages import Reply, answer, shown
from workbench.notebook.registry import registry
from workbench.notebook.session import Session, summary_view
from workbench.notebook.stored import Stored, stored_captures
from workbench.notebook.views import messages
from workbench.review import Review
from workbench.review.own_settings import read_settings

#: Set by the launcher, so that no path has to be written in a cell.
CAPTURES_VARIABLE = "WORKBENCH_CAPTURES"
KNOWN_VARIABLE = "WORKBENCH_KNOWN"
SAMPLES = Path("sample_fixtures") / "captures"
SLOW = 1.0  # seconds: a capture that takes longer to load ends the reading ahead
#: The app that is open on a folder; opening it again takes its place.
_OPEN: weakref.WeakValueDictionary[Path, ReviewApp] = weakref.WeakValueDictionary()


class ReviewApp(anywidget.AnyWidget):
    """The review of a folder of captures, in a notebook cell.

    ``folder`` may be left out: then it is the one the launcher was started on, else the sample
    captures of the checkout. ``promoted`` is where promoted fixtures
    go, ``known`` the identities to look for (this machine's own by default), ``environment`` what
    replay may use. Run the cell again to resume in place. Nothing raises: what is wrong is shown.
    """

    _esm = source("loader.js")
    total = traitlets.Int(0).tag(sync=True)
    number = traitlets.Int(0).tag(sync=True)
    passed = traitlets.Int(0).tag(sync=True)

    def __init__(
        self,
        folder: str | Path | None = None,
        promoted: str | Path | None = None,
        *,
        known: KnownIdentities | None = None,
        environment: ReplayEnvironment | None = None,
        state: str | Path | None = None,
    ) -> None:
        self._session: Session | None = None
        self._error: WorkbenchError | None = None
        self._warming: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._over = False
        self._stored: Stored | None = None
        super().__init__()
        try:
            self._stored = stored_captures() if folder is None else None
            self._begin(folder, promoted, known, environment, state)
        except WorkbenchError as error:
            self._error = error
            self._give_back()
        self.on_msg(self._hear)

    def _begin(
        self,
        folder: str | Path | None,
        promoted: str | Path | None,
        known: KnownIdentities | None,
        environment: ReplayEnvironment | None,
        state: str | Path | None,
    ) -> None:
        stored, settings = self._stored, read_settings()
        review = Review.open(
            stored.folder if stored else _folder(folder),
            promoted=stored.promoted if stored and promoted is None else promoted,
            known=_known() if known is None else known,
            environment=environment,
            state=stored.state if stored else state,
            custody=stored.custody if stored else None,
            leases=True,
            notebook=_this_notebook(),
            keymap=settings.keymap,
        )
        review.notice = " ".join(part for part in (review.notice, *settings.notices) if part)
        root = review.folder.resolve()
        earlier = _OPEN.get(root)
        if earlier is not None:
            earlier.close_review()
        _OPEN[root] = self
        kept = review.kept_in or (root / places.FOLDER,)
        self._session = Session(
            review,
            folder=kept[0],
            position=places.load(*kept),
            say=self._progress,
            checked=self._back(self._was_checked),
        )
        if not self._session.position.item:
            self._session.move(item=review.resume().key or "")
        self._count()

    # --- messages --------------------------------------------------------------------------------

    def _hear(self, _: object, content: Any, buffers: object) -> None:
        """Answer a message of the front end; never raises, so that no log holds a traceback."""
        self._loop = _running_loop() or self._loop
        try:
            for reply in self._answers(dict(content)):
                self.send(reply.content, reply.buffers or None)
            if content.get("op") == "hello":
                self._read_ahead()
            if content.get("op") in ("command", "go", "row", "hello"):
                self._count()
        except KeyboardInterrupt:  # the host's stop button, while a command ran
            self._say(INTERRUPTED, content)
        except Exception as error:
            self._say(f"Something went wrong here ({type(error).__name__}).", content)

    def _say(self, words: str, content: Any) -> None:
        """A sentence instead of an answer; the front end waits no longer for one."""
        with suppress(Exception):
            self.send({"op": "say", "say": [words], "loud": True, "seq": content.get("seq")})

    def _answers(self, content: dict[str, Any]) -> Iterator[Reply]:
        if self._session is not None and not self._over:
            yield from answer(self._session, content)
        elif content.get("op") == "code":
            yield from answer(_nobody(), content)
        else:
            yield from self._unavailable(content)

    def _unavailable(self, content: dict[str, Any]) -> Iterator[Reply]:
        if content.get("op") == "hello":
            yield Reply({"op": "hello", "commands": [], "help": [], "single_keys": True})
        error = self._error or _again()
        yield Reply({"op": "screen", "screen": _bare_screen(messages.failed_body(error))})

    def _progress(self, words: str) -> None:
        self.send({"op": "progress", "words": [words]})

    def _count(self) -> None:
        if self._session is None:
            return
        with suppress(WorkbenchError), self.hold_sync():
            for name, value in summary_view(self._session).items():
                self.set_trait(name, value)

    # --- what other threads found ----------------------------------------------------------------

    def _back(self, act: Callable[[str], None]) -> Callable[[str], None]:
        """``act``, called from any thread, done between the messages of the front end."""

        def later(key: str) -> None:
            if self._loop is not None:
                with suppress(RuntimeError):  # the kernel is going away
                    self._loop.call_soon_threadsafe(act, key)

        return later

    def _was_checked(self, key: str) -> None:
        """Draw an item again whose replay and checks are done; go where it needs a person first."""
        session = self._session
        if session is None or self._over or session.position.item != key:
            return
        session.forget()
        with suppress(Exception):
            session.do("open")  # of a part that was shown first, nothing was kept
            unmoved = session.position.at == 0 and session.position.view == "item"
            words = moves.arrive(session) if unmoved else ""
            words = words or session.item().gate("Contents").sentence
            reply = shown(session, {}, words)
            self.send(reply.content, reply.buffers or None)
        self._count()

    # --- reading ahead ---------------------------------------------------------------------------

    def _read_ahead(self) -> None:
        """Load small captures in the background, so that the queue says what needs a person."""
        if self._session is None or self._warming is not None:
            return
        loop = self._loop
        if loop is None:
            return  # no event loop to come back to: rows are read when they are opened
        review = self._session.review

        def work() -> None:
            with suppress(Exception):
                review.warm(_patience(lambda: self._over))
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(self._was_read)

        self._warming = threading.Thread(target=work, name="reading ahead", daemon=True)
        self._warming.start()

    def _was_read(self) -> None:
        session = self._session
        if session is None or self._over:
            return
        session.forget()
        self._count()
        if session.position.view == "queue":
            with suppress(Exception):
                reply = shown(session, {})
                self.send(reply.content, reply.buffers or None)

    # --- the end ---------------------------------------------------------------------------------

    def close_review(self) -> None:
        """Close the review and forget every captured value; the cell says so."""
        self._over = True
        if self._session is not None:
            self._session.close()
            self._session = None
        self._give_back()
        with suppress(Exception):
            self.send({"op": "screen", "screen": _bare_screen(messages.failed_body(_again()))})

    def _give_back(self) -> None:
        """Close the store the review was of, if it was of one."""
        if self._stored is not None:
            self._stored.close()
            self._stored = None

    def close(self) -> None:
        """Close widget and review."""
        self.close_review()
        super().close()

    def __repr__(self) -> str:
        if self._error is not None:
            return f"ReviewApp: not open ({self._error.code})"
        return f"ReviewApp: item {self.number} of {self.total}, {self.passed} of 10 gates pass"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        made = super()._repr_mimebundle_(**kwargs)
        data = made[0] if isinstance(made, tuple) else made
        if data is not None:
            # Shown only where the view itself cannot be: on a page without a kernel, in a plain console.
            data["text/plain"] = f"{self!r}. {NO_VIEW}"
        return made


def _running_loop() -> asyncio.AbstractEventLoop | None:
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


INTERRUPTED = (
    "This was stopped before it was done. Everything decided before is kept; press the key again."
)
NO_VIEW = (
    "Interactive view is not available here. "
    "The same review works in the terminal: workbench review FOLDER"
)


def _folder(given: str | Path | None) -> Path:
    """The folder to review: the one given, the launcher's, or the nearest sample captures."""
    chosen = given if given is not None else os.environ.get(CAPTURES_VARIABLE)
    if chosen:
        return Path(chosen)
    here = Path.cwd()
    samples = [above / SAMPLES for above in (here, *here.parents) if (above / SAMPLES).is_dir()]
    if not samples:
        raise Unreadable("No folder was named", cure='Write ReviewApp("captures") with your folder')
    return samples[0]


def _known() -> KnownIdentities | None:
    """The identities the launcher was given a file of; ``None`` stands for this machine's own."""
    named = os.environ.get(KNOWN_VARIABLE)
    return read_known(Path(named)) if named else None


def _this_notebook() -> Path | None:
    """The file of the notebook this kernel belongs to, where the server says so."""
    named = os.environ.get("JPY_SESSION_NAME", "")
    return Path(named) if named.endswith(".ipynb") and Path(named).is_file() else None


def _patience(over: Any) -> Any:
    """Stops reading ahead when the app is closed, or when one capture took too long."""
    last = time.monotonic()

    def go_on(done: int, total: int, noun: str) -> bool:
        nonlocal last
        took, last = time.monotonic() - last, time.monotonic()
        time.sleep(0.005)  # let the reviewer's own message go first
        return not over() and took < SLOW

    return go_on


def _again() -> WorkbenchError:
    return WorkbenchError(
        "This review was opened again in another cell",
        means="The newer one has every decision, and this one is closed",
        cure="Go on there, or run this cell again",
        code="opened_again",
    )


def _bare_screen(body: dict[str, Any]) -> dict[str, Any]:
    return {
        "view": "message",
        "item": "",
        "lanesOf": "",
        "version": "closed",
        "places": [],
        "place": "",
        "header": {"queue": True, "title": ["Fixture review"], "detail": "", "tallies": []},
        "gates": None,
        "body": body | {"actions": []},
        "dock": None,
        "footer": {"undo": ""},
        "take": False,
    }


def _nobody() -> Session:
    """A session for the one message that needs none."""
    return Session(review=None)  # type: ignore[arg-type]


__all__ = ["CAPTURES_VARIABLE", "ReviewApp", "registry"]
