"""Zero as ``beeline train`` finds it: its settings and presets.

PyTorch is imported when a training is opened.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Final

from beeline.checks import Checks
from beeline.learning.training_run import RunOptions, TrainingError, choose_preset, use_torch
from beeline.networks.zero.architecture import Architecture
from beeline.rules.cells import MAX_SIZE

if TYPE_CHECKING:
    from beeline.learning.zero.learner import LearnerSettings
    from beeline.learning.zero.training import Training


CHECKPOINT: Final = "zero training"


@dataclass(frozen=True, kw_only=True)
class ZeroSettings:
    """Rounds of self-play by the network as it was before the round, and of learning from earlier games."""

    # The network
    channels: int = 64
    """Channels per layer."""
    blocks: int = 8
    """Residual blocks."""
    pooling: str = "3 6"
    """The blocks with global pooling, counted from 1."""

    # Self-play
    rounds: int = 400
    """Rounds of self-play and learning."""
    games: int = 480
    """Games per round."""
    boards: str = "9:20 11:60 13:20"
    """Sides of boards, each with its share of the games."""
    simulations: int = 32
    """Simulations per move that is searched in full."""
    quick_simulations: int = 6
    """Simulations per other move, whose position is not learned from."""
    full_share: float = 0.25
    """Share of the moves that are searched in full."""
    considered: int = 16
    """Moves that a search considers at its root."""
    value_scale: float = 1.0
    """Scale by which the values of moves change their priors (``c_scale`` in cpp/search/gumbel.hpp)."""
    exploration: float = 0.25
    """C of PUCT below the root; with 32 simulations per move it won 69 of 100 games against 1.25."""
    noisy_plies: float = 1.0
    """Plies with full noise, as a multiple of the side of the board."""
    late_noise: float = 0.25
    """Scale of the noise after them."""
    knowledge: int = 12
    """Visits before virtual connections are asked about a position in the tree; at the root always."""
    edge_openings: float = 0.5
    """Share of games that open within two rows of an edge."""
    drawn_openings: float = 0.4
    """Share of games whose first moves are drawn from the policy; those of the other games are random."""
    opening_plies: int = 6
    """Most of them."""
    plies_beyond: int = 3
    """Plies after connections have proven the result."""

    # Learning
    steps: int = 360
    """Learning steps per round."""
    batch: int = 128
    """Positions per step."""
    window: int = 1_000_000
    """Positions that are learned from: the latest."""
    least_window: int = 0
    """Positions before learning begins: a network that is given forgets if it learns from few."""
    learning_rate: float = 1e-3
    """The largest."""
    warm_up: int = 20_000
    """Positions until the full rate."""
    schedule: int = 30_000_000
    """Positions until the rate has fallen to a hundredth, on a cosine."""
    weight_decay: float = 1e-3
    """Weight decay of AdamW, on weights but not on biases."""
    outcome: float = 0.7
    """Weight of the outcome in the target of the value; the search's value has the rest."""
    action: float = 0.5
    """Weight of the loss of action values."""
    soft: float = 0.5
    """Weight of the loss of the soft policy."""
    connection: float = 1.0
    """Weight of the loss of the cells by which the game is won."""
    averaging: float = 0.998
    """Share of itself that the network that plays keeps at each step."""

    start: str = ""
    """Network (``.onnx``) or checkpoint of ``beeline.learning.zero.supervised`` to begin with; nothing
    begins at random."""
    measure_every: int = 10
    """Rounds from one measurement on solved positions, and one snapshot, to the next."""
    ladder_hours: float = 0
    """Hours of training from one ladder of opponents (``learning/ladder.py``) to the next; 0 plays none."""
    seed: int = 0
    """Equal seeds give equal runs."""

    def __post_init__(self) -> None:
        check = Checks(self, TrainingError)
        check.counts("channels", "rounds", "games", "simulations", "considered", "steps", "batch", "window")
        check.shares("full_share", "edge_openings", "drawn_openings", "outcome", "averaging", "late_noise")
        check.require(
            self.edge_openings + self.drawn_openings <= 1,
            "edge_openings and drawn_openings are shares of all games: at most 1 together",
        )
        check.positive("learning_rate")
        check.not_negative("quick_simulations", "least_window", "ladder_hours", "seed")
        check.require(self.ladder_hours < inf, "ladder_hours must be a number of hours, not without end")
        self.board_shares()
        try:
            assert self.architecture
        except ValueError as error:
            raise TrainingError(f"there is no such network: {error}") from None

    def board_shares(self) -> dict[int, float]:
        """Sides of boards with their shares of the games."""
        shares: dict[int, float] = {}
        for part in self.boards.split():
            side, _, share = part.partition(":")
            try:
                shares[int(side)] = float(share or 1)
            except ValueError:
                raise TrainingError(
                    f"boards are sides with shares, as in '9:20 11:60', not {part!r}"
                ) from None
        if not shares or not all(1 <= side <= MAX_SIZE and share > 0 for side, share in shares.items()):
            raise TrainingError(
                f"boards have sides from 1 to {MAX_SIZE} and positive shares: {self.boards!r}"
            )
        return shares

    @property
    def architecture(self) -> Architecture:
        pooling = tuple(int(block) for block in self.pooling.split())
        return Architecture(channels=self.channels, blocks=self.blocks, pooling=pooling)

    @property
    def learner(self) -> LearnerSettings:
        from beeline.learning.zero.learner import LearnerSettings
        from beeline.learning.zero.losses import Weighting

        return LearnerSettings(
            architecture=self.architecture,
            learning_rate=self.learning_rate,
            warm_up=self.warm_up,
            positions=self.schedule,
            weight_decay=self.weight_decay,
            averaging=self.averaging,
            weighting=Weighting(
                outcome=self.outcome, action=self.action, soft=self.soft, connection=self.connection
            ),
            seed=self.seed,
        )


PRESETS: Final[Mapping[str, ZeroSettings]] = {
    "tiny": ZeroSettings(
        channels=16,
        blocks=2,
        pooling="2",
        rounds=4,
        games=40,
        boards="5:1",
        simulations=8,
        full_share=1,
        considered=8,
        steps=20,
        batch=32,
        window=5_000,
        warm_up=500,
        schedule=5_000,
        measure_every=2,
    ),
    "small": ZeroSettings(
        channels=32,
        blocks=4,
        pooling="2 4",
        rounds=60,
        games=600,
        boards="5:1 6:1 7:2",
        simulations=16,
        full_share=1,
        steps=200,
        window=200_000,
        schedule=1_500_000,
        measure_every=5,
    ),
    "laptop": ZeroSettings(
        games=1200,
        steps=400,
        window=300_000,
        least_window=60_000,
        learning_rate=7e-4,
        outcome=0.8,
        plies_beyond=1,
        ladder_hours=3,
    ),
}


def preset(name: str) -> ZeroSettings:
    return choose_preset(PRESETS, name)


DEFAULT_PRESET: Final = "small"
Settings = ZeroSettings


def open_training(settings: ZeroSettings, run: RunOptions) -> Training:
    use_torch(run.threads)
    from beeline.learning.zero.training import Training

    return Training(settings, run.folder, run.workers, resume=run.resume)
