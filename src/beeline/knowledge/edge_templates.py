"""Edge templates with one stone: shapes of empty cells that join a stone to its edge, whoever moves.

They go by the names of the players' literature: the row of the stone, counted from the edge, and a letter.
The tests prove with the solver that each holds, and that it needs every cell.

>>> from beeline.rules.board import Board
>>> board = Board(7)
>>> board.play("d5")
>>> found = edge_template(board, "black", "d5", "bottom")
>>> found.title, len(found.cells)
('edge template IIIa (ziggurat)', 8)
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

from beeline.rules.board import Board
from beeline.rules.cells import cell_name, parse_cell
from beeline.rules.game import Colour, Edge

Offset = tuple[int, int]
"""Rows towards the edge, and columns along it, for the bottom edge; below a cell lie (1, -1) and (1, 0)."""

_DRAWN: Final = {
    "II": "O / + +",
    "IIIa": "+ O / + + + / + + + +",
    "IIIb": "+ O + / + + + + / + + . + +",
    "IVa": "+ O / + + + + + / + + + + + + / + + + + + + +",
    "IVd": "+ O + / + + + + + + / + + + . + + + / + + + + + + + +",
}
"""Rows from the stone (O) to the edge; the first cell of each is given in ``_FIRST``."""
_FIRST: Final = {
    "II": (0, -1),
    "IIIa": (-1, -2, -3),
    "IIIb": (-1, -2, -3),
    "IVa": (-1, -3, -4, -5),
    "IVd": (-1, -3, -4, -5),
}
_NICKNAMES: Final = {"II": "bridge to the edge", "IIIa": "ziggurat"}


@dataclass(frozen=True, kw_only=True, slots=True)
class EdgeTemplate:
    """A template where it lies on a board."""

    name: str
    """``II``, ``IIIa``, ``IIIb``, ``IVa`` or ``IVd``."""
    stone: str
    edge: Edge
    cells: tuple[str, ...]
    """All that it needs besides the stone: empty, or its owner's already."""

    @property
    def title(self) -> str:
        nickname = _NICKNAMES.get(self.name)
        return f"edge template {self.name}{f' ({nickname})' if nickname else ''}"


def shape(name: str) -> tuple[Offset, ...]:
    """The cells of a template besides its stone."""
    rows = _DRAWN[name].split(" / ")
    return tuple(
        (down, _FIRST[name][down] + at)
        for down, row in enumerate(rows)
        for at, sign in enumerate(row.split())
        if sign == "+"
    )


def template_names() -> tuple[str, ...]:
    return tuple(_DRAWN)


def height(name: str) -> int:
    """The row of the stone, counted from the edge."""
    return len(_FIRST[name])


def edge_template(
    board: Board, colour: Colour, stone: str, edge: Edge, *, within: Collection[str] | None = None
) -> EdgeTemplate | None:
    """The smallest template that joins a stone to an edge of its colour; None if there is none.

    Its empty cells are among ``within`` if that is given.
    """
    for name in _DRAWN:
        for cells in _placed(board, stone, edge, name):
            if all(_is_free(board, colour, cell, within) for cell in cells):
                return EdgeTemplate(name=name, stone=stone, edge=edge, cells=cells)
    return None


def row_from(board: Board, cell: str, edge: Edge) -> int:
    """The row of a cell counted from an edge, from 1."""
    row, col = parse_cell(cell, rows=board.rows, cols=board.cols)
    return {"top": row + 1, "bottom": board.rows - row, "left": col + 1, "right": board.cols - col}[edge]


def _placed(board: Board, stone: str, edge: Edge, name: str) -> Iterator[tuple[str, ...]]:
    """The cells of a template and of its mirror image on the board, where they fit."""
    if row_from(board, stone, edge) != height(name):
        return
    for offsets in (shape(name), [(down, -along - down) for down, along in shape(name)]):
        places = [_moved(board, stone, edge, offset) for offset in offsets]
        if all(0 <= row < board.rows and 0 <= col < board.cols for row, col in places):
            yield tuple(cell_name(row, col) for row, col in places)


def _moved(board: Board, stone: str, edge: Edge, offset: Offset) -> tuple[int, int]:
    """White's edges are Black's, reflected in the long diagonal; opposite edges are a half turn apart."""
    row, col = parse_cell(stone, rows=board.rows, cols=board.cols)
    down, along = offset if edge in ("bottom", "right") else (-offset[0], -offset[1])
    return (row + down, col + along) if edge in ("top", "bottom") else (row + along, col + down)


def _is_free(board: Board, colour: Colour, cell: str, within: Collection[str] | None) -> bool:
    owner = board[cell]
    return owner == colour or (owner is None and (within is None or cell in within))
