"""Networks as ONNX graphs, for players.

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

from beeline.errors import BeelineError
from beeline.learning.neurodynamic.architecture import LAYERS, Architecture
from beeline.learning.neurodynamic.networks import write_network
from beeline.learning.neurohex.architecture import THREE

_OPSET: Final = 17
_IR_VERSION: Final = 8  # the oldest that knows the operators of this opset


def export_network(
    path: Path, architecture: Architecture, weights: NDArray[np.float32], *, training: Mapping[str, Any]
) -> None:
    """Writes a network that players can load; ``training`` tells how it came about."""
    write_network(path, architecture, onnx_graph(architecture, weights), training=training)


def onnx_graph(architecture: Architecture, weights: NDArray[np.float32]) -> bytes:
    try:
        from onnx import TensorProto, helper, numpy_helper
    except ImportError:
        raise BeelineError("exporting networks needs the package onnx: pip install beeline[train]") from None
    graph = _Graph(architecture, weights)
    made = helper.make_graph(
        [
            helper.make_node(kind, inputs, [output], name=output, **more)
            for kind, inputs, output, more in graph.nodes
        ],
        "neurodynamic",
        [helper.make_tensor_value_info("planes", TensorProto.FLOAT, ["batch", *architecture.planes_shape])],
        [helper.make_tensor_value_info("values", TensorProto.FLOAT, ["batch", architecture.cells])],
        [
            numpy_helper.from_array(np.ascontiguousarray(array), name)
            for name, array in graph.constants.items()
        ],
    )
    model = helper.make_model(made, opset_imports=[helper.make_opsetid("", _OPSET)], ir_version=_IR_VERSION)
    return bytes(model.SerializeToString())


class _Graph:
    """The operators of a network: kind, inputs, output and attributes of each."""

    def __init__(self, architecture: Architecture, weights: NDArray[np.float32]) -> None:
        self._arrays = architecture.arrays(weights)
        self._cells = architecture.cells
        self.nodes: list[tuple[str, list[str], str, dict[str, Any]]] = []
        self.constants: dict[str, NDArray[Any]] = {"half": np.array(0.5, dtype=np.float32)}
        flow = self._node("Flatten", [self._filters("planes")], "flat")
        self.constants |= {name: self._arrays[name] for name in ("output.weight", "output.bias")}
        flow = self._node("Gemm", [flow, "output.weight", "output.bias"], "output")
        flow = self._node("Mul", [flow, "half"], "output.halved")
        if not architecture.recurrent:
            self._node("Tanh", [flow], "values")
            return
        self._recurrence(self._node("Tanh", [flow], "below"))

    def _node(self, kind: str, inputs: list[str], output: str, **attributes: Any) -> str:
        self.nodes.append((kind, inputs, output, attributes))
        return output

    def _filters(self, flow: str) -> str:
        for layer in range(len(LAYERS)):
            name, kernel = f"layer{layer}", self._kernel(layer)
            self.constants |= {f"{name}.kernel": kernel, f"{name}.bias": self._arrays[f"{name}.bias"]}
            size = kernel.shape[-1]
            operands = [flow, f"{name}.kernel", f"{name}.bias"]
            flow = self._node("Conv", operands, name, kernel_shape=(size, size), pads=[size // 2] * 4)
            flow = self._node("Relu", [flow], f"{name}.relu")
        return flow

    def _kernel(self, layer: int) -> NDArray[np.float32]:
        narrow = self._arrays[f"layer{layer}.narrow"]
        if f"layer{layer}.wide" not in self._arrays:
            return narrow[:, :, None, None]
        wide = self._arrays[f"layer{layer}.wide"]
        square = np.zeros((len(narrow) + len(wide), narrow.shape[1], 9), dtype=np.float32)
        square[: len(narrow), :, 4] = narrow
        square[len(narrow) :, :, THREE] = wide
        return square.reshape(*square.shape[:2], 3, 3)

    def _recurrence(self, below: str) -> None:
        """Positions become the steps of one sequence."""
        self.constants |= {
            "U": self._arrays["U"].T[None] / 2,
            "W": self._arrays["W"].T[None] / 2,
            "V": self._arrays["V"] / 2,
            "one sequence": np.array([-1, 1, self._cells], dtype=np.int64),
            "positions": np.array([-1, self._cells], dtype=np.int64),
        }
        flow = self._node("Reshape", [below, "one sequence"], "steps")
        flow = self._node("RNN", [flow, "U", "W"], "memory", hidden_size=self._cells)
        flow = self._node("Reshape", [flow, "positions"], "remembered")
        flow = self._node("MatMul", [flow, "V"], "outcome")
        self._node("Tanh", [flow], "values")
