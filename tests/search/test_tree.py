"""The tree search on the native games."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from beeline import Board, GameOver, GoBoard, SearchSettings, TicTacToe, TreeSearch
from beeline.errors import ArgumentError
from beeline.search.games import GO_PATTERNS, HEX_PATTERNS
from beeline.search.settings import CONTINUATIONS

GAMES: list[Callable[[], Any]] = [lambda: Board(5), lambda: Board(4, 6), lambda: GoBoard(5), TicTacToe]


@pytest.mark.parametrize("game", GAMES)
def test_reports_every_legal_move_once_best_first(game: Callable[[], Any]) -> None:
    board = game()
    analysis = TreeSearch().run(board, simulations=500)
    assert sorted(move.move for move in analysis.moves) == sorted(board.legal_moves)
    assert sum(move.visits for move in analysis.moves) == analysis.simulations == 500
    visits = [move.visits for move in analysis.moves]
    assert visits == sorted(visits, reverse=True)
    assert analysis.variation[0] == analysis.best.move
    assert all(0 <= move.value <= 1 for move in analysis.moves)


def test_without_proofs_a_search_finds_the_win_and_does_not_call_it_one() -> None:
    board = Board(3)
    proven, open_ended = (
        TreeSearch(SearchSettings(proofs=proofs, expand=1)).run(board, simulations=20_000)
        for proofs in (True, False)
    )
    assert proven.best.proof == "win"
    assert proven.simulations < open_ended.simulations == 20_000
    assert all(move.proof is None for move in open_ended.moves)
    assert open_ended.best.value > 0.9
    with pytest.raises(ArgumentError, match="knowledge proves results"):
        SearchSettings(proofs=False, knowledge=10)


@pytest.mark.parametrize("game", GAMES)
def test_equal_seeds_give_equal_searches_and_others_do_not(game: Callable[[], Any]) -> None:
    def moves(seed: int) -> list[Any]:
        return TreeSearch(SearchSettings(seed=seed)).run(game(), simulations=500).moves

    assert moves(1) == moves(1)
    assert moves(1) != moves(2)


@pytest.mark.parametrize(
    "change",
    [
        {"selection": "tuned"},
        {"exploration": 2.0},
        {"update": "amaf", "rave": 100.0},
        {"update": "amaf", "amaf": 0.5},
        {"expand": 3},
        {"first_play": 0.6},
        {"continuation": "local"},
        {"continuation": "tenuki"},
    ],
)
def test_every_setting_changes_the_search(change: dict[str, Any]) -> None:
    def values(settings: SearchSettings) -> list[tuple[str, int]]:
        analysis = TreeSearch(settings).run(Board(5), simulations=2000)
        return [(move.move, move.visits) for move in analysis.moves]

    base = SearchSettings(expand=10, update="path", exploration=0.7, continuation="default")
    assert values(replace(base, **change)) != values(base)


def test_amaf_statistics_are_gathered_only_when_asked_for() -> None:
    path = TreeSearch(SearchSettings(update="path")).run(Board(5), simulations=1000)
    amaf = TreeSearch(SearchSettings(update="amaf", rave=0)).run(Board(5), simulations=1000)
    assert all(move.amaf_visits == 0 for move in path.moves)
    # 25 cells, of which Black fills 13: a cell is Black's in about half of the simulations.
    assert all(400 < move.amaf_visits < 700 for move in amaf.moves)


def test_a_memory_budget_that_is_spent_is_reported_and_the_search_goes_on() -> None:
    settings = SearchSettings(memory=1, expand=1, update="path")
    analysis = TreeSearch(settings).run(Board(11), simulations=50_000)
    assert analysis.tree_full
    assert analysis.simulations == 50_000
    bytes_per_move = 8 + 4 * 4 + 4 + 2 + 1
    assert analysis.nodes * bytes_per_move <= 1 << 20
    assert not TreeSearch(replace(settings, memory=100)).run(Board(11), simulations=50_000).tree_full


# Stopping


def test_seconds_stop_a_search() -> None:
    start = time.perf_counter()
    analysis = TreeSearch().run(Board(9), seconds=0.1)
    assert analysis.stopped == "seconds"
    assert 0.09 < time.perf_counter() - start < 1.0


def test_a_proven_win_stops_a_search() -> None:
    board = Board.from_text("""
        . B .
        W B .
        W . .""", to_move="black")  # fmt: skip
    analysis = TreeSearch().run(board, simulations=10_000_000)
    assert analysis.stopped == "proven"
    assert (analysis.best.proof, analysis.best.value) == ("win", 1.0)


def test_a_proven_loss_stops_a_search() -> None:
    board = Board.from_text("""
        . B .
        W B .
        . . W""", to_move="white")  # fmt: skip
    analysis = TreeSearch(SearchSettings(expand=1)).run(board, simulations=10_000_000)
    assert analysis.stopped == "proven"
    assert all(move.proof == "loss" for move in analysis.moves)


def test_a_draw_can_be_proven() -> None:
    board = TicTacToe()
    for move in ("b2", "a1", "c1", "a3", "a2", "c2"):
        board.play(move)
    analysis = TreeSearch(SearchSettings(expand=1)).run(board, simulations=10_000)
    assert analysis.stopped == "proven"
    assert analysis.best.proof == "draw"


def test_a_decided_search_stops_early_with_the_same_move() -> None:
    board = Board(5)
    full = TreeSearch().run(board, simulations=20_000)
    early = TreeSearch().run(board, simulations=20_000, decided=True)
    assert early.stopped == "decided"
    assert early.simulations < full.simulations
    assert early.best.move == full.best.move


def test_a_callback_stops_a_search() -> None:
    start = time.perf_counter()
    analysis = TreeSearch().run(Board(9), should_stop=lambda: time.perf_counter() - start > 0.1)
    assert analysis.stopped == "interrupted"


def test_an_error_in_the_callback_reaches_the_caller() -> None:
    def fail() -> bool:
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        TreeSearch().run(Board(9), simulations=100_000_000, should_stop=fail)


def test_an_interrupted_search_leaves_tree_and_position_in_step() -> None:
    def fail() -> bool:
        raise RuntimeError("no more")

    board, later = Board(5), Board(5)
    later.play("b4")
    search = TreeSearch()
    with pytest.raises(RuntimeError):
        search.run(board, simulations=100_000_000, should_stop=fail)
    assert len(search.run(board, simulations=1000).moves) == 25
    with pytest.raises(RuntimeError):
        search.run(later, simulations=100_000_000, should_stop=fail)
    assert len(search.run(board, simulations=100).moves) == 25


@pytest.mark.skipif(os.name != "posix", reason="signals are sent the POSIX way")
def test_ctrl_c_stops_a_search() -> None:
    program = (
        "import beeline\n"
        "print('ready', flush=True)\n"
        "beeline.TreeSearch(beeline.SearchSettings(threads=2)).run(beeline.Board(11), seconds=60)"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    process.stdout.readline()
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=10)
    assert b"KeyboardInterrupt" in errors


def test_other_threads_run_while_a_search_does() -> None:
    counted = 0

    def count() -> None:
        nonlocal counted
        while not done.is_set():
            counted += 1
            time.sleep(0.001)

    done = threading.Event()
    counter = threading.Thread(target=count)
    counter.start()
    TreeSearch().run(Board(11), seconds=0.5)
    done.set()
    counter.join()
    assert counted > 50


# Threads and reuse


def test_threads_share_one_tree_and_spend_the_budget_exactly() -> None:
    settings = SearchSettings(threads=3)
    analysis = TreeSearch(settings).run(Board(7), simulations=30_000)
    assert analysis.simulations == 30_000
    assert sum(move.visits for move in analysis.moves) == 30_000


def test_the_tree_is_kept_below_the_moves_played() -> None:
    search = TreeSearch()
    board = Board(5)
    first = search.run(board, simulations=20_000)
    board.play(first.variation[0])
    board.play(first.variation[1])
    second = search.run(board, simulations=1)
    assert sum(move.visits for move in second.moves) > 100


def test_searching_a_position_again_adds_to_its_tree() -> None:
    search = TreeSearch()
    search.run(Board(5), simulations=1000)
    assert sum(move.visits for move in search.run(Board(5), simulations=1000).moves) == 2000


@pytest.mark.parametrize("elsewhere", [Board(5, 4), Board(6), GoBoard(5), TicTacToe()])
def test_another_position_gets_a_fresh_tree(elsewhere: Any) -> None:
    search = TreeSearch()
    search.run(Board(5), simulations=1000)
    assert sum(move.visits for move in search.run(elsewhere, simulations=100).moves) == 100


def test_a_tree_is_not_mistaken_for_that_of_a_swapped_or_set_up_position() -> None:
    search = TreeSearch()
    board = Board(5)
    board.play("b2")
    search.run(board, simulations=1000)
    board.swap()
    assert sum(move.visits for move in search.run(board, simulations=100).moves) == 100
    other = Board(5)
    other.set_up(white=["b2"], to_move="black")
    assert sum(move.visits for move in search.run(other, simulations=100).moves) == 100
    out_of_turn = other.copy()
    out_of_turn.play("c3", colour="black")
    out_of_turn.play("c4", colour="black")
    assert sum(move.visits for move in search.run(out_of_turn, simulations=100).moves) == 100


# Pattern weights


@pytest.mark.parametrize(("game", "patterns"), [(Board(7), HEX_PATTERNS), (GoBoard(5), GO_PATTERNS)])
@pytest.mark.parametrize(("weight", "policy"), [(0.0, "default"), (1.0, "local")])
def test_uniform_weights_are_the_unlearned_policies(
    game: Any, patterns: int, weight: float, policy: Any
) -> None:
    learned = TreeSearch(SearchSettings(continuation="patterns"), weights=[weight] * patterns)
    unlearned = TreeSearch(SearchSettings(continuation=policy))
    assert learned.run(game, simulations=300).moves == unlearned.run(game, simulations=300).moves


def test_weights_change_the_search() -> None:
    weights = [index * 61 % 101 for index in range(HEX_PATTERNS)]
    learned = TreeSearch(SearchSettings(continuation="patterns"), weights=weights).run(
        Board(7), simulations=300
    )
    local = TreeSearch(SearchSettings(continuation="local")).run(Board(7), simulations=300)
    assert learned.moves != local.moves


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([1.0] * 10, "8192 local patterns"),
        ([101.0] * HEX_PATTERNS, "from 0 to 100"),
        ([-1.0] * HEX_PATTERNS, "0 to 100"),
    ],
)
def test_unfit_weights_are_refused(weights: list[float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        TreeSearch(SearchSettings(continuation="patterns"), weights=weights).run(Board(5), simulations=10)


def test_weights_and_policy_go_together() -> None:
    with pytest.raises(ValueError, match="continuation=patterns"):
        TreeSearch(SearchSettings(continuation="patterns"))
    with pytest.raises(ValueError, match="continuation=patterns"):
        TreeSearch(SearchSettings(continuation="local"), weights=[1.0] * HEX_PATTERNS)


# Bad input


@pytest.mark.parametrize(
    "settings",
    [
        {"selection": "ucb"},
        {"update": "all"},
        {"continuation": "clever"},
        {"exploration": -1},
        {"amaf": 2, "update": "amaf"},
        {"rave": -1},
        {"rave": 10, "update": "path"},
        {"expand": 0},
        {"first_play": -1},
        {"bias": -1},
        {"bias": 101},
        {"bias": float("nan")},
        {"threads": 0},
        {"memory": 0},
        {"seed": -1},
    ],
)
def test_settings_out_of_range_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(settings))):
        SearchSettings(**settings)


@pytest.mark.parametrize(
    "limits", [{}, {"simulations": 0}, {"seconds": 0.0}, {"simulations": -5}, {"simulations": 2**30}]
)
def test_a_search_needs_a_sensible_limit(limits: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"limit|simulations|seconds"):
        TreeSearch().run(Board(5), **limits)


def test_a_finished_game_cannot_be_searched() -> None:
    board = Board(1)
    board.play("a1")
    with pytest.raises(GameOver, match="black"):
        TreeSearch().run(board, simulations=10)


def test_every_policy_finishes_on_every_board() -> None:
    for size in (1, 2, 3, 19):
        for continuation in CONTINUATIONS[:3]:
            TreeSearch(SearchSettings(continuation=continuation)).run(Board(size), simulations=200)
    TreeSearch().run(GoBoard(19), simulations=50)
    TreeSearch().run(GoBoard(1), simulations=50)
