"""The ``beeline`` program.

``beeline gtp`` is started by other programs, perhaps once for every game, so it does not wait for the
command-line library; the other commands are in ``cli``.
"""

from __future__ import annotations

import sys
from importlib import import_module
from io import TextIOWrapper
from typing import TYPE_CHECKING, Final

from beeline.errors import BeelineError, printable
from beeline.portable import interrupt_by_ctrl_break

if TYPE_CHECKING:
    import typer

_COMMANDS: Final = (
    "serve",
    "play",
    "analyse",
    "review",
    "solve",
    "verify",
    "gtp",
    "bot",
    "bench",
    "players",
    "match",
    "tournament",
    "gauntlet",
    "games",
    "reproduce",
    "evolve",
    "train",
    "ladder",
)
"""The modules of the commands, in the order of the help."""


def application() -> typer.Typer:
    """The command line with all its commands."""
    for name in _COMMANDS:
        import_module(f"beeline.interfaces.cli.{name}")
    from beeline.interfaces.cli.options import app

    return app


def main() -> None:
    """Runs the command line. Bad input ends with exit code 2 and one line that says what was wrong."""
    interrupt_by_ctrl_break()
    _print_what_the_terminal_can()
    try:
        if sys.argv[1:2] == ["gtp"]:
            from beeline.interfaces.gtp.command import run_gtp

            run_gtp(sys.argv[2:])
        else:
            application()()
    except (BeelineError, OSError) as error:
        print(f"beeline: {printable(_sentence(error))}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)


def _print_what_the_terminal_can() -> None:
    """Lets a question mark stand for a letter that the output cannot show, as where Windows redirects it."""
    if isinstance(sys.stdout, TextIOWrapper) and not sys.stdout.encoding.lower().startswith("utf"):
        sys.stdout.reconfigure(errors="replace")


def _sentence(error: BeelineError | OSError) -> str:
    """Message of an error, without the number that the system has for it."""
    if isinstance(error, OSError) and error.filename is not None and error.strerror is not None:
        return f"{error.filename}: {error.strerror}"
    return str(error)
