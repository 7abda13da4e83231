"""Runs that learn after every move, all of one algorithm, advanced as one computation.

Before any game is played, values may be fitted to scores of positions (the study's figure 14).

The study scored human games by H-search. Here positions of random games are scored by the resistance
heuristic on circuits that hold the virtual connections which H-search finds: close to 1 for a move that
leaves the player who made it all but joined, close to -1 for one that leaves the opponent so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from beeline.learning.greedy import resistance_values
from beeline.learning.neurodynamic.batch_runs import BatchLearner, mse
from beeline.learning.neurodynamic.history import Curves, History, OnProgress, Trajectories
from beeline.learning.neurodynamic.measurements import Measurements, even_steps
from beeline.learning.neurodynamic.rules import (
    ACTORS,
    RULES,
    Act,
    Actor,
    Learner,
    Rates,
    Transition,
    log_policy,
)
from beeline.learning.neurodynamic.self_play import Choice, SelfPlay, starting_positions
from beeline.learning.neurodynamic.system import OnlineSettings
from beeline.learning.neurodynamic.torch_network import policy_logits, position_values, scores, squashed
from beeline.learning.training_run import TrainingError
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
    """Values of these cells of all positions, ``[runs, cells]``."""
    return squashed(scores(architecture, weights, planes)).flatten(1)[:, cells]


_TELL_EVERY = 250  # steps
_ACTOR_SEED = 1 << 32  # what is added to the seed for the weights of the policy


@dataclass
class _Moment:
    """A move in every run that is about to be made."""

    inputs: Tensor
    legal: Tensor
    choice: Choice
    remembers: Tensor
    value: Tensor
    """Value of the move, ``[runs, 1]``."""
    expected: Tensor
    """V(s) under the policy, where there is one."""


class OnlineRuns:
    """``settings`` of one algorithm, actor, size and length; each run is as if it were alone."""

    def __init__(self, settings: Sequence[OnlineSettings], *, dtype: torch.dtype = torch.float32) -> None:
        if not settings or len({each.shared for each in settings}) > 1:
            raise TrainingError("runs that are advanced together have one algorithm, actor, size and length")
        first = settings[0]
        self.settings, self.dtype = settings, dtype
        self.architecture = Architecture(side=first.side)
        self.learner = Learner.begin(_first_weights(settings, self.architecture, dtype, shift=0))
        if first.pretraining:
            weights = pretrained(self.architecture, self.learner.weights, updates=first.pretraining)
            self.learner = Learner.begin(weights)
        self.actor = Actor.begin(_first_weights(settings, self.architecture, dtype, shift=_ACTOR_SEED))
        self._rule = RULES[first.algorithm]
        self._actor_rule = None if first.actor == "none" else ACTORS[first.actor]
        self._values = position_values(self.architecture)
        self._logits = policy_logits(self.architecture)
        self._rates = self._rates_of("alpha", "ratio", "decay")
        self._actor_rates = self._rates_of("actor_alpha", "actor_ratio", "actor_decay")
        self._epsilon = np.array([each.epsilon for each in settings])
        self.play = SelfPlay([each.seed for each in settings], side=first.side)
        self._moment = self._looked()

    def run(self, *, points: int = 50, measured: int = 4, on_progress: OnProgress | None = None) -> History:
        """Learns to the end. Values are averaged over ``points`` stretches, and measured so many times."""
        steps, runs = self.settings[0].transitions, len(self.settings)
        curve, games = Curves(runs, steps=steps, points=points), Trajectories(runs, 1)
        exact = Measurements(self.architecture, even_steps(steps, measured))
        for step in range(steps):
            games.add(self._moment.value.numpy().astype(np.float64))
            won = self.advance()
            curve.add(step, *games.ended(won))
            exact.take(step + 1, self.learner.weights, policy=self.policy)
            if on_progress is not None and (step + 1) % _TELL_EVERY == 0:
                on_progress(step + 1)
        weights = self.learner.weights.numpy().astype(np.float32)
        return History({"value": curve.means()}, exact.steps, exact.arrays(runs), weights)

    @property
    def policy(self) -> Tensor | None:
        """The weights of the networks that choose the moves, where the values do not."""
        return None if self._actor_rule is None else self.actor.weights

    def advance(self) -> NDArray[np.bool_]:
        """One move and one update in every run; returns which games ended, ``[runs, 1]``."""
        now = self._moment
        won = self.play.play(now.choice)
        then = self._looked()
        reward = torch.from_numpy(won).to(self.dtype)
        step = Transition(
            inputs=now.inputs,
            actions=torch.from_numpy(now.choice.actions),
            rewards=reward,
            next_inputs=then.inputs,
            next_actions=torch.from_numpy(then.choice.actions),
            best_actions=torch.from_numpy(then.choice.best),
            goes_on=1 - reward,
            remembers=now.remembers,
            best_ratio=torch.from_numpy(now.choice.best_ratio).to(self.dtype),
        )
        self.learner = self._rule(self._values, self.learner, step, self._rates)
        if self._actor_rule is not None:
            ahead = self._actor_rates.discount * step.goes_on * then.expected
            advantage = reward + ahead - now.expected
            act = Act(now.inputs, now.legal, step.actions, advantage, now.remembers)
            self.actor = self._actor_rule(self._logits, self.actor, act, self._actor_rates)
        self._moment = then
        return won

    def _looked(self) -> _Moment:
        """The positions now, and the moves that are chosen there."""
        inputs = self.play.planes.squeeze(1).to(self.dtype)
        legal = torch.from_numpy(self.play.legal).squeeze(1)
        with torch.no_grad():
            values = self._values(self.learner.weights, inputs)
            if self._actor_rule is None:
                choice, expected = self.play.choose(values.unsqueeze(1), self._epsilon), values[:, :1]
            else:
                chances = log_policy(self._logits, legal)(self.actor.weights, inputs).exp()
                choice = self.play.sample(values.unsqueeze(1), chances.unsqueeze(1))
                expected = (chances * values).sum(dim=1, keepdim=True)
        return _Moment(
            inputs=inputs,
            legal=legal,
            choice=choice,
            remembers=torch.from_numpy(~self.play.begins).to(self.dtype),
            value=values.gather(1, torch.from_numpy(choice.actions)),
            expected=expected,
        )

    def _rates_of(self, alpha: str, ratio: str, decay: str) -> Rates:
        def column(numbers: list[float]) -> Tensor:
            return torch.tensor(numbers, dtype=self.dtype).unsqueeze(1)

        return Rates(
            alpha=column([getattr(each, alpha) for each in self.settings]),
            beta=column([getattr(each, alpha) * getattr(each, ratio) for each in self.settings]),
            decay=column([getattr(each, decay) for each in self.settings]),
            discount=column([each.discount for each in self.settings]),
        )


def _first_weights(
    settings: Sequence[OnlineSettings], architecture: Architecture, dtype: torch.dtype, *, shift: int
) -> Tensor:
    seeds = [each.seed + shift for each in settings]
    drawn = [architecture.random_weights(np.random.default_rng([seed, 1])) for seed in seeds]
    return torch.from_numpy(np.stack(drawn)).to(dtype)
