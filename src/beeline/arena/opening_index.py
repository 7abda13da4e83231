"""Index of games by the positions of their openings.

Positions are equal whatever the order of the moves that led to them, and so are those that a half turn of the
board makes equal.

>>> index = OpeningIndex()
>>> game = IndexedGame(source="club", key="1", black="Ada", white="Bob", winner="black")
>>> index.add(game, Board.from_hexworld("#5,a2c3"))
>>> index.look_up(Board(5)).moves
[PlayedMove(move='a2', games=1, black_wins=1, white_wins=0)]
"""

from __future__ import annotations

from dataclasses import dataclass

from beeline.limits import EXPLORED_PLIES
from beeline.rules.board import Board
from beeline.rules.cells import SPECIAL_MOVES, cell_name, parse_cell
from beeline.rules.game import Colour

Key = tuple[int, int, int]


@dataclass(frozen=True, kw_only=True, slots=True)
class IndexedGame:
    """A game, and where it is to be found."""

    source: str
    key: str
    """Name within the source."""
    black: str
    white: str
    winner: Colour | None


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move that was made in a position, and how the games ended."""

    move: str
    games: int
    black_wins: int
    white_wins: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Explored:
    """Moves played in a position."""

    moves: list[PlayedMove]
    """The most frequent first."""
    games: list[IndexedGame]
    """All that came to the position, those that were added last first."""


class OpeningIndex:
    """Games by the positions of their first ``EXPLORED_PLIES`` moves."""

    def __init__(self) -> None:
        self._games: list[IndexedGame] = []
        self._visits: dict[Key, list[tuple[int, str | None]]] = {}

    def __len__(self) -> int:
        return len(self._games)

    def add(self, game: IndexedGame, board: Board) -> None:
        """Adds a game by its board, which knows the moves that were made on it."""
        number = len(self._games)
        self._games.append(game)
        board = board.copy()
        made: str | None = None
        steps = len(board.moves)
        while True:
            if steps <= EXPLORED_PLIES:
                key, turned = _key(board)
                self._visits.setdefault(key, []).append(
                    (number, _turned(made, board) if made and turned else made)
                )
            if not steps:
                return
            made = board.undo()
            steps -= 1

    def look_up(self, board: Board) -> Explored:
        """Moves played in a position, with the cells as this board has them."""
        key, turned = _key(board)
        visits = self._visits.get(key, ())
        is_symmetric = board.hash == board.rotated().hash
        counts: dict[str, list[int]] = {}
        for number, made in visits:
            if made is None:
                continue
            move = _turned(made, board) if turned else made
            if is_symmetric:  # two cells are one move; called by the first in reading order
                move = min(move, _turned(move, board), key=lambda each: _place(each, board))
            count = counts.setdefault(move, [0, 0, 0])
            count[0] += 1
            winner = self._games[number].winner
            count[1] += winner == "black"
            count[2] += winner == "white"
        moves = [PlayedMove(move, *count) for move, count in counts.items()]
        return Explored(
            moves=sorted(moves, key=lambda each: (-each.games, each.move)),
            games=[self._games[number] for number in sorted({number for number, _ in visits}, reverse=True)],
        )


def _key(board: Board) -> tuple[Key, bool]:
    """Key of a position, and whether that is the key of the board turned by 180°."""
    here, turned = board.hash, board.rotated().hash
    return (board.rows, board.cols, min(here, turned)), turned < here


def _turned(move: str, board: Board) -> str:
    """The same move on the board turned by 180°."""
    if move in SPECIAL_MOVES:
        return move
    row, col = parse_cell(move)
    return cell_name(board.rows - 1 - row, board.cols - 1 - col)


def _place(move: str, board: Board) -> int:
    return -1 if move in SPECIAL_MOVES else board.cell_of(move)
