"""The game of Y on a triangle of cells.

Row r, counted from 0 at the top, has r + 1 cells. Every cell touches the cells left and right of it, two
above and two below. Whoever joins all three sides with one chain wins; a corner belongs to two of them. As in
Hex, exactly one player wins a full board.
"""

from __future__ import annotations

from typing import Final, Self

from beeline.checks import whole_number
from beeline.errors import BoardSizeError, GameOver, IllegalMove
from beeline.rules.board import Step
from beeline.rules.cells import MAX_SIZE, cell_name, parse_cell
from beeline.rules.game import COLOURS, Colour, colour_number, opponent

Cell = tuple[int, int]
_NEIGHBOURS: Final = ((-1, -1), (-1, 0), (0, -1), (0, 1), (1, 0), (1, 1))
_SYMBOLS: Final[dict[Colour | None, str]] = {None: ".", "black": "B", "white": "W"}


class YBoard:
    """A position of Y with its history. Cells are named ``a1`` (top) to ``i9``: column, then row."""

    __slots__ = ("_steps", "_stones", "_to_move", "_winner", "size")

    def __init__(self, size: int = 9) -> None:
        size = whole_number(size, "size")
        if not 1 <= size <= MAX_SIZE:
            raise BoardSizeError(f"a board of Y has sides of 1 to {MAX_SIZE} cells, not {size}")
        self.size = size
        self._stones: dict[Cell, Colour] = {}
        self._steps: list[tuple[Colour, Cell]] = []
        self._to_move: Colour = "black"
        self._winner: Colour | None = None

    def copy(self) -> Self:
        board = type(self)(self.size)
        board._stones, board._steps = dict(self._stones), list(self._steps)
        board._to_move, board._winner = self._to_move, self._winner
        return board

    # The position

    @property
    def to_move(self) -> Colour:
        return self._to_move

    @property
    def winner(self) -> Colour | None:
        return self._winner

    @property
    def legal_moves(self) -> list[str]:
        """The empty cells in reading order; none after a win."""
        if self._winner is not None:
            return []
        return [cell_name(*cell) for cell in self._cells() if cell not in self._stones]

    def neighbours(self, cell: str) -> list[str]:
        """The cells next to a cell, in reading order: six of them, fewer at the sides."""
        return [cell_name(*other) for other in self._next_to(self._cell(cell))]

    @property
    def winning_chain(self) -> list[str]:
        """The winner's stones that are joined to all three sides, in reading order."""
        if self._winner is None:
            return []
        for cell in self._cells():
            if self._stones.get(cell) == self._winner and self._joins_all_sides(chain := self._chain(cell)):
                return [cell_name(*other) for other in sorted(chain)]
        return []

    def __getitem__(self, cell: str) -> Colour | None:
        """The colour of the stone on a cell."""
        return self._stones.get(self._cell(cell))

    def __len__(self) -> int:
        """The number of stones."""
        return len(self._stones)

    def __eq__(self, other: object) -> bool:
        """Whether size, stones and side to move are the same; how they came about does not count."""
        if not isinstance(other, YBoard):
            return NotImplemented
        ours, theirs = ((board.size, board._stones, board._to_move) for board in (self, other))
        return ours == theirs

    __hash__ = None  # type: ignore[assignment]  # a board changes

    # The moves

    @property
    def steps(self) -> list[Step]:
        """The moves made so far, each with who made it."""
        return [Step(colour, cell_name(*cell)) for colour, cell in self._steps]

    @property
    def moves(self) -> list[str]:
        """The names of the moves made so far."""
        return [step.move for step in self.steps]

    def play(self, move: str, *, colour: Colour | None = None) -> None:
        """Plays a cell, for the side to move unless told otherwise."""
        cell = self._cell(move)
        if self._winner is not None:
            raise GameOver(f"illegal move {move!r}: {self._winner} has won")
        if (taken := self._stones.get(cell)) is not None:
            raise IllegalMove(f"illegal move {move!r}: the cell holds a {taken} stone")
        mover = COLOURS[colour_number(self._to_move if colour is None else colour) - 1]
        self._stones[cell] = mover
        self._steps.append((mover, cell))
        self._to_move = opponent(mover)
        if self._joins_all_sides(self._chain(cell)):
            self._winner = mover

    def undo(self) -> str:
        """Takes back the last move and returns its name."""
        if not self._steps:
            raise IllegalMove("there is no move to take back")
        colour, cell = self._steps.pop()
        del self._stones[cell]
        self._to_move, self._winner = colour, None
        return cell_name(*cell)

    def set_up(self, *, to_move: Colour) -> None:
        """Hands over the turn."""
        self._to_move = COLOURS[colour_number(to_move) - 1]

    def __str__(self) -> str:
        lines = []
        for row in range(self.size):
            symbols = [_SYMBOLS[self._stones.get((row, col))] for col in range(row + 1)]
            lines.append(f"{row + 1:>2} {' ' * (self.size - 1 - row)}{' '.join(symbols)}")
        return "\n".join(lines)

    # Cells

    def _cells(self) -> list[Cell]:
        return [(row, col) for row in range(self.size) for col in range(row + 1)]

    def _cell(self, name: str) -> Cell:
        row, col = parse_cell(name, rows=self.size, cols=self.size)
        if col > row:
            raise IllegalMove(f"there is no cell {name!r}: row {row + 1} ends with {cell_name(row, row)}")
        return row, col

    def _next_to(self, cell: Cell) -> list[Cell]:
        found = ((cell[0] + down, cell[1] + right) for down, right in _NEIGHBOURS)
        return [(row, col) for row, col in found if 0 <= col <= row < self.size]

    def _chain(self, cell: Cell) -> list[Cell]:
        chain, seen = [cell], {cell}
        for at in chain:  # grows as it goes
            for other in self._next_to(at):
                if other not in seen and self._stones.get(other) == self._stones[cell]:
                    seen.add(other)
                    chain.append(other)
        return chain

    def _joins_all_sides(self, chain: list[Cell]) -> bool:
        return (
            any(col == 0 for _, col in chain)
            and any(col == row for row, col in chain)
            and any(row == self.size - 1 for row, _ in chain)
        )
