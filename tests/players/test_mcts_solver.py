"""The exact solver as a part of the tree search player."""

from __future__ import annotations

import pytest

from beeline import Board, make_player, solve
from beeline.errors import PlayerError


def test_a_won_position_is_played_from_the_proof() -> None:
    board = Board(5)
    board.play("a1")
    decision = make_player("mcts:seconds=2,solve=0.9").choose(board)
    assert decision.value == 1.0
    assert decision.analysis is not None
    assert decision.analysis.simulations == 0
    assert (decision.analysis.best.move, decision.analysis.best.proof) == (decision.move, "win")
    after = board.copy()
    after.play(decision.move)
    assert solve(after).winner == "white"


def test_a_lost_position_is_searched() -> None:
    board = Board(5)
    board.play("c3")
    decision = make_player("mcts:seconds=0.2,solve=0.5").choose(board)
    assert decision.analysis is not None
    assert decision.analysis.simulations > 0
    assert decision.move in board.legal_moves


def test_without_seconds_or_knowledge_nothing_is_solved() -> None:
    board = Board(5)
    board.play("a1")
    for player in ("mcts:simulations=50,solve=0.5", "mcts:seconds=0.05"):
        analysis = make_player(player).choose(board).analysis
        assert analysis is not None
        assert analysis.simulations > 0


def test_a_share_is_below_one() -> None:
    with pytest.raises(PlayerError, match="solve must be at least 0 and below 1, not 1"):
        make_player("mcts:seconds=1,solve=1")
