"""Dispatch of requests to commands, and of failures to answers."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Generic

from beeline.errors import BeelineError
from beeline.interfaces.gtp import commands_analysis, commands_common, commands_live
from beeline.interfaces.gtp.commands import Command, S
from beeline.interfaces.gtp.protocol import (
    Request,
    format_answer,
    format_failure,
    format_pieces,
)


class Engine(Generic[S]):
    """A session and the commands that it understands."""

    def __init__(self, session: S, commands: dict[str, Command[S]], *, menu_command: str) -> None:
        self.session = session
        own = (
            Command(menu_command, commands_analysis.analyze_commands),
            Command(
                f"param_{session.player_spec.kind} [OPTION] [VALUE]",
                commands_analysis.param_player,
                menu="param/Player Param/",
            ),
        )
        self.commands: dict[str, Command[S]] = {
            **commands_common.table.commands,
            **commands_analysis.table.commands,
            **commands_live.table.commands,
            **commands,
            **{command.name: command for command in own},
        }
        session.known_commands = sorted(self.commands)
        session.menu = [command.menu_line for command in self.commands.values() if command.menu]

    def answer(self, request: Request) -> bytes:
        """Runs a request and returns the whole answer; no input makes it raise."""
        return b"".join(self.pieces(request))

    def pieces(self, request: Request) -> Iterator[bytes]:
        """Runs a request and gives its answer as it comes; no input makes it raise."""
        if request.problem:
            yield format_failure(request.id, request.problem)
            return
        command = self.commands.get(request.command)
        if command is None:
            yield format_failure(request.id, "unknown command")
            return
        try:
            result = command(self.session, request.arguments)
        except BeelineError as error:
            yield format_failure(request.id, str(error))
        except Exception as error:
            # A bug, or a player that broke: tell both ends, and go on.
            sys.excepthook(type(error), error, error.__traceback__)
            yield format_failure(request.id, f"internal error: {type(error).__name__}: {error}")
        else:
            if isinstance(result, str):
                yield format_answer(request.id, result)
            else:
                yield from format_pieces(request.id, _told(result))


def _told(lines: Iterator[str]) -> Iterator[str]:
    """The lines; what goes wrong after the first can only be told in a line of its own."""
    try:
        yield from lines
    except BeelineError as error:
        yield f"error {error}"
    except Exception as error:
        sys.excepthook(type(error), error, error.__traceback__)
        yield f"error internal error: {type(error).__name__}: {error}"
