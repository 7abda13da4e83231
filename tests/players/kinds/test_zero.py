"""The player on the network of zero."""

from __future__ import annotations

from collections import Counter

import pytest

from beeline import Board, GoBoard, PlayerError, make_player, solve
from beeline.search.limit import Limit


def board_after(moves: str, rows: int = 7, cols: int | None = None, *, swap_rule: bool = False) -> Board:
    board = Board(rows, cols, swap_rule=swap_rule)
    for move in moves.split():
        board.play(move)
    return board


@pytest.mark.parametrize("shape", [(1, 1), (2, 3), (5, 5), (7, 4), (11, 11), (19, 19)])
@pytest.mark.parametrize("options", ["simulations=0", "simulations=8"])
def test_one_network_plays_every_board(shape: tuple[int, int], options: str) -> None:
    player = make_player(f"zero:{options}")
    board = Board(*shape)
    for _ in range(4):
        if board.winner is None:
            decision = player.choose(board)
            assert decision.move in board.legal_moves
            assert decision.value is not None
            assert 0 <= decision.value <= 1
            board.play(decision.move)


def test_equal_seeds_give_equal_games() -> None:
    def game(seed: int) -> list[str]:
        player, board = make_player(f"zero:simulations=20,temperature=1,seed={seed}"), Board(7)
        while board.winner is None:
            board.play(player.choose(board).move)
        return list(board.moves)

    assert game(1) == game(1)
    assert game(1) != game(2)


def test_visits_are_the_simulations_and_priors_a_distribution() -> None:
    analysis = make_player("zero:simulations=50,knowledge=0").choose(board_after("a2")).analysis
    assert analysis is not None
    assert sum(move.visits for move in analysis.moves) == analysis.simulations == 50
    assert sum(move.prior for move in analysis.moves) == pytest.approx(1, abs=1e-4)


def test_connections_prove_what_the_network_need_not_know() -> None:
    board = board_after("d4 a1", 5)
    decision = make_player("zero:simulations=4").choose(board)
    assert decision.analysis is not None
    assert decision.analysis.best.proof == "win"
    board.play(decision.move)
    assert solve(board, variation=False).winner == "black"


def test_the_policy_alone_is_drawn_from_by_temperature() -> None:
    player = make_player("zero:simulations=0,temperature=1")
    drawn = Counter(player.choose(board_after("a2", 5)).move for _ in range(60))
    assert len(drawn) > 3
    best = make_player("zero:simulations=0").choose(board_after("a2", 5)).move
    assert {make_player("zero:simulations=0").choose(board_after("a2", 5)).move for _ in range(3)} == {best}


def test_a_transposed_position_with_colours_exchanged_has_the_transposed_policy() -> None:
    ours, theirs = Board(6), Board(6)
    ours.set_up(black=["b3"], white=["d4"], to_move="black")
    theirs.set_up(black=["d4"], white=["c2"], to_move="white")
    seen = [make_player("zero:simulations=0").choose(board).analysis for board in (ours, theirs)]
    assert seen[0] is not None
    assert seen[1] is not None
    assert seen[0].root_value == seen[1].root_value
    mirrored = {
        f"{'abcdef'[int(m.move[1]) - 1]}{'abcdef'.index(m.move[0]) + 1}": m.prior for m in seen[1].moves
    }
    assert {move.move: move.prior for move in seen[0].moves} == mirrored


def test_it_swaps_a_strong_opening_and_opens_with_an_even_one() -> None:
    for spec in ("zero:seconds=0.5", "zero:simulations=200"):
        assert make_player(spec).choose(board_after("c3", 5, swap_rule=True)).move == "swap-pieces"
    player = make_player("zero:seconds=0.5")
    opening = player.choose(Board(5, swap_rule=True))
    assert opening.move in Board(5).legal_moves


def test_limits_are_kept() -> None:
    analysis = make_player("zero").choose(Board(9), Limit(simulations=30)).analysis
    assert analysis is not None
    assert analysis.simulations == 30


def test_what_it_cannot_do_is_said() -> None:
    with pytest.raises(PlayerError, match="zero plays Hex, not Go"):
        make_player("zero").choose(GoBoard(9))
    with pytest.raises(PlayerError, match=r"no network 'nowhere\.safetensors'"):
        make_player("zero:weights=nowhere.safetensors")
    with pytest.raises(PlayerError, match="simulations"):
        make_player("zero:simulations=-1")
