"""The networks in PyTorch, many of them at once: every tensor has the runs as its first axis.

A run is one network. Their weights are ``[runs, parameters]``, their inputs ``[runs, positions, 6, w, w]``.
What the functions here return for a run depends on that run alone, to the last bit, so that a sum over the
runs has each run's own gradient in its row. Two things are needed for that: the rows and columns of matrices
are padded to sixteen numbers, since a product is summed up in another order where a matrix does not begin on
a boundary of 64 bytes; and filters are never one group, for which there is another algorithm.

The recurrent layer on top of the network is the study's figure 4:

    h = s(U x + W h'),    values = s(V h)

x are the values of the network below and h' is the h of the position before. A game begins with h' = 0, so
that a value depends on the earlier positions of its own game alone.

The product of the Hessian with a vector w is the gradient of ∇v · w with w held fixed: no Hessian is formed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Final, TypeAlias

import torch
from torch import Tensor
from torch.func import grad
from torch.nn.functional import conv2d, pad, unfold

from beeline.networks.hexagons import THREE
from beeline.networks.neurodynamic.architecture import Architecture

Values: TypeAlias = Callable[[Tensor, Tensor], Tensor]
"""Function from weights ``[runs, parameters]`` and inputs ``[runs, ...]`` to values ``[runs, actions]``."""


def squashed(x: Tensor) -> Tensor:
    """2σ(x) - 1."""
    return torch.tanh(x / 2)


def split(architecture: Architecture, weights: Tensor) -> dict[str, Tensor]:
    """The arrays of the networks, ``[runs, ...]`` each. The gradient is put together again in one step."""
    parts = torch.split_with_sizes(weights, architecture.sizes, dim=1)
    shapes = architecture.shapes().items()
    return {name: part.reshape(-1, *shape) for (name, shape), part in zip(shapes, parts, strict=True)}


def scores(architecture: Architecture, weights: Tensor, planes: Tensor, *, alone: bool = False) -> Tensor:
    """``[runs, positions, cells]``: the output before it is squashed, or the logits of a policy.

    ``alone`` is faster for one run that need not be to the bit what it is beside others.
    """
    arrays = split(architecture, weights)
    filtered = _one_filtered if planes.shape[1] == 1 else partial(_many_filtered, alone=alone)
    size, layers = architecture.width, len(architecture.layers)
    flow = filtered(arrays, planes.to(weights.dtype), width=size, layers=layers)
    return product(flow, arrays["output.weight"], bias=arrays["output.bias"].unsqueeze(1))


def product(left: Tensor, right: Tensor, *, bias: Tensor | None = None) -> Tensor:
    """Product of the matrices of each run, plus ``bias``: the same beside any other runs."""
    columns = right.shape[2]
    left = pad(left, (0, -left.shape[2] % _BOUNDARY))
    right = pad(right, (0, -columns % _BOUNDARY, 0, -right.shape[1] % _BOUNDARY))
    found = torch.bmm(left, right)[..., :columns]
    return found if bias is None else found + bias


_BOUNDARY: Final = 16  # float32 numbers in 64 bytes


def position_values(architecture: Architecture) -> Values:
    """The values of all moves in one position per run, whose planes are ``[runs, 6, w, w]``."""

    def values(weights: Tensor, planes: Tensor) -> Tensor:
        return squashed(scores(architecture, weights, planes.unsqueeze(1)).squeeze(1))

    return values


def policy_logits(architecture: Architecture) -> Values:
    """The logits of all moves in one position per run."""

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


def _one_filtered(arrays: dict[str, Tensor], planes: Tensor, *, width: int, layers: int) -> Tensor:
    """One position per run: filters as products of small matrices, which is faster than grouped filters."""
    flow = planes.squeeze(1)
    for layer in range(layers):
        bias = arrays[f"layer{layer}.bias"].unsqueeze(-1)
        if f"layer{layer}.wide" in arrays:
            kernel = kernels(arrays, layer).flatten(2)
            columns = unfold(flow.view(*flow.shape[:2], width, width), 3, padding=1)
        else:
            kernel, columns = arrays[f"layer{layer}.narrow"], flow
        flow = torch.relu(product(kernel, columns, bias=bias))
    return flow.flatten(1).unsqueeze(1)


def _many_filtered(
    arrays: dict[str, Tensor], planes: Tensor, *, width: int, layers: int, alone: bool = False
) -> Tensor:
    """Many positions per run: one call of filters in as many groups as runs."""
    runs, positions = planes.shape[:2]
    if runs == 1 and not alone:
        beside = {name: array.expand(2, *array.shape[1:]) for name, array in arrays.items()}
        return _many_filtered(beside, planes.expand(2, *planes.shape[1:]), width=width, layers=layers)[:1]
    flow = planes.transpose(0, 1).flatten(1, 2)
    for layer in range(layers):
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
    """Places of the weights of narrow ``[9]`` and wide ``[7, 9]`` filters in a square of side 3."""
    hexagon = torch.zeros(len(THREE), 9, dtype=dtype)
    hexagon[torch.arange(len(THREE)), torch.from_numpy(THREE)] = 1
    return hexagon[len(THREE) // 2], hexagon


def memory_step(
    architecture: Architecture, weights: Tensor, planes: Tensor, memory: Tensor
) -> tuple[Tensor, Tensor]:
    """One position of each game ``[runs, games, 6, w, w]`` and h' ``[runs, games, cells]``: values and h."""
    below = squashed(scores(architecture, weights, planes))
    arrays = split(architecture, weights)
    memory = squashed(product(below, arrays["U"]) + product(memory, arrays["W"]))
    return squashed(product(memory, arrays["V"])), memory


def sequence_values(architecture: Architecture, weights: Tensor, planes: Tensor, starts: Tensor) -> Tensor:
    """Values ``[runs, sequences, length, cells]`` of positions that follow each other.

    ``planes`` are ``[runs, sequences, length, 6, w, w]``; ``starts`` ``[runs, sequences, length]`` is 1 where
    a position is the first of its game, and before the first of a sequence there is no memory either.
    """
    shape = (*planes.shape[:3], architecture.cells)
    below = squashed(scores(architecture, weights, planes.flatten(1, 2)))
    if not architecture.recurrent:
        return below.view(shape)
    arrays = split(architecture, weights)
    driven = product(below, arrays["U"]).view(shape)
    goes_on = (1 - starts.to(weights.dtype)).unsqueeze(-1)
    memory = torch.zeros_like(driven[:, :, 0])
    found = []
    for number in range(shape[2]):
        before = product(memory * goes_on[:, :, number], arrays["W"])
        memory = squashed(driven[:, :, number] + before)
        found.append(memory)
    return squashed(product(torch.stack(found, dim=2).flatten(1, 2), arrays["V"])).view(shape)


def value_of(values: Values, weights: Tensor, inputs: Tensor, actions: Tensor) -> Tensor:
    """``[runs, 1]``: the value of an action ``[runs, 1]`` in each run."""
    return values(weights, inputs).gather(1, actions)


def gradient(values: Values, weights: Tensor, inputs: Tensor, actions: Tensor) -> tuple[Tensor, Tensor]:
    """The values ``[runs, 1]`` of the actions and their gradients ``[runs, parameters]``."""

    def total(at: Tensor) -> tuple[Tensor, Tensor]:
        found = value_of(values, at, inputs, actions)
        return found.sum(), found.detach()

    slope, found = grad(total, has_aux=True)(weights)
    return found, slope


def curvature(
    values: Values, weights: Tensor, inputs: Tensor, actions: Tensor, direction: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    """The values, their gradients, and their Hessians times ``direction`` ``[runs, parameters]``."""

    def along(at: Tensor) -> tuple[Tensor, tuple[Tensor, Tensor]]:
        found, slope = gradient(values, at, inputs, actions)
        return (slope * direction).sum(), (found.detach(), slope.detach())

    product, (found, slope) = grad(along, has_aux=True)(weights)
    return found, slope, product
