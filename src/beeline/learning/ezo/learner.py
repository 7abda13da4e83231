"""A network that learns from the games of an epoch (section III-C), by Adam on batches.

The loss of a position is (v(s) - (1 - v(s')))², and of the last of a game -log(1 - v(s)), or -log v(s) if it
is one that the player to move wins. The paper's formula (2) prints log(1 - v(s)), which has no minimum.
"""

from __future__ import annotations

from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from beeline.files import read_arrays
from beeline.learning.ezo.self_play import Transitions, joined
from beeline.learning.ezo.system import CHECKPOINT, EzoSettings
from beeline.learning.ezo.torch_network import EzoNetwork
from beeline.learning.gradient_descent import TorchDescent
from beeline.learning.training_run import VERSION, TrainingError, arrays_under
from beeline.networks.ezo.onnx_network import in_parts, move_values, onnx_model
from beeline.networks.features import Planes, triple_planes
from beeline.networks.positions import Positions
from beeline.networks.weights import random_weights

_PAST: Final = 2  # snapshots that are opponents besides the latest network
_FIELDS: Final = ("positions", "after", "results", "values")  # of transitions


class Learner:
    def __init__(self, settings: EzoSettings) -> None:
        self.settings = settings
        self.random = np.random.default_rng(settings.seed)
        self.network = EzoNetwork(settings.architecture)
        self.network.load(random_weights(settings.architecture.shapes(), self.random))
        self._optimiser = TorchDescent(
            self.network.parameters_by_name(), partial(torch.optim.Adam, lr=settings.learning_rate)
        )
        self._past: list[dict[str, NDArray[Any]]] = []
        self._window: list[Transitions] = []

    def begin_with(self, checkpoint: Path) -> None:
        """Takes the first layers of another run's network, as far as they have the shapes of this one's.

        On a smaller board of odd side these are all convolutions but the last; on the same board all layers.
        Raises ``FileError``, and ``TrainingError`` if there is none.
        """
        weights = self.network.arrays()
        _, arrays = read_arrays(checkpoint, kind=CHECKPOINT, version=VERSION)
        found = arrays_under("weights", arrays)
        shared = takewhile(lambda name: name in found and found[name].shape == weights[name].shape, weights)
        taken = {name: found[name] for name in shared}
        if not taken:
            raise TrainingError(f"the network of {checkpoint} has other layers than this one")
        self.network.load(weights | taken)

    # An epoch

    def players(self) -> tuple[bytes, ...]:
        """The networks of self-play as ONNX models, the latest first."""
        weights = [self.network.arrays(), *self._past]
        return tuple(onnx_model(self.settings.architecture, arrays) for arrays in weights)

    def learn(self, fresh: Transitions, *, epoch: int = 1) -> float:
        """Every position of this epoch, counted from 1, and of those in the window once, in random order.

        Returns the mean loss before each update.
        """
        self._optimiser.set_learning_rate(self.settings.rate_in(epoch))
        self._window = [*self._window, fresh][-self.settings.window :]
        data = joined(self._window)
        order = self.random.permutation(np.flatnonzero(data.told))
        targets = data.results
        if self.settings.trace > 0:
            targets = data.targets(self.chances(data.positions), trace=self.settings.trace)
        total = 0.0
        for start in range(0, len(order), self.settings.batch):
            chosen = order[start : start + self.settings.batch]
            wanted = targets[chosen]
            if self.settings.trace == 0:
                wanted = self._one_ply_later(data, chosen)
            total += len(chosen) * self._update(data, chosen, wanted)
        return total / max(1, len(order))

    def keep(self) -> None:
        """The network as it is becomes an opponent in self-play, in the place of the oldest."""
        self._past = [self.network.arrays(), *self._past][:_PAST]

    def _one_ply_later(self, data: Transitions, chosen: NDArray[np.int64]) -> NDArray[np.float32]:
        wanted = data.results[chosen]
        going = np.isnan(wanted)
        if going.any():
            later = data.after[chosen[going]]
            wanted[going] = 1 - self.chances_of_planes(triple_planes(data.positions, indices=later))
        return wanted

    def _update(self, data: Transitions, chosen: NDArray[np.int64], wanted: NDArray[np.float32]) -> float:
        logits = self.network(torch.from_numpy(triple_planes(data.positions, indices=chosen)))
        certain = ~np.isnan(data.results[chosen])
        if self.settings.cross_entropy:
            certain[:] = True
        return self._optimiser.descend(loss(logits, torch.from_numpy(wanted), torch.from_numpy(certain)))

    # The network as a player

    def chances(self, positions: Positions) -> NDArray[np.float32]:
        """``float32[count]``: of the players to move."""
        return in_parts(lambda part: self.chances_of_planes(triple_planes(part)), positions)

    def values(self, positions: Positions) -> NDArray[np.float32]:
        """Value of every move, from -1 to 1."""
        return move_values(self.chances_of_planes, positions)

    def chances_of_planes(self, planes: Planes) -> NDArray[np.float32]:
        with torch.no_grad():
            return np.asarray(torch.sigmoid(self.network(torch.from_numpy(planes))).numpy())

    # The state

    def state(self) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
        """All that a checkpoint keeps."""
        arrays = {f"weights.{name}": array for name, array in self.network.arrays().items()}
        arrays |= {f"adam.{name}": array for name, array in self._optimiser.arrays().items()}
        for number, past in enumerate(self._past):
            arrays |= {f"past{number}.{name}": array for name, array in past.items()}
        for number, epoch in enumerate(self._window):
            arrays |= {f"epoch{number}.{name}": getattr(epoch, name) for name in _FIELDS}
        return {"random": self.random.bit_generator.state}, arrays

    def restore(self, plain: dict[str, Any], arrays: dict[str, NDArray[Any]]) -> None:
        """Raises FileError for the arrays of another network."""
        self.random.bit_generator.state = plain["random"]
        self.network.load(arrays_under("weights", arrays))
        self._optimiser.restore(arrays_under("adam", arrays))
        past = [arrays_under(f"past{number}", arrays) for number in range(_PAST)]
        self._past = [weights for weights in past if weights]
        epochs = [arrays_under(f"epoch{number}", arrays) for number in range(self.settings.window)]
        for epoch in filter(None, epochs):  # those of older versions have no values of a search
            epoch.setdefault("values", np.full(len(epoch["results"]), np.nan, dtype=np.float32))
        self._window = [Transitions(*(epoch[name] for name in _FIELDS)) for epoch in epochs if epoch]


def loss(logits: Tensor, wanted: Tensor, certain: Tensor) -> Tensor:
    """The mean over a batch: cross-entropy with what is wanted where ``certain``, else the squared error."""
    entropy = torch.nn.functional.binary_cross_entropy_with_logits(logits, wanted, reduction="none")
    squares = (torch.sigmoid(logits) - wanted) ** 2
    return torch.where(certain, entropy, squares).mean()
