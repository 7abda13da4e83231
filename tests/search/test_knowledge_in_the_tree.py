"""What the tree search is told about Hex beyond its rules: connections, priors, fill-in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from beeline import Board, GoBoard, SearchSettings, TicTacToe, TreeSearch, solve
from beeline.search.analysis import Analysis
from beeline.search.games import RootPrior

GAMES: list[Callable[[], Any]] = [lambda: Board(5), lambda: Board(4, 6), lambda: GoBoard(5), TicTacToe]


def test_virtual_connections_prove_a_win_before_any_simulation() -> None:
    board = Board(5)
    board.play("c3")
    board.play("a1")
    told = TreeSearch(SearchSettings(knowledge=50)).run(board, simulations=1000)
    assert told.best.proof == "win"
    assert told.simulations == 0
    assert told.stopped == "proven"
    assert TreeSearch().run(board, simulations=1000).best.proof is None


def test_moves_outside_the_must_play_region_are_lost() -> None:
    board = Board(5)
    for move in ("a3", "c5", "a1"):
        board.play(move)
    analysis = TreeSearch(SearchSettings(knowledge=10**6)).run(board, simulations=1)
    lost = [move.move for move in analysis.moves if move.proof == "loss"]
    assert 0 < len(lost) < len(analysis.moves)
    for move in lost:
        after = board.copy()
        after.play(move)
        assert solve(after).winner == "black"


def test_knowledge_inside_the_tree_proves_what_the_root_alone_does_not() -> None:
    inside = TreeSearch(SearchSettings(knowledge=20, seed=1)).run(Board(6), simulations=20_000)
    at_the_root = TreeSearch(SearchSettings(knowledge=10**6, seed=1)).run(Board(6), simulations=20_000)
    assert inside.best.proof == "win"
    assert at_the_root.best.proof is None


def test_a_lost_position_is_searched_on() -> None:
    board = Board(5)
    board.play("c3")
    analysis = TreeSearch(SearchSettings(knowledge=10**6)).run(board, simulations=300)
    assert analysis.simulations == 300
    assert all(move.proof is None for move in analysis.moves)


def test_a_prior_leads_the_first_simulations_to_where_currents_flow() -> None:
    board = Board(9)
    for move in ("e5", "d5", "e6", "d6", "e7", "d7"):
        board.play(move)
    told = TreeSearch(SearchSettings(prior=100, seed=3)).run(board, simulations=100)
    plain = TreeSearch(SearchSettings(seed=3)).run(board, simulations=100)
    ends = {"d8", "e8", "d9", "e4", "f3", "e3", "d4", "f4"}  # of Black's chain and White's, above and below

    def visits(analysis: Analysis) -> int:
        return sum(move.visits for move in analysis.moves if move.move in ends)

    assert visits(told) > 1.5 * visits(plain)


def test_knowledge_brings_prior_and_fill_in_unless_told_otherwise() -> None:
    def resolved(settings: SearchSettings) -> SearchSettings:
        return settings.resolved(update="amaf", continuation="local")

    all_on = resolved(SearchSettings(knowledge=300))
    assert (all_on.prior, all_on.fill, all_on.expand) == (30, True, 20)
    off = resolved(SearchSettings(knowledge=300, prior=0, fill=False))
    assert (off.prior, off.fill, off.expand) == (0, False, 10)
    plain = resolved(SearchSettings())
    assert (plain.prior, plain.fill, plain.expand) == (0, False, 10)


def test_a_great_bias_leaves_results_no_say() -> None:
    """Visits are then in proportion to what moves look like, whatever the playouts say."""
    board = Board(7)
    board.play("a3")

    def difference(bias: float) -> int:
        one, other = (
            {
                move.move: move.visits
                for move in TreeSearch(SearchSettings(prior=30, bias=bias, seed=seed))
                .run(board, simulations=3000)
                .moves
            }
            for seed in (1, 2)
        )
        return sum(abs(one[move] - other[move]) for move in one)

    assert difference(100.0) < 300 < difference(0.0)


def test_filled_cells_are_not_played() -> None:
    board = Board(5)
    for move in ("b2", "d4", "c1", "e3"):  # b1 is dead: Black holds what it could join
        board.play(move)
    analysis = TreeSearch(SearchSettings(fill=True, update="path", seed=1)).run(board, simulations=2000)
    visits = {move.move: move.visits for move in analysis.moves}
    assert visits["b1"] == 0
    plain = TreeSearch(SearchSettings(update="path", seed=1)).run(board, simulations=2000)
    assert {move.move: move.visits for move in plain.moves}["b1"] > 0


def test_the_prior_of_a_root_counts_as_amaf_visits() -> None:
    board = Board(5)
    search = TreeSearch(SearchSettings(seed=1))
    prior = RootPrior(values={"b2": 1.0, "c3": 0.25}, visits=1000)
    found = {move.move: move for move in search.run(board, simulations=1, prior=prior).moves}
    assert found["b2"].amaf_visits >= 1000
    assert found["b2"].amaf_value > 0.99
    assert abs(found["c3"].amaf_value - 0.25) < 0.01
    assert abs(found["a1"].amaf_value - 0.5) < 0.01
    with pytest.raises(ValueError, match="visits must be from 1"):
        RootPrior(values={}, visits=0)
    with pytest.raises(ValueError, match="gathers AMAF values"):
        TreeSearch(SearchSettings(update="path")).run(board, simulations=1, prior=prior)
    with pytest.raises(ValueError, match="of Hex by playouts"):
        TreeSearch().run(GoBoard(5), simulations=1, prior=prior)


def test_a_lost_root_is_reported_and_searched_on() -> None:
    board = Board(5)
    board.play("c3")
    told = TreeSearch(SearchSettings(knowledge=50)).run(board, simulations=100)
    assert told.root_proof == "loss"
    assert told.simulations == 100
    assert TreeSearch().run(board, simulations=100).root_proof is None
    board.play("a1")
    assert TreeSearch(SearchSettings(knowledge=50)).run(board, simulations=100).root_proof == "win"


def test_a_search_proves_its_root() -> None:
    assert TreeSearch(SearchSettings(expand=1)).run(Board(2), simulations=1000).root_proof == "win"
    full = TicTacToe()
    for move in ("b2", "a1", "c1", "a3", "a2", "c2", "b1", "b3"):
        full.play(move)
    assert TreeSearch().run(full, simulations=10).root_proof == "draw"
