"""``workbench lab``: JupyterLab with the workbench's privacy settings, apart from the user's own.

Source: ``spec/notebook-ui-recipes.md`` §2 and §7. It runs in this process, so that the token stands
on no command line, and so that the address is printed when the server really answers.
"""

from __future__ import annotations

import logging
import os
import secrets
import shutil
import signal
import socket
import sys
import tempfile
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import platformdirs

from workbench.core.errors import BadCommand, Unreadable

if TYPE_CHECKING:
    from jupyter_server.serverapp import ServerApp

PACKAGE = Path(__file__).parents[1]
SETTINGS = PACKAGE / "jupyter_config"
FIRST_PORT = 8888
#: Read by the review notebook, so that no path has to be written in a cell.
CAPTURES_VARIABLE = "WORKBENCH_CAPTURES"
KNOWN_VARIABLE = "WORKBENCH_KNOWN"
STORE_VARIABLE = "WORKBENCH_REVIEW_STORE"
PROMOTED_VARIABLE = "WORKBENCH_PROMOTED"


@dataclass(frozen=True, slots=True)
class Lab:
    """What to start: the folder the server shows, the notebook in it, and the captures to review."""

    root: Path
    notebook: str  # relative to ``root``, with slashes
    captures: Path
    state: Path
    port: int | None = None
    browser: bool = False
    verbose: bool = False
    known: Path | None = None
    store: str = field(default="", repr=False)  # a URL may hold a password
    promoted: Path | None = None
    further: tuple[str, ...] = ()  # options for JupyterLab itself
    token: str = field(default_factory=lambda: os.environ.get("JUPYTER_TOKEN") or _token())


def _token() -> str:
    return secrets.token_urlsafe(24)


def plan(
    folder: Path | None = None,
    *,
    port: int | None = None,
    browser: bool | None = None,
    verbose: bool = False,
    known: Path | None = None,
    store: str | None = None,
    promoted: Path | None = None,
    further: Sequence[str] = (),
) -> Lab:
    """What ``workbench lab`` starts. Raises ``Unreadable`` for a folder that is not there.

    Without ``folder``: the sample captures inside a checkout, else the current folder. With ``store``
    the captures of a capture store are reviewed, and what is promoted goes to ``promoted``, outside
    of it. The review notebook is the checkout's own; where there is none, a copy of the packaged one.
    """
    state = state_folder()
    captures = folder or _default_captures()
    if not captures.is_dir():
        raise Unreadable("No folder is at this path", cure="Name a folder that holds captures")
    root, notebook = _notebook(state)
    return Lab(
        root=root,
        notebook=notebook,
        captures=captures.resolve(),
        state=state,
        port=port,
        browser=display_available() if browser is None else browser,
        verbose=verbose,
        known=known.resolve() if known else None,
        store=_store(store, folder, promoted),
        promoted=promoted.resolve() if promoted else None,
        further=tuple(further),
    )


def _store(store: str | None, folder: Path | None, promoted: Path | None) -> str:
    """The store to review, whatever folder the kernel works in. Raises ``BadCommand``."""
    if store is None:
        return ""
    if folder is not None or promoted is None:
        raise BadCommand(
            "A store is reviewed by itself, and what is promoted goes somewhere else",
            means="A store is private, and what is promoted is not",
            cure="Name a folder outside the store with --promoted, and no folder of captures",
        )
    return store if "://" in store else str(Path(store).expanduser().resolve())


def state_folder() -> Path:
    """Where the launcher keeps settings and layout: ``WORKBENCH_STATE``, or the platform's place."""
    chosen = os.environ.get("WORKBENCH_STATE")
    base = Path(chosen) if chosen else Path(platformdirs.user_state_dir("fixture-workbench", False))
    return base / "lab"


def checkout() -> Path | None:
    """The project folder this package runs from, if it runs from one."""
    folder = PACKAGE.parent
    return folder if (folder / "notebooks" / "review.ipynb").is_file() else None


def _default_captures() -> Path:
    project, here = checkout(), Path.cwd()
    if project and here.resolve().is_relative_to(project.resolve()):
        samples = project / "sample_fixtures" / "captures"
        if samples.is_dir():
            return samples
    return here


def _notebook(state: Path) -> tuple[Path, str]:
    project = checkout()
    if project:
        return project, "notebooks/review.ipynb"
    packaged = SETTINGS / "review.ipynb"
    if not packaged.is_file():
        raise Unreadable(
            "The review notebook is missing from this installation",
            means="There is nothing to open in JupyterLab; the terminal review still works",
            cure="Install fixture-workbench again, or use: workbench review",
        )
    folder = state / "notebooks"
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(packaged, folder / "review.ipynb")
    return folder, "review.ipynb"


def display_available(environ: Mapping[str, str] = os.environ) -> bool:
    """Whether a browser can be opened where the user sees it."""
    if environ.get("CI") or environ.get("SSH_CONNECTION"):
        return False
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"))


def environment(lab: Lab, *, runtime: Path) -> dict[str, str]:
    """The variables under which server and kernels run: ours first, nothing of the user's own."""
    folders = {
        "JUPYTER_CONFIG_DIR": lab.state / "config",
        "JUPYTER_DATA_DIR": lab.state / "data",
        "JUPYTERLAB_SETTINGS_DIR": lab.state / "settings",
        "JUPYTERLAB_WORKSPACES_DIR": lab.state / "workspaces",
        "IPYTHONDIR": lab.state / "ipython",
        "JUPYTER_RUNTIME_DIR": runtime,
    }
    chosen = {name: str(folder) for name, folder in folders.items()}
    chosen |= {
        "JUPYTER_CONFIG_PATH": str(SETTINGS),
        "JUPYTER_PREFER_ENV_PATH": "1",
        CAPTURES_VARIABLE: str(lab.captures),
    }
    if lab.store:
        chosen |= {STORE_VARIABLE: lab.store, PROMOTED_VARIABLE: str(lab.promoted)}
    if lab.known:
        chosen[KNOWN_VARIABLE] = str(lab.known)
    return chosen


def options(lab: Lab) -> list[str]:
    """The server's options. Those of the user come last, and win."""
    level = "INFO" if lab.verbose else "ERROR"
    chosen = [
        f"--ServerApp.root_dir={lab.root}",
        f"--ServerApp.open_browser={lab.browser}",
        f"--LabApp.default_url=/doc/tree/{quote(lab.notebook)}",
        f"--IdentityProvider.token={lab.token}",
        f"--ServerApp.port={lab.port or FIRST_PORT}",
        f"--ServerApp.port_retries={0 if lab.port else 50}",
        f"--ServerApp.log_level={level}",
        f"--LabApp.log_level={level}",
    ]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        # In a container there often is no other user; the server answers the loopback only.
        chosen.append("--allow-root")
    return [*chosen, *lab.further]


def run(lab: Lab) -> None:
    """Start the server and serve until it is stopped. Prints one line when it answers."""
    _check_port(lab.port)
    with _runtime_folder() as runtime:
        os.environ.update(environment(lab, runtime=runtime))
        _lay_out(lab)
        if not lab.verbose:
            warnings.simplefilter("ignore")
            logging.captureWarnings(False)
        from jupyterlab.labapp import LabApp

        server = LabApp.initialize_server(argv=options(lab))
        _stop_quietly(server)
        server.io_loop.add_callback(_announce, server, lab)
        server.start()


def address(server: ServerApp, lab: Lab) -> str:
    """The address of the review notebook, with the token that opens it."""
    token = server.identity_provider.token
    path = f"{server.base_url}doc/tree/{quote(lab.notebook)}"
    return f"http://127.0.0.1:{server.port}{path}?token={quote(token)}"


def _announce(server: ServerApp, lab: Lab) -> None:
    print(f"The review is at {address(server, lab)} (Ctrl+C stops it)", flush=True)


def _check_port(port: int | None) -> None:
    if port is None:
        return
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except (OSError, OverflowError):
            raise BadCommand(
                f"Port {port} cannot be used: something else has it, or it is not allowed",
                cure="Choose another with --port, or leave it out and a free one is taken",
            ) from None


def _stop_quietly(server: ServerApp) -> None:
    def stop(*_: object) -> None:
        server.stop(from_signal=True)

    signal.signal(signal.SIGINT, stop)
    signal.signal(signal.SIGTERM, stop)


@contextmanager
def _runtime_folder() -> Iterator[Path]:
    # The path of a Unix socket may have about 100 characters, so it cannot lie deep in the home.
    folder = Path(tempfile.mkdtemp(prefix="workbench-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _lay_out(lab: Lab) -> None:
    profile = lab.state / "ipython" / "profile_default"
    profile.mkdir(parents=True, exist_ok=True)
    settings = SETTINGS / "ipython" / "profile_default" / "ipython_kernel_config.py"
    shutil.copyfile(settings, profile / settings.name)
