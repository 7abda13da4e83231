"""Progress of a training of zero: an entry per round, and how far it is within one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from beeline.learning import metrics


@dataclass(frozen=True, kw_only=True)
class Entry(metrics.Entry):
    """Statistics of one round."""

    round: int
    """Counted from 1."""
    positions: int
    """Positions learned from so far, each as often as it was."""
    window: int
    """Positions that batches are drawn from."""
    losses: dict[str, float]
    """Mean of each part of the loss over the round."""
    new: dict[str, Any]
    """Measures of the network that played the new positions on them, by side (``measures.py``)."""
    plies: dict[str, float]
    """Mean number of plies until the result is proven, by side."""
    black_win_rate: float
    """The share of games that Black won."""
    evaluations: int
    """Positions that the network was asked about in self-play."""
    cpu_playing: float
    """Processor seconds of self-play, of all workers."""
    integers: dict[str, float]
    """Agreement of the network on integers with float32 (``gate.py``)."""


@dataclass(frozen=True)
class Progress:
    """Progress of a run within a round."""

    round: int
    games: int
    """Games played so far in it."""
    steps: int
    """Steps learned so far in it."""


class Teller:
    """Tells of the two halves of a round, which go on at once."""

    def __init__(self, number: int, tell: Callable[[Progress], None]) -> None:
        self._number, self._tell = number, tell
        self._games = self._steps = 0

    def played(self, games: int) -> None:
        self._games += games
        self._tell(Progress(self._number, self._games, self._steps))

    def learned(self) -> None:
        self._steps += 1
        self._tell(Progress(self._number, self._games, self._steps))
