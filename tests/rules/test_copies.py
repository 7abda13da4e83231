"""Boards are copied, deep-copied and pickled whole, and a copy leads a life of its own."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from typing import Any

import pytest

from beeline import Board, GoBoard, TicTacToe


def pickled(board: Any) -> Any:
    return pickle.loads(pickle.dumps(board))


WAYS: list[Callable[[Any], Any]] = [copy.copy, copy.deepcopy, pickled, lambda board: board.copy()]
ways = pytest.mark.parametrize("way", WAYS, ids=["copy", "deepcopy", "pickle", "method"])


def swapped() -> Board:
    board = Board(5, swap_rule=True)
    board.play("a3")
    board.swap()
    board.play("b2")
    return board


def sides_swapped() -> Board:
    board = Board(3, 4)
    board.play("a3")
    board.swap("sides")
    return board


def set_up() -> Board:
    board = Board.from_text("B . .\n . W .\n  . . .", to_move="white")
    board.play("c1")
    board.play("c2", colour="white")  # out of turn
    board.set_up(black=["a2"], to_move="white")
    return board


def go_with_captures() -> GoBoard:
    board = GoBoard(5, komi=0.5)
    board.set_up(black=["A2", "B1"], white=["E5"], to_move="white")
    for move in ["A1", "C3", "pass", "D4"]:
        if board.is_legal(move):
            board.play(move)
    board.set_up(to_move="white")
    return board


def tic_tac_toe() -> TicTacToe:
    board = TicTacToe()
    for move in ["b2", "a1", "c3"]:
        board.play(move)
    return board


BOARDS: list[Callable[[], Any]] = [swapped, sides_swapped, set_up, go_with_captures, tic_tac_toe]


@ways
@pytest.mark.parametrize("make", BOARDS)
def test_a_copy_is_the_same_game_back_to_its_beginning(
    make: Callable[[], Any], way: Callable[[Any], Any]
) -> None:
    board = make()
    twin = way(board)
    assert type(twin) is type(board)
    while True:
        assert twin == board
        assert str(twin) == str(board)
        assert (twin.steps, twin.to_move, twin.legal_moves) == (board.steps, board.to_move, board.legal_moves)
        assert getattr(twin, "komi", None) == getattr(board, "komi", None)
        if not board.moves:
            break
        assert twin.undo() == board.undo()


@ways
@pytest.mark.parametrize("make", BOARDS)
def test_a_copy_leads_a_life_of_its_own(make: Callable[[], Any], way: Callable[[Any], Any]) -> None:
    board = make()
    before = board.moves
    way(board).play(board.legal_moves[0])
    assert board.moves == before


@pytest.mark.parametrize("seed", range(20))
def test_random_games_survive_a_pickle(seed: int) -> None:
    chance = random.Random(seed)
    for board in (Board(chance.randint(2, 6), swap_rule=True), GoBoard(chance.randint(2, 5))):
        for _ in range(chance.randint(0, 40)):
            if board.winner is not None:
                break
            board.play(chance.choice(board.legal_moves))
        twin = pickled(board)
        assert (twin, twin.steps, twin.winner, twin.hash) == (board, board.steps, board.winner, board.hash)


def test_a_swap_rule_is_copied() -> None:
    board = Board(5, swap_rule=True)
    board.play("a3")
    assert "swap-pieces" in pickled(board).legal_moves
