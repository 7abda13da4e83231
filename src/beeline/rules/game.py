"""The interface of a game that is searched and played here: the Python side of the native Game concept."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Final, Literal, Protocol, Self

from beeline.errors import NotationError

Colour = Literal["black", "white"]
"""Black moves first. In Hex, Black joins top and bottom, White left and right."""

Result = Literal["black", "white", "draw"]

COLOURS: tuple[Colour, Colour] = ("black", "white")

Edge = Literal["top", "bottom", "left", "right"]
"""A side of a Hex board."""

EDGES: Final[dict[Colour, tuple[Edge, Edge]]] = {"black": ("top", "bottom"), "white": ("left", "right")}
"""The sides that a colour joins."""

_MEMBERS: Final = ("to_move", "winner", "legal_moves", "play", "copy")


def opponent(colour: Colour) -> Colour:
    """The other colour. Raises NotationError for another word, and TypeError for what is none."""
    if colour == "black":
        return "white"
    return "black" if colour == "white" else opponent(_colour(colour))


def colour_number(colour: Colour) -> int:
    """The core's number of a colour: 1 is Black, 2 is White. Raises as ``opponent`` does."""
    return COLOURS.index(_colour(colour)) + 1


def colour_of(number: int) -> Colour:
    """The colour that the core calls 1 or 2."""
    return COLOURS[number - 1]


def colour_or_none(number: int) -> Colour | None:
    """The colour that the core calls 1 or 2; None for 0."""
    return COLOURS[number - 1] if number else None


def _colour(colour: Any) -> Colour:
    if not isinstance(colour, str):
        raise TypeError(f"a colour is a text, 'black' or 'white', not {colour!r}")
    if colour not in COLOURS:
        raise NotationError(f"a colour is 'black' or 'white', not {colour!r}")
    return colour


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
        """Winner; None while the game goes on."""
        ...

    @property
    def legal_moves(self) -> Sequence[str]:
        """Legal moves, at least one while the game goes on."""
        ...

    def play(self, move: str) -> None:
        """Plays a legal move for the side to move."""
        ...

    def copy(self) -> Self: ...


def require_game(board: object, *, by: str) -> None:
    """Raises TypeError for what is no position of a game; ``by`` is what wants one."""
    # Asked of the type, since some answers are computed.
    if isinstance(board, type) or not all(
        hasattr(type(board), name) or hasattr(board, name) for name in _MEMBERS
    ):
        raise TypeError(f"{by} takes a position of a game, such as beeline.Board, not {board!r:.80}")
