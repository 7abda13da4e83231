"""The exact solver as a part of the tree search player."""

from __future__ import annotations

import time
from typing import Final

import pytest

from beeline import Board, Limit, make_player, solve
from beeline.errors import PlayerError
from beeline.players.kinds.mcts import Mcts
from beeline.rules.cells import SWAP_PIECES
from beeline.search.analysis import Analysis, MoveAnalysis


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


# White to move: only b3 wins. The tree search prefers e1 or g7; two positions of the solver refute g7.
_ONE_WAY: Final = "a2 d6 e6 e5 f5 f4 g4 g3 i2 h3 i3 i1 h2 h4 i4 h1 g2 g1 f2 f1 e2 c2 c3"


def test_a_move_that_the_solver_refutes_is_not_played() -> None:
    board = Board(9)
    for move in _ONE_WAY.split():
        board.play(move)
    found = _searched(board, favourite="g7")
    player = make_player("mcts:seconds=0.2,knowledge=300")
    assert isinstance(player, Mcts)
    checked = player._aid._check(board, found, Limit(seconds=1))
    assert checked.best.move != "g7"
    (refuted,) = [move for move in checked.moves if move.move == "g7"]
    assert (refuted.proof, refuted.value) == ("loss", 0.0)
    assert checked.variation == [checked.best.move]


def test_a_move_that_the_solver_proves_is_played_at_once() -> None:
    board = Board(5)
    board.play("a1")
    (win, *_) = solve(board).winning_moves or ()
    player = make_player("mcts:seconds=60,knowledge=300")
    assert isinstance(player, Mcts)
    checked = player._aid._check(board, _searched(board, favourite=win), Limit(seconds=60))
    assert (checked.best.move, checked.best.proof, checked.best.value) == (win, "win", 1.0)


def test_where_all_moves_are_refuted_the_choice_of_the_search_stands() -> None:
    board = Board(4)
    board.play("b3")
    assert solve(board).winner == "black"
    found = _searched(board, favourite="c2")
    player = make_player("mcts:seconds=60,knowledge=300")
    assert isinstance(player, Mcts)
    assert player._aid._check(board, found, Limit(seconds=60)) == found


def test_the_solver_has_its_share_before_the_search_and_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board(9)
    for move in _ONE_WAY.split():
        board.play(move)
    player = make_player("mcts:seconds=1,knowledge=300,solve=0.3")
    assert isinstance(player, Mcts)
    given: list[float | None] = []

    def run(board: Board, limit: Limit, **more: object) -> Analysis:
        given.append(limit.seconds)
        return _searched(board, favourite="g7")

    monkeypatch.setattr(player._search, "run", run)
    started = time.perf_counter()
    decision = player.choose(board)
    assert given == [pytest.approx(0.7, abs=0.02)]  # the rest was the solver's
    assert time.perf_counter() - started < 5
    assert decision.analysis is not None
    assert decision.move == decision.analysis.best.move != "g7"


def test_a_position_that_is_proven_lost_is_swapped() -> None:
    board = Board(5, swap_rule=True)
    board.play("c3")
    decision = make_player("mcts:seconds=1,knowledge=300").choose(board)
    assert (decision.move, decision.value) == (SWAP_PIECES, 1.0)


def test_a_loss_that_connections_prove_is_swapped_without_a_solver() -> None:
    board = Board(5, swap_rule=True)
    board.play("c3")
    assert make_player("mcts:knowledge=300,simulations=100").choose(board).move == "swap-pieces"


def _searched(board: Board, *, favourite: str) -> Analysis:
    """An analysis as of a search that likes one move best."""
    others = [move for move in board.legal_moves if move != favourite]
    moves = [
        MoveAnalysis(move, visits, 0.5, 0, 0.5, None)
        for move, visits in [(favourite, 100), *((move, 1) for move in others)]
    ]
    return Analysis(
        to_move=board.to_move,
        moves=moves,
        variation=[favourite],
        simulations=100,
        seconds=0.1,
        nodes=100,
        tree_full=False,
        stopped="seconds",
    )
