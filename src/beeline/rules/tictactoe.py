"""Tic-Tac-Toe: the smallest of the games, where every answer is known."""

from __future__ import annotations

from typing import Final, Self

from beeline.errors import GameOver, IllegalMove
from beeline.rules.board import Step
from beeline.rules.cells import cell_name, parse_cell
from beeline.rules.game import COLOURS, Colour, Copied, Result

_SIDE: Final = 3
_LINES: Final = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)


class TicTacToe(Copied):
    """A position with its history. Cells are ``a1`` to ``c3``; Black moves first."""

    __slots__ = ("_cells",)

    def __init__(self) -> None:
        self._cells: list[int] = []

    def copy(self) -> Self:
        board = type(self)()
        board._cells = self._cells.copy()
        return board

    @property
    def to_move(self) -> Colour:
        return COLOURS[len(self._cells) % 2]

    def bits(self, colour: Colour) -> int:
        """The stones of a colour as nine bits, row by row."""
        return sum(1 << cell for cell in self._cells[COLOURS.index(colour) :: 2])

    @property
    def winner(self) -> Result | None:
        for colour in COLOURS:
            stones = self.bits(colour)
            if any(stones & line == line for line in _LINES):
                return colour
        return "draw" if len(self._cells) == _SIDE * _SIDE else None

    @property
    def legal_moves(self) -> list[str]:
        if self.winner is not None:
            return []
        return [cell_name(*divmod(cell, _SIDE)) for cell in range(_SIDE * _SIDE) if cell not in self._cells]

    @property
    def steps(self) -> list[Step]:
        return [Step(COLOURS[i % 2], cell_name(*divmod(cell, _SIDE))) for i, cell in enumerate(self._cells)]

    @property
    def moves(self) -> list[str]:
        return [step.move for step in self.steps]

    def play(self, move: str) -> None:
        row, col = parse_cell(move, rows=_SIDE, cols=_SIDE)
        if self.winner is not None:
            raise GameOver(f"illegal move {move!r}: the game has ended ({self.winner})")
        if row * _SIDE + col in self._cells:
            raise IllegalMove(f"illegal move {move!r}: the cell is taken")
        self._cells.append(row * _SIDE + col)

    def undo(self) -> str:
        if not self._cells:
            raise IllegalMove("there is no move to take back")
        return cell_name(*divmod(self._cells.pop(), _SIDE))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TicTacToe):
            return NotImplemented
        return all(self.bits(colour) == other.bits(colour) for colour in COLOURS)

    __hash__ = None  # type: ignore[assignment]  # a board changes

    def __str__(self) -> str:
        black, white = self.bits("black"), self.bits("white")
        symbols = ["X" if black >> cell & 1 else "O" if white >> cell & 1 else "." for cell in range(9)]
        return "\n".join(" ".join(symbols[row * _SIDE : row * _SIDE + _SIDE]) for row in range(_SIDE))
