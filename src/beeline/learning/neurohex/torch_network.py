"""The network in PyTorch, for training."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn.functional import conv2d, relu

from beeline.learning.convolution import convolution
from beeline.networks.hexagons import FIVE, THREE
from beeline.networks.neurohex.architecture import Architecture


class HexagonLayer(nn.Module):
    """Filters of diameter 5 and 3, then ReLU; the output lies on the board."""

    five_places: Tensor
    three_places: Tensor

    def __init__(self, inputs: int, five: int, three: int, *, first: bool) -> None:
        super().__init__()
        self.first = first
        self.five = nn.Parameter(torch.zeros(five, inputs, len(FIVE)))
        self.three = nn.Parameter(torch.zeros(three, inputs, len(THREE)))
        self.bias = nn.Parameter(torch.zeros(five + three))
        # In the first layer all filters read the padded planes, so those of diameter 3 stand in squares of 5.
        rows = [(place // 3 + 1) * 5 + place % 3 + 1 for place in THREE] if first else THREE
        self.register_buffer("five_places", _placing(FIVE, 25), persistent=False)
        self.register_buffer("three_places", _placing(rows, 25 if first else 9), persistent=False)

    def kernels(self) -> tuple[Tensor, Tensor]:
        """The filters as squares, zero outside their hexagons."""
        side = 5 if self.first else 3
        five = (self.five @ self.five_places).view(*self.five.shape[:2], 5, 5)
        return five, (self.three @ self.three_places).view(*self.three.shape[:2], side, side)

    def forward(self, inputs: Tensor) -> Tensor:
        five, three = self.kernels()
        if self.first:
            return relu(conv2d(inputs, torch.cat([five, three]), self.bias))
        count = len(five)
        narrow = convolution(inputs, three, self.bias[count:])
        if count == 0:
            return relu(narrow)
        wide = conv2d(inputs, five, self.bias[:count], padding=2)
        return relu(torch.cat([wide, narrow], dim=1))


class NeuroHexNetwork(nn.Module):
    """Planes ``[batch, 6, side + 4, side + 4]`` to action values ``[batch, cells]`` in (-1, 1)."""

    def __init__(self, architecture: Architecture) -> None:
        super().__init__()
        self.architecture = architecture
        inputs, layers = architecture.planes_shape[0], []
        for number, (five, three) in enumerate(architecture.layers):
            layers.append(HexagonLayer(inputs, five, three, first=number == 0))
            inputs = five + three
        self.layers = nn.ModuleList(layers)
        rows, columns = architecture.shapes()["output.weight"]
        self.output = nn.Linear(columns, rows)

    def forward(self, planes: Tensor) -> Tensor:
        flow: Tensor = self.layers[0](planes)
        for layer in self.layers[1:]:
            flow = layer(flow) + flow if self.architecture.size_free else layer(flow)
        if self.architecture.size_free:
            flow = flow.permute(0, 2, 3, 1)
            return torch.tanh(self.output(flow).flatten(1) / 2)
        return torch.tanh(self.output(flow.flatten(1)) / 2)  # 2σ(x) - 1

    def parameters_by_name(self) -> dict[str, nn.Parameter]:
        """Parameters by the names of the architecture, in its order."""
        named = dict(self.named_parameters())
        return {name: named[_torch_name(name)] for name in self.architecture.shapes()}

    def arrays(self) -> dict[str, NDArray[np.float32]]:
        return {name: value.detach().numpy().copy() for name, value in self.parameters_by_name().items()}

    def load(self, weights: Mapping[str, NDArray[Any]]) -> None:
        """Takes the arrays of a network of the same architecture."""
        self.architecture.check(weights)
        with torch.no_grad():
            for name, parameter in self.parameters_by_name().items():
                parameter.copy_(torch.from_numpy(np.ascontiguousarray(weights[name], dtype=np.float32)))


def _torch_name(name: str) -> str:
    return f"layers.{name.removeprefix('layer')}" if name.startswith("layer") else name


def _placing(places: Any, cells: int) -> Tensor:
    """The matrix that puts the weights of a hexagon at their places in a square."""
    placing = torch.zeros(len(places), cells)
    placing[torch.arange(len(places)), torch.as_tensor(np.asarray(places))] = 1
    return placing
