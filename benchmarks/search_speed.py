"""Simulations a second of the tree search, beside OpenSpiel's C++ search and the bare limit.

The peer is OpenSpiel's ``MCTSBot`` with one random rollout an evaluation, no solver, one thread, the same
exploration constant and number of simulations. The limit is ``bare_playouts``: a shuffled fill of the board
and a flood fill, with no tree.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any

from beeline import Board, SearchSettings, _core
from beeline.interfaces.cli.bench import simulations_per_second
from beeline.search.settings import CONTINUATIONS
from benchmarks.machine import interleaved, made_by, medians

SIZES = (7, 11, 13)
EXPLORATION = 0.7
SETTINGS = SearchSettings(update="path", exploration=EXPLORATION, expand=50)


def openspiel_per_second(size: int, simulations: int) -> float:
    import pyspiel

    game = pyspiel.load_game(f"hex(board_size={size})")
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=1)
    bot = pyspiel.MCTSBot(
        game,
        evaluator,
        uct_c=EXPLORATION,
        max_simulations=simulations,
        max_memory_mb=1000,
        solve=False,
        seed=1,
        verbose=False,
    )
    state = game.new_initial_state()
    start = time.perf_counter()
    bot.mcts_search(state)
    return simulations / (time.perf_counter() - start)


def bare_per_second(size: int, playouts: int) -> float:
    start = time.perf_counter()
    _core.bare_playouts(size, size, playouts, 1)
    return playouts / (time.perf_counter() - start)


def measure(
    *, rounds: int = 5, simulations: int = 200_000, openspiel_simulations: int = 20_000
) -> dict[str, Any]:
    """All sizes and policies; medians over the rounds, and the ratios that the figures are about."""
    sizes: dict[str, Any] = {}
    for size in SIZES:
        board = Board(size)
        tasks: dict[str, Callable[[], float]] = {
            "openspiel": partial(openspiel_per_second, size, openspiel_simulations),
            "bare": partial(bare_per_second, size, simulations),
        }
        for continuation in CONTINUATIONS:
            for threads in (1, 2):
                tasks[f"{continuation}, {threads} thread{'s' * (threads > 1)}"] = partial(
                    simulations_per_second,
                    board,
                    continuation,
                    simulations=simulations * threads,
                    threads=threads,
                    settings=SETTINGS,
                )
        speeds = interleaved(tasks, rounds=rounds)
        sizes[str(size)] = {"per_second": medians(speeds), "rounds": speeds} | _ratios(medians(speeds))
    return {
        "made_by": made_by("open_spiel", seed=1),
        "exploration": EXPLORATION,
        "expand": SETTINGS.expand,
        "sizes": sizes,
    }


def _ratios(speed: dict[str, float]) -> dict[str, Any]:
    return {
        "times_openspiel": {c: speed[f"{c}, 1 thread"] / speed["openspiel"] for c in CONTINUATIONS},
        "of_bare_limit": {c: speed[f"{c}, 1 thread"] / speed["bare"] for c in CONTINUATIONS},
        "two_threads": {c: speed[f"{c}, 2 threads"] / speed[f"{c}, 1 thread"] for c in CONTINUATIONS},
    }


def table(results: dict[str, Any]) -> str:
    """The results as Markdown."""
    lines = [
        "| board | policy | simulations/s | × OpenSpiel | of the bare limit | two threads |",
        "|---|---|---:|---:|---:|---:|",
    ]
    for size, result in results["sizes"].items():
        speed = result["per_second"]
        board = f"{size}×{size}"
        lines.append(f"| {board} | OpenSpiel's MCTS | {speed['openspiel']:,.0f} | 1 | | |")
        lines.append(f"| {board} | bare playouts, no tree | {speed['bare']:,.0f} | | 100% | |")
        for c in result["times_openspiel"]:
            lines.append(
                f"| {board} | {c} | {speed[f'{c}, 1 thread']:,.0f} | {result['times_openspiel'][c]:.0f} "
                f"| {result['of_bare_limit'][c]:.0%} | {result['two_threads'][c]:.2f} × |"
            )
    return "\n".join(lines)
