"""The network in PyTorch against ONNX Runtime and against its own integers."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from beeline.learning.zero.gate import Agreement, GateError, agreement
from beeline.learning.zero.quantisation import quantised
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
