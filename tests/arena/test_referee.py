"""One game: who wins it, and why."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from beeline import Board, GoBoard
from beeline.arena.games import GameTask
from beeline.arena.referee import play_game

BAD = Path(__file__).parents[1] / "data" / "bad_gtp.py"
TASK = GameTask(key="x", rows=5, cols=5, black="mcts:simulations=200", white="random")


def bad(mode: str, *, seconds: float = 1.0) -> str:
    return f'gtp:command="{sys.executable} {BAD} {mode}",seconds={seconds}'


def test_a_whole_game_with_everything_recorded() -> None:
    result = play_game(replace(TASK, opening=("c3", "a1"), seed=3))
    board = Board(5)
    for move in result.moves:
        board.play(move)
    assert result.winner == board.winner == "black"
    assert result.reason == "win"
    assert result.moves[:2] == ("c3", "a1")
    assert len(result.seconds) == len(result.moves) - 2
    assert result.cpu_seconds[0] > 0
    assert all(version.startswith("beeline ") for version in result.versions)


def test_equal_seeds_give_equal_games_and_others_do_not() -> None:
    games = [play_game(replace(TASK, black="random", seed=seed)).moves for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]


def test_a_seed_in_the_player_string_is_kept() -> None:
    fixed = replace(TASK, black="random:seed=5", white="random:seed=6")
    assert play_game(replace(fixed, seed=1)).moves == play_game(replace(fixed, seed=2)).moves


def test_go() -> None:
    task = GameTask(
        key="go",
        game="go",
        rows=5,
        cols=5,
        komi=0.5,
        black="mcts:simulations=50",
        white="mcts:simulations=50",
    )
    result = play_game(task)
    board = GoBoard(5, komi=0.5)
    for move in result.moves:
        board.play(move)
    assert result.winner == board.winner


def test_the_swap_rule() -> None:
    task = replace(TASK, black="random", white="mcts:simulations=2000", opening=("c3",), swap_rule=True)
    assert play_game(task).moves[1] == "swap-pieces"
    assert play_game(replace(task, swap_rule=False)).moves[1] != "swap-pieces"


def test_a_proven_game_can_be_adjudicated() -> None:
    task = replace(TASK, black="mcts:simulations=5000", white="mcts:simulations=5000", adjudicate=True)
    adjudicated, played = play_game(task), play_game(replace(task, adjudicate=False))
    assert adjudicated.reason == "proven"
    assert adjudicated.winner == played.winner
    assert adjudicated.moves == played.moves[: len(adjudicated.moves)]
    assert len(adjudicated.moves) < len(played.moves)


def test_a_swap_is_not_adjudicated_by_the_proof_that_led_to_it() -> None:
    strong = "mcts:simulations=20000"
    task = GameTask(key="x", rows=3, cols=3, black=strong, white=strong, opening=("b2",), swap_rule=True)
    result = play_game(replace(task, adjudicate=True))
    assert result.moves[1] == "swap-pieces"
    assert result.winner == play_game(task).winner == "white"


def test_thinking_too_long_forfeits_the_game() -> None:
    slow = replace(TASK, black=bad("hang", seconds=20), move_seconds=0.5)
    assert (play_game(slow).winner, play_game(slow).reason) == ("white", "time")


def test_a_clock_for_the_whole_game() -> None:
    task = replace(
        TASK, rows=9, cols=9, black="mcts:seconds=0.05", white="mcts:simulations=1", game_seconds=0.3
    )
    result = play_game(task)
    assert sum(result.seconds[::2]) < 0.6
    assert result.reason in ("win", "time")


def test_our_own_players_keep_to_the_time_for_a_move() -> None:
    task = replace(
        TASK, black="mcts:simulations=100000000", white="mcts:simulations=100000000", move_seconds=0.2
    )
    assert play_game(task).reason == "win"


@pytest.mark.parametrize(
    ("mode", "reason"),
    [
        ("die", "crash"),
        ("die-at-start", "crash"),
        ("nonsense", "crash"),
        ("occupied", "illegal move"),
        ("off-board", "illegal move"),
        ("flood-line", "crash"),
        ("close-stdout", "crash"),
        ("hang", "time"),
    ],
)
def test_a_bad_program_loses_for_what_it_did(mode: str, reason: str) -> None:
    result = play_game(replace(TASK, white=bad(mode)))
    assert (result.winner, result.reason) == ("black", reason)
    assert result.detail
