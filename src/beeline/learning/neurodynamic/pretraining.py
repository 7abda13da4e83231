"""Fitting values to scores of positions before any game is played (the study's figure 14).

The study scored human games by H-search. Here positions of random games are scored by the resistance
heuristic on circuits that hold the virtual connections which H-search finds: close to 1 for a move that
leaves the player who made it all but joined, close to -1 for one that leaves the opponent so.
"""

from __future__ import annotations

from functools import partial
from typing import Final

import numpy as np
import torch
from torch import Tensor

from beeline.learning.greedy import resistance_values
from beeline.learning.neurodynamic.batch_rules import BatchLearner, mse
from beeline.learning.neurodynamic.self_play import starting_positions
from beeline.learning.neurodynamic.torch_network import scores, squashed
from beeline.networks.features import neurohex_planes
from beeline.networks.neurodynamic.architecture import Architecture

_BATCH: Final = 50
_POSITIONS: Final = 1000
_RATE: Final = 0.005
_DECAY: Final = 0.9


def pretrained(architecture: Architecture, weights: Tensor, *, updates: int) -> Tensor:
    """Weights ``[runs, parameters]`` after so many batches, which are the same for every run."""
    positions = starting_positions(architecture.side)[:_POSITIONS]
    wanted = resistance_values("connections")(positions)
    random = np.random.default_rng(0)
    learner = BatchLearner.begin(weights)
    rate = torch.full((len(weights), 1), _RATE, dtype=weights.dtype)
    for _ in range(updates):
        chosen = random.integers(_POSITIONS, size=_BATCH)
        planes = torch.from_numpy(neurohex_planes(positions[chosen])).to(weights.dtype)
        seen = planes.unsqueeze(0).expand(len(weights), *planes.shape)
        open_cells = torch.from_numpy(~np.isnan(wanted[chosen])).flatten()
        targets = torch.from_numpy(wanted[chosen]).to(weights.dtype).flatten()[open_cells]
        fit = partial(_values, architecture, seen, open_cells)
        learner, _ = mse(fit, learner, targets, rate=rate, decay=_DECAY)
    return learner.weights


def _values(architecture: Architecture, planes: Tensor, cells: Tensor, weights: Tensor) -> Tensor:
    """Of these cells of all positions, ``[runs, cells]``."""
    return squashed(scores(architecture, weights, planes)).flatten(1)[:, cells]
