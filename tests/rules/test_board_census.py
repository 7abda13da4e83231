"""Small boards played out in every possible way, against numbers known from the literature."""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass

import pytest

from beeline import _core
from beeline.rules.board import Board
from beeline.rules.game import COLOURS, Colour
from tests.rules.hex_referee import Cell, neighbours

# Counting


@dataclass
class Position:
    board: Board
    sequences: int
    """In how many orders play can reach it."""


def positions_by_ply(rows: int, cols: int) -> list[list[Position]]:
    """Every position that play can reach; a won game goes no further."""
    plies = [[Position(Board(rows, cols), 1)]]
    while plies[-1]:
        found: dict[tuple[str, ...], Position] = {}
        for position in plies[-1]:
            for move in position.board.legal_moves:
                board = position.board.copy()
                board.play(move)
                key = (*board.stones("black"), "/", *board.stones("white"))
                found.setdefault(key, Position(board, 0)).sequences += position.sequences
        plies.append(list(found.values()))
    return plies[:-1]


@pytest.mark.parametrize(
    ("rows", "cols", "positions", "games"), [(1, 1, 2, 1), (2, 2, 32, 24), (3, 3, 5_514, 257_760)]
)
def test_number_of_positions_and_games(rows: int, cols: int, positions: int, games: int) -> None:
    everywhere = [position for ply in positions_by_ply(rows, cols) for position in ply]
    terminal = [position for position in everywhere if position.board.winner is not None]
    assert len(everywhere) == positions
    assert len({position.board.hash for position in everywhere}) == positions
    assert sum(position.sequences for position in terminal) == games
    assert _core.count_positions(rows, cols) == (positions, len(terminal))


def test_census_of_three_by_three() -> None:
    plies = positions_by_ply(3, 3)
    by_ply = [sum(position.sequences for position in ply) for ply in plies]
    assert by_ply == [1, 9, 72, 504, 3024, 15120, 54720, 146880, 207360, 120960]
    won: Counter[Colour | None] = Counter()
    positions: Counter[Colour | None] = Counter()
    for position in (position for ply in plies for position in ply):
        won[position.board.winner] += position.sequences
        positions[position.board.winner] += 1
    assert won["black"] == 165_600
    assert won["white"] == 257_760 - 165_600
    assert positions["black"] + positions["white"] == 994


def test_number_of_positions_on_three_rows_of_four() -> None:
    assert _core.count_positions(3, 4)[0] == 126_003


def test_number_of_positions_on_four_by_four() -> None:
    assert _core.count_positions(4, 4) == (9_386_235, 1_197_530)


@pytest.mark.slow
def test_number_of_positions_on_three_rows_of_four_through_the_board() -> None:
    assert sum(map(len, positions_by_ply(3, 4))) == 126_003


# Who wins

WINNING_FIRST_MOVES = {
    1: "a1",
    2: "a2 b1",
    3: "a2 a3 b2 c1 c2",
    4: "a4 b3 c2 d1",
}


def moves_by_promise(board: Board) -> list[str]:
    """The legal moves, those near the short diagonal first."""
    return sorted(
        board.legal_moves, key=lambda m: abs(sum(divmod(board.cell_of(m), board.cols)) - board.cols + 1)
    )


def wins_by_playing(move: str, board: Board, known: dict[int, bool]) -> bool:
    board.play(move)
    won = board.winner is not None or not mover_wins(board, known)
    board.undo()
    return won


def mover_wins(board: Board, known: dict[int, bool]) -> bool:
    """Whether the side to move wins, by trying everything."""
    if board.hash not in known:
        won = any(wins_by_playing(move, board, known) for move in moves_by_promise(board))
        known[board.hash] = won
    return known[board.hash]


@pytest.mark.parametrize("size", [1, 2, 3, pytest.param(4, marks=pytest.mark.slow)])
def test_winning_first_moves_by_trying_everything(size: int) -> None:
    board = Board(size)
    known: dict[int, bool] = {}
    found = [move for move in board.legal_moves if wins_by_playing(move, board, known)]
    assert sorted(found) == WINNING_FIRST_MOVES[size].split()


class MustPlay:
    """Exhaustive search without moves that are refuted already.

    A win needs some of the empty cells, its carrier. When the opponent answers one move with a win, every
    move outside the carrier of that win loses too, so only moves inside all such carriers are left to try.
    """

    def __init__(self) -> None:
        self.known: dict[int, tuple[bool, frozenset[str]]] = {}
        self.good: Counter[tuple[Colour, str]] = Counter()

    def solve(self, board: Board) -> tuple[bool, frozenset[str]]:
        """Whether the side to move wins, and the carrier of the winner."""
        if board.hash not in self.known:
            self.known[board.hash] = self._try_moves(board)
        return self.known[board.hash]

    def _try_moves(self, board: Board) -> tuple[bool, frozenset[str]]:
        must_play = set(board.legal_moves)
        refutations: set[str] = set()
        while must_play:
            move = max(must_play, key=lambda move: self.good[board.to_move, move])
            lost, carrier = self.reply_wins(move, board)
            if not lost:
                self.good[board.to_move, move] += 1
                return True, carrier | {move}
            must_play &= carrier
            refutations |= carrier
        return False, frozenset(refutations)

    def reply_wins(self, move: str, board: Board) -> tuple[bool, frozenset[str]]:
        board.play(move)
        answer = self.solve(board) if board.winner is None else (False, frozenset[str]())
        board.undo()
        return answer


@pytest.mark.parametrize("size", [2, 3, 4])
def test_winning_first_moves_by_must_play(size: int) -> None:
    board = Board(size)
    search = MustPlay()
    # Half a turn maps the winning moves onto each other, so the first half of the cells says it all.
    half = [move for move in moves_by_promise(board) if board.cell_of(move) <= (size * size - 1) // 2]
    found = {move for move in half if not search.reply_wins(move, board)[0]}
    for move in list(found):
        found.add(board.name_of(size * size - 1 - board.cell_of(move)))
    assert sorted(found) == WINNING_FIRST_MOVES[size].split()


@pytest.mark.parametrize(("rows", "cols"), [(1, 2), (2, 3), (2, 4), (2, 5), (3, 4)])
@pytest.mark.parametrize("first", COLOURS)
def test_the_shorter_way_wins_even_moving_second(rows: int, cols: int, first: Colour) -> None:
    for board, shorter in ((Board(rows, cols), "black"), (Board(cols, rows), "white")):
        board.set_up(to_move=first)
        assert MustPlay().solve(board)[0] == (first == shorter)


@pytest.mark.parametrize(("rows", "cols"), [(1, 2), (2, 3), (3, 2), (2, 4)])
def test_the_shorter_way_wins_by_trying_everything(rows: int, cols: int) -> None:
    board = Board(rows, cols)
    shorter, longer = COLOURS if rows < cols else COLOURS[::-1]
    board.set_up(to_move=longer)
    assert not mover_wins(board, {})
    board.set_up(to_move=shorter)
    assert mover_wins(board, {})


# How soon


def stones_missing(board: Board) -> float:
    """How many more stones Black needs between top and bottom if White does nothing."""
    size = board.rows
    cells = {divmod(cell, size): board[board.name_of(cell)] for cell in range(size * size)}
    waiting: deque[tuple[int, Cell]] = deque((0, (-1, col)) for col in range(size + 1))
    seen: set[Cell] = set()
    while waiting:
        missing, cell = waiting.popleft()
        if cell[0] == size - 1:
            return missing
        if cell in seen:
            continue
        seen.add(cell)
        for near in neighbours(cell):
            if cells.get(near, "white") == "black":
                waiting.appendleft((missing, near))
            elif cells.get(near, "white") is None:
                waiting.append((missing + 1, near))
    return float("inf")


def black_wins_within(plies: int, board: Board, known: dict[tuple[int, int], bool]) -> bool:
    """Whether Black can force a win in so many more moves of both sides."""
    key = (plies, board.hash)
    if key not in known:
        black_moves = board.to_move == "black"
        known[key] = stones_missing(board) <= (plies + black_moves) // 2 and black_moves == any(
            black_moves == _wins_in_time(move, plies, board, known) for move in moves_by_promise(board)
        )
    return known[key]


def _wins_in_time(move: str, plies: int, board: Board, known: dict[tuple[int, int], bool]) -> bool:
    board.play(move)
    won = board.winner == "black" or (board.winner is None and black_wins_within(plies - 1, board, known))
    board.undo()
    return won


@pytest.mark.parametrize(("size", "length"), [(1, 1), (2, 3), (3, 5), (4, 9)])
def test_length_of_the_game_under_best_play(size: int, length: int) -> None:
    board = Board(size)
    assert black_wins_within(length, board, {})
    assert not black_wins_within(length - 2, board, {})
