"""Standard interfaces beside the bare batch: Gymnasium's vector environment and PettingZoo's, on 11×11.

A step of the bare batch draws a random legal move for every board and makes it. The environments also write
what the next players see, the legal actions, rewards and ends. All figures are processor time of one thread.
"""

from __future__ import annotations

from functools import partial
from typing import Any, Literal

import numpy as np

from benchmarks.learning import per_second
from benchmarks.machine import interleaved, made_by, medians

BOARDS = 1024
SIDE = 11


def bare() -> float:
    from beeline.learning.batch import HexBatch

    games = HexBatch(BOARDS, side=SIDE, seed=1)
    return per_second(lambda: games.step(games.random_moves(), checked=False), times=200, done=BOARDS)


def vector(opponent: Literal["random", "self"], *, copy: bool) -> float:
    """Moves per second; with a random opponent a step is two."""
    from beeline.learning.envs import HexVectorEnv

    envs = HexVectorEnv(BOARDS, SIDE, opponent=opponent, copy=copy)
    envs.reset(seed=1)
    moves = 2 if opponent == "random" else 1
    return per_second(lambda: envs.step(envs.random_actions()), times=200, done=moves * BOARDS)


def pettingzoo() -> float:
    from beeline.learning import hex_v0

    env, draw = hex_v0.env(size=SIDE), np.random.default_rng(1)

    def step() -> None:
        if not env.agents:
            env.reset()
        observation, _, ended, _, _ = env.last()
        legal = np.flatnonzero(observation["action_mask"])
        env.step(None if ended else int(draw.choice(legal)))

    env.reset()
    return per_second(step, times=2000, done=1)


ROWS = {
    "bare": "the bare batch, nothing observed",
    "vector_self": "`HexVectorEnv`, both sides",
    "vector_self_copies": "`HexVectorEnv`, both sides, observations copied",
    "vector_random": "`HexVectorEnv`, against random moves",
    "pettingzoo": "`hex_v0`, PettingZoo, with its guards",
}


def measure() -> dict[str, Any]:
    measured = {
        "bare": bare,
        "vector_self": partial(vector, "self", copy=False),
        "vector_self_copies": partial(vector, "self", copy=True),
        "vector_random": partial(vector, "random", copy=False),
        "pettingzoo": pettingzoo,
    }
    found = medians(interleaved(measured, rounds=5))
    times = {name: found["bare"] / speed for name, speed in found.items()}
    return {
        "made_by": made_by("gymnasium", "pettingzoo", seed=1),
        "boards": BOARDS,
        "side": SIDE,
        "moves_per_second": found,
        "times_bare": times,
    }


def table(results: dict[str, Any]) -> str:
    found, times = results["moves_per_second"], results["times_bare"]
    rows = (f"| {text} | {found[name]:,.0f} | {times[name]:,.1f} |" for name, text in ROWS.items())
    return "\n".join(["| | moves per second | times the bare batch's time |", "|---|---:|---:|", *rows])
