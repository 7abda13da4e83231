"""Networks of EZO-CNN: in files, as ONNX graphs, and at work."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from beeline import _core
from beeline.files import PackagedFiles
from beeline.networks.ezo.architecture import Architecture
from beeline.networks.features import TRIPLE_VERSION, Planes, triple_children, triple_planes
from beeline.networks.network_files import NetworkFile, Networks, NetworkSession
from beeline.networks.onnx_files import OnnxGraph
from beeline.networks.positions import Positions, empty_cells
from beeline.networks.weights import Weights, check_weights

NETWORKS: Final = Networks(
    "ezo", TRIPLE_VERSION, PackagedFiles(Path(__file__).parent / "data", ".onnx", "network")
)

PlaneChances: TypeAlias = Callable[[Planes], NDArray[np.float32]]
"""Function from planes to ``float32[count]``: the chances of those to move."""

_MOST: Final = 1024  # positions at once, so that a large batch does not need memory for all its layers


class Evaluator:
    """The chance that the player to move wins, as a network has it."""

    def __init__(self, network: NetworkFile, *, threads: int = 1) -> None:
        self.side = network.side
        self._session = NetworkSession(network.model, threads=threads, source=repr(str(network.path)))

    def of_planes(self, planes: Planes) -> NDArray[np.float32]:
        """``float32[count]`` from 0 to 1."""
        return in_parts(self._session.run, planes)

    def chances(self, positions: Positions) -> NDArray[np.float32]:
        """``float32[count]`` from 0 to 1."""
        return in_parts(lambda part: self._session.run(triple_planes(part)), positions)

    def values(self, positions: Positions) -> NDArray[np.float32]:
        """Every move of every position by what it leaves the opponent, from -1 to 1; NaN on stones."""
        return move_values(self.of_planes, positions)


def move_values(chances: PlaneChances, positions: Positions) -> NDArray[np.float32]:
    """Action values, 1 - 2 v, from a function that tells the chances v of planes."""
    found = np.full((len(positions), positions.shape[-1] ** 2), np.nan, dtype=np.float32)
    few = max(1, _MOST // positions.shape[-1] ** 2)
    for start in range(0, len(positions), few):
        part = positions[start : start + few]
        moves = empty_cells(part)
        found[start : start + few][moves] = 1 - 2 * chances(triple_children(part, moves))
    return found


def value_network(chances: PlaneChances) -> _core.Network:
    """The network as searches ask it: the core encodes positions, and asks about many at once."""
    return _core.CallbackNetwork(chances, _core.Planes.TRIPLES)


def in_parts(
    function: Callable[[NDArray[Any]], NDArray[np.float32]], batch: NDArray[Any]
) -> NDArray[np.float32]:
    parts = [function(batch[start : start + _MOST]) for start in range(0, len(batch), _MOST)]
    return np.concatenate(parts) if parts else np.empty(0, dtype=np.float32)


def export_network(
    path: Path, architecture: Architecture, weights: Weights, *, training: Mapping[str, Any]
) -> None:
    """Writes a network that players can load; ``training`` tells how it came about."""
    NETWORKS.write(
        path,
        onnx_model(architecture, weights),
        side=architecture.side,
        training=training,
        channels=architecture.channels,
        hidden=architecture.hidden,
    )


def onnx_model(architecture: Architecture, weights: Weights) -> bytes:
    """The network from planes to chances, for batches of any size."""
    check_weights(weights, architecture.shapes(), side=architecture.side)
    graph = OnnxGraph()
    flow = "planes"
    for layer in range(len(architecture.kernels)):
        name = f"layer{layer}"
        flow = graph.convolution(name, flow, weights[f"{name}.weight"], weights[f"{name}.bias"])
        flow = graph.node("Relu", [flow], f"{name}.relu")
    flow = graph.node("Flatten", [flow], "flat")
    flow = graph.dense("hidden", flow, weights["hidden.weight"], weights["hidden.bias"])
    flow = graph.node("Relu", [flow], "hidden.relu")
    flow = graph.dense("output", flow, weights["output.weight"], weights["output.bias"])
    flow = graph.node("Sigmoid", [flow], "chance")
    last = graph.constant("last", np.array([1], dtype=np.int64))
    graph.node("Squeeze", [flow, last], "chances")
    return graph.model("ezo", inputs=("planes", architecture.planes_shape), output=("chances", ()))
