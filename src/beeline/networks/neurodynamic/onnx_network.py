"""Networks of the neurodynamic study in files, and as ONNX graphs, for players.

The plain network values positions one by one. The recurrent one takes the positions of one game in their
order and values each with those before it in mind; ONNX has tanh where we have s(x) = tanh(x / 2), so that
the weights of the recurrence are halved.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from beeline.files import PackagedFiles
from beeline.networks.features import NEUROHEX_VERSION
from beeline.networks.hexagons import THREE
from beeline.networks.network_files import NetworkFile, Networks
from beeline.networks.neurodynamic.architecture import Architecture
from beeline.networks.onnx_files import OnnxGraph

NETWORKS: Final = Networks(
    "neurodynamic", NEUROHEX_VERSION, PackagedFiles(Path(__file__).parent / "data", ".onnx", "network")
)


def is_recurrent(network: NetworkFile) -> bool:
    """Whether it reads the positions of a game in their order."""
    return bool(network.about.get("recurrent"))


def export_network(
    path: Path, architecture: Architecture, weights: NDArray[np.float32], *, training: Mapping[str, Any]
) -> None:
    """Writes a network that players can load; ``training`` tells how it came about."""
    NETWORKS.write(
        path,
        onnx_model(architecture, weights),
        side=architecture.side,
        training=training,
        recurrent=architecture.recurrent,
    )


def onnx_model(architecture: Architecture, weights: NDArray[np.float32]) -> bytes:
    """The network from planes to values, for batches of any size."""
    arrays = architecture.arrays(weights)
    graph = OnnxGraph()
    half = graph.constant("half", np.array(0.5, dtype=np.float32))
    flow = "planes"
    for layer in range(len(architecture.layers)):
        name, kernel = f"layer{layer}", _kernel(arrays, layer)
        flow = graph.convolution(name, flow, kernel, arrays[f"{name}.bias"], pad=kernel.shape[-1] // 2)
        flow = graph.node("Relu", [flow], f"{name}.relu")
    flow = graph.node("Flatten", [flow], "flat")
    flow = graph.dense("output", flow, arrays["output.weight"].T, arrays["output.bias"])
    flow = graph.node("Mul", [flow, half], "output.halved")
    if architecture.recurrent:
        below = graph.node("Tanh", [flow], "below")
        flow = _remembering(graph, arrays, below, cells=architecture.cells)
    graph.node("Tanh", [flow], "values")
    return graph.model(
        "neurodynamic", inputs=("planes", architecture.planes_shape), output=("values", (architecture.cells,))
    )


def _kernel(arrays: Mapping[str, NDArray[np.float32]], layer: int) -> NDArray[np.float32]:
    """The filters of a layer, narrow ones first, all as wide as the widest."""
    narrow = arrays[f"layer{layer}.narrow"]
    if f"layer{layer}.wide" not in arrays:
        return narrow[:, :, None, None]
    wide = arrays[f"layer{layer}.wide"]
    square = np.zeros((len(narrow) + len(wide), narrow.shape[1], 9), dtype=np.float32)
    square[: len(narrow), :, 4] = narrow
    square[len(narrow) :, :, THREE] = wide
    return square.reshape(*square.shape[:2], 3, 3)


def _remembering(
    graph: OnnxGraph, arrays: Mapping[str, NDArray[np.float32]], below: str, *, cells: int
) -> str:
    """Positions become the steps of one sequence."""
    one_sequence = graph.constant("one sequence", np.array([-1, 1, cells], dtype=np.int64))
    positions = graph.constant("positions", np.array([-1, cells], dtype=np.int64))
    recurrence = [graph.constant(name, arrays[name].T[None] / 2) for name in ("U", "W")]
    flow = graph.node("Reshape", [below, one_sequence], "steps")
    flow = graph.node("RNN", [flow, *recurrence], "memory", hidden_size=cells)
    flow = graph.node("Reshape", [flow, positions], "remembered")
    return graph.node("MatMul", [flow, graph.constant("V", arrays["V"] / 2)], "outcome")
