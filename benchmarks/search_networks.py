"""Searches for ``benchmarks.search_cost``: with a network of the size of zero's, and with playouts.

As a program, ``python -m benchmarks.search_networks CASE THREADS``, it prints simulations and the processor
seconds that they took, as JSON.
"""

from __future__ import annotations

import json
import sys
import time
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from beeline import Board, SearchSettings, TreeSearch
from beeline.networks.zero.architecture import Architecture
from beeline.networks.zero.onnx_network import onnx_model
from beeline.search.games import SearchNetwork
from beeline.search.settings import NetworkSettings

SIZE = 11
SECONDS = 0.7
OUTPUTS = ["value", "policy", "action_values"]
PLAYOUTS: dict[str, SearchSettings] = {
    "UCT, default": SearchSettings(update="path", continuation="default", expand=50),
    "RAVE, default": SearchSettings(continuation="default"),
    "RAVE, local": SearchSettings(continuation="local"),
}
CASES = (*PLAYOUTS, "network, batches of 8")

Floats = NDArray[np.float32]


@cache
def session() -> Any:
    import onnxruntime

    random = np.random.default_rng(1)
    shapes = Architecture().shapes()
    weights = {name: random.normal(0, 0.05, shape).astype(np.float32) for name, shape in shapes.items()}
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    model = onnx_model(Architecture(), weights)
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])


def network(planes: Floats) -> tuple[Floats, Floats, Floats]:
    value, policy, action_values = session().run(OUTPUTS, {"planes": planes})
    return _chances(value), policy, _chances(action_values)


def _chances(logits: Any) -> Floats:
    return np.asarray(1 / (1 + np.exp(-logits)), dtype=np.float32)


def bare_per_second(*, batch: int, evaluations: int) -> float:
    """Per second of the processor, as below: other programs do not count."""
    planes = np.random.default_rng(2).integers(0, 2, (batch, 4, SIZE + 2, SIZE + 2)).astype(np.float32)
    session().run(OUTPUTS, {"planes": planes})
    began = time.process_time()
    for _ in range(evaluations // batch):
        session().run(OUTPUTS, {"planes": planes})
    return evaluations / (time.process_time() - began)


def search_per_second(*, batch: int, evaluations: int) -> float:
    """Without a cache, so that every simulation is an evaluation."""
    search = _network_search(batch=batch, threads=1)
    search.run(Board(SIZE), simulations=batch)
    began = time.process_time()
    search.run(Board(SIZE), simulations=evaluations)
    return evaluations / (time.process_time() - began)


def _network_search(*, batch: int, threads: int) -> TreeSearch:
    settings = SearchSettings(threads=threads, memory=256)
    return TreeSearch(settings, network=SearchNetwork(network, NetworkSettings(batch=batch, cache=0)))


def main(case: str, threads: int) -> None:
    if case in PLAYOUTS:
        told = PLAYOUTS[case]
        settings = SearchSettings(
            update=told.update, continuation=told.continuation, expand=told.expand, threads=threads
        )
        search = TreeSearch(settings)
    else:
        search = _network_search(batch=8, threads=threads)
    search.run(Board(SIZE), simulations=64)
    began = time.process_time()
    analysis = search.run(Board(SIZE), seconds=SECONDS)
    print(json.dumps({"simulations": analysis.simulations, "seconds": time.process_time() - began}))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
