"""What a game must offer to be searched and played here: the Python side of the native Game concept."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Literal, Protocol, Self

from beeline.errors import NotationError

Colour = Literal["black", "white"]
"""Black moves first. In Hex, Black joins top and bottom, White left and right."""

Result = Literal["black", "white", "draw"]

COLOURS: tuple[Colour, Colour] = ("black", "white")


def opponent(colour: Colour) -> Colour:
    """The other colour."""
    return "white" if colour == "black" else "black"


def colour_number(colour: Colour) -> int:
    """What the core calls a colour: 1 is Black, 2 is White. Raises NotationError for anything else."""
    if colour not in COLOURS:
        raise NotationError(f"a colour is 'black' or 'white', not {colour!r}")
    return COLOURS.index(colour) + 1


class Copied(ABC):
    """A board that ``copy.copy`` and ``copy.deepcopy`` copy as its own method does."""

    __slots__ = ()

    @abstractmethod
    def copy(self) -> Self: ...

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()


class Game(Protocol):
    """A position of a game of two players who move in turn and hide nothing.

    A move is its name, a string such as ``"e4"``. A class with these five members runs on the tree
    search; ``Board``, ``GoBoard`` and ``TicTacToe`` have native searches of their own.
    """

    @property
    def to_move(self) -> Colour: ...

    @property
    def winner(self) -> Result | None:
        """None while the game goes on."""
        ...

    @property
    def legal_moves(self) -> Sequence[str]:
        """At least one while the game goes on."""
        ...

    def play(self, move: str) -> None:
        """Plays a legal move for the side to move."""
        ...

    def copy(self) -> Self: ...
