"""Networks of strangers: whole files with right checksums whose graphs do more than compute."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import psutil
import pytest
from onnx import ModelProto, TensorProto, helper, numpy_helper

from beeline.files import FileError, read_arrays, write_arrays
from beeline.limits import NETWORK_BYTES, NETWORK_MEMORY, NETWORK_NODES
from beeline.networks.network_files import Networks, NetworkSession
from beeline.networks.neurohex.onnx_network import NETWORKS
from beeline.networks.zero.integer_network import IntegerNetworkFile, load_integer_network
from beeline.networks.zero.onnx_network import read_network
from beeline.players.kinds.zero import SHIPPED

PLANES = np.zeros((1, 2), np.float32)


def model(nodes: list[Any], constants: list[Any] | None = None, **more: Any) -> ModelProto:
    """A model from ``planes`` to ``out``."""
    described = [helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in ("planes", "out")]
    graph = helper.make_graph(nodes, "g", described[:1], described[1:], constants or [])
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid("other", 1)]
    return helper.make_model(graph, opset_imports=opsets, ir_version=8, **more)


def endless() -> ModelProto:
    inside = helper.make_graph(
        [helper.make_node("Identity", [name], [f"{name}2"]) for name in ("go", "x")],
        "inside",
        [
            helper.make_tensor_value_info("i", TensorProto.INT64, []),
            _value("go", TensorProto.BOOL),
            _value("x"),
        ],
        [_value("go2", TensorProto.BOOL), _value("x2")],
    )
    return model([helper.make_node("Loop", ["", "true", "planes"], ["out"], body=inside)], [_true()])


def _value(name: str, kind: int = TensorProto.FLOAT) -> Any:
    return helper.make_tensor_value_info(name, kind, None)


def _true() -> Any:
    return numpy_helper.from_array(np.array(True), "true")


def external(where: str) -> Callable[[], ModelProto]:
    def make() -> ModelProto:
        tensor = numpy_helper.from_array(np.zeros(2, np.float32), "w")
        tensor.ClearField("raw_data")
        tensor.data_location = TensorProto.EXTERNAL
        entry = tensor.external_data.add()
        entry.key, entry.value = "location", where
        return model([helper.make_node("Add", ["planes", "w"], ["out"])], [tensor])

    return make


def function() -> ModelProto:
    body = [helper.make_node("Identity", ["a"], ["b"])]
    made = helper.make_function("other", "F", ["a"], ["b"], body, [helper.make_opsetid("", 17)])
    return model([helper.make_node("F", ["planes"], ["out"], domain="other")], functions=[made])


def claimed(*shape: int) -> Callable[[], ModelProto]:
    """With a tensor of that shape, of which the file holds eight bytes."""

    def make() -> ModelProto:
        tensor = numpy_helper.from_array(np.zeros(2, np.float32), "w")
        del tensor.dims[:]
        tensor.dims.extend(shape)
        return model([helper.make_node("Add", ["planes", "w"], ["out"])], [tensor])

    return make


def crowded() -> ModelProto:
    names = ["planes", *(f"x{number}" for number in range(NETWORK_NODES)), "out"]
    return model([helper.make_node("Relu", [one], [other]) for one, other in pairwise(names)])


@pytest.mark.parametrize(
    ("make", "complaint"),
    [
        (endless, "its operator 'Loop' is not one that networks are made of"),
        (external("secret"), "keeps numbers in another file"),
        (external("/etc/passwd"), "keeps numbers in another file"),
        (function, "functions|not of ONNX|operator 'F'"),
        (lambda: model([helper.make_node("Relu", ["planes"], ["out"], domain="other")]), "not of ONNX"),
        (lambda: model([helper.make_node("RandomNormal", [], ["out"], shape=[10**9])]), "'RandomNormal'"),
        (claimed(10**6, 10**6), r"a tensor of the shape \[1000000, 1000000\] is not in its .* bytes"),
        (claimed(-2, -1), "a tensor of the shape"),
        (crowded, "it has more than 10,000 operators"),
    ],
)
def test_a_graph_that_does_more_than_compute_is_refused(
    make: Callable[[], ModelProto], complaint: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(FileError, match=complaint):
        NetworkSession(make().SerializeToString(), source="the file")
    assert capfd.readouterr().out == ""


def test_a_model_that_cannot_be_run_says_nothing_on_standard_output(
    capfd: pytest.CaptureFixture[str],
) -> None:
    broken = model([helper.make_node("Conv", ["planes", "nothing"], ["out"])])
    for data in (broken.SerializeToString(), b"", b"\x00\x00\x00\x00ORTM" + bytes(100)):
        with pytest.raises(FileError, match="the file cannot be run"):
            NetworkSession(data, source="the file")
    assert capfd.readouterr().out == ""


def test_a_graph_that_does_not_fit_is_an_error_of_the_file() -> None:
    weights = numpy_helper.from_array(np.zeros((5, 5), np.float32), "w")
    session = NetworkSession(
        model([helper.make_node("MatMul", ["planes", "w"], ["out"])], [weights]).SerializeToString(),
        source="the file",
    )
    with pytest.raises(FileError, match="the file cannot be run"):
        session.run(PLANES)


def outer_product(side: int) -> ModelProto:
    """Constants of ``side`` numbers that multiply out to side²."""
    shapes = {"column": (side, 1), "row": (1, side)}
    constants = [numpy_helper.from_array(np.ones(shape, np.float32), name) for name, shape in shapes.items()]
    sum_of = helper.make_node("ReduceSum", ["product"], ["sum"])
    nodes = [helper.make_node("MatMul", ["column", "row"], ["product"]), sum_of]
    return model([*nodes, helper.make_node("Add", ["planes", "sum"], ["out"])], constants)


def padded() -> ModelProto:
    """A row of two numbers that becomes one of four thousand million."""
    pads = numpy_helper.from_array(np.array([0, 0, 0, 1 << 32]), "pads")
    return model([helper.make_node("Pad", ["planes", "pads"], ["out"])], [pads])


@pytest.mark.parametrize("make", [lambda: outer_product(1 << 16), padded])
def test_a_graph_that_multiplies_out_gets_no_memory(make: Callable[[], ModelProto]) -> None:
    before = psutil.Process().memory_info().rss
    with pytest.raises(FileError, match="the file cannot be run"):
        NetworkSession(make().SerializeToString(), source="the file").run(PLANES)
    assert psutil.Process().memory_info().rss - before < NETWORK_MEMORY / 4


def test_a_graph_gets_the_memory_that_networks_need() -> None:
    session = NetworkSession(outer_product(1 << 12).SerializeToString(), source="the file")
    assert session.run(PLANES).tolist() == [[1 << 24, 1 << 24]]


def test_a_file_that_is_larger_than_networks_are_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "network.onnx"
    with path.open("wb") as file:
        file.truncate(NETWORK_BYTES + 1)
    for read in (NETWORKS.read, read_network, IntegerNetworkFile.read):
        with pytest.raises(FileError, match="larger than 268,435,456 bytes"):
            read(path)


@pytest.mark.parametrize(
    "change",
    [
        {"blocks": 10**9},
        {"blocks": float("inf")},
        {"channels": 16 * 10**9},
        {"hidden": 10**9},
        {"pooling": [float("nan")]},
        {"pooling": None},
    ],
)
def test_a_network_of_zero_is_as_large_as_its_file(tmp_path: Path, change: dict[str, Any]) -> None:
    about, tensors = read_arrays(SHIPPED, kind="integer network of zero", version=1)
    about["architecture"] |= change
    path = tmp_path / "network.safetensors"
    write_arrays(path, kind="integer network of zero", version=1, about=about, arrays=tensors)
    with pytest.raises(FileError):
        IntegerNetworkFile.read(path)


@pytest.mark.parametrize("number", [0.0, -1.0, float("nan"), float("inf")])
def test_a_network_of_zero_whose_numbers_make_no_sense_is_refused(tmp_path: Path, number: float) -> None:
    about, tensors = read_arrays(SHIPPED, kind="integer network of zero", version=1)
    tensors["head.input"] = np.full_like(tensors["head.input"], number)
    path = tmp_path / "network.safetensors"
    write_arrays(path, kind="integer network of zero", version=1, about=about, arrays=tensors)
    with pytest.raises(FileError, match=r"network\.safetensors' cannot be run: head\.input"):
        load_integer_network(path)


@pytest.mark.parametrize("side", [float("inf"), float("nan"), None, [], "x", 1e400])
def test_a_header_may_say_anything(tmp_path: Path, side: Any) -> None:
    hostile = Networks(NETWORKS.system, features=NETWORKS.features, shipped=NETWORKS.shipped)
    hostile.write(tmp_path / "network.onnx", b"", side=side, training={})
    with pytest.raises(FileError, match="damaged"):
        NETWORKS.read(tmp_path / "network.onnx")


def test_every_network_of_the_package_is_made_of_the_operators(tmp_path: Path) -> None:
    for path in Path(NETWORKS.shipped.folder).parents[1].rglob("*.onnx"):
        NetworkSession(path.read_bytes(), source=path.name)
