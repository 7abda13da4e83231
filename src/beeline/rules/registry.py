"""The games that can be played here, found by existing: ``beeline.rules.kinds.NAME`` is the game ``NAME``.

A game joins matches, GTP and the search by its module: a board class and how to make one.
"""

from __future__ import annotations

import typing
from importlib import import_module
from typing import Any, Final, Protocol, Self

from beeline.errors import NotationError
from beeline.fields import suggestion
from beeline.rules.game import Colour, Game

_PACKAGE: Final = "beeline.rules.kinds"

HEX: Final = "hex"
"""The game that is played unless another is asked for: sets of openings, SGF and the studio know it alone."""
GO: Final = "go"


class TableGame(Game, Protocol):
    """A board that games are played on and recorded from: ``Game``, with a history."""

    @property
    def moves(self) -> list[str]: ...

    def play(self, move: str, *, colour: Colour | None = None) -> None: ...

    def undo(self) -> str: ...

    def set_up(self, *, to_move: Colour) -> None:
        """Hands over the turn."""

    def __getitem__(self, cell: str) -> Colour | None: ...

    def copy(self) -> Self: ...


class GameKind(Protocol):
    """The interface of a module of a game."""

    TITLE: str
    SIZE: int
    """Size of the board that is played on unless another is asked for."""
    BOARD: type[Any]

    def new_board(self, rows: int, cols: int, *, swap_rule: bool = False, komi: float = 7.5) -> TableGame:
        """An empty board; raises BoardSizeError for one that the game does not have."""

    def cell_names(self, rows: int, cols: int) -> list[str]:
        """The cells of a board in reading order."""

    def empty_picture(self, rows: int, cols: int) -> str:
        """An empty board as SVG, with an element of class ``c`` for every cell in reading order."""


def game_names() -> list[str]:
    """The games there are, without importing them."""
    from pkgutil import iter_modules

    return sorted(module.name for module in iter_modules(import_module(_PACKAGE).__path__))


def game_kind(name: str) -> GameKind:
    if name not in (names := game_names()):
        raise NotationError(f"unknown game {name!r}{suggestion(name, names)}")
    return typing.cast(GameKind, import_module(f"{_PACKAGE}.{name}"))
