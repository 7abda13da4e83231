"""A network that learns: mentoring (section 2.5) and Q-learning (section 2.6, algorithm 1).

Both take one step of RMSProp a call on the mean squared error of a batch. All chance comes from one NumPy
generator, so that the state of a learner is its arrays and the state of that generator.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from beeline.files import read_arrays
from beeline.knowledge.connections import connections
from beeline.learning.gradient_descent import RmsProp
from beeline.learning.greedy import ActionValues, best_moves, resistance_values
from beeline.learning.neurohex.search_mentor import SearchedPositions
from beeline.learning.neurohex.system import CHECKPOINT, NeuroHexSettings
from beeline.learning.neurohex.torch_network import NeuroHexNetwork
from beeline.learning.replay import ReplayMemory
from beeline.learning.training_run import VERSION, arrays_under
from beeline.networks.features import neurohex_planes
from beeline.networks.positions import (
    Moves,
    Positions,
    after_moves,
    board_of,
    empty_cells,
    empty_positions,
    half_turned,
    with_other_to_move,
)
from beeline.networks.weights import random_weights


class Learner:
    """``database`` has the positions that games start from, and that the mentor is asked about; ``searched``
    are those that a mentor who searches has valued before."""

    def __init__(
        self, settings: NeuroHexSettings, database: Positions, *, searched: SearchedPositions | None = None
    ) -> None:
        self.settings = settings
        self.random = np.random.default_rng(settings.seed)
        self.network = NeuroHexNetwork(settings.architecture)
        self.network.load(random_weights(settings.architecture.shapes(), self.random))
        if settings.start:
            self.network.load(_network_of(Path(settings.start)))
        self.database = database if len(database) else after_one_move(settings.side)
        self._optimiser = RmsProp(
            self.network.parameters_by_name(), learning_rate=settings.learning_rate, decay=settings.decay
        )
        self._mentor = resistance_values(settings.links)
        self._searched = searched
        self.memory = ReplayMemory(settings.replay, settings.side)
        self.boards = self._starting_positions(settings.games)

    # Mentoring

    def mentor_update(self, *, done: float = 0.0) -> float:
        """One update towards the mentor's values of all moves; returns the mean squared error before it.

        Most of that error is between positions: who is ahead. What chooses a move, the differences between
        the moves of one position, is a twentieth of it, and is weighted by ``contrast``. ``done`` is the
        share of mentoring that lies behind, by which the learning rate falls.
        """
        self._optimiser.set_learning_rate(self._mentor_rate(done))
        positions, wanted = self._mentored_positions()
        legal = torch.from_numpy(~np.isnan(wanted))
        found = self.network(torch.from_numpy(neurohex_planes(positions)))
        missed = torch.where(legal, found - torch.from_numpy(wanted).nan_to_num(), 0.0)
        level = missed.sum(dim=1, keepdim=True) / legal.sum(dim=1, keepdim=True)
        apart = torch.where(legal, missed - level, 0.0)
        moves = legal.sum()
        error = missed.square().sum() / moves
        self._optimiser.descend(error + (self.settings.contrast - 1) * apart.square().sum() / moves)
        return float(error.detach())

    def _mentored_positions(self) -> tuple[Positions, NDArray[np.float32]]:
        """A batch, and the mentor's values of its moves."""
        if self._searched is not None:
            return self._searched.drawn(self.settings.batch, self.random)
        positions = self._starting_positions(self.settings.batch)
        return positions, self._mentor(positions)

    def _mentor_rate(self, done: float) -> float:
        first, last = self.settings.learning_rate, self.settings.last_mentor_rate
        return first if last is None else float(first * (last / first) ** done)

    # Q-learning

    def play(self) -> tuple[int, float]:
        """One move in every game, noted in the memory.

        Returns the games that it ended, which begin anew, and the mean magnitude of the positions' values.
        """
        moves, values = best_moves(self.values(self.boards), self.boards)
        exploring = self.random.random(len(moves)) < self.settings.epsilon
        moves[exploring] = self._random_moves(self.boards[exploring])
        turned = self.random.random(len(moves)) < 0.5
        after, won = after_moves(self.boards, moves)
        proven = proven_values(after) if self.settings.proofs else np.zeros(len(moves), dtype=np.int8)
        proven[won] = 0  # what the rules decide is worked out when it is drawn
        self.memory.add(self.boards, moves, turned, proven=-proven)
        ended = won | (proven != 0)
        self.boards = after
        self.boards[ended] = self._starting_positions(int(ended.sum()))
        return int(ended.sum()), float(np.abs(values).mean())

    def q_update(self) -> float:
        """One update towards r - max Q(next) on a batch of the memory; returns the cost before it."""
        self._optimiser.set_learning_rate(self.settings.learning_rate)
        drawn = self.memory.sample(self.settings.batch, self.random)
        _, next_values = best_moves(self.values(drawn.after), drawn.after)
        targets = np.where(drawn.won, np.float32(1), -next_values)
        targets = np.where(drawn.proven != 0, drawn.proven, targets).astype(np.float32)
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
        """Positions of the database, with either player to move and either side up."""
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


def proven_values(positions: Positions) -> NDArray[np.int8]:
    """Proofs by virtual connections: 1 where the player to move wins, -1 where it loses, else 0."""
    found = np.zeros(len(positions), dtype=np.int8)
    for number, position in enumerate(positions):
        report = connections(board_of(position))
        if report.white.winning or report.white.threat:
            found[number] = 1
        elif report.black.winning:
            found[number] = -1
    return found


def _network_of(checkpoint: Path) -> dict[str, NDArray[Any]]:
    """The network of another run of the same filters."""
    _, arrays = read_arrays(checkpoint, kind=CHECKPOINT, version=VERSION)
    return arrays_under("weights", arrays)


def after_one_move(side: int) -> Positions:
    """Starting positions without a database: after each first move."""
    moves = np.arange(side * side, dtype=np.int32)
    return after_moves(empty_positions(side * side, side), moves)[0]
