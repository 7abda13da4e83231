"""The neurodynamic study as ``beeline train`` finds it: what a run is, and the presets.

Runs that differ in the numbers alone are advanced together. Equal settings give equal runs on one thread.
PyTorch is imported when a training is opened.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal

from beeline.checks import Checks
from beeline.learning.training_run import RunOptions, TrainingError, choose_preset, use_torch

if TYPE_CHECKING:
    from beeline.learning.neurodynamic.training import Training


Algorithm = Literal["sarsa", "q-learning", "tdc", "gtd2", "greedy-gq", "natural-tdc"]
ActorKind = Literal["none", "vanilla", "natural"]
Objective = Literal["mse", "pbe"]
Target = Literal["q-learning", "sarsa"]
Method = Literal["self-play", "fitted"]

STUDY: Final = 1.0
"""The discount that the study prints: whoever wins, every after-state on the way is worth 1."""
ZERO_SUM: Final = -1.0
"""Factor of the next player's value: what is good for one player is bad for the other."""


@dataclass(frozen=True, kw_only=True)
class OnlineSettings:
    """Learning after every move: the study's figure 2."""

    algorithm: Algorithm = "sarsa"
    alpha: float = 0.01
    """The learning rate α of the values."""
    ratio: float = 1.0
    """β / α."""
    decay: float = 0.0
    """λ of the values."""
    epsilon: float = 0.1
    """Share of random moves; a run with a policy of its own does not use it."""
    discount: float = STUDY
    actor: ActorKind = "none"
    """Whether a policy network chooses the moves, and how it learns."""
    actor_alpha: float = 0.01
    actor_ratio: float = 1.0
    """β / α of its natural gradient."""
    actor_decay: float = 0.0
    """λ of the policy."""
    pretraining: int = 0
    """Batches of positions scored by H-search that the values are fitted to first."""
    side: int = 3
    transitions: int = 5000
    seed: int = 1

    def __post_init__(self) -> None:
        check = Checks(self, TrainingError)
        check.positive("alpha", "ratio", "actor_alpha", "actor_ratio")
        check.shares("decay", "epsilon", "actor_decay")
        _check_common(check, self.discount, self.side)
        check.counts("transitions")
        check.not_negative("pretraining")

    @property
    def shared(self) -> tuple[object, ...]:
        """Settings that runs must share to be advanced together."""
        return self.algorithm, self.actor, self.pretraining, self.side, self.transitions


@dataclass(frozen=True, kw_only=True)
class BatchSettings:
    """Learning after every ``games`` moves, one in each of as many games: the study's figures 3 and 4."""

    objective: Objective = "mse"
    target: Target = "q-learning"
    recurrent: bool = False
    rate: float = 0.001
    """The learning rate α of the network that plays."""
    projection_rate: float = 0.1
    """Learning rate of the network which projects, for the objective pbe."""
    rms_decay: float = 0.9
    """Decay of the running mean of squared gradients in RMSProp."""
    epsilon: float = 0.1
    last_epsilon: float | None = None
    """ε falls to this in a straight line; it stays if none is given."""
    last_rate: float | None = None
    """The learning rate falls to this by equal factors; it stays if none is given."""
    discount: float = STUDY
    games: int = 50
    """Games played at once; also the positions of a batch."""
    memory: int = 200
    """Moves of each game that batches are drawn from."""
    side: int = 3
    updates: int = 1000
    seed: int = 1

    def __post_init__(self) -> None:
        check = Checks(self, TrainingError)
        check.positive("rate", "projection_rate", "last_rate")
        check.shares("epsilon", "last_epsilon")
        check.below_one("rms_decay")
        _check_common(check, self.discount, self.side)
        check.counts("updates", "games")
        check.require(
            self.memory >= 2 * SEQUENCE, f"memory must be {2 * SEQUENCE} or more, not {self.memory}"
        )
        in_tens = not self.recurrent or self.games % SEQUENCE == 0
        check.require(in_tens, f"a recurrent network needs games in tens, not {self.games}")

    @property
    def shared(self) -> tuple[object, ...]:
        """Settings that runs must share to be advanced together."""
        numbers = self.rms_decay, self.games, self.memory, self.side, self.updates
        return self.objective, self.target, self.recurrent, *numbers


SEQUENCE: Final = 10
"""Positions that a recurrent network reads in a row: the depth of the study's recurrent layer."""


def _check_common(check: Checks, discount: float, side: int) -> None:
    known = discount in (STUDY, ZERO_SUM)
    check.require(known, f"discount must be 1 (as the study prints it) or -1 (zero-sum), not {discount:g}")
    check.require(3 <= side <= 11, f"networks are trained on boards from 3 to 11, not {side}")
    check.not_negative("seed")


CHECKPOINT: Final = "neurodynamic training"
"""Kind of a checkpoint of a training."""


@dataclass(frozen=True, kw_only=True)
class NeurodynamicSettings(BatchSettings):
    """An agent that learns from batches, as the zero-sum game that Hex is."""

    discount: float = ZERO_SUM
    method: Method = "self-play"
    """Source of positions and the moves that learn: the move that was made in self-play, as in the study,
    or by fitted value iteration every legal move of ``games`` random positions."""
    widening: int = 1
    """Times as many filters in each layer as in the study (fitted)."""
    own_share: float = 0.0
    """Share of a batch that are positions of the agent's own games against every defence (fitted)."""
    last_own_share: float | None = None
    """Share at the end, reached in a straight line; it stays if none is given."""
    relist: int = 500
    """Updates from one list of those positions to the next."""
    averaging: float = 0.99
    """Share of itself that the running mean of the weights, which gives targets and plays, keeps (fitted)."""
    log_every: int = 100
    """Updates from one entry of the history to the next; a checkpoint follows each."""

    def __post_init__(self) -> None:
        super().__post_init__()
        check = Checks(self, TrainingError)
        check.counts("log_every", "widening", "relist")
        check.shares("own_share", "last_own_share")
        check.below_one("averaging")
        if self.method == "self-play" and (self.widening > 1 or self.own_share):
            raise TrainingError("widening and own_share are for the method fitted, not for self-play")
        if self.method == "fitted" and (self.recurrent or self.discount != ZERO_SUM):
            raise TrainingError("the method fitted has zero-sum targets and no recurrent network")


_LUCKY_3: Final = NeurodynamicSettings(
    rate=0.01, last_rate=0.0003, epsilon=0.3, updates=2500, log_every=250, seed=2
)
_PERFECT_3: Final = NeurodynamicSettings(
    method="fitted",
    widening=2,
    own_share=0.5,
    relist=100,
    games=128,
    rate=0.01,
    last_rate=0.0003,
    updates=2000,
    log_every=250,
)

PRESETS: Final[dict[str, NeurodynamicSettings]] = {
    "perfect-3": _PERFECT_3,
    "perfect-4": replace(
        _PERFECT_3,
        side=4,
        widening=8,
        last_own_share=0.9,
        relist=500,
        last_rate=0.0001,
        updates=12_000,
        log_every=1000,
        averaging=0.995,
    ),
    "q-learning-3": _LUCKY_3,
    "long-4": replace(_LUCKY_3, side=4, updates=4000, log_every=500),
    "long-5": replace(_LUCKY_3, side=5, updates=4000, log_every=500),
    "study-cnn-mse": NeurodynamicSettings(discount=1.0, updates=600),
    "study-cnn-pbe": NeurodynamicSettings(discount=1.0, updates=600, objective="pbe", target="sarsa"),
    "study-rnn-mse": NeurodynamicSettings(discount=1.0, updates=600, recurrent=True),
    "study-rnn-pbe": NeurodynamicSettings(
        discount=1.0, updates=600, objective="pbe", target="sarsa", recurrent=True
    ),
    "tiny": NeurodynamicSettings(updates=20, games=10, memory=20, log_every=5, rate=0.01),
}
"""``perfect-3`` and ``perfect-4`` are fitted value iteration, an extension of the study; the four of the
study are the agents of its table I. ``tiny`` is for tests and a first look: it takes seconds, and learns next
to nothing."""


def preset(name: str) -> NeurodynamicSettings:
    return choose_preset(PRESETS, name)


DEFAULT_PRESET: Final = "perfect-3"
Settings = NeurodynamicSettings


def open_training(settings: NeurodynamicSettings, run: RunOptions) -> Training:
    use_torch(run.threads)
    from beeline.learning.neurodynamic.training import Training

    return Training(settings, run.folder, resume=run.resume)
