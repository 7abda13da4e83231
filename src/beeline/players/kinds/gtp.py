"""An outside program that speaks GTP, such as MoHex or GNU Go."""

from __future__ import annotations

import os
import shlex
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from beeline.checks import require, require_types
from beeline.errors import ArgumentError, IllegalMove, NotationError, PlayerError
from beeline.players.base import Decision, Player
from beeline.players.outside import Position, Program, commands_between, position_of
from beeline.rules.board import Board
from beeline.rules.cells import (
    RESIGN,
    SWAP_PIECES,
    SWAP_SIDES,
    go_name,
    normalise_move,
    parse_go,
    special_move,
)
from beeline.rules.game import Game
from beeline.rules.go import GoBoard
from beeline.search.limit import Limit

STARTS_PROGRAMS = True

_EXAMPLE = 'gtp:command="mohex --use-logfile=0"'
_LONGEST_MOVE = _LONGEST_NAME = 80
"""The characters of an answer that are looked at; no move has as many."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Options:
    command: str = ""
    """The program and its arguments, quoted as in a shell, but no shell runs it: no ``*``, ``$`` or ``~``."""
    setup: str = ""
    """GTP commands to send after the start, separated by semicolons."""
    seconds: float = 60.0
    """The most that an answer may take."""
    start_seconds: float = 30.0
    """The most that the first answer may take, the start of the program included."""
    name: str | None = None
    """Name of the program; else what it calls itself."""

    def __post_init__(self) -> None:
        require_types(self)
        if not self.arguments:
            raise ArgumentError(f"an outside program needs its command, for example {_EXAMPLE}")
        require(self.seconds > 0, "seconds", "more than 0", self.seconds)
        require(self.start_seconds > 0, "start_seconds", "more than 0", self.start_seconds)

    @property
    def arguments(self) -> list[str]:
        try:
            return shlex.split(self.command)
        except ValueError as error:
            raise ArgumentError(f"command {self.command!r}: {str(error).lower()}") from None

    @property
    def setup_commands(self) -> list[str]:
        return [command for line in self.setup.split(";") if (command := " ".join(line.split()))]


class GtpPlayer(Player):
    """Starts its program when it is first needed, and a fresh one after a failure.

    Failures raise ``ProgramError``.
    """

    games = (Board, GoBoard)

    def __init__(self, options: Options) -> None:
        self.options = options
        self._program: Program | None = None
        self._known: Position | None = None
        self._version = ""
        self._closed = False
        self._cpu_seconds_before = 0.0

    def decide(self, board: Game, limit: Limit) -> Decision:
        position = position_of(board)
        seconds = self.options.seconds if limit.seconds is None else min(limit.seconds, self.options.seconds)
        with self._conversation() as program:
            for command in commands_between(self._known, position):
                program.demand(command, seconds=self.options.seconds)
            request = f"genmove {board.to_move}"
            answer = program.demand(request, seconds=seconds)[:_LONGEST_MOVE]
            try:
                move = _read_move(board, answer)
            except (IllegalMove, NotationError) as error:
                raise program.failure(
                    f"answered {request!r} with {answer!r}: {error}", "illegal move"
                ) from None
            # Programs play the moves that they generate, except this one. What they make of a swap is theirs:
            # no position starts like that, so the next is told from the start.
            self._known = position if move == RESIGN else position.after(board.to_move, move)
        return Decision(move)

    def version(self) -> str:
        """Name and version of the program, by its own account.

        Starts the program if it never ran, so that the time of its start is not that of a move.
        """
        if not self._version and not self._closed:
            with self._conversation():
                pass
        return self._version or self._label

    def cpu_seconds(self) -> float:
        """Processor time of the program and all it started, over all its starts."""
        running = self._program.cpu_seconds() if self._program else 0.0
        return self._cpu_seconds_before + running

    def close(self) -> None:
        if self._program:
            self._program.close()
        self._forget()
        self._closed = True

    @contextmanager
    def _conversation(self) -> Iterator[Program]:
        """The program, started if need be. Any exception ends it, for it leaves the program at a loss."""
        try:
            if self._program is None:
                self._start()
            assert self._program is not None
            yield self._program
        except BaseException:
            if self._program:
                self._program.kill()
            self._forget()
            raise

    def _start(self) -> None:
        options = self.options
        self._program = program = Program(options.arguments, label=self._label)
        name = _about_itself(program, "name", seconds=options.start_seconds)
        version = _about_itself(program, "version", seconds=options.seconds)
        program.label = options.name or name or self._label
        self._version = f"{program.label} {version}".strip()
        for command in options.setup_commands:
            program.demand(command, seconds=options.seconds)

    @property
    def _label(self) -> str:
        return self.options.name or os.path.basename(self.options.arguments[0])

    def _forget(self) -> None:
        if self._program:
            self._cpu_seconds_before += self._program.cpu_seconds()
        self._program = self._known = None


def _about_itself(program: Program, question: str, *, seconds: float) -> str:
    """The name or the version of a program on one line, or nothing if it does not tell."""
    answer = program.ask(question, seconds=seconds)
    return " ".join(answer.text.split())[:_LONGEST_NAME] if answer.ok else ""


def _read_move(board: Game, answer: str) -> str:
    """The move of an answer to ``genmove``; raises IllegalMove or NotationError if it cannot be made."""
    if special_move(answer) == RESIGN:
        return RESIGN
    if isinstance(board, GoBoard):
        move = go_name(parse_go(answer, board.size), board.size)
    else:
        assert isinstance(board, Board)
        move = normalise_move(answer, rows=board.rows, cols=board.cols)
        if move in (SWAP_PIECES, SWAP_SIDES):
            # Whatever a program calls it: here the players keep their colours.
            move = SWAP_PIECES
            if not board.swap_rule:
                raise IllegalMove(f"illegal move {move!r}: the game is without the swap rule")
    board.copy().play(move)
    return move


def create(options: Options) -> Player:
    if os.name != "posix":
        raise PlayerError("outside programs run on Linux and macOS only")
    program = options.arguments[0]
    if shutil.which(program) is None:
        raise PlayerError(f"there is no program {program!r} to run; give its path, as in {_EXAMPLE}")
    return GtpPlayer(options)
