"""Positions as triples, and the network of EZO-CNN on them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from beeline import Board
from beeline.files import FileError
from beeline.learning.batch import HexBatch
from beeline.learning.ezo.torch_network import EzoNetwork
from beeline.networks.ezo.architecture import Architecture
from beeline.networks.ezo.onnx_network import NETWORKS, Evaluator, export_network
from beeline.networks.features import triple_children, triple_planes
from beeline.networks.positions import Positions, after_moves, empty_cells, positions_of
from beeline.networks.weights import check_weights, random_weights

SMALL = Architecture(side=5, channels=6, hidden=7)


def random_positions(side: int, count: int) -> Positions:
    games = HexBatch(count, side=side, seed=2)
    for _ in range(side * side // 2):
        games.step(games.random_moves())
    return games.positions


def plain_planes(board: Board) -> NDArray[np.float32]:
    """The planes of a board with White to move, cell by cell."""
    side = board.rows

    def states(row: int, col: int) -> list[int]:
        own, other = col in (0, side + 1), row in (0, side + 1)
        if own or other:
            return [1] * own + [2] * other
        stone = board[board.name_of((row - 1) * side + col - 1)]
        return [{None: 0, "white": 1, "black": 2}[stone]]

    planes = np.zeros((27, side + 1, side + 1), dtype=np.float32)
    for row in range(side + 1):
        for col in range(side + 1):
            for a in states(row, col):
                for b in states(row, col + 1):
                    for c in states(row + 1, col):
                        planes[9 * a + 3 * b + c, row, col] = 1
    return planes


def randomly_filled(side: int, chance: np.random.Generator) -> Board:
    board = Board(side)
    stones = chance.permutation([board.name_of(cell) for cell in range(side * side)])
    black, white = stones[: side * side // 3], stones[side * side // 3 : 2 * side * side // 3]
    board.set_up(black=[str(cell) for cell in black], white=[str(cell) for cell in white], to_move="white")
    return board


@pytest.mark.parametrize("side", [1, 2, 3, 5, 7, 11, 19])
def test_planes_are_those_of_the_slow_reference(side: int) -> None:
    chance = np.random.default_rng(side)
    for _ in range(5):
        board = randomly_filled(side, chance)
        (planes,) = triple_planes(positions_of([board]))
        assert (planes == plain_planes(board)).all()
        # The player to move is Black on the reflected board, who sees the same.
        (reflected,) = triple_planes(positions_of([board.reflected()]))
        assert (reflected == planes).all()


def test_the_borders_of_the_empty_board() -> None:
    (planes,) = triple_planes(positions_of([Board(3)]))
    marked = {tuple(place) for place in np.argwhere(planes)}
    assert {(9 + 6 + 1, 0, 0), (18 + 6 + 1, 0, 0)} <= marked  # corner, top, left
    assert {(18 + 3 + 0, 0, 3), (18 + 6 + 0, 0, 3)} <= marked  # top, corner, empty
    assert {(9 + 0 + 1, 3, 0), (9 + 0 + 2, 3, 0)} <= marked  # left, empty, corner
    assert (18 + 6 + 0, 0, 1) in marked  # top, top, empty
    assert (9 + 0 + 1, 1, 0) in marked  # left, empty, left
    assert (0, 1, 1) in marked
    assert (0 + 0 + 2, 3, 1) in marked  # bottom row: empty, empty, bottom
    assert (0 + 3 + 0, 1, 3) in marked  # last column: empty, right, empty
    assert len(marked) == 16 + 3


@pytest.mark.parametrize("side", [3, 7, 11])
def test_children_are_encoded_as_the_positions_that_they_are(side: int) -> None:
    positions = random_positions(side, 6)
    moves = empty_cells(positions)
    found = triple_children(positions, moves)
    which, cells = np.nonzero(moves)
    after, _ = after_moves(positions, cells.astype(np.int32), indices=which)
    assert (found == triple_planes(after)).all()
    before = triple_planes(positions_of([Board(side)]))
    first = triple_children(positions_of([Board(side)]), np.ones((1, side * side), dtype=np.bool_))
    changed = (first != before).any(axis=1).sum(axis=(1, 2))
    assert set(changed) <= {3}


def test_arrays_of_another_shape_are_refused() -> None:
    positions = random_positions(5, 2)
    with pytest.raises(ValueError, match="contiguous float32 array"):
        triple_planes(positions, out=np.empty((2, 27, 5, 5), dtype=np.float32))
    with pytest.raises(ValueError, match="the moves need an array"):
        triple_children(positions, np.ones((2, 24), dtype=np.bool_))


@pytest.mark.parametrize(
    ("side", "kernels", "sizes"),
    [
        (7, (3, 3, 3, 2), (6, 4, 2, 1)),
        (9, (3, 3, 3, 3, 2), (8, 6, 4, 2, 1)),
        (11, (3, 3, 3, 3, 3, 2), (10, 8, 6, 4, 2, 1)),
        (8, (3, 3, 3, 3), (7, 5, 3, 1)),
        (2, (3,), (1,)),
    ],
)
def test_layers_are_those_of_table_1(side: int, kernels: tuple[int, ...], sizes: tuple[int, ...]) -> None:
    architecture = Architecture(side=side)
    assert architecture.kernels == kernels
    shapes = architecture.shapes()
    assert shapes["layer0.weight"] == (128, 27, 3, 3)
    assert shapes[f"layer{len(kernels) - 1}.weight"][2:] == (kernels[-1],) * 2
    assert shapes["hidden.weight"] == (168, 128)
    assert shapes["output.weight"] == (1, 168)
    network = EzoNetwork(architecture)
    maps = torch.zeros(2, *architecture.planes_shape)
    for layer, size in enumerate(sizes):
        maps = torch.nn.functional.conv2d(maps, network.parameters_by_name()[f"layer{layer}.weight"])
        assert maps.shape[1:] == (128, size, size)
    assert network(torch.zeros(2, *architecture.planes_shape)).shape == (2,)


def plain_chance(weights: dict[str, NDArray[np.float32]], planes: NDArray[np.float32]) -> float:
    """The network in loops."""
    maps, layer = planes.astype(np.float64), 0
    while f"layer{layer}.weight" in weights:
        kernel, bias = weights[f"layer{layer}.weight"], weights[f"layer{layer}.bias"]
        size, out = kernel.shape[-1], maps.shape[-1] - kernel.shape[-1] + 1
        made = np.empty((len(kernel), out, out))
        for row in range(out):
            for col in range(out):
                window = maps[:, row : row + size, col : col + size]
                made[:, row, col] = np.maximum((kernel * window).sum(axis=(1, 2, 3)) + bias, 0)
        maps, layer = made, layer + 1
    hidden = np.maximum(weights["hidden.weight"] @ maps[:, 0, 0] + weights["hidden.bias"], 0)
    logit = float(weights["output.weight"][0] @ hidden + weights["output.bias"][0])
    return 1 / (1 + np.exp(-logit))


def with_biases(architecture: Architecture) -> dict[str, NDArray[np.float32]]:
    random = np.random.default_rng(3)
    weights = random_weights(architecture.shapes(), random)
    for name, array in weights.items():
        if name.endswith("bias"):
            array += random.normal(0, 0.2, array.shape).astype(np.float32)
    return weights


def test_pytorch_and_the_runtime_compute_the_plain_network(tmp_path: Path) -> None:
    weights, positions = with_biases(SMALL), random_positions(5, 12)
    expected = [plain_chance(weights, planes) for planes in triple_planes(positions)]
    network = EzoNetwork(SMALL)
    network.load(weights)
    logits = network(torch.from_numpy(triple_planes(positions)))
    assert torch.sigmoid(logits).detach().numpy() == pytest.approx(expected, abs=1e-5)
    export_network(tmp_path / "net.onnx", SMALL, weights, training={"epochs": 3})
    file = NETWORKS.read(tmp_path / "net.onnx")
    assert (file.side, file.training, file.about["channels"]) == (5, {"epochs": 3}, 6)
    evaluator = Evaluator(file)
    assert evaluator.chances(positions) == pytest.approx(expected, abs=1e-5)
    assert len(set(np.round(expected, 4))) > 6


def test_a_move_is_worth_what_it_leaves_the_opponent(tmp_path: Path) -> None:
    export_network(tmp_path / "net.onnx", SMALL, with_biases(SMALL), training={})
    evaluator = Evaluator(NETWORKS.read(tmp_path / "net.onnx"))
    positions = random_positions(5, 90)  # more children than go through the network at once
    values = evaluator.values(positions)
    which, cells = np.nonzero(empty_cells(positions))
    after, _ = after_moves(positions, cells.astype(np.int32), indices=which)
    assert values[which, cells] == pytest.approx(1 - 2 * evaluator.chances(after), abs=1e-5)
    assert np.isnan(values).sum() == values.size - len(which)


def test_a_network_of_neurohex_is_refused() -> None:
    from beeline.networks.neurohex.onnx_network import NETWORKS as OTHERS

    with pytest.raises(FileError, match="a network of neurohex, not of ezo"):
        NETWORKS.read(OTHERS.path("trained-7"))


def test_weights_of_another_shape_are_refused() -> None:
    weights = with_biases(SMALL)
    fewer = {name: array for name, array in weights.items() if name != "hidden.bias"}
    with pytest.raises(FileError, match=r"lacks hidden\.bias"):
        check_weights(fewer, SMALL.shapes(), side=5)
    with pytest.raises(FileError, match=r"layer1.weight of a network for 5×5 has the shape"):
        EzoNetwork(SMALL).load(weights | {"layer1.weight": weights["layer0.weight"]})
    with pytest.raises(ValueError, match="boards of 2 to 19"):
        Architecture(side=20)
    with pytest.raises(ValueError, match="needs a filter"):
        Architecture(side=5, channels=0)
