"""Networks as ONNX graphs, for players."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from beeline.errors import BeelineError
from beeline.learning.neurohex.architecture import Architecture, Weights, kernels
from beeline.learning.neurohex.evaluator import about_network, write_network

_OPSET: Final = 17
_IR_VERSION: Final = 8  # the oldest that knows the operators of this opset


def export_network(
    path: Path, architecture: Architecture, weights: Weights, *, training: Mapping[str, Any]
) -> None:
    """Writes a network that players can load; ``training`` tells how it came about."""
    architecture.check(weights)
    write_network(path, onnx_graph(architecture, weights), about_network(architecture, training))


def onnx_graph(architecture: Architecture, weights: Weights) -> bytes:
    """The network from planes to action values, for batches of any size."""
    try:
        from onnx import TensorProto, helper, numpy_helper
    except ImportError:
        raise BeelineError("exporting networks needs the package onnx: pip install beeline[train]") from None

    constants: dict[str, NDArray[Any]] = {"half": np.array(0.5, dtype=np.float32)}
    nodes = []

    def node(kind: str, inputs: list[str], output: str, **attributes: Any) -> str:
        nodes.append(helper.make_node(kind, inputs, [output], name=output, **attributes))
        return output

    def convolution(name: str, inputs: str, kernel: NDArray[np.float32], bias: NDArray[Any], pad: int) -> str:
        constants[f"{name}.kernel"], constants[f"{name}.bias"] = kernel, bias
        operands = [inputs, f"{name}.kernel", f"{name}.bias"]
        return node("Conv", operands, name, kernel_shape=kernel.shape[2:], pads=[pad] * 4)

    flow = "planes"
    for layer, (five, three) in enumerate(architecture.layers):
        name, bias = f"layer{layer}", weights[f"layer{layer}.bias"]
        if layer == 0:
            flow = convolution(name, flow, kernels(weights, 0, size=5)["all"], bias, 0)
        else:
            squares = kernels(weights, layer)
            parts = []
            if five:
                parts.append(convolution(f"{name}.five", flow, squares["five"], bias[:five], 2))
            if three:
                parts.append(convolution(f"{name}.three", flow, squares["three"], bias[five:], 1))
            flow = parts[0] if len(parts) == 1 else node("Concat", parts, f"{name}.both", axis=1)
        flow = node("Relu", [flow], f"{name}.relu")
    constants |= {name: weights[name] for name in ("output.weight", "output.bias")}
    flow = node("Flatten", [flow], "flat")
    flow = node("Gemm", [flow, "output.weight", "output.bias"], "output", transB=1)
    flow = node("Mul", [flow, "half"], "halved")
    node("Tanh", [flow], "values")
    graph = helper.make_graph(
        nodes,
        "neurohex",
        [helper.make_tensor_value_info("planes", TensorProto.FLOAT, ["batch", *architecture.planes_shape])],
        [helper.make_tensor_value_info("values", TensorProto.FLOAT, ["batch", architecture.cells])],
        [numpy_helper.from_array(np.ascontiguousarray(value), name) for name, value in constants.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", _OPSET)], ir_version=_IR_VERSION)
    return bytes(model.SerializeToString())
