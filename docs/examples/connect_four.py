"""Connect Four on Beeline's tree search: any game with these five members runs on it."""

from __future__ import annotations

from typing import Self

from beeline import Colour, Result, SearchSettings, TreeSearch, opponent

COLUMNS, ROWS = 7, 6
LINES = ((0, 1), (1, 0), (1, 1), (1, -1))


class ConnectFour:
    """Players drop stones into columns; four in a row wins. A move is the name of a column, a to g."""

    def __init__(self) -> None:
        self.columns: list[list[Colour]] = [[] for _ in range(COLUMNS)]
        self.to_move: Colour = "black"
        self.winner: Result | None = None

    @property
    def legal_moves(self) -> list[str]:
        return [name for name, column in zip("abcdefg", self.columns, strict=True) if len(column) < ROWS]

    def play(self, move: str) -> None:
        column = "abcdefg".index(move)
        self.columns[column].append(self.to_move)
        if any(self._run_through(column, step) >= 4 for step in LINES):
            self.winner = self.to_move
        elif not self.legal_moves:
            self.winner = "draw"
        self.to_move = opponent(self.to_move)

    def copy(self) -> Self:
        game = type(self)()
        game.columns = [column.copy() for column in self.columns]
        game.to_move, game.winner = self.to_move, self.winner
        return game

    def _stone(self, column: int, row: int) -> Colour | None:
        inside = 0 <= column < COLUMNS and 0 <= row < len(self.columns[column])
        return self.columns[column][row] if inside else None

    def _run_through(self, column: int, step: tuple[int, int]) -> int:
        """The length of the line of one colour through the top stone of a column."""
        row = len(self.columns[column]) - 1
        length = 1
        for sign in (1, -1):
            distance = 1
            while (
                self._stone(column + sign * step[0] * distance, row + sign * step[1] * distance)
                == self.to_move
            ):
                distance += 1
            length += distance - 1
        return length


if __name__ == "__main__":
    game = ConnectFour()
    search = TreeSearch(SearchSettings(exploration=1.0, expand=1))
    while game.winner is None:
        analysis = search.run(game, simulations=2000)
        print(game.to_move, "plays", analysis.best.move, f"({analysis.best.value:.0%})")
        game.play(analysis.best.move)
    print("winner:", game.winner)
