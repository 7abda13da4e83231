"""Networks in float32: as ONNX graphs, which are the files of record, and run by ONNX Runtime.

A graph reads ``planes``, ``float32[batch, 4, rows + 2, cols + 2]``, and gives ``value``, ``policy`` and
``action_values``, the three arrays of ``Answers``, for boards of any shape.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np

from beeline.files import FileError
from beeline.networks.network_files import NetworkSession
from beeline.networks.onnx_files import OnnxGraph, read_onnx, write_onnx
from beeline.networks.weights import Weights
from beeline.networks.zero.answers import Answers
from beeline.networks.zero.architecture import Architecture
from beeline.networks.zero.views import Views

_KIND: Final = "network"
_VERSION: Final = 1
_SYSTEM: Final = "zero"
_MOST: Final = 256  # positions at once, so that a large batch does not need memory for all its layers
_OUTPUTS: Final = ("value", "policy", "action_values")


def write_network(
    path: Path, architecture: Architecture, weights: Weights, *, name: str, training: Mapping[str, Any]
) -> None:
    """Writes the file of record; ``training`` tells how the network came about, in plain data."""
    about = {
        "system": _SYSTEM,
        "name": name,
        "architecture": architecture.as_plain(),
        "training": dict(training),
    }
    write_onnx(path, onnx_model(architecture, weights), kind=_KIND, version=_VERSION, about=about)


def read_network(path: Path) -> tuple[dict[str, Any], bytes]:
    """Header of the file and its model; raises FileError for anything else."""
    about, model = read_onnx(path, kind=_KIND, version=_VERSION)
    if about.get("system") != _SYSTEM:
        raise FileError(f"{str(path)!r} is a network of {about.get('system')}, not of {_SYSTEM}")
    return about, model


def weights_in(path: Path) -> tuple[Architecture, Weights]:
    """The arrays of a network in a file, as ``write_network`` was given them; needs the package onnx."""
    from onnx import load_from_string, numpy_helper

    about, model = read_network(path)
    architecture = Architecture.from_plain(about["architecture"])
    tensors = {tensor.name: tensor for tensor in load_from_string(model).graph.initializer}
    weights = {}
    for name, shape in architecture.shapes().items():
        layer, _, part = name.rpartition(".")
        word = "kernel" if part == "weight" else part
        known = next((n for n in (name, f"{layer}.{word}", f"{layer}.cells.{word}") if n in tensors), None)
        if known is None:
            raise FileError(f"{str(path)!r} lacks {name}")
        weights[name] = numpy_helper.to_array(tensors[known]).reshape(shape)
    check_arrays(weights, architecture)
    return architecture, weights


class OnnxNetwork:
    """A network in float32, on so many threads of ONNX Runtime."""

    def __init__(self, model: bytes, *, threads: int = 1) -> None:
        self._session = NetworkSession(model, threads=threads)

    def answers(self, views: Views) -> Answers:
        parts = [views[start : start + _MOST].planes() for start in range(0, len(views), _MOST)]
        told = [self._session.run_all(part, _OUTPUTS) for part in parts]
        return Answers(*(np.concatenate(arrays) for arrays in zip(*told, strict=True)))


def onnx_model(architecture: Architecture, weights: Weights) -> bytes:
    """The serialised graph."""
    check_arrays(weights, architecture)
    graph = _ZeroGraph(weights)
    flow = graph.hexagonal("stem", "planes", pad=0)
    graph.measure_board(flow)
    for block in architecture.block_names():
        flow = graph.block(block, flow, pooling=architecture.has_pooling(block))
    graph.heads(flow)
    cells: tuple[str, ...] = ("cells",)
    return graph.model(
        "zero",
        inputs=("planes", (4, "height", "width")),
        output=("value", ()),
        more=[("policy", cells), ("action_values", cells)],
    )


def check_arrays(weights: Weights, architecture: Architecture) -> None:
    """Raises FileError unless these are the arrays of a network of this architecture."""
    for name, shape in architecture.shapes().items():
        if name not in weights:
            raise FileError(f"the network lacks {name}")
        if weights[name].shape != shape:
            raise FileError(f"{name} has the shape {weights[name].shape}, not {shape}")
        if not np.isfinite(weights[name]).all():
            raise FileError(f"{name} holds numbers that are not finite")


class _ZeroGraph(OnnxGraph):
    def __init__(self, weights: Weights) -> None:
        super().__init__()
        self._weights = weights

    def number(self, name: str, *values: float) -> str:
        return self.constant(name, np.array(values, dtype=np.float32))

    def shape(self, name: str, *sizes: int) -> str:
        return self.constant(name, np.array(sizes, dtype=np.int64))

    def hexagonal(self, name: str, flow: str, *, pad: int = 1) -> str:
        """A convolution and its relu."""
        return self.node("Relu", [self.filtered(name, flow, pad=pad)], f"{name}.relu")

    def filtered(self, name: str, flow: str, *, pad: int) -> str:
        return self.convolution(
            name, flow, self._weights[f"{name}.weight"], self._weights[f"{name}.bias"], pad=pad
        )

    def measure_board(self, flow: str) -> None:
        """``size``: (√(rows · cols) - 10) / 10."""
        sides = self.node("Shape", [flow], "sides", start=2)
        cells = self.node("ReduceProd", [sides], "cells.count", keepdims=0)
        root = self.node("Sqrt", [self.node("Cast", [cells], "cells.float", to=1)], "side.mean")
        above = self.node("Sub", [root, self.number("ten", 10)], "side.above")
        self.node("Div", [above, "ten"], "size")
        self.shape("flat", 0, -1)

    def pool(self, name: str, flow: str) -> str:
        """``[batch, 3 channels]``."""
        mean = self.node(
            "Flatten", [self.node("GlobalAveragePool", [flow], f"{name}.average")], f"{name}.mean"
        )
        largest = self.node("Flatten", [self.node("GlobalMaxPool", [flow], f"{name}.most")], f"{name}.max")
        sized = self.node("Mul", [mean, "size"], f"{name}.sized")
        return self.node("Concat", [mean, largest, sized], f"{name}.pooled", axis=1)

    def with_pooling(self, name: str, flow: str, pooled: str) -> str:
        """``flow`` with W · pooled added to each channel."""
        weight = self.constant(f"{name}.pool.weight", self._weights[f"{name}.pool.weight"])
        bias = self.node("Gemm", [pooled, weight], f"{name}.pool", transB=1)
        axes = self.shape(f"{name}.axes", 2, 3)
        spread = self.node("Unsqueeze", [bias, axes], f"{name}.bias")
        return self.node("Add", [flow, spread], f"{name}.biased")

    def block(self, name: str, flow: str, *, pooling: bool) -> str:
        hidden = self.hexagonal(f"{name}.conv1", flow)
        change = self.filtered(f"{name}.conv2", hidden, pad=1)
        if pooling:
            change = self.with_pooling(name, change, self.pool(name, hidden))
        return self.node("Relu", [self.node("Add", [flow, change], f"{name}.sum")], f"{name}.relu")

    def heads(self, flow: str) -> None:
        pooled = self.pool("head", flow)
        units = self.with_pooling("head", self.filtered("head.conv", flow, pad=0), pooled)
        units = self.node("Relu", [units], "head.relu")
        self._per_cell("policy", units, "policy")
        self._per_cell("action", units, "action_values")
        weight, bias = self._weights["value.hidden.weight"], self._weights["value.hidden.bias"]
        hidden = self.node("Relu", [self.dense("value.hidden", pooled, weight, bias)], "value.relu")
        last = self._weights["value.output.weight"][None]
        value = self.dense("value.output", hidden, last, self._weights["value.output.bias"])
        self.node("Squeeze", [value, self.shape("value.axis", 1)], "value")

    def _per_cell(self, name: str, units: str, output: str) -> None:
        kernel = self._weights[f"{name}.weight"][None, :, None, None]
        board = self.convolution(f"{name}.cells", units, kernel, self._weights[f"{name}.bias"])
        self.node("Reshape", [board, "flat"], output)
