"""Positions per second that networks learn from, with the core's convolutions and with PyTorch's.

A step is all of it: forwards, backwards, the optimiser, averaged weights. Processor time of one thread, the
best of several rounds by turns.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import numpy as np

from benchmarks.machine import interleaved, made_by

BATCH = 128
SIDES = (9, 11, 13)
NEUROHEX = (13, 64)
"""The side of its board, and positions per update."""


def zero_learner(side: int) -> Callable[[], int]:
    """A step of zero's 8×64; what is on the boards does not change the work."""
    from beeline.learning.zero.learner import Learner, LearnerSettings
    from beeline.learning.zero.samples import MOST_MOVES, Samples

    random = np.random.default_rng(side)

    def chances(*shape: int) -> Any:
        return random.random(shape, dtype=np.float32)

    visits = chances(BATCH, MOST_MOVES)
    samples = Samples(
        stones=random.integers(0, 3, (BATCH, side, side)).astype(np.uint8),
        last=np.full(BATCH, -1, np.int32),
        moves=np.tile(np.arange(MOST_MOVES, dtype=np.int16), (BATCH, 1)),
        visits=visits / visits.sum(axis=1, keepdims=True),
        move_values=chances(BATCH, MOST_MOVES),
        outcome=chances(BATCH).round(),
        value=chances(BATCH),
        winning=random.integers(0, 2, (BATCH, side, side)).astype(np.uint8),
    )
    learner = Learner(LearnerSettings())

    def step() -> int:
        learner.learn(samples)
        return BATCH

    return step


def neurohex_update() -> Callable[[], int]:
    """Forwards and backwards through the paper's network with its size-free output."""
    import torch

    from beeline.learning.neurohex.torch_network import NeuroHexNetwork
    from beeline.networks.neurohex.architecture import Architecture

    side, batch = NEUROHEX
    architecture = Architecture(side=side, size_free=True)
    network = NeuroHexNetwork(architecture)
    planes = torch.rand(batch, *architecture.planes_shape)

    def step() -> int:
        network.zero_grad()
        network(planes).square().mean().backward()
        return batch

    return step


@contextmanager
def convolved_by(core: bool) -> Iterator[None]:
    from beeline.learning import convolution

    kept = convolution._core.has_winograd
    if not core:
        convolution._core.has_winograd = lambda inputs, outputs: False
    try:
        yield
    finally:
        convolution._core.has_winograd = kept


def per_second(step: Callable[[], int], *, core: bool, steps: int = 3) -> float:
    with convolved_by(core):
        step()
        start = time.process_time()
        done = sum(step() for _ in range(steps))
        return done / (time.process_time() - start)


def measure(*, rounds: int = 3) -> dict[str, Any]:
    import torch

    torch.set_num_threads(1)
    cases = {f"zero, 8×64, {side}×{side}": zero_learner(side) for side in SIDES}
    cases[f"NeuroHex, ten layers of 128, {NEUROHEX[0]}×{NEUROHEX[0]}"] = neurohex_update()
    found = {}
    for name, step in cases.items():
        tasks = {way: partial(per_second, step, core=way == "core") for way in ("PyTorch", "core")}
        best = {way: max(speeds) for way, speeds in interleaved(tasks, rounds=rounds).items()}
        found[name] = best | {"ratio": best["core"] / best["PyTorch"]}
        print(name, found[name], flush=True)
    return {"made_by": made_by("torch"), "positions_per_second": found}


def table(results: dict[str, Any]) -> str:
    lines = ["| learning | PyTorch, positions/s | core, positions/s | × |", "|---|---:|---:|---:|"]
    for name, each in results["positions_per_second"].items():
        lines.append(f"| {name} | {each['PyTorch']:,.0f} | {each['core']:,.0f} | {each['ratio']:.2f} |")
    return "\n".join(lines)
