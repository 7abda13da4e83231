"""Outputs of a network for a batch of positions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from beeline.networks.zero.views import Views


@dataclass(frozen=True)
class Answers:
    """Logits, for the players to move and in their views; those of occupied cells mean nothing."""

    values: NDArray[np.float32]
    """``float32[count]``: that the player to move wins."""
    policies: NDArray[np.float32]
    """``float32[count, cells]``: of each move."""
    action_values: NDArray[np.float32]
    """``float32[count, cells]``: that the player to move wins after each move."""


class Network(Protocol):
    """A network in any of its forms."""

    def answers(self, views: Views) -> Answers: ...


def chances(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    """Convert logits to chances from 0 to 1."""
    return np.asarray(1 / (1 + np.exp(-logits.astype(np.float64))), dtype=np.float32)


def distributions(policies: NDArray[np.float32], empty: NDArray[np.bool_]) -> NDArray[np.float32]:
    """The softmax of each policy over the empty cells."""
    logits = np.where(empty, policies, -np.inf)
    shares = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True), dtype=np.float32)
