"""The recurrent layer on top of the network: the study's figure 4.

    h = s(U x + W h'),    values = s(V h)

x are the values of the network below and h' is the h of the position before. A game begins with h' = 0, so
that a value depends on the earlier positions of its own game alone.
"""

from __future__ import annotations

import torch
from torch import Tensor

from beeline.learning.neurodynamic.torch_network import scores, split, squashed
from beeline.networks.neurodynamic.architecture import Architecture


def memory_step(
    architecture: Architecture, weights: Tensor, planes: Tensor, memory: Tensor
) -> tuple[Tensor, Tensor]:
    """One position of each game ``[runs, games, 6, w, w]`` and h' ``[runs, games, cells]``: values and h."""
    below = squashed(scores(architecture, weights, planes))
    arrays = split(architecture, weights)
    memory = squashed(below @ arrays["U"] + memory @ arrays["W"])
    return squashed(memory @ arrays["V"]), memory


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
    driven = (below @ arrays["U"]).view(shape)
    goes_on = (1 - starts.to(weights.dtype)).unsqueeze(-1)
    memory = torch.zeros_like(driven[:, :, 0])
    found = []
    for number in range(shape[2]):
        memory = squashed(driven[:, :, number] + (memory * goes_on[:, :, number]) @ arrays["W"])
        found.append(memory)
    return squashed(torch.stack(found, dim=2).flatten(1, 2) @ arrays["V"]).view(shape)
