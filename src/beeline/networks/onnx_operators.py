"""Checks of a network's graph: operators that end, and numbers of its own.

A network may come from anybody. ONNX has loops that need not end, functions, and tensors that are read from
other files; a network that only plays needs none of them, and they are refused before anything is run. So are
tensors that claim to be larger than the file that they are in. The graph is read here without a protobuf
library, as in ``onnx_files``.

Reference: https://github.com/onnx/onnx/blob/main/onnx/onnx.proto.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from beeline.limits import NETWORK_NODES
from beeline.networks.onnx_files import fields_of, numbers_of

OPERATORS: Final = frozenset(
    [
        "Add",
        "AveragePool",
        "BatchNormalization",
        "Cast",
        "Clip",
        "Concat",
        "Conv",
        "Div",
        "Exp",
        "Flatten",
        "Gather",
        "Gemm",
        "GlobalAveragePool",
        "GlobalMaxPool",
        "Identity",
        "LayerNormalization",
        "LeakyRelu",
        "LogSoftmax",
        "MatMul",
        "MaxPool",
        "Mul",
        "Pad",
        "ReduceMax",
        "ReduceMean",
        "ReduceProd",
        "ReduceSum",
        "Relu",
        "Reshape",
        "RNN",
        "Shape",
        "Sigmoid",
        "Slice",
        "Softmax",
        "Softplus",
        "Sqrt",
        "Squeeze",
        "Sub",
        "Tanh",
        "Transpose",
        "Unsqueeze",
    ]
)

# The numbers of fields, by message.
_GRAPH, _FUNCTIONS = 7, 25  # ModelProto
_NODE, _INITIALIZER, _SPARSE_INITIALIZER = 1, 5, 15  # GraphProto
_OPERATOR, _DOMAIN, _ATTRIBUTE = 4, 7, 5  # NodeProto
_TENSOR, _SUBGRAPH, _TENSORS, _SUBGRAPHS, _SPARSE_TENSOR, _SPARSE_TENSORS = (
    5,
    6,
    10,
    11,
    22,
    23,
)  # AttributeProto
_DIMENSIONS, _EXTERNAL_DATA, _DATA_LOCATION = 1, 13, 14  # TensorProto


def check_graph(model: bytes) -> None:
    """Raises ValueError, with the reason, for a network that does more than compute."""
    for number, payload in _parts(model):
        if number == _FUNCTIONS:
            raise ValueError("it defines functions, which no network needs")
        if number == _GRAPH:
            _check_graph(payload)


def _check_graph(graph: bytes) -> None:
    nodes = 0
    for number, payload in _parts(graph):
        if number == _NODE:
            nodes += 1
            if nodes > NETWORK_NODES:
                raise ValueError(f"it has more than {NETWORK_NODES:,} operators")
            _check_node(payload)
        elif number == _INITIALIZER:
            _check_tensor(payload)
        elif number == _SPARSE_INITIALIZER:
            raise ValueError("it has sparse tensors, which no network needs")


def _check_node(node: bytes) -> None:
    for number, payload in _parts(node):
        if number == _OPERATOR and (name := payload.decode(errors="replace")) not in OPERATORS:
            raise ValueError(f"its operator {name!r:.80} is not one that networks are made of")
        if number == _DOMAIN and payload not in (b"", b"ai.onnx"):
            raise ValueError("it has operators that are not of ONNX")
        if number == _ATTRIBUTE:
            _check_attribute(payload)


def _check_attribute(attribute: bytes) -> None:
    for number, payload in _parts(attribute):
        if number in (_SUBGRAPH, _SUBGRAPHS, _SPARSE_TENSOR, _SPARSE_TENSORS):
            raise ValueError("it has graphs within its graph, which no network needs")
        if number in (_TENSOR, _TENSORS):
            _check_tensor(payload)


def _check_tensor(tensor: bytes) -> None:
    if any(number in (_EXTERNAL_DATA, _DATA_LOCATION) for number, _ in _parts(tensor)):
        raise ValueError("it keeps numbers in another file, which is not read")
    shape = numbers_of(tensor, _DIMENSIONS)
    if min(shape, default=0) < 0 or math.prod(shape) > len(tensor):
        raise ValueError(f"a tensor of the shape {shape[:8]} is not in its {len(tensor):,} bytes")


def _parts(message: bytes) -> Iterator[tuple[int, bytes]]:
    return ((number, payload) for _, number, payload in fields_of(message))
