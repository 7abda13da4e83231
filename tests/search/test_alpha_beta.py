"""Evaluators in the alpha-beta search, which itself is tested in C++."""

from __future__ import annotations

import numpy as np
import pytest

from beeline import Board, _core, solve
from beeline.networks.features import Planes, triple_planes
from beeline.networks.positions import positions_of
from beeline.search.alpha_beta import AlphaBetaSettings, alpha_beta

PLAIN = AlphaBetaSettings(ply=1, width=100, connections=False)


def test_a_network_takes_the_place_of_resistance() -> None:
    board = Board(5)
    asked: list[Planes] = []

    def likes_one_cell(planes: Planes) -> list[float]:
        asked.append(planes)
        return [0.1 if move == board.cell_of("a5") else 0.5 for move in range(25)]

    network = _core.CallbackNetwork(likes_one_cell, _core.Planes.TRIPLES)
    analysis = alpha_beta(board, PLAIN, evaluator=network)
    assert analysis.best.move == "a5"
    assert analysis.best.value == pytest.approx(0.9)
    (planes,) = asked
    for cell in range(25):
        after = board.copy()
        after.play(board.name_of(cell))
        assert (planes[cell] == triple_planes(positions_of([after]))[0]).all()


def test_an_error_of_a_network_reaches_the_caller() -> None:
    def fails(planes: Planes) -> list[float]:
        raise RuntimeError("no network")

    with pytest.raises(RuntimeError, match="no network"):
        alpha_beta(Board(5), PLAIN, evaluator=_core.CallbackNetwork(fails, _core.Planes.TRIPLES))
    few = _core.CallbackNetwork(lambda planes: [0.5], _core.Planes.TRIPLES)
    with pytest.raises(ValueError, match="of 25 positions it gave 1 numbers as values"):
        alpha_beta(Board(5), PLAIN, evaluator=few)
    even = _core.CallbackNetwork(lambda planes: np.full(len(planes), 0.5), _core.Planes.TRIPLES)
    with pytest.raises(ValueError, match="square boards"):
        alpha_beta(Board(4, 5), PLAIN, evaluator=even)


@pytest.mark.parametrize("moves", ["e5 g4 g5 d7", "f4 b7 e2 d4", "d6 b1 b3 b7"])
def test_a_thorough_search_finds_a_win_by_connections_that_a_fast_one_does_not_see(moves: str) -> None:
    board = Board(7)
    for move in moves.split():
        board.play(move)
    assert solve(board).winner == "black" == board.to_move
    assert alpha_beta(board, AlphaBetaSettings(ply=1, width=1)).best.proof is None
    assert alpha_beta(board, AlphaBetaSettings(ply=1, width=1, thorough=True)).best.proof == "win"


def test_a_thorough_search_without_connections_is_refused() -> None:
    with pytest.raises(ValueError, match="thorough must be False without connections"):
        AlphaBetaSettings(connections=False, thorough=True)
