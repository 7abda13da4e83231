"""Declaration of commands, by the line that calls them.

    @table.command("boardsize COLUMNS [ROWS]")
    def boardsize(session: HexSession, columns: str, rows: str = "") -> None: ...

The line gives the name, how many arguments there may be (brackets mark what may be missing, dots what may
be repeated), and the text of the syntax error. docs/reference/gtp.md has the same lines, and a
test compares them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Concatenate, Final, Generic, TypeVar

from beeline.errors import GtpFailure

if TYPE_CHECKING:
    from beeline.interfaces.gtp.session import Session
    from beeline.rules.game import Colour

S = TypeVar("S", bound="Session", contravariant=True)  # what any session understands, a Hex session does

Result = str | Iterator[str]
"""The whole text, or lines that come one after the other."""
Run = Callable[Concatenate[S, ...], Result | None]
"""Takes the session and the arguments as text; returns the result, None for an empty one."""

_COLOURS: Final[dict[str, Colour]] = {"b": "black", "black": "black", "w": "white", "white": "white"}
_WHOLE_NUMBER = re.compile(r"[0-9]{1,9}")
_NUMBER = re.compile(r"[+-]?[0-9]{1,9}(\.[0-9]{0,9})?")


@dataclass(frozen=True, slots=True)
class Command(Generic[S]):
    usage: str
    run: Run[S]
    menu: str = ""
    """Entry in the analyse menu of a GUI, ``type/label/arguments``; empty if not offered there."""

    @property
    def name(self) -> str:
        return self.usage.split(" ")[0]

    @property
    def menu_line(self) -> str:
        """The command as HexGui and GoGui read it, ``type/label/command``."""
        kind, label, arguments = self.menu.split("/")
        return f"{kind}/{label}/{self.name} {arguments}".rstrip()

    def __call__(self, session: S, arguments: list[str]) -> Result:
        words = self.usage.split(" ")[1:]
        least = sum(not word.startswith("[") for word in words)
        most = math.inf if self.usage.endswith("...") else len(words)
        if not least <= len(arguments) <= most:
            raise GtpFailure(f"syntax error: expected {self.usage}")
        return self.run(session, *arguments) or ""


class CommandTable(Generic[S]):
    """The commands that a kind of session knows, by name."""

    def __init__(self) -> None:
        self.commands: dict[str, Command[S]] = {}

    def command(self, usage: str, *, menu: str = "") -> Callable[[Run[S]], Run[S]]:
        def add(run: Run[S]) -> Run[S]:
            command = Command(usage, run, menu)
            self.commands[command.name] = command
            return run

        return add


def read_colour(text: str) -> Colour:
    colour = _COLOURS.get(text.lower())
    if colour is None:
        raise GtpFailure(f"syntax error: expected a colour, b, black, w or white, got {text!r}")
    return colour


def read_whole_number(text: str, what: str) -> int:
    """A number from 0 to 999,999,999."""
    if not _WHOLE_NUMBER.fullmatch(text):
        raise GtpFailure(f"syntax error: expected {what}, a whole number, got {text!r}")
    return int(text)


def read_number(text: str, what: str) -> float:
    """A number of at most nine digits before the point and nine after."""
    if not _NUMBER.fullmatch(text):
        raise GtpFailure(f"syntax error: expected {what}, a number, got {text!r}")
    return float(text)


def read_seconds(text: str) -> float:
    seconds = read_number(text, "seconds")
    if seconds < 0:
        raise GtpFailure(f"syntax error: expected seconds, 0 or more, got {text!r}")
    return seconds
