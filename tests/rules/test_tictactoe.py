"""Tic-Tac-Toe: the whole game, and what it says to bad input."""

from __future__ import annotations

from collections import Counter

import pytest

from beeline.errors import GameOver, IllegalMove, NotationError
from beeline.rules.board import Step
from beeline.rules.game import Result
from beeline.rules.tictactoe import TicTacToe


def board_after(moves: str) -> TicTacToe:
    board = TicTacToe()
    for move in moves.split():
        board.play(move)
    return board


def test_the_whole_game_tree() -> None:
    positions, terminal = 0, 0
    games: Counter[Result] = Counter()
    ply = {str(TicTacToe()): (TicTacToe(), 1)}
    while ply:
        positions += len(ply)
        following: dict[str, tuple[TicTacToe, int]] = {}
        for board, orders in ply.values():
            if board.winner is not None:
                terminal += 1
                games[board.winner] += orders
            for move in board.legal_moves:
                after = board.copy()
                after.play(move)
                same, before = following.get(str(after), (after, 0))
                following[str(after)] = (same, before + orders)
        ply = following
    assert (positions, terminal) == (5_478, 958)
    assert games == {"black": 131_184, "white": 77_904, "draw": 46_080}
    assert games.total() == 255_168


@pytest.mark.parametrize("line", ["a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3"])
def test_three_in_a_line_win(line: str) -> None:
    first, second, third = line.split()
    others = [cell for cell in TicTacToe().legal_moves if cell not in line.split()]
    assert board_after(f"{first} {others[0]} {second} {others[1]}").winner is None
    assert board_after(f"{first} {others[0]} {second} {others[1]} {third}").winner == "black"


@pytest.mark.parametrize("line", ["a1 b2 c3", "a3 b2 c1"])
def test_three_on_a_diagonal_win_for_either_side(line: str) -> None:
    first, second, third = line.split()
    assert board_after(f"{first} b1 {second} a2 {third}").winner == "black"
    assert board_after(f"b1 {first} a2 {second} c2 {third}").winner == "white"


def test_a_full_board_without_a_line_is_a_draw() -> None:
    board = board_after("b2 a1 c1 a3 a2 c2 b1 b3 c3")
    assert str(board) == "O X X\nX X O\nO O X"
    assert board.winner == "draw"
    assert board.legal_moves == []


def test_moves_are_recorded_and_taken_back() -> None:
    board = board_after("b2 A1")
    assert board.moves == ["b2", "a1"]
    assert board.steps == [Step("black", "b2"), Step("white", "a1")]
    assert (board.bits("black"), board.bits("white"), board.to_move) == (0o020, 0o001, "black")
    assert board.undo() == "a1"
    assert board == board_after("b2")
    assert board.undo() == "b2"
    with pytest.raises(IllegalMove, match="there is no move to take back"):
        board.undo()


def test_equality_is_of_positions() -> None:
    assert board_after("a1 b1 c1") == board_after("c1 b1 a1")
    assert board_after("a1 b1") != board_after("b1 a1")
    assert TicTacToe() != "TicTacToe"
    with pytest.raises(TypeError, match="unhashable"):
        hash(TicTacToe())


def test_a_copy_goes_its_own_way() -> None:
    board = board_after("a1")
    copy = board.copy()
    copy.play("b1")
    assert board.moves == ["a1"]
    board.play("c3")
    assert copy.moves == ["a1", "b1"]


@pytest.mark.parametrize(
    ("moves", "bad", "error", "message"),
    [
        ("a1", "a1", IllegalMove, "illegal move 'a1': the cell is taken"),
        ("a1", "d1", NotationError, "from a1 to c3, got 'd1'"),
        ("a1", "pass", NotationError, "from a1 to c3, got 'pass'"),
        ("a1 a2 b1 b2 c1", "c3", GameOver, r"illegal move 'c3': the game has ended \(black\)"),
        ("b2 a1 c1 a3 a2 c2 b1 b3 c3", "a1", GameOver, r"the game has ended \(draw\)"),
    ],
)
def test_a_bad_move_is_refused_by_name(moves: str, bad: str, error: type[ValueError], message: str) -> None:
    board = board_after(moves)
    with pytest.raises(error, match=message):
        board.play(bad)
    assert board.moves == moves.split()
