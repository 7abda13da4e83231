"""The network in PyTorch, for training."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn.functional import relu

from beeline.networks.ezo.architecture import Architecture
from beeline.networks.weights import check_weights


class EzoNetwork(nn.Module):
    """Planes ``[batch, 27, side + 1, side + 1]`` to ``[batch]``: the logit of the chance to win."""

    def __init__(self, architecture: Architecture) -> None:
        super().__init__()
        self.architecture = architecture
        shapes = architecture.shapes()
        self.arrays_by_name = nn.ParameterDict(
            {name.replace(".", "_"): torch.zeros(shape) for name, shape in shapes.items()}
        )

    def forward(self, planes: Tensor) -> Tensor:
        named = self.parameters_by_name()
        for layer in range(len(self.architecture.kernels)):
            weight, bias = named[f"layer{layer}.weight"], named[f"layer{layer}.bias"]
            planes = relu(nn.functional.conv2d(planes, weight, bias))
        flat = planes.flatten(1)
        hidden = relu(nn.functional.linear(flat, named["hidden.weight"], named["hidden.bias"]))
        return nn.functional.linear(hidden, named["output.weight"], named["output.bias"])[:, 0]

    def parameters_by_name(self) -> dict[str, nn.Parameter]:
        """Parameters by the names of the architecture, in its order."""
        return {name: self.arrays_by_name[name.replace(".", "_")] for name in self.architecture.shapes()}

    def arrays(self) -> dict[str, NDArray[np.float32]]:
        return {name: value.detach().numpy().copy() for name, value in self.parameters_by_name().items()}

    def load(self, weights: Mapping[str, NDArray[Any]]) -> None:
        """Takes the arrays of a network of the same architecture."""
        check_weights(weights, self.architecture.shapes(), side=self.architecture.side)
        with torch.no_grad():
            for name, parameter in self.parameters_by_name().items():
                parameter.copy_(torch.from_numpy(np.ascontiguousarray(weights[name], dtype=np.float32)))
