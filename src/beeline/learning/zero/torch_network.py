"""The network in PyTorch, for training.

There is no normalisation: each block begins as nearly nothing, its second convolution being scaled by a gain
per channel that is learned from a small value (SkipInit, De and Smith 2020). ``arrays`` folds the gains into
the weights, and leaves out what serves training only.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn.functional import conv2d, linear, relu

from beeline.files import FileError
from beeline.learning.convolution import convolution
from beeline.networks.zero.answers import Answers
from beeline.networks.zero.architecture import Architecture, Shapes, hexagon
from beeline.networks.zero.views import Views

FIRST_GAIN: Final = 0.1
_CONNECTIONS: Final = ("own_connection", "opposing_connection")

Observer: TypeAlias = Callable[[str, Tensor], None]
"""Callback for activations as ``[batch, channels, rows, cols]``, by the name of their layer."""


class Outputs(NamedTuple):
    """Logits: value ``[batch]``, the others ``[batch, cells]`` unless said otherwise."""

    value: Tensor
    policy: Tensor
    action_values: Tensor
    soft_policy: Tensor
    """Policy at a higher temperature, for training only."""
    connections: Tensor
    """Cells of the connection that wins, own and opposing, ``[batch, 2, cells]``, for training only."""


class ZeroNetwork(nn.Module):
    """Network from planes ``[batch, 4, rows + 2, cols + 2]`` to logits."""

    def __init__(self, architecture: Architecture, *, seed: int = 0) -> None:
        super().__init__()
        self.architecture = architecture
        self.register_buffer("hexagon", torch.from_numpy(hexagon()), persistent=False)
        random = torch.Generator().manual_seed(seed)
        self._named = nn.ParameterDict(
            {_key(name): _first_values(name, shape, random) for name, shape in self.shapes().items()}
        )

    def shapes(self) -> Shapes:
        """Shapes of all that is learned."""
        channels = (self.architecture.channels,)
        gains: Shapes = {f"{block}.gain": channels for block in self.architecture.block_names()}
        training_only: Shapes = {}
        for name in ("soft", *_CONNECTIONS):
            training_only |= {f"{name}.weight": channels, f"{name}.bias": (1,)}
        return self.architecture.shapes() | gains | training_only

    def parameters_by_name(self) -> dict[str, nn.Parameter]:
        return {name: self._named[_key(name)] for name in self.shapes()}

    def forward(self, planes: Tensor, observe: Observer | None = None) -> Outputs:
        told = observe or (lambda name, activations: None)
        x = relu(self._stem(planes.contiguous(memory_format=torch.channels_last)))
        for block in self.architecture.block_names():
            x = self._block(block, x, told)
        told("head.input", x)
        return self._heads(x)

    def _weight(self, name: str) -> Tensor:
        weight: Tensor = self._named[_key(name)]
        return weight

    def _hexagonal(self, name: str) -> Tensor:
        return self._weight(f"{name}.weight") * self.get_buffer("hexagon")

    def _stem(self, planes: Tensor) -> Tensor:
        return conv2d(planes, self._hexagonal("stem"), self._weight("stem.bias"))

    def _block(self, name: str, x: Tensor, told: Observer) -> Tensor:
        told(f"{name}.input", x)
        hidden = relu(convolution(x, self._hexagonal(f"{name}.conv1"), self._weight(f"{name}.conv1.bias")))
        told(f"{name}.hidden", hidden)
        gain = self._weight(f"{name}.gain")[:, None, None, None]
        weight = self._hexagonal(f"{name}.conv2") * gain
        change = convolution(hidden, weight, self._weight(f"{name}.conv2.bias"))
        if self.architecture.has_pooling(name):
            change = change + linear(pool(hidden), self._weight(f"{name}.pool.weight"))[:, :, None, None]
        return relu(x + change)

    def _heads(self, x: Tensor) -> Outputs:
        pooled = pool(x)
        bias = linear(pooled, self._weight("head.pool.weight"))[:, :, None, None]
        units = relu(conv2d(x, self._weight("head.conv.weight"), self._weight("head.conv.bias")) + bias)
        hidden = relu(linear(pooled, self._weight("value.hidden.weight"), self._weight("value.hidden.bias")))
        value = hidden @ self._weight("value.output.weight") + self._weight("value.output.bias")
        return Outputs(
            value=value,
            policy=self._per_cell("policy", units),
            action_values=self._per_cell("action", units),
            soft_policy=self._per_cell("soft", units),
            connections=torch.stack([self._per_cell(name, units) for name in _CONNECTIONS], dim=1),
        )

    def _per_cell(self, name: str, units: Tensor) -> Tensor:
        weight = self._weight(f"{name}.weight")[None, :, None, None]
        return conv2d(units, weight, self._weight(f"{name}.bias")).flatten(1)

    # Arrays

    def arrays(self) -> dict[str, NDArray[np.float32]]:
        """The network that plays: the arrays of ``Architecture.shapes``."""
        named = {name: value.detach() for name, value in self.parameters_by_name().items()}
        mask = self.get_buffer("hexagon")
        for name in self.architecture.shapes():
            if name.endswith("weight") and named[name].shape[-2:] == mask.shape:
                named[name] = named[name] * mask
        for block in self.architecture.block_names():
            named[f"{block}.conv2.weight"] = (
                named[f"{block}.conv2.weight"] * named[f"{block}.gain"][:, None, None, None]
            )
        return {name: named[name].numpy().copy() for name in self.architecture.shapes()}

    def load(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Takes all that is learned from arrays of these names and shapes."""
        with torch.no_grad():
            for name, parameter in self.parameters_by_name().items():
                if name not in arrays or arrays[name].shape != tuple(parameter.shape):
                    raise FileError(f"expected {name} with the shape {tuple(parameter.shape)}")
                parameter.copy_(torch.from_numpy(np.array(arrays[name], dtype=np.float32)))

    def load_folded(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Takes a network that plays; its gains become 1."""
        channels = self.architecture.channels
        gains = {f"{block}.gain": np.ones(channels) for block in self.architecture.block_names()}
        soft = {"soft.weight": arrays["policy.weight"] / 4, "soft.bias": arrays["policy.bias"] / 4}
        connections: dict[str, NDArray[Any]] = {}
        for name in _CONNECTIONS:
            connections |= {f"{name}.weight": np.zeros(channels), f"{name}.bias": np.zeros(1)}
        self.load({**gains, **soft, **connections, **arrays})

    def answers(self, views: Views, *, batch: int = 256) -> Answers:
        with torch.no_grad():
            parts = [
                self(torch.from_numpy(views[start : start + batch].planes()))[:3]
                for start in range(0, len(views), batch)
            ]
        return Answers(*(torch.cat(outputs).numpy() for outputs in zip(*parts, strict=True)))


def pool(activations: Tensor) -> Tensor:
    """``[batch, 3 channels]``: mean, maximum, mean · (√(rows · cols) - 10) / 10."""
    rows, cols = activations.shape[-2:]
    mean, largest = activations.mean(dim=(2, 3)), activations.amax(dim=(2, 3))
    size = ((rows * cols) ** 0.5 - 10) / 10
    return torch.cat([mean, largest, mean * size], dim=1)


def _key(name: str) -> str:
    return name.replace(".", "_")


def _first_values(name: str, shape: tuple[int, ...], random: torch.Generator) -> Tensor:
    """He's normal distribution for what a relu follows, small outputs, and no pooling at first."""
    if name.endswith("gain"):
        return torch.full(shape, FIRST_GAIN)
    if name.endswith(("bias", "pool.weight")):
        return torch.zeros(shape)
    if len(shape) == 1:
        return torch.randn(shape, generator=random) * (0.1 / math.sqrt(shape[0]))
    places = 7 if shape[-1] == 3 else 1
    return torch.randn(shape, generator=random) * math.sqrt(2 / (shape[1] * places))
