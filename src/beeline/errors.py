"""Errors of the package, by name.

.. code-block:: text

    BeelineError
    ├── IllegalMove         a move that the rules forbid here (also a ValueError)
    │   └── GameOver        any move after the end of the game
    ├── BoardSizeError      rows or columns outside what a board can have (also a ValueError)
    ├── NotationError       text that is no cell, move list, link or drawn board (also a ValueError)
    │   └── SgfError        broken or foreign SGF, with the line and column
    ├── ArgumentError       a number or a word that a function cannot take (also a ValueError)
    ├── PlayerError         an unknown player, option or value, or a board that it does not play on
    ├── MissingExtra        an optional package that is not installed (also an ImportError)
    ├── ProgramError        an outside program failed, with the reason and the conversation
    ├── FileError           a file that is damaged, or not what it should be (also a ValueError)
    ├── StoreError          a file that is no game store, or the store of another run
    │   └── DamagedRow      a game in a store that is not what was written (also a ValueError)
    ├── LibraryError        a library of games that cannot be used, is full, or lacks the game
    ├── InUse               a run or a game store that another process is writing
    ├── DatabaseError       a player that forfeits games makes no database
    ├── TrainingError       a training that cannot begin or go on as asked (also a ValueError)
    ├── GateError           a network whose integers do not say what its float32 says
    ├── ReproductionError   no such reproduction, or one that lacks what it needs (also a ValueError)
    ├── NotSolved           a limit ended the solver before the answer was known (also a ValueError)
    ├── GtpFailure          what a GTP command answers when it fails
    ├── WorkerError         workers died again and again on one task, or none could be had
    ├── BotError            what the bot refuses
    │   ├── BadRequest      a request that cannot be answered (also a ValueError)
    │   ├── BotBusy         more requests than it takes on
    │   └── BotFailed       its player could not answer a request that was right
    └── StudioError         what the studio refuses
        ├── CannotServe     an address that it cannot have
        ├── Busy            more searches than it takes on
        ├── Stopped         a search that was stopped before it had a turn
        ├── JobError        a job that cannot be started or stopped from the page
        └── UnknownRun      a run, or a game of one, that is not there

Each message says what was wrong, where, and what would be right. Whoever raises one of these has
changed nothing. A value of a wrong type is a ``TypeError``, as everywhere in Python.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Final, Literal

ProgramFailure = Literal["time", "illegal move", "crash"]
"""Failures of an outside program: too late, an illegal move, or anything that ends the conversation."""


class BeelineError(Exception):
    """The parent of every error that Beeline raises on purpose."""


class IllegalMove(BeelineError, ValueError):
    """A move that the rules forbid in this position."""


class GameOver(IllegalMove):
    """A move after the game has ended."""


class BoardSizeError(BeelineError, ValueError):
    """A number of rows or columns that no board can have."""


class NotationError(BeelineError, ValueError):
    """Text that does not name a cell, a list of moves, a link or a board."""


class SgfError(NotationError):
    """Broken SGF, or SGF of another game.

    ``line`` and ``column`` count from 1 and point at the offending character or property;
    ``problem`` is the message without them.
    """

    def __init__(self, problem: str, *, line: int, column: int) -> None:
        super().__init__(f"{problem} (line {line}, column {column})")
        self.problem = problem
        self.line = line
        self.column = column

    def __reduce__(self) -> tuple[Callable[[], SgfError], tuple[()]]:
        # Exceptions cross process borders by pickle, which knows nothing of keyword-only arguments.
        return partial(type(self), self.problem, line=self.line, column=self.column), ()


class PlayerError(BeelineError, ValueError):
    """An unknown player, option or value in a player's name."""


class ProgramError(BeelineError):
    """An outside program failed.

    ``reason`` says how, in the words in which a forfeited game is recorded. ``transcript`` holds the end of
    the conversation and of what the program wrote to standard error; ``problem`` is the message.
    """

    def __init__(self, problem: str, *, reason: ProgramFailure, transcript: str = "") -> None:
        super().__init__(problem)
        self.problem = problem
        self.reason = reason
        self.transcript = transcript

    def __reduce__(self) -> tuple[Callable[[], ProgramError], tuple[()]]:
        return partial(type(self), self.problem, reason=self.reason, transcript=self.transcript), ()


class MissingExtra(BeelineError, ImportError):
    """An optional package that is not installed; the message says how to get it."""


@contextmanager
def extra(name: str, *, of: str) -> Iterator[None]:
    """Raises MissingExtra, with the extra to install, where a package that the block imports is missing.

    ``of`` is what needs it, as the subject of a sentence: "training".
    """
    try:
        yield
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package in ("", "beeline"):
            raise
        raise MissingExtra(f"{of} needs the package {package}: pip install 'beeline-hex[{name}]'") from None


class ArgumentError(BeelineError, ValueError):
    """A number or a word that a function cannot take."""


class FileError(BeelineError, ValueError):
    """A file that is damaged, or not what it should be."""


class StoreError(BeelineError):
    """A file that is no game store, a damaged one, or the store of another run."""


class DamagedRow(StoreError, ValueError):
    """A row of a game store that is not what was written."""


class LibraryError(BeelineError):
    """A library of games that cannot be used, is full, or does not have the game."""


class InUse(BeelineError):
    """A run or a game store that another process is writing."""


class GateError(BeelineError):
    """A network whose integers do not say what its float32 says."""


class DatabaseError(BeelineError):
    """A player that forfeits games makes no database."""


class TrainingError(BeelineError, ValueError):
    """A training run that cannot begin or go on as asked."""


class ReproductionError(BeelineError, ValueError):
    """No such reproduction, or one that lacks what it needs."""


class NotSolved(BeelineError, ValueError):
    """A limit ended the search before the answer was known."""


class GtpFailure(BeelineError):
    """Failure of a GTP command; the text goes after the ``?``."""


class WorkerError(BeelineError):
    """Workers died again and again on one task, or none could be had."""


class BotError(BeelineError):
    """A request that the bot refuses."""


class BadRequest(BotError, ValueError):
    """A request that cannot be answered; the text says why."""


class BotBusy(BotError):
    """More requests than are taken on."""


class BotFailed(BotError):
    """The player could not answer a request that was right."""


class StudioError(BeelineError):
    """A request that the studio refuses."""


class CannotServe(StudioError):
    """An address that the studio cannot have."""


class Busy(StudioError):
    """More searches than the studio takes on."""


class Stopped(StudioError):
    """The search was stopped before it had a turn."""


class JobError(StudioError):
    """A job that cannot be started or stopped from the page."""


class UnknownRun(StudioError):
    """A run, or a game of one, that is not there."""


_CONTROLS: Final = (*range(9), *range(11, 32), *range(127, 160))
_DIRECTIONS: Final = (*range(0x202A, 0x202F), *range(0x2066, 0x206A))
_HARMLESS: Final = dict.fromkeys((*_CONTROLS, *_DIRECTIONS), "\ufffd")


def printable(text: str) -> str:
    """Text from a file as a terminal may show it: what would steer the terminal, or turn the direction of
    writing round, is a replacement character. Tabs and line breaks stay.
    """
    return text.translate(_HARMLESS)
