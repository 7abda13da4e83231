"""The files of record: networks in float32 as ONNX."""

from __future__ import annotations

from pathlib import Path

import pytest

from beeline.files import FileError
from beeline.networks.zero.architecture import Architecture
from beeline.networks.zero.onnx_network import OnnxNetwork, onnx_model, read_network, write_network
from tests.networks.zero.random_networks import SMALL, random_arrays, random_views


def test_one_graph_answers_for_every_shape() -> None:
    network = OnnxNetwork(onnx_model(SMALL, random_arrays(SMALL)))
    for rows, cols in [(1, 1), (3, 7), (11, 11), (19, 19)]:
        answers = network.answers(random_views(2, rows, cols))
        assert answers.values.shape == (2,)
        assert answers.policies.shape == answers.action_values.shape == (2, rows * cols)


def test_a_file_tells_what_it_holds(tmp_path: Path) -> None:
    path = tmp_path / "network.onnx"
    write_network(path, SMALL, random_arrays(SMALL), name="small", training={"games": 7})
    about, model = read_network(path)
    assert about["name"] == "small"
    assert about["training"] == {"games": 7}
    assert Architecture.from_plain(about["architecture"]) == SMALL
    assert OnnxNetwork(model).answers(random_views(1, 5, 5)).policies.shape == (1, 25)


def test_the_file_of_the_usual_size_is_at_most_3_mb(tmp_path: Path) -> None:
    architecture = Architecture()
    write_network(tmp_path / "n.onnx", architecture, random_arrays(architecture), name="", training={})
    assert (tmp_path / "n.onnx").stat().st_size < 3_000_000


def test_a_missing_array_is_named() -> None:
    arrays = random_arrays(SMALL)
    del arrays["stem.bias"]
    with pytest.raises(FileError, match=r"lacks stem.bias"):
        onnx_model(SMALL, arrays)
