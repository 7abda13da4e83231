"""The networks against a plain reading of section IV, and their derivatives against finite differences."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from torch import Tensor
from torch.nn.functional import conv2d

from beeline.files import FileError
from beeline.learning.neurodynamic.self_play import starting_positions
from beeline.learning.neurodynamic.torch_network import (
    curvature,
    gradient,
    memory_step,
    policy_logits,
    position_values,
    scores,
    sequence_values,
    squashed,
    value_of,
)
from beeline.networks.features import neurohex_planes
from beeline.networks.neurodynamic.architecture import LAYERS, Architecture

PLAIN, RECURRENT = Architecture(), Architecture(recurrent=True)


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    torch.set_num_threads(1)


def weights_of(architecture: Architecture, runs: int) -> Tensor:
    drawn = [architecture.random_weights(np.random.default_rng(seed)) for seed in range(runs)]
    weights = torch.from_numpy(np.stack(drawn)).double()
    return weights + 0.05 * torch.randn(weights.shape, generator=torch.Generator().manual_seed(1)).double()


def planes_of(count: int, side: int = 3) -> Tensor:
    return torch.from_numpy(neurohex_planes(starting_positions(side)[:count])).double()


def plain_scores(architecture: Architecture, weights: Tensor, planes: Tensor) -> Tensor:
    """One network on positions ``[count, 6, w, w]``: filters of 3×3 whose two corners are masked."""
    arrays = {name: torch.from_numpy(array) for name, array in architecture.arrays(weights.numpy()).items()}
    for layer, (narrow, wide) in enumerate(LAYERS):
        kernel = torch.zeros(narrow + wide, planes.shape[1], 3, 3, dtype=torch.float64)
        kernel[:narrow, :, 1, 1] = arrays[f"layer{layer}.narrow"]
        # The last two rows of the first column, all of the second, the first two rows of the last.
        cells = [(0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1)]
        for number, (row, column) in enumerate(cells if wide else []):
            kernel[narrow:, :, row, column] = arrays[f"layer{layer}.wide"][:, :, number]
        planes = torch.relu(conv2d(planes, kernel, arrays[f"layer{layer}.bias"], padding=1))
    return planes.flatten(1) @ arrays["output.weight"] + arrays["output.bias"]


@pytest.mark.parametrize("side", [3, 4, 5])
def test_many_networks_at_once_are_each_a_plain_masked_network(side: int) -> None:
    architecture = Architecture(side=side)
    weights, planes = weights_of(architecture, 3), planes_of(12, side).view(3, 4, 6, side + 4, side + 4)
    many = scores(architecture, weights, planes)
    single = torch.cat([scores(architecture, weights, planes[:, i : i + 1]) for i in range(4)], dim=1)
    for run in range(3):
        expected = plain_scores(architecture, weights[run], planes[run])
        assert torch.allclose(many[run], expected)
        assert torch.allclose(single[run], expected)


def test_the_network_has_the_shape_of_the_study() -> None:
    shapes = PLAIN.shapes()
    assert PLAIN.planes_shape == (6, 7, 7)
    assert shapes["output.weight"] == (245, 9)
    assert [
        len(shapes[f"layer{layer}.narrow"]) and shapes[f"layer{layer}.narrow"][0] for layer in range(3)
    ] == [
        2,
        3,
        5,
    ]
    assert (shapes["layer0.wide"], shapes["layer1.wide"]) == ((3, 6, 7), (2, 5, 7))
    assert "layer2.wide" not in shapes
    assert RECURRENT.parameters - PLAIN.parameters == 3 * 9 * 9


def test_values_are_squashed_and_policies_are_not() -> None:
    weights, planes = 30 * weights_of(PLAIN, 2), planes_of(2)
    values, logits = (make(PLAIN)(weights, planes) for make in (position_values, policy_logits))
    assert values.abs().max() <= 1
    assert logits.abs().max() > 1
    assert torch.allclose(values, 2 * torch.sigmoid(logits) - 1)


def test_gradients_and_hessian_products_agree_with_finite_differences() -> None:
    runs, step = 3, 1e-5
    weights, planes = weights_of(PLAIN, runs), planes_of(runs)
    values, actions = position_values(PLAIN), torch.tensor([[0], [4], [8]])
    generator = torch.Generator().manual_seed(2)
    direction = torch.randn(weights.shape, generator=generator).double()
    direction /= direction.norm(dim=1, keepdim=True)
    found, slope, product = curvature(values, weights, planes, actions, direction)
    assert torch.equal(found, value_of(values, weights, planes, actions))
    up, down = (value_of(values, weights + sign * step * direction, planes, actions) for sign in (1, -1))
    along = (slope * direction).sum(dim=1, keepdim=True)
    assert torch.allclose((up - down) / (2 * step), along, rtol=1e-6, atol=1e-9)
    (_, up), (_, down) = (
        gradient(values, weights + sign * step * direction, planes, actions) for sign in (1, -1)
    )
    difference = (up - down) / (2 * step)
    assert product.norm(dim=1).min() > 1e-3
    assert torch.allclose(product, difference, rtol=1e-4, atol=1e-8)


def test_the_recurrent_layer_remembers_its_own_game_alone() -> None:
    weights, planes = weights_of(RECURRENT, 2), planes_of(2 * 3 * 10).view(2, 3, 10, 6, 7, 7)
    starts = torch.zeros(2, 3, 10, dtype=torch.bool)
    starts[:, :, 0], starts[0, 1, 6] = True, True
    found = sequence_values(RECURRENT, weights, planes, starts)
    arrays = {name: torch.from_numpy(a) for name, a in RECURRENT.arrays(weights[0].numpy()).items()}
    memory = torch.zeros(9, dtype=torch.float64)
    for number in range(10):
        below = squashed(scores(RECURRENT, weights[:1], planes[:1, 1, number : number + 1]))[0, 0]
        before = torch.zeros_like(memory) if number == 6 else memory
        memory = squashed(below @ arrays["U"] + before @ arrays["W"])
        assert torch.allclose(found[0, 1, number], squashed(memory @ arrays["V"]))


def test_playing_on_is_reading_a_sequence() -> None:
    weights, planes = weights_of(RECURRENT, 2), planes_of(2 * 3 * 5).view(2, 3, 5, 6, 7, 7)
    starts = torch.zeros(2, 3, 5, dtype=torch.bool)
    expected = sequence_values(RECURRENT, weights, planes, starts)
    memory = torch.zeros(2, 3, 9, dtype=torch.float64)
    for number in range(5):
        values, memory = memory_step(RECURRENT, weights, planes[:, :, number], memory)
        assert torch.allclose(values, expected[:, :, number])


def test_weights_of_another_network_are_refused() -> None:
    with pytest.raises(FileError, match="has 2477 weights"):
        PLAIN.arrays(np.zeros(10, dtype=np.float32))
    broken = PLAIN.random_weights(np.random.default_rng(1))
    broken[5] = np.nan
    with pytest.raises(FileError, match="not finite"):
        PLAIN.arrays(broken)
