"""Runs that learn from batches, all of one objective and network, advanced as one computation.

Every round makes one move in each of 50 games per run, then one step of RMSProp on 50 positions drawn from
those that were met: single positions for the plain network, five sequences of ten for the recurrent one.

The batch algorithms, one step of RMSProp each:

    MSE    θ ← θ - rate · ∇ mean (T v_θ - v_θ)²
    PBE    θ' ← θ' - projection rate · ∇ mean (T v_θ - v_θ')²,    θ ← θ - rate · ∇ mean (v_θ' - v_θ)²

T v_θ are targets, R + γ v_θ(s', b), that are held fixed; b is the best-valued move (Q-learning) or the one
that was made (SARSA). PBE is the study's two-network objective: the first step projects the targets onto what
a network can represent, the second fits the network that plays to the projection.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.func import grad

from beeline.files import Arrays
from beeline.learning.gradient_descent import rms_prop_step
from beeline.learning.neurodynamic.history import Curves, History, OnProgress, Progress, Trajectories
from beeline.learning.neurodynamic.measurements import Measurements, even_steps
from beeline.learning.neurodynamic.self_play import RandomStreams, SelfPlay
from beeline.learning.neurodynamic.system import SEQUENCE, BatchSettings
from beeline.learning.neurodynamic.torch_network import memory_step, scores, sequence_values, squashed
from beeline.learning.training_run import TrainingError
from beeline.networks.features import neurohex_planes
from beeline.networks.neurodynamic.architecture import Architecture
from beeline.networks.positions import Positions, empty_cells


class Sequences(NamedTuple):
    """Moves that follow each other, ``[runs, stretches, length + 1]`` each but for the positions.

    The last of them is there for the targets of the one before.
    """

    positions: Positions
    """``[..., 2, side]``"""
    actions: NDArray[np.int64]
    won: NDArray[np.bool_]
    begins: NDArray[np.bool_]
    """Mask of the moves that were the first of their game."""


class ReplayRing:
    """A ring of ``rounds`` moves of every game; a game that has ended is followed by the next one."""

    def __init__(self, runs: int, games: int, *, side: int, rounds: int) -> None:
        shape = (rounds, runs, games)
        self._kept = Sequences(
            positions=np.zeros((*shape, 2, side), dtype=np.uint32),
            actions=np.zeros(shape, dtype=np.int64),
            won=np.zeros(shape, dtype=np.bool_),
            begins=np.zeros(shape, dtype=np.bool_),
        )
        self._added = 0

    def __len__(self) -> int:
        """Rounds to draw from."""
        return min(self._added, len(self._kept.actions))

    def add(
        self,
        positions: Positions,
        actions: NDArray[np.int64],
        won: NDArray[np.bool_],
        begins: NDArray[np.bool_],
    ) -> None:
        """One move in every game, ``[runs, games]``."""
        at = self._added % len(self._kept.actions)
        kept = self._kept
        kept.positions[at] = positions.reshape(kept.positions.shape[1:])
        kept.actions[at], kept.won[at], kept.begins[at] = actions, won, begins
        self._added += 1

    def arrays(self) -> dict[str, NDArray[Any]]:
        """State to resume from."""
        return self._kept._asdict() | {"added": np.array([self._added])}

    def restore(self, arrays: Arrays) -> None:
        self._kept = Sequences(*(arrays[name].copy() for name in Sequences._fields))
        self._added = int(arrays["added"][0])

    def drawn(self, chances: NDArray[np.float64], length: int) -> Sequences:
        """Sample stretches by numbers in [0, 1) ``[runs, stretches, 2]``: where a stretch begins, and in
        which game."""
        first = (chances[..., 0] * (len(self) - length)).astype(np.int64)
        game = (chances[..., 1] * self._kept.actions.shape[2]).astype(np.int64)[..., None]
        oldest = self._added - len(self)
        rounds = (oldest + first[..., None] + np.arange(length + 1)) % len(self._kept.actions)
        runs = np.arange(len(chances))[:, None, None]
        return Sequences(*(part[rounds, runs, game] for part in self._kept))


Fit: TypeAlias = Callable[[Tensor], Tensor]
"""Function from weights ``[runs, parameters]`` to the values ``[runs, batch]`` of the moves of a batch."""


class BatchLearner(NamedTuple):
    """Two networks and the running squares of their gradients, ``[runs, parameters]`` each."""

    weights: Tensor
    squares: Tensor
    projection: Tensor
    projection_squares: Tensor

    @classmethod
    def begin(cls, weights: Tensor) -> BatchLearner:
        nothing = torch.zeros_like(weights)
        return cls(weights, nothing, weights, nothing)


class BatchErrors(NamedTuple):
    """Means over a batch, ``[runs]`` each."""

    training: Tensor
    """Targets that the network that plays was fitted to, against its values."""
    projection: Tensor
    """The targets against their projection; for MSE the same as the other."""


def mse(
    fit: Fit, learner: BatchLearner, targets: Tensor, *, rate: Tensor, decay: float
) -> tuple[BatchLearner, BatchErrors]:
    weights, squares, error = _fitted(fit, learner.weights, learner.squares, targets, rate, decay)
    return learner._replace(weights=weights, squares=squares), BatchErrors(error, error)


def pbe(
    fit: Fit, learner: BatchLearner, targets: Tensor, *, rate: Tensor, projection_rate: Tensor, decay: float
) -> tuple[BatchLearner, BatchErrors]:
    projection, projection_squares, missed = _fitted(
        fit, learner.projection, learner.projection_squares, targets, projection_rate, decay
    )
    projected = fit(projection)
    weights, squares, error = _fitted(fit, learner.weights, learner.squares, projected, rate, decay)
    after = BatchLearner(weights, squares, projection, projection_squares)
    return after, BatchErrors(error, missed)


def _fitted(
    fit: Fit, weights: Tensor, squares: Tensor, targets: Tensor, rate: Tensor, decay: float
) -> tuple[Tensor, Tensor, Tensor]:
    """One step towards the targets, and the mean squared error before it."""

    def cost(at: Tensor) -> tuple[Tensor, Tensor]:
        errors = (fit(at) - targets).square().mean(dim=1)
        return errors.sum(), errors.detach()

    slope, errors = grad(cost, has_aux=True)(weights)
    return *rms_prop_step(weights, squares, slope, rate=rate, decay=decay), errors


_SAMPLING = 2  # the second generator of a run: which positions make a batch
_TELL_EVERY = 20  # updates


class BatchRuns:
    """``settings`` of one objective, target, network, size and length; each run is as if it were alone."""

    def __init__(self, settings: Sequence[BatchSettings], *, dtype: torch.dtype = torch.float32) -> None:
        if not settings or len({each.shared for each in settings}) > 1:
            raise TrainingError(
                "runs that are advanced together have one objective, network, size and length"
            )
        self.settings, self.dtype, self.first = settings, dtype, settings[0]
        self.architecture = Architecture(side=self.first.side, recurrent=self.first.recurrent)
        generators = [np.random.default_rng([each.seed, 1]) for each in settings]
        drawn = [self.architecture.random_weights(generator) for generator in generators]
        self.learner = BatchLearner.begin(torch.from_numpy(np.stack(drawn)).to(dtype))
        games = self.first.games
        self.play = SelfPlay([each.seed for each in settings], side=self.first.side, games=games)
        self._memory = torch.zeros(len(settings), games, self.architecture.cells, dtype=dtype)
        self._length = SEQUENCE if self.first.recurrent else 1
        seeds = [each.seed + (_SAMPLING << 32) for each in settings]
        self._chances = RandomStreams(seeds, (games // self._length, 2))
        self._streams = ReplayRing(len(settings), games, side=self.first.side, rounds=self.first.memory)
        self._updates = 0
        self._discount = torch.tensor([each.discount for each in settings], dtype=dtype)[:, None, None]
        self.values = np.zeros((len(settings), games))
        """Values of the moves that were made last."""

    def run(self, *, points: int = 50, measured: int = 4, on_progress: OnProgress | None = None) -> History:
        """Learns to the end. Curves are averaged over ``points`` stretches, and measured so many times."""
        steps, runs = self.first.updates, len(self.settings)
        curves = {name: Curves(runs, steps=steps, points=points) for name in ("value", "error", "projection")}
        games = Trajectories(runs, self.first.games)
        exact = Measurements(self.architecture, even_steps(steps, measured))
        for step in range(steps):
            won = self.make_moves()
            games.add(self.values)
            curves["value"].add(step, *games.ended(won))
            if (errors := self.learn()) is not None:
                curves["error"].add(step, errors.training.numpy().astype(np.float64))
                curves["projection"].add(step, errors.projection.numpy().astype(np.float64))
            exact.take(step + 1, self.learner.weights)
            if on_progress is not None and (step + 1) % _TELL_EVERY == 0:
                on_progress(step + 1)
        weights = self.learner.weights.numpy().astype(np.float32)
        means = {name: curve.means() for name, curve in curves.items()}
        return History(means, exact.steps, exact.arrays(runs), weights)

    def make_moves(self) -> NDArray[np.bool_]:
        """One move in every game; returns which games it ended."""
        play, planes = self.play, self.play.planes.to(self.dtype)
        begins = torch.from_numpy(play.begins).unsqueeze(-1)
        with torch.no_grad():
            if self.first.recurrent:
                memory = self._memory.masked_fill(begins, 0)
                values, self._memory = memory_step(self.architecture, self.learner.weights, planes, memory)
            else:
                values = squashed(scores(self.architecture, self.learner.weights, planes))
        choice = play.choose(values, self._falling("epsilon", straight=True))
        self.values = values.gather(2, torch.from_numpy(choice.actions)[..., None])[..., 0].numpy()
        positions, begins_here = play.positions, play.begins
        won = play.play(choice)
        self._streams.add(positions, choice.actions, won, begins_here)
        return won

    def learn(self) -> BatchErrors | None:
        """One step on a batch; nothing as long as too few moves have been made."""
        if len(self._streams) <= self._length:
            return None
        batch = self._streams.drawn(self._chances.draw(), self._length)
        targets = self._targets(batch)
        planes, starts = self._planes(batch.positions[:, :, :-1]), batch.begins[:, :, :-1]
        seen = torch.from_numpy(starts)
        actions = torch.from_numpy(batch.actions[:, :, :-1, None])

        def fit(at: Tensor) -> Tensor:
            return sequence_values(self.architecture, at, planes, seen).gather(3, actions).flatten(1)

        rate = torch.from_numpy(self._falling("rate", straight=False)).to(self.dtype).unsqueeze(1)
        self._updates += 1
        decay = self.first.rms_decay
        if self.first.objective == "mse":
            self.learner, errors = mse(fit, self.learner, targets, rate=rate, decay=decay)
            return errors
        rates = [each.projection_rate for each in self.settings]
        projection_rate = torch.tensor(rates, dtype=self.dtype).unsqueeze(1)
        self.learner, errors = pbe(
            fit, self.learner, targets, rate=rate, projection_rate=projection_rate, decay=decay
        )
        return errors

    @property
    def weights(self) -> Tensor:
        """``[runs, parameters]``: of the networks that play."""
        return self.learner.weights

    def advance(self) -> Progress:
        """One move in every game and one update, of one run."""
        games = int(self.make_moves().sum())
        errors = self.learn()
        return Progress(games, None if errors is None else float(errors.training[0]))

    def state(self) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
        """State to resume from: plain data and arrays."""
        play, play_arrays = self.play.state()
        chances, chance_arrays = self._chances.state()
        parts: dict[str, Arrays] = {
            "learner": {name: part.numpy() for name, part in self.learner._asdict().items()},
            "play": play_arrays,
            "chances": chance_arrays,
            "streams": self._streams.arrays(),
            "recurrent": {"memory": self._memory.numpy()},
        }
        arrays = {f"{part}.{name}": array for part, of in parts.items() for name, array in of.items()}
        return {"updates": self._updates, "play": play, "chances": chances}, arrays

    def restore(self, plain: dict[str, Any], arrays: Arrays) -> None:
        def of(part: str) -> dict[str, NDArray[Any]]:
            return {name.partition(".")[2]: a for name, a in arrays.items() if name.startswith(f"{part}.")}

        self._updates = plain["updates"]
        learner = {name: torch.from_numpy(array.copy()) for name, array in of("learner").items()}
        self.learner = BatchLearner(**learner)
        self.play.restore(plain["play"], of("play"))
        self._chances.restore(plain["chances"], of("chances"))
        self._streams.restore(of("streams"))
        self._memory = torch.from_numpy(of("recurrent")["memory"].copy())

    def _targets(self, batch: Sequences) -> Tensor:
        """R + γ v(s', b) ``[runs, batch]``."""
        planes, starts = self._planes(batch.positions), torch.from_numpy(batch.begins)
        with torch.no_grad():
            values = sequence_values(self.architecture, self.learner.weights, planes, starts)
        following = values[:, :, 1:]
        if self.first.target == "q-learning":
            after = batch.positions[:, :, 1:]
            legal = empty_cells(after.reshape(-1, *after.shape[3:])).reshape(following.shape)
            best = following.masked_fill(torch.from_numpy(~legal), -torch.inf).amax(dim=3)
        else:
            best = following.gather(3, torch.from_numpy(batch.actions[:, :, 1:, None]))[..., 0]
        won = torch.from_numpy(batch.won[:, :, :-1])
        return torch.where(won, torch.ones_like(best), self._discount * best).flatten(1)

    def _planes(self, positions: Positions) -> Tensor:
        planes = torch.from_numpy(neurohex_planes(positions.reshape(-1, *positions.shape[3:])))
        return planes.view(*positions.shape[:3], *planes.shape[1:]).to(self.dtype)

    def _falling(self, name: str, *, straight: bool) -> NDArray[np.float64]:
        """A number of each run now, between its first and its last."""
        begin = np.array([getattr(each, name) for each in self.settings])
        lasts = [getattr(each, f"last_{name}") for each in self.settings]
        end = np.array([now if last is None else last for now, last in zip(begin, lasts, strict=True)])
        done = self._updates / self.first.updates
        found: NDArray[np.float64] = (
            begin + (end - begin) * done if straight else begin * (end / begin) ** done
        )
        return found
