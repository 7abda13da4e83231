"""Runs that learn from batches, all of one objective and network, advanced as one computation.

Every round makes one move in each of 50 games a run, then one step of RMSProp on 50 positions drawn from
those that were met: single positions for the plain network, five sequences of ten for the recurrent one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from beeline.files import Arrays
from beeline.learning.neurodynamic.batch_rules import BatchErrors, BatchLearner, mse, pbe
from beeline.learning.neurodynamic.history import Curves, History, OnProgress, Trajectories
from beeline.learning.neurodynamic.measurements import Measurements, even_steps
from beeline.learning.neurodynamic.recurrent import memory_step, sequence_values
from beeline.learning.neurodynamic.self_play import Chances, SelfPlay
from beeline.learning.neurodynamic.settings import SEQUENCE, BatchSettings
from beeline.learning.neurodynamic.streams import Streams, Stretch
from beeline.learning.neurodynamic.torch_network import scores, squashed
from beeline.learning.training_run import TrainingError
from beeline.networks.features import neurohex_planes
from beeline.networks.neurodynamic.architecture import Architecture
from beeline.networks.positions import Positions, empty_cells

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
        self._chances = Chances(seeds, (games // self._length, 2))
        self._streams = Streams(len(settings), games, side=self.first.side, rounds=self.first.memory)
        self._updates = 0
        self._discount = torch.tensor([each.discount for each in settings], dtype=dtype)[:, None, None]
        self.values = np.zeros((len(settings), games))
        """Of the moves that were made last."""

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

    def state(self) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
        """What to go on from: plain data and arrays."""
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

    def _targets(self, batch: Stretch) -> Tensor:
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
