"""Games in batches beside pgx, encoding, networks in ONNX Runtime beside PyTorch, and updates a second.

pgx's Hex runs compiled by JAX on the CPU. A step there and here is: draw a random legal move for every board,
make it, begin finished games anew, and write what the next players see into one array. pgx writes 4 planes of
11×11 bytes, and so do we 2; our planes for networks are measured apart. All figures are processor time of one
thread, so that what else the machine does counts little.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.machine import interleaved, made_by, medians

BOARDS = 1024
SIDE = 11
SIDES = (7, 11, 13)


def per_second(work: Callable[[], object], *, times: int, done: int) -> float:
    """So many things a second of processor time."""
    work()
    start = time.process_time()
    for _ in range(times):
        work()
    return times * done / (time.process_time() - start)


def our_steps() -> float:
    from beeline.learning.batch import HexBatch

    games = HexBatch(BOARDS, side=SIDE, seed=1)
    seen = games.stones()

    def step() -> None:
        games.step(games.random_moves(), checked=False)
        games.stones(out=seen)

    return per_second(step, times=400, done=BOARDS)


def pgx_steps() -> Callable[[], float]:
    """Compiled once; each call goes on with the games."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental import auto_reset

    env, rounds = pgx.make("hex"), 50
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(carry: Any, _: None) -> Any:
        state, key = carry
        key, choice, fresh = jax.random.split(key, 3)
        legal = jnp.where(state.legal_action_mask, 0.0, -jnp.inf)
        state = step(state, jax.random.categorical(choice, legal, axis=-1), jax.random.split(fresh, BOARDS))
        return (state, key), None

    run = jax.jit(lambda carry: jax.lax.scan(one, carry, None, length=rounds)[0])
    key = jax.random.PRNGKey(1)
    held = [run((jax.vmap(env.init)(jax.random.split(key, BOARDS)), key))]

    def measured() -> float:
        held[0][0].observation.block_until_ready()

        def work() -> None:
            held[0] = run(held[0])
            held[0][0].observation.block_until_ready()

        return per_second(work, times=2, done=BOARDS * rounds)

    return measured


def encodings(side: int) -> float:
    from beeline.learning.batch import HexBatch

    games = HexBatch(BOARDS, side=side, seed=1)
    for _ in range(side * 3):
        games.step(games.random_moves())
    planes = games.planes()
    return per_second(lambda: games.planes(out=planes), times=30, done=BOARDS)


def networks(rounds: int) -> dict[str, Any]:
    """Milliseconds of the paper's network on 13×13, one position and 64, in ONNX Runtime and PyTorch."""
    import torch

    from beeline import Board, make_player
    from beeline.learning.batch import HexBatch
    from beeline.learning.neurohex.torch_network import NeuroHexNetwork
    from beeline.networks.action_values import Evaluator
    from beeline.networks.neurohex.architecture import Architecture
    from beeline.networks.neurohex.onnx_network import NETWORKS, export_network
    from beeline.networks.weights import random_weights

    torch.set_num_threads(1)
    architecture = Architecture(side=13)
    weights = random_weights(architecture.shapes(), np.random.default_rng(1))
    network = NeuroHexNetwork(architecture)
    network.load(weights)
    games = HexBatch(64, side=13, seed=1)
    planes = torch.from_numpy(games.planes())
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "network.onnx"
        export_network(path, architecture, weights, training={})
        evaluator = Evaluator(NETWORKS.read(path))
        player, board = make_player(f"neurohex:weights={path}"), Board(13)

        def eager(count: int) -> None:
            with torch.no_grad():
                network(planes[:count])

        def milliseconds(work: Callable[[], object], times: int) -> float:
            return 1000 / per_second(work, times=times, done=1)

        found = interleaved(
            {
                "a move of the player": partial(milliseconds, lambda: player.choose(board), 10),
                "1 position, ONNX Runtime": partial(
                    milliseconds, lambda: evaluator.values(games.positions[:1]), 10
                ),
                "1 position, PyTorch": partial(milliseconds, lambda: eager(1), 10),
                "64 positions, ONNX Runtime": partial(
                    milliseconds, lambda: evaluator.values(games.positions), 2
                ),
                "64 positions, PyTorch": partial(milliseconds, lambda: eager(64), 2),
            },
            rounds=rounds,
        )
    return {"milliseconds": medians(found), "rounds": found}


def updates(preset: str, games: int, *, times: int) -> float:
    """Milliseconds of one move and one update of Q-learning."""
    import torch

    from beeline.learning.neurohex.learner import Learner
    from beeline.learning.neurohex.system import PRESETS
    from beeline.networks.positions import empty_positions

    torch.set_num_threads(1)
    settings = replace(PRESETS[preset], games=games)
    learner = Learner(settings, empty_positions(0, settings.side))
    learner.play()

    def a_round() -> None:
        learner.play()
        for _ in range(games):
            learner.q_update()

    if games == 1:
        return 1000 / per_second(a_round, times=times, done=1)
    # A whole round of many games would take long at the paper's width: a move of each, and some updates.
    play = 1000 / per_second(learner.play, times=2, done=games)
    return play + 1000 / per_second(learner.q_update, times=times, done=1)


def measure(*, rounds: int = 3) -> dict[str, Any]:
    steps = interleaved({"pgx": pgx_steps(), "beeline": our_steps}, rounds=rounds)
    training = {
        f"{preset}, {games} at once": updates(preset, games, times=times)
        for preset, times in (("small-7", 30), ("paper-13", 1))
        for games in (1, 64)
    }
    return {
        "made_by": made_by("pgx", "jax", "torch", "onnxruntime", seed=1),
        "steps_per_second": medians(steps),
        "step_rounds": steps,
        "times_pgx": medians(steps)["beeline"] / medians(steps)["pgx"],
        "encoding_microseconds": {str(side): 1e6 / encodings(side) for side in SIDES},
        "network": networks(rounds),
        "milliseconds_a_move": training,
    }


def table(results: dict[str, Any]) -> str:
    """The results as Markdown."""
    steps = results["steps_per_second"]
    lines = [
        f"| {SIDE}×{SIDE}, {BOARDS} boards at once | steps/s | × pgx |",
        "|---|---:|---:|",
        f"| pgx, compiled by JAX | {steps['pgx']:,.0f} | 1 |",
        f"| `HexBatch` | {steps['beeline']:,.0f} | {results['times_pgx']:.0f} |",
        "",
        "| NeuroHex's planes | " + " | ".join(f"{side}×{side}" for side in SIDES) + " |",
        "|---|" + "---:|" * len(SIDES),
        "| µs a position | "
        + " | ".join(f"{results['encoding_microseconds'][str(side)]:.1f}" for side in SIDES)
        + " |",
        "",
        "| the paper's network, 13×13 | ms |",
        "|---|---:|",
        *(f"| {name} | {ms:.1f} |" for name, ms in results["network"]["milliseconds"].items()),
        "",
        "| Q-learning: a move and its update | ms |",
        "|---|---:|",
        *(f"| {name} | {ms:,.0f} |" for name, ms in results["milliseconds_a_move"].items()),
    ]
    return "\n".join(lines)
