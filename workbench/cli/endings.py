"""How a command ends: what went wrong becomes one readable message and an exit code.

Source: ``spec/review-ux.md`` §14: a workbench error is one message and never a traceback.
"""

from __future__ import annotations

import os
import sys
from typing import Any

import typer
from typer.core import TyperGroup

from workbench.cli.opening import Crashed
from workbench.cli.printing import complain
from workbench.core.errors import WorkbenchError

FAILED = 2  # the command could not do its work
STOPPED = 130  # by Ctrl+C, as shells count it

#: What a wrong option raises; Typer names only its most special form.
_USAGE_ERROR = typer.BadParameter.__mro__[1]


class Commands(TyperGroup):
    """The group of commands; the one place where errors become messages and exit codes."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except WorkbenchError as error:
            complain(error)
            raise typer.Exit(FAILED) from None
        except KeyboardInterrupt:
            complain(WorkbenchError("Stopped", means="What was decided is kept"))
            raise typer.Exit(STOPPED) from None
        except BrokenPipeError:
            # The reader (head, less) has seen enough; Python would complain once more at its end.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(0) from None
        except (typer.Exit, typer.Abort):
            raise
        except Exception as error:
            if isinstance(error, _USAGE_ERROR):
                raise
            complain(Crashed(error))
            raise typer.Exit(FAILED) from None
