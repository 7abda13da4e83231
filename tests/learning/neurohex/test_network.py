"""One network four times: in PyTorch, in ONNX Runtime, in plain NumPy, and from the authors' arrays."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from beeline.files import FileError, write_arrays
from beeline.learning.batch import HexBatch
from beeline.learning.gradient_descent import RmsProp
from beeline.learning.neurohex.system import PRESETS
from beeline.learning.neurohex.torch_network import NeuroHexNetwork
from beeline.networks.action_values import Evaluator
from beeline.networks.features import neurohex_planes
from beeline.networks.hexagons import FIVE, THREE
from beeline.networks.neurohex.architecture import PAPER_LAYERS, Architecture, scaled_layers
from beeline.networks.neurohex.onnx_network import NETWORKS, export_network, load_network
from beeline.networks.neurohex.published import read_published
from beeline.networks.onnx_files import write_onnx
from beeline.networks.positions import Positions, half_turned
from beeline.networks.weights import random_weights as drawn_weights
from tests.learning.neurohex.plain_network import forward, forward_published

torch.set_num_threads(1)  # more would wait for each other on so little work

SMALL = Architecture(side=5, layers=((3, 4), (2, 3), (0, 6)))


def random_weights(architecture: Architecture, seed: int = 1) -> dict[str, NDArray[np.float32]]:
    random = np.random.default_rng(seed)
    return {
        name: random.normal(0, 0.2, shape).astype(np.float32) for name, shape in architecture.shapes().items()
    }


def random_positions(side: int, count: int) -> Positions:
    games = HexBatch(count, side=side, seed=side)
    for _ in range(side):
        games.step(games.random_moves())
    return games.positions


def torch_values(network: NeuroHexNetwork, positions: Positions) -> NDArray[np.float32]:
    with torch.no_grad():
        return np.asarray(network(torch.from_numpy(neurohex_planes(positions))).numpy())


def test_the_network_of_the_paper() -> None:
    architecture = PRESETS["paper-13"].architecture
    assert architecture.layers == PAPER_LAYERS == scaled_layers(128, 10)
    shapes = list(NeuroHexNetwork(architecture).arrays().values())
    assert [array.shape for array in shapes[:3]] == [(80, 6, 19), (48, 6, 7), (128,)]
    assert [array.shape for array in shapes[12:15]] == [(16, 128, 19), (112, 128, 7), (128,)]
    assert [array.shape for array in shapes[27:]] == [
        (0, 128, 19),
        (128, 128, 7),
        (128,),
        (169, 21632),
        (169,),
    ]
    # By hand: 19 or 7 weights a filter and input, then one from every filter of every cell to every cell.
    first = 6 * (80 * 19 + 48 * 7)
    mixed = 128 * ((64 + 48 + 32 + 16) * 19 + (64 + 80 + 96 + 112) * 7)
    rest = 5 * 128 * 128 * 7
    output = 128 * 169 * 169 + 169
    assert architecture.parameters == first + mixed + rest + 10 * 128 + output == 4_946_345


def test_hexagons_have_their_cells() -> None:
    assert FIVE.tolist() == [2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 20, 21, 22]
    assert THREE.tolist() == [1, 2, 3, 4, 5, 6, 7]
    assert scaled_layers(32, 6) == ((20, 12), (13, 19), (7, 25), (0, 32), (0, 32), (0, 32))


def test_pytorch_runtime_and_plain_arithmetic_agree(tmp_path: Path) -> None:
    weights, positions = random_weights(SMALL), random_positions(5, 20)
    network = NeuroHexNetwork(SMALL)
    network.load(weights)
    export_network(tmp_path / "net.onnx", SMALL, weights, training={})
    by_torch = torch_values(network, positions)
    by_runtime = Evaluator(NETWORKS.read(tmp_path / "net.onnx")).values(positions)
    by_hand = np.stack([forward(planes, weights, 5) for planes in neurohex_planes(positions)])
    assert np.abs(by_torch - by_hand).max() < 1e-5
    assert np.abs(by_runtime - by_torch).max() < 1e-4
    assert by_hand.std() > 0.05


def test_the_paper_network_agrees_with_the_runtime(tmp_path: Path) -> None:
    architecture = Architecture(side=13)
    weights = drawn_weights(architecture.shapes(), np.random.default_rng(1))
    weights["output.bias"] = np.linspace(-2, 2, 169, dtype=np.float32)
    network = NeuroHexNetwork(architecture)
    network.load(weights)
    export_network(tmp_path / "net.onnx", architecture, weights, training={})
    positions = random_positions(13, 3)
    found = Evaluator(NETWORKS.read(tmp_path / "net.onnx")).values(positions)
    assert np.abs(found - torch_values(network, positions)).max() < 1e-4


def test_batches_of_any_size_give_the_same(tmp_path: Path) -> None:
    export_network(tmp_path / "net.onnx", SMALL, random_weights(SMALL), training={})
    evaluator = Evaluator(NETWORKS.read(tmp_path / "net.onnx"))
    positions = np.concatenate([random_positions(5, 600), random_positions(5, 600)])
    whole = evaluator.values(positions)
    assert whole.shape == (1200, 25)
    assert (
        np.abs(np.concatenate([evaluator.values(positions[i : i + 1]) for i in range(50)]) - whole[:50]).max()
        < 1e-6
    )
    assert evaluator.values(positions[:0]).shape == (0, 25)


def test_turned_filters_value_turned_positions_alike() -> None:
    """The half turn is a symmetry of the architecture: turn weights and position, and the values turn."""
    weights, positions = random_weights(SMALL), random_positions(5, 8)
    turned = {
        name: array[..., ::-1].copy() if array.ndim == 3 else array.copy() for name, array in weights.items()
    }
    for name in ("layer0.five", "layer0.three"):
        turned[name] = turned[name][:, [0, 1, 3, 2, 5, 4]]  # the sides change places
    turned["output.weight"] = (
        weights["output.weight"].reshape(25, 6, 25)[::-1, :, ::-1].reshape(25, 150).copy()
    )
    turned["output.bias"] = weights["output.bias"][::-1].copy()
    one, other = NeuroHexNetwork(SMALL), NeuroHexNetwork(SMALL)
    one.load(weights)
    other.load(turned)
    assert (
        np.abs(torch_values(one, positions) - torch_values(other, half_turned(positions))[:, ::-1]).max()
        < 1e-6
    )


def test_outside_the_hexagons_filters_stay_zero() -> None:
    network = NeuroHexNetwork(SMALL)
    network.load(random_weights(SMALL))
    before = network.arrays()
    optimiser = RmsProp(network.parameters_by_name(), learning_rate=0.01, decay=0.9)
    planes = torch.from_numpy(neurohex_planes(random_positions(5, 16)))
    for _ in range(5):
        optimiser.descend(network(planes).square().mean())
    assert all((network.arrays()[name] != before[name]).any() for name in before if before[name].size)
    for number, layer in enumerate(network.layers):
        five, three = (kernel.detach().numpy() for kernel in layer.kernels())
        outside = np.setdiff1d(np.arange(25), FIVE)
        assert (five.reshape(-1, 25)[:, outside] == 0).all()
        if number:
            assert (three.reshape(-1, 9)[:, [0, 8]] == 0).all()
        else:
            assert np.count_nonzero(three[0, 0]) == 7


def test_rmsprop_is_its_formula() -> None:
    """squares ← ρ squares + (1 - ρ) g²; weight ← weight - α g / √(squares + ε)."""
    weight = torch.nn.Parameter(torch.tensor([3.0, -2.0]))
    optimiser = RmsProp({"w": weight}, learning_rate=0.1, decay=0.75)
    expected, squares = np.array([3.0, -2.0]), np.zeros(2)
    for _ in range(4):
        assert optimiser.descend((weight**2).sum()) == pytest.approx((expected**2).sum(), rel=1e-6)
        gradient = 2 * expected
        squares = 0.75 * squares + 0.25 * gradient**2
        expected = expected - 0.1 * gradient / np.sqrt(squares + 1e-6)
    assert weight.detach().numpy() == pytest.approx(expected, rel=1e-5)


def published_arrays(layers: tuple[tuple[int, int], ...], side: int) -> list[NDArray[np.float32]]:
    random = np.random.default_rng(4)
    arrays, inputs = [], 6
    for five, three in layers:
        shapes = [(five, inputs, 19), (three, inputs, 7), (five + three,)]
        arrays += [random.normal(0, 0.2, shape).astype(np.float32) for shape in shapes]
        inputs = five + three
    shape = (inputs * (side + 4) ** 2, side * side)
    return [
        *arrays,
        random.normal(0, 0.2, shape).astype(np.float32),
        random.normal(0, 0.2, side**2).astype(np.float32),
    ]


def test_the_published_arrays_give_the_published_values(tmp_path: Path) -> None:
    arrays = published_arrays(SMALL.layers, 5)
    np.savez(tmp_path / "published.npz", *arrays)
    architecture, weights = read_published(tmp_path / "published.npz")
    assert architecture == SMALL
    positions = random_positions(5, 10)
    found = Evaluator(load_network(str(tmp_path / "published.npz"))).values(positions)
    for planes, values in zip(neurohex_planes(positions), found, strict=True):
        theirs = forward_published(planes.transpose(0, 2, 1), arrays, 5).reshape(5, 5).T.ravel()
        assert np.abs(values - theirs).max() < 1e-4
        assert np.abs(forward(planes, weights, 5) - theirs).max() < 1e-5
    paper = published_arrays(PAPER_LAYERS, 13)
    np.savez(tmp_path / "paper.npz", *paper)
    assert read_published(tmp_path / "paper.npz")[0] == Architecture(side=13)


def test_published_files_that_are_none_are_refused(tmp_path: Path) -> None:
    arrays = published_arrays(SMALL.layers, 5)
    path = tmp_path / "published.npz"

    def complaint() -> str:
        with pytest.raises(FileError) as caught:
            read_published(path)
        return str(caught.value)

    np.savez(path, *arrays[:-1])
    assert "3 arrays for each layer of filters and 2 for the output, got 10" in complaint()
    np.savez(path, **{f"arr_{number}": array for number, array in enumerate(arrays) if number != 4})
    assert "lacks arr_4" in complaint()
    np.savez(path, *arrays[:3], arrays[3][:, :5], *arrays[4:])
    assert "layer 1 has an array of the shape (2, 5, 19) where (2, 7, 19) was expected" in complaint()
    np.savez(path, *arrays[:-2], arrays[-2][:-1], arrays[-1])
    assert "the output has an array" in complaint()
    np.savez(path, *arrays[:-1], arrays[-1] * np.nan)
    assert "not finite" in complaint()
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    assert "is damaged, or no .npz file" in complaint()
    path.unlink()
    assert "No such file" in complaint()


def test_network_files_that_are_none_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "net.onnx"
    export_network(path, SMALL, random_weights(SMALL), training={"episodes": 7})
    network = NETWORKS.read(path)
    assert (network.side, network.training) == (5, {"episodes": 7})
    assert network.about["layers"] == [list(layer) for layer in SMALL.layers]
    whole = path.read_bytes()
    for length in (0, 10, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:length])
        with pytest.raises(FileError, match="damaged"):
            NETWORKS.read(path)
    for place in range(0, len(whole), 97):
        broken = bytearray(whole)
        broken[place] ^= 0x10
        path.write_bytes(broken)
        with pytest.raises(FileError):
            NETWORKS.read(path)
    write_arrays(path, kind="policy", version=1, about={}, arrays={})
    with pytest.raises(FileError, match="damaged, or no network file"):
        NETWORKS.read(path)
    path.write_bytes(whole)
    with pytest.raises(FileError, match="is for 5×5 boards, not for 7×7"):
        load_network(str(path), 7)


def test_a_header_of_another_system_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "net.onnx"
    export_network(path, SMALL, random_weights(SMALL), training={})
    about, model = NETWORKS.read(path).about, NETWORKS.read(path).model
    for change, reason in (
        ({"system": "ezo"}, "a network of ezo, not of neurohex"),
        ({"features": 99}, "version 99 of the features"),
        ({"side": "wide"}, "damaged"),
    ):
        write_onnx(path, model, kind="network", version=1, about={**about, **change})
        with pytest.raises(FileError, match=reason):
            NETWORKS.read(path)
    write_onnx(path, b"\x08\x01", kind="network", version=1, about=about)
    with pytest.raises(FileError, match="cannot be run"):
        Evaluator(NETWORKS.read(path))


def test_other_programs_read_the_files(tmp_path: Path) -> None:
    import onnx

    export_network(tmp_path / "net.onnx", SMALL, random_weights(SMALL), training={})
    model = onnx.load(str(tmp_path / "net.onnx"))
    onnx.checker.check_model(model)
    assert [entry.key for entry in model.metadata_props] == ["beeline"]


def test_weights_of_another_shape_are_refused() -> None:
    weights = random_weights(SMALL)
    with pytest.raises(FileError, match=r"layer1.five of a network for 5×5 has the shape"):
        SMALL.check(weights | {"layer1.five": weights["layer0.five"]})
    with pytest.raises(FileError, match="lacks output"):
        SMALL.check({name: array for name, array in weights.items() if name != "output.bias"})
    with pytest.raises(ValueError, match="boards of 2 to 19"):
        Architecture(side=20)
    with pytest.raises(ValueError, match="needs a filter"):
        Architecture(side=5, layers=((0, 0),))


def test_a_size_free_network_is_the_same_in_pytorch_and_on_every_board(tmp_path: Path) -> None:
    free = Architecture(side=7, layers=((3, 4), (2, 5), (0, 7)), size_free=True)
    weights = random_weights(free)
    network = NeuroHexNetwork(free)
    network.load(weights)
    export_network(tmp_path / "free.onnx", free, weights, training={})
    for side in (5, 7, 13):
        evaluator = Evaluator(load_network(str(tmp_path / "free.onnx"), side))
        positions = random_positions(side, 20)
        found = evaluator.values(positions)
        assert found.shape == (20, side * side)
        assert found == pytest.approx(torch_values(network, positions), abs=1e-5)
        turned = evaluator.values(half_turned(positions))[:, ::-1]
        assert not np.allclose(found, turned)  # filters are not symmetric, and need not be
    for side in (4, 14):
        with pytest.raises(FileError, match=f"5×5 to 13×13 boards, not for {side}×{side}"):
            load_network(str(tmp_path / "free.onnx"), side)


def test_a_size_free_network_has_no_weight_that_belongs_to_a_cell() -> None:
    small, large = (PRESETS[name].architecture for name in ("size-free-7", "size-free-13"))
    assert small.shapes() == large.shapes()
    assert small.shapes()["output.weight"] == (1, 64)
    assert len(small.layers) == 10
