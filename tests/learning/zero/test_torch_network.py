"""The network in PyTorch against ONNX Runtime and against its own integers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

from beeline.learning.zero.gate import Agreement, GateError, agreement
from beeline.learning.zero.losses import Weighting, losses_of
from beeline.learning.zero.quantisation import quantised
from beeline.learning.zero.samples import MOST_MOVES, NO_MOVE, Samples
from beeline.learning.zero.torch_network import ZeroNetwork
from beeline.networks.zero.architecture import Architecture
from beeline.networks.zero.integer_network import IntegerNetwork
from beeline.networks.zero.onnx_network import OnnxNetwork, onnx_model
from tests.networks.zero.random_networks import SMALL, random_arrays, random_views


def scattered_network(architecture: Architecture) -> ZeroNetwork:
    """Every parameter random, those too that begin at zero or at one value."""
    network = ZeroNetwork(architecture, seed=3)
    random = torch.Generator().manual_seed(4)
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.add_(0.05 * torch.randn(parameter.shape, generator=random))
    return network


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (5, 5), (3, 7), (11, 11), (19, 19)])
def test_onnx_runtime_and_pytorch_agree(rows: int, cols: int) -> None:
    network, views = scattered_network(SMALL), random_views(4, rows, cols)
    ours, theirs = network.answers(views), OnnxNetwork(onnx_model(SMALL, network.arrays())).answers(views)
    for a, b in zip(vars(ours).values(), vars(theirs).values(), strict=True):
        np.testing.assert_allclose(a, b, atol=1e-4)


def test_a_folded_network_is_the_same_network() -> None:
    network, views = scattered_network(SMALL), random_views(4, 6, 6)
    folded = ZeroNetwork(SMALL)
    folded.load_folded(network.arrays())
    np.testing.assert_allclose(network.answers(views).policies, folded.answers(views).policies, atol=1e-5)


def test_the_corners_of_a_filter_have_no_part_and_learn_nothing() -> None:
    network = scattered_network(SMALL)
    planes = torch.from_numpy(random_views(4, 5, 5).planes())
    torch.autograd.backward(network(planes).policy.square().sum())
    gradient = network.parameters_by_name()["block1.conv1.weight"].grad
    assert gradient is not None
    corners, others = gradient[:, :, [0, 2], [0, 2]], gradient[:, :, [0, 2], [2, 0]]
    assert not corners.any()
    assert others.any()
    assert not network.arrays()["block1.conv1.weight"][:, :, [0, 2], [0, 2]].any()


@pytest.mark.parametrize("architecture", [SMALL, Architecture()])
def test_the_integers_of_a_random_network_pass_the_gate(architecture: Architecture) -> None:
    arrays = random_arrays(architecture)
    views = [random_views(60, side, side, seed=1) for side in (5, 9, 11)]
    integers = IntegerNetwork(quantised(architecture, arrays, [random_views(60, 9, 9, seed=2), *views]))
    close = agreement(integers, OnnxNetwork(onnx_model(architecture, arrays)), views)
    assert close.positions == 180
    close.check()


def test_a_network_is_close_to_itself_and_far_from_another() -> None:
    one, other = (OnnxNetwork(onnx_model(SMALL, random_arrays(SMALL, seed=seed))) for seed in (1, 2))
    views = [random_views(50, 7, 7)]
    assert agreement(one, one, views) == Agreement(positions=50, first_choice=1, divergence=0, value=0)
    with pytest.raises(GateError, match=r"at least 88% and at most 0\.02"):
        agreement(other, one, views).check()


def test_the_winning_connection_is_learned_only_where_it_is_known() -> None:
    network = scattered_network(SMALL)
    views = random_views(4, 5, 5)
    winning = np.zeros((4, 5, 5), dtype=np.uint8)
    winning[:2, :, 2] = 1
    samples = Samples(
        stones=views.stones,
        last=views.last,
        moves=np.full((4, MOST_MOVES), NO_MOVE, dtype=np.int16),
        visits=np.zeros((4, MOST_MOVES), dtype=np.float32),
        move_values=np.full((4, MOST_MOVES), np.nan, dtype=np.float32),
        outcome=np.array([1, 0, 1, 0], dtype=np.float32),
        value=np.full(4, 0.5, dtype=np.float32),
        winning=winning,
    )
    outputs = network(torch.from_numpy(views.planes()))

    def loss(logits: torch.Tensor, samples: Samples = samples) -> float:
        return float(losses_of(outputs._replace(connections=logits), samples, Weighting()).connection)

    right = torch.full((4, 2, 25), -20.0)
    right[0, 0, 2::5] = right[1, 1, 2::5] = 20.0
    assert loss(right) < 1e-6
    assert loss(right.flip(1)) > 1  # the other player's
    other = right.clone()
    other[2:] = 20.0  # not known there
    assert loss(other) == loss(right)
    assert loss(other, replace(samples, winning=np.zeros_like(winning))) == 0
    torch.autograd.backward(losses_of(outputs, samples, Weighting()).connection)
    for name in ("own_connection.weight", "block1.conv1.weight"):
        gradient = network.parameters_by_name()[name].grad
        assert gradient is not None
        assert gradient.any()
