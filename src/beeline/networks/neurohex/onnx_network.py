"""Networks of NeuroHex in files, as ONNX graphs, and which of them a name stands for."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np

from beeline.files import PackagedFiles
from beeline.networks.features import NEUROHEX_VERSION
from beeline.networks.network_files import NetworkFile, Networks, fitting
from beeline.networks.neurohex.architecture import Architecture, kernels
from beeline.networks.onnx_files import OnnxGraph
from beeline.networks.weights import Weights

SIZE_FREE_SIDES: Final = (5, 13)
"""The least and the largest board that a size-free network is for."""

NETWORKS: Final = Networks(
    "neurohex", NEUROHEX_VERSION, PackagedFiles(Path(__file__).parent / "data", ".onnx", "network")
)


def export_network(
    path: Path, architecture: Architecture, weights: Weights, *, training: Mapping[str, Any]
) -> None:
    """Writes a network that players can load; ``training`` tells how it came about."""
    NETWORKS.write(
        path,
        onnx_graph(architecture, weights),
        side=architecture.side,
        training=training,
        layers=[list(layer) for layer in architecture.layers],
        **({"sides": list(SIZE_FREE_SIDES)} if architecture.size_free else {}),
    )


def onnx_graph(architecture: Architecture, weights: Weights) -> bytes:
    """The network from planes to action values, for batches of any size."""
    architecture.check(weights)
    graph = OnnxGraph()
    flow = below = "planes"
    for layer, (five, three) in enumerate(architecture.layers):
        name, bias = f"layer{layer}", weights[f"layer{layer}.bias"]
        if layer == 0:
            flow = graph.convolution(name, flow, kernels(weights, 0, size=5)["all"], bias)
        else:
            squares = kernels(weights, layer)
            parts = []
            if five:
                parts.append(graph.convolution(f"{name}.five", flow, squares["five"], bias[:five], pad=2))
            if three:
                parts.append(graph.convolution(f"{name}.three", flow, squares["three"], bias[five:], pad=1))
            flow = parts[0] if len(parts) == 1 else graph.node("Concat", parts, f"{name}.both", axis=1)
        above = graph.node("Relu", [flow], f"{name}.relu")
        summed = architecture.size_free and layer > 0
        flow = below = graph.node("Add", [above, below], f"{name}.sum") if summed else above
    if architecture.size_free:
        filters = weights["output.weight"][:, :, None, None]
        flow = graph.node(
            "Flatten", [graph.convolution("output", flow, filters, weights["output.bias"])], "flat"
        )
    else:
        flow = graph.node("Flatten", [flow], "flat")
        flow = graph.dense("output", flow, weights["output.weight"], weights["output.bias"])
    half = graph.constant("half", np.array(0.5, dtype=np.float32))
    flow = graph.node("Mul", [flow, half], "halved")
    graph.node("Tanh", [flow], "values")
    planes: tuple[int | str, ...] = architecture.planes_shape
    cells: tuple[int | str, ...] = (architecture.cells,)
    if architecture.size_free:
        planes, cells = (architecture.planes_shape[0], "height", "width"), ("cells",)
    return graph.model("neurohex", inputs=("planes", planes), output=("values", cells))


def load_network(name: str, side: int | None = None) -> NetworkFile:
    """The network of a file (``.onnx``, or ``.npz`` of the authors' arrays) or of a name in the package.

    Raises FileError if there is none, or if it is for a board of another size than ``side``.
    """
    path = NETWORKS.path(name, side)
    if path.suffix == ".npz":
        return fitting(_published(path), name, side)
    return NETWORKS.load(name, side)


def _published(path: Path) -> NetworkFile:
    from beeline.networks.neurohex.published import read_published

    architecture, weights = read_published(path)
    return NetworkFile(
        path=path,
        side=architecture.side,
        training={"published": path.name},
        model=onnx_graph(architecture, weights),
    )
