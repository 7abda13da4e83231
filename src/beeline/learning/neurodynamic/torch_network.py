"""The networks in PyTorch, many of them at once: every tensor has the runs as its first axis.

A run is one network. Their weights are ``[runs, parameters]``, their inputs ``[runs, positions, 6, w, w]``.
What the functions here return for a run depends on that run alone, so that a sum over the runs has each run's
own gradient in its row.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TypeAlias

import torch
from torch import Tensor
from torch.nn.functional import conv2d, unfold

from beeline.networks.neurodynamic.architecture import LAYERS, Architecture
from beeline.networks.neurohex.architecture import THREE

Values: TypeAlias = Callable[[Tensor, Tensor], Tensor]
"""From weights ``[runs, parameters]`` and inputs ``[runs, ...]`` to values ``[runs, actions]``."""


def squashed(x: Tensor) -> Tensor:
    """2σ(x) - 1."""
    return torch.tanh(x / 2)


def split(architecture: Architecture, weights: Tensor) -> dict[str, Tensor]:
    """The arrays of the networks, ``[runs, ...]`` each. The gradient is put together again in one step."""
    parts = torch.split_with_sizes(weights, architecture.sizes, dim=1)
    shapes = architecture.shapes().items()
    return {name: part.reshape(-1, *shape) for (name, shape), part in zip(shapes, parts, strict=True)}


def scores(architecture: Architecture, weights: Tensor, planes: Tensor) -> Tensor:
    """``[runs, positions, cells]``: the output before it is squashed, or the logits of a policy."""
    arrays = split(architecture, weights)
    filtered = _one_filtered if planes.shape[1] == 1 else _many_filtered
    flow = filtered(arrays, planes.to(weights.dtype), architecture.width)
    return torch.baddbmm(arrays["output.bias"].unsqueeze(1), flow, arrays["output.weight"])


def position_values(architecture: Architecture) -> Values:
    """The values of all moves in one position a run, whose planes are ``[runs, 6, w, w]``."""

    def values(weights: Tensor, planes: Tensor) -> Tensor:
        return squashed(scores(architecture, weights, planes.unsqueeze(1)).squeeze(1))

    return values


def policy_logits(architecture: Architecture) -> Values:
    """The logits of all moves in one position a run."""

    def logits(weights: Tensor, planes: Tensor) -> Tensor:
        return scores(architecture, weights, planes.unsqueeze(1)).squeeze(1)

    return logits


def kernels(arrays: dict[str, Tensor], layer: int) -> Tensor:
    """``[runs, filters, inputs, 9]``: the filters as squares of side 3, zero outside their cells."""
    narrow = arrays[f"layer{layer}.narrow"]
    centre, hexagon = _placing(narrow.dtype)
    squares = [narrow.unsqueeze(-1) * centre]
    if f"layer{layer}.wide" in arrays:
        squares.append(arrays[f"layer{layer}.wide"] @ hexagon)
    return torch.cat(squares, dim=1)


def _one_filtered(arrays: dict[str, Tensor], planes: Tensor, width: int) -> Tensor:
    """One position a run: filters as products of small matrices, which is faster than grouped filters."""
    flow = planes.squeeze(1)
    for layer in range(len(LAYERS)):
        bias = arrays[f"layer{layer}.bias"].unsqueeze(-1)
        if f"layer{layer}.wide" in arrays:
            kernel = kernels(arrays, layer).flatten(2)
            columns = unfold(flow.view(*flow.shape[:2], width, width), 3, padding=1)
        else:
            kernel, columns = arrays[f"layer{layer}.narrow"], flow
        flow = torch.relu(torch.baddbmm(bias, kernel, columns))
    return flow.flatten(1).unsqueeze(1)


def _many_filtered(arrays: dict[str, Tensor], planes: Tensor, width: int) -> Tensor:
    """Many positions a run: one call of filters in as many groups as runs."""
    runs, positions = planes.shape[:2]
    flow = planes.transpose(0, 1).flatten(1, 2)
    for layer in range(len(LAYERS)):
        if f"layer{layer}.wide" in arrays:
            kernel, rim = kernels(arrays, layer).flatten(0, 1), 1
        else:
            kernel, rim = arrays[f"layer{layer}.narrow"].flatten(0, 1), 0
        bias = arrays[f"layer{layer}.bias"].flatten()
        square = kernel.view(*kernel.shape[:2], 1 + 2 * rim, 1 + 2 * rim)
        flow = torch.relu(conv2d(flow, square, bias, padding=rim, groups=runs))
    return flow.view(positions, runs, -1).transpose(0, 1)


@cache
def _placing(dtype: torch.dtype) -> tuple[Tensor, Tensor]:
    """Where the weights of narrow ``[9]`` and wide ``[7, 9]`` filters stand in a square of side 3."""
    hexagon = torch.zeros(len(THREE), 9, dtype=dtype)
    hexagon[torch.arange(len(THREE)), torch.from_numpy(THREE)] = 1
    return hexagon[len(THREE) // 2], hexagon
