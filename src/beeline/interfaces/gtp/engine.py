"""From requests to answers: which commands there are, and what happens when one fails."""

from __future__ import annotations

import sys
from typing import Generic

from beeline.errors import BeelineError
from beeline.interfaces.gtp import commands_analysis, commands_common
from beeline.interfaces.gtp.commands import Command, S
from beeline.interfaces.gtp.protocol import Failure, Request, format_answer, format_failure


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
            **commands,
            **{command.name: command for command in own},
        }
        session.known_commands = sorted(self.commands)
        session.menu = [command.menu_line for command in self.commands.values() if command.menu]

    def answer(self, request: Request) -> bytes:
        """Runs a request and returns the whole answer; no input makes it raise."""
        if request.problem:
            return format_failure(request.id, request.problem)
        command = self.commands.get(request.command)
        if command is None:
            return format_failure(request.id, "unknown command")
        try:
            return format_answer(request.id, command(self.session, request.arguments))
        except (Failure, BeelineError) as error:
            return format_failure(request.id, str(error))
        except Exception as error:
            # A bug, or a player that broke: tell both ends, and go on.
            sys.excepthook(type(error), error, error.__traceback__)
            return format_failure(request.id, f"internal error: {type(error).__name__}: {error}")
