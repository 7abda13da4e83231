"""A network that learns: mentoring (section 2.5) and Q-learning (section 2.6, algorithm 1).

Both take one step of RMSProp a call on the mean squared error of a batch. All chance comes from one NumPy
generator, so that the state of a learner is its arrays and the state of that generator.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from beeline.learning.gradient_descent import RmsProp
from beeline.learning.greedy import ActionValues, best_moves, resistance_values
from beeline.learning.neurohex.settings import TrainingSettings
from beeline.learning.neurohex.torch_network import NeuroHexNetwork
from beeline.learning.replay import ReplayMemory
from beeline.learning.training_run import arrays_under
from beeline.networks.features import neurohex_planes
from beeline.networks.positions import (
    Moves,
    Positions,
    after_moves,
    empty_cells,
    empty_positions,
    half_turned,
    with_other_to_move,
)
from beeline.networks.weights import random_weights


class Learner:
    """``database`` has the positions that games start from, and that the mentor is asked about."""

    def __init__(self, settings: TrainingSettings, database: Positions) -> None:
        self.settings = settings
        self.random = np.random.default_rng(settings.seed)
        self.network = NeuroHexNetwork(settings.architecture)
        self.network.load(random_weights(settings.architecture.shapes(), self.random))
        self.database = database if len(database) else _after_one_move(settings.side)
        self._optimiser = RmsProp(
            self.network.parameters_by_name(), learning_rate=settings.learning_rate, decay=settings.decay
        )
        self._mentor = resistance_values(settings.links)
        self.memory = ReplayMemory(settings.replay, settings.side)
        self.boards = self._starting_positions(settings.games)

    # Mentoring

    def mentor_update(self) -> float:
        """One update towards the mentor's values of all moves; returns the mean squared error before it."""
        positions = self._starting_positions(self.settings.batch)
        wanted = self._mentor(positions)
        counted = torch.from_numpy(~np.isnan(wanted))
        found = self.network(torch.from_numpy(neurohex_planes(positions)))
        return self._descend(found[counted], torch.from_numpy(wanted)[counted])

    # Q-learning

    def play(self) -> tuple[int, float]:
        """One move in every game, noted in the memory.

        Returns the games that it ended, which begin anew, and the mean magnitude of the positions' values.
        """
        moves, values = best_moves(self.values(self.boards), self.boards)
        exploring = self.random.random(len(moves)) < self.settings.epsilon
        moves[exploring] = self._random_moves(self.boards[exploring])
        self.memory.add(self.boards, moves, self.random.random(len(moves)) < 0.5)
        self.boards, won = after_moves(self.boards, moves)
        self.boards[won] = self._starting_positions(int(won.sum()))
        return int(won.sum()), float(np.abs(values).mean())

    def q_update(self) -> float:
        """One update towards r - max Q(next) on a batch of the memory; returns the cost before it."""
        drawn = self.memory.sample(self.settings.batch, self.random)
        _, next_values = best_moves(self.values(drawn.after), drawn.after)
        targets = np.where(drawn.won, np.float32(1), -next_values)
        planes = torch.from_numpy(neurohex_planes(self.memory.positions, indices=drawn.indices))
        moves = torch.from_numpy(drawn.moves.astype(np.int64))
        found = self.network(planes).gather(1, moves[:, None])[:, 0]
        return self._descend(found, torch.from_numpy(targets))

    @property
    def values(self) -> ActionValues:
        """The network as a player."""

        def values(positions: Positions) -> NDArray[np.float32]:
            with torch.no_grad():
                return np.asarray(self.network(torch.from_numpy(neurohex_planes(positions))).numpy())

        return values

    def _descend(self, found: Tensor, wanted: Tensor) -> float:
        return self._optimiser.descend(torch.nn.functional.mse_loss(found, wanted))

    def _starting_positions(self, count: int) -> Positions:
        """From the database, with either player to move and either side up."""
        chosen = self.database[self.random.integers(len(self.database), size=count)]
        other, turned = self.random.random((2, count)) < 0.5
        chosen[other] = with_other_to_move(chosen[other])
        chosen[turned] = half_turned(chosen[turned])
        return chosen

    def _random_moves(self, positions: Positions) -> Moves:
        chance = self.random.random((len(positions), self.settings.side**2))
        chosen: NDArray[np.int64] = np.where(empty_cells(positions), chance, -1).argmax(axis=1)
        return chosen.astype(np.int32)

    # The state

    def state(self) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
        """All that a checkpoint keeps."""
        arrays: dict[str, NDArray[Any]] = {"boards": self.boards}
        arrays |= {f"memory.{name}": array for name, array in self.memory.arrays().items()}
        arrays |= {f"weights.{name}": array for name, array in self.network.arrays().items()}
        arrays |= {f"squares.{name}": array for name, array in self._optimiser.arrays().items()}
        return {"random": self.random.bit_generator.state}, arrays

    def restore(self, plain: dict[str, Any], arrays: dict[str, NDArray[Any]]) -> None:
        """Raises FileError for the arrays of another network."""
        self.random.bit_generator.state = plain["random"]
        self.network.load(arrays_under("weights", arrays))
        self.memory.restore(arrays_under("memory", arrays))
        self._optimiser.restore(arrays_under("squares", arrays))
        self.boards = arrays["boards"].copy()


def _after_one_move(side: int) -> Positions:
    """Where games start without a database: after each first move."""
    moves = np.arange(side * side, dtype=np.int32)
    return after_moves(empty_positions(side * side, side), moves)[0]
