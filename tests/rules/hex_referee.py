"""Hex written to be plainly right, for the tests to hold the board against."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from beeline.rules.board import Board
from beeline.rules.cells import cell_name, parse_cell
from beeline.rules.game import COLOURS, Colour

Cell = tuple[int, int]


def neighbours(cell: Cell) -> Iterator[Cell]:
    row, col = cell
    for down, right in ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)):
        yield row + down, col + right


def chains(stones: set[Cell]) -> list[set[Cell]]:
    """The stones of one colour, sorted into chains by flood fill."""
    found = []
    left = set(stones)
    while left:
        chain: set[Cell] = set()
        edge = [left.pop()]
        while edge:
            cell = edge.pop()
            chain.add(cell)
            fresh = [near for near in neighbours(cell) if near in left]
            left.difference_update(fresh)
            edge.extend(fresh)
        found.append(chain)
    return found


def joining_chains(board: Board, colour: Colour) -> list[set[Cell]]:
    """The chains of a colour between its sides: top and bottom for Black, left and right for White."""
    axis, last = (0, board.rows - 1) if colour == "black" else (1, board.cols - 1)
    stones = {parse_cell(name) for name in board.stones(colour)}
    lines = [(chain, {cell[axis] for cell in chain}) for chain in chains(stones)]
    return [chain for chain, touched in lines if {0, last} <= touched]


def winners(board: Board) -> list[Colour]:
    """The colours that have joined their sides, found without looking at what the board says."""
    return [colour for colour in COLOURS if joining_chains(board, colour)]


def all_cells(rows: int, cols: int) -> list[str]:
    """The names of the cells in reading order."""
    return [cell_name(row, col) for row in range(rows) for col in range(cols)]


def set_up(board: Board, colour: Colour, cells: Iterable[str]) -> None:
    """``board.set_up`` for a colour that is only known when the test runs."""
    if colour == "black":
        board.set_up(black=cells)
    else:
        board.set_up(white=cells)


def everything(board: Board) -> dict[str, Any]:
    """All that a caller can see of a board, to tell whether anything changed."""
    return {
        "stones": {colour: board.stones(colour) for colour in COLOURS},
        "text": str(board),
        "to_move": board.to_move,
        "winner": board.winner,
        "winning_chain": board.winning_chain,
        "hash": board.hash,
        "legal_moves": board.legal_moves,
        "steps": board.steps,
        "set_up_stones": board.set_up_stones,
        "can_swap": board.can_swap,
        "swap_rule": board.swap_rule,
        "len": len(board),
        "last_move": board.last_move,
    }
