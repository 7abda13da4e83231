"""Networks as ONNX graphs, put together node by node."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from beeline.errors import extra

_OPSET: Final = 17
_IR_VERSION: Final = 8  # the oldest that knows the operators of this opset


Described: TypeAlias = tuple[str, tuple[int | str, ...]]
"""A name and a shape, in which text names a size that is not fixed."""


class OnnxGraph:
    """A graph from one input to its outputs, for batches of any size."""

    def __init__(self) -> None:
        with extra("train", of="exporting networks"):
            from onnx import helper
        self._helper = helper
        self._constants: dict[str, NDArray[Any]] = {}
        self._nodes: list[Any] = []

    def constant(self, name: str, value: NDArray[Any]) -> str:
        self._constants[name] = value
        return name

    def node(self, kind: str, inputs: list[str], output: str, **attributes: Any) -> str:
        """Adds an operator and returns the name of what it gives."""
        self._nodes.append(self._helper.make_node(kind, inputs, [output], name=output, **attributes))
        return output

    def convolution(
        self, name: str, inputs: str, kernel: NDArray[np.float32], bias: NDArray[Any], *, pad: int = 0
    ) -> str:
        operands = [inputs, self.constant(f"{name}.kernel", kernel), self.constant(f"{name}.bias", bias)]
        return self.node("Conv", operands, name, kernel_shape=kernel.shape[2:], pads=[pad] * 4)

    def dense(self, name: str, inputs: str, weight: NDArray[np.float32], bias: NDArray[Any]) -> str:
        operands = [inputs, self.constant(f"{name}.weight", weight), self.constant(f"{name}.bias", bias)]
        return self.node("Gemm", operands, name, transB=1)

    def model(
        self, name: str, *, inputs: Described, output: Described, more: Sequence[Described] = ()
    ) -> bytes:
        """The serialised model; input, output and more outputs are described for one element of a batch."""
        from onnx import TensorProto, numpy_helper

        def described(name: str, shape: tuple[int | str, ...]) -> Any:
            return self._helper.make_tensor_value_info(name, TensorProto.FLOAT, ["batch", *shape])

        graph = self._helper.make_graph(
            self._nodes,
            name,
            [described(*inputs)],
            [described(*each) for each in (output, *more)],
            [
                numpy_helper.from_array(np.ascontiguousarray(value), name)
                for name, value in self._constants.items()
            ],
        )
        model = self._helper.make_model(
            graph, opset_imports=[self._helper.make_opsetid("", _OPSET)], ir_version=_IR_VERSION
        )
        return bytes(model.SerializeToString())
