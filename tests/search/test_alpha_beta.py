"""Evaluations in the alpha-beta search, which itself is tested in C++."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from beeline import Board, _core, solve
from beeline.search.alpha_beta import AlphaBetaSettings, alpha_beta

PLAIN = AlphaBetaSettings(ply=1, width=100, connections=False)


def test_another_evaluation_takes_the_place_of_resistance() -> None:
    board = Board(5)
    asked: list[Sequence[int]] = []

    def likes_one_cell(native: _core.HexBoard, moves: Sequence[int]) -> list[float]:
        asked.append(moves)
        return [0.9 if move == board.cell_of("a5") else 0.5 for move in moves]

    analysis = alpha_beta(board, PLAIN, evaluation=likes_one_cell)
    assert analysis.best.move == "a5"
    assert analysis.best.value == pytest.approx(0.9)
    assert asked == [list(range(25))]


def test_an_error_of_an_evaluation_reaches_the_caller() -> None:
    def fails(native: _core.HexBoard, moves: Sequence[int]) -> list[float]:
        raise RuntimeError("no network")

    with pytest.raises(RuntimeError, match="no network"):
        alpha_beta(Board(5), PLAIN, evaluation=fails)
    with pytest.raises(ValueError, match="one number a move"):
        alpha_beta(Board(5), PLAIN, evaluation=lambda native, moves: [0.5])


@pytest.mark.parametrize("moves", ["e2 g6 g7 f3", "f4 b7 e2 d4", "g1 e2 a6 g4"])
def test_a_thorough_search_finds_a_win_by_connections_that_a_fast_one_does_not_see(moves: str) -> None:
    board = Board(7)
    for move in moves.split():
        board.play(move)
    assert solve(board).winner == "black" == board.to_move
    assert alpha_beta(board, AlphaBetaSettings(ply=1, width=1)).best.proof is None
    assert alpha_beta(board, AlphaBetaSettings(ply=1, width=1, thorough=True)).best.proof == "win"
