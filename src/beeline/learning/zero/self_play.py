"""Games of zero with itself, as workers play them. The work is done in ``cpp/selfplay/zero_games.hpp``."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from beeline import _core
from beeline.learning.zero.measuring import without_measured
from beeline.learning.zero.samples import MOST_MOVES, NO_MOVE, Samples
from beeline.learning.zero.system import ZeroSettings
from beeline.networks.zero.integer_network import IntegerNetwork, IntegerNetworkFile
from beeline.search.settings import NETWORK_FIRST_PLAY

_AT_ONCE = 16  # games on one batch
_CACHE = 1 << 14  # predictions


@dataclass(frozen=True)
class Target:
    """Targets of a move."""

    move: int
    """A cell, row · columns + column."""
    share: float
    """Share of the search's improved policy."""
    value: float | None
    """The chance to win by it, as the search has it."""


@dataclass(frozen=True)
class Position:
    """A position of a game: the move played there, and what is to be learned of it."""

    move: int
    value: float | None
    """The search's, of the player to move; None where nothing is learned: openings, quick searches."""
    targets: tuple[Target, ...]
    """Moves, the likeliest first; none where there is no policy to learn."""


@dataclass(frozen=True)
class PlayedGame:
    rows: int
    cols: int
    winner: int
    """Winner, 1 Black, 2 White; proven by connections, or by the last stone."""
    opening: int
    """Plies before the first search."""
    decided: int
    """The ply at which the winner is proven."""
    winning: tuple[int, ...]
    """The cells of the connection that won, its stones and its carrier; empty where it is not known."""
    positions: tuple[Position, ...]

    def targets_as_text(self) -> str:
        """Targets of the positions, for the game store."""
        return json.dumps(
            [[p.value, [[t.move, t.share, t.value] for t in p.targets]] for p in self.positions],
            separators=(",", ":"),
        )


@dataclass(frozen=True, kw_only=True)
class SelfPlayTask:
    number: int
    games: int
    seed: int
    settings: ZeroSettings
    network: IntegerNetworkFile


@dataclass(frozen=True, kw_only=True)
class SelfPlayResult:
    number: int
    games: Sequence[PlayedGame]
    evaluations: int
    cpu: float
    """Processor seconds."""


def play_games(task: SelfPlayTask) -> SelfPlayResult:
    """Plays the games of a task; equal tasks give equal games."""
    start = time.process_time()
    native = zero_games(task.settings, IntegerNetwork(task.network), seed=task.seed)
    games = [_played(game) for game in native.play(task.games, None)]
    return SelfPlayResult(
        number=task.number,
        games=games,
        evaluations=native.evaluations,
        cpu=time.process_time() - start,
    )


def zero_games(settings: ZeroSettings, network: IntegerNetwork, *, seed: int) -> _core.ZeroGames:
    return _core.ZeroGames(
        network.native,
        boards=[_core.ZeroBoard(side, side, share) for side, share in settings.board_shares().items()],
        games=_AT_ONCE,
        simulations=settings.simulations,
        quick_simulations=settings.quick_simulations,
        full_share=settings.full_share,
        gumbel=_core.GumbelSettings(
            considered=settings.considered, noise=1.0, value_visits=50.0, value_scale=settings.value_scale
        ),
        noisy_plies=settings.noisy_plies,
        late_noise=settings.late_noise,
        knowledge=settings.knowledge,
        exploration=settings.exploration,
        first_play=NETWORK_FIRST_PLAY,
        edge_openings=settings.edge_openings,
        drawn_openings=settings.drawn_openings,
        opening_plies=settings.opening_plies,
        plies_beyond=settings.plies_beyond,
        cache=_CACHE,
        seed=seed,
    )


def _played(game: _core.ZeroGame) -> PlayedGame:
    def rounded(number: float) -> float | None:
        return None if number < 0 else round(number, 4)

    return PlayedGame(
        rows=game.rows,
        cols=game.cols,
        winner=game.winner,
        opening=game.opening,
        decided=game.decided,
        winning=tuple(game.winning),
        positions=tuple(
            Position(
                p.move,
                rounded(p.value),
                tuple(Target(move, round(share, 4), rounded(value)) for move, share, value in p.targets),
            )
            for p in game.positions
        ),
    )


def samples_of(game: PlayedGame) -> Samples | None:
    """The positions of a game that are learned from; None if there are none."""
    stones = np.zeros((game.rows, game.cols), dtype=np.uint8)
    winning = np.zeros_like(stones)
    winning.flat[list(game.winning)] = 1
    last, told = -1, []
    for ply, position in enumerate(game.positions):
        mover = 1 + ply % 2
        if position.value is not None:
            sample = _sample(stones, last, mover, position, won=game.winner == mover)
            told.append(sample | {"winning": winning.T if mover == 2 else winning})
        stones[divmod(position.move, game.cols)] = mover
        last = position.move
    if not told:
        return None
    samples = Samples(**{name: np.stack([sample[name] for sample in told]) for name in told[0]})
    return without_measured(samples) if game.rows == game.cols else samples


def _sample(
    stones: np.ndarray[Any, np.dtype[np.uint8]], last: int, mover: int, position: Position, *, won: bool
) -> dict[str, Any]:
    """A position as its player to move sees it: White's is transposed and recoloured."""
    rows, cols = stones.shape
    white = mover == 2

    def seen(cell: int) -> int:
        return cell % cols * rows + cell // cols if white else cell

    best = position.targets[:MOST_MOVES]
    missing = MOST_MOVES - len(best)
    shares = np.array([target.share for target in best] + [0.0] * missing, dtype=np.float32)
    values = [np.nan if target.value is None else target.value for target in best]
    own = np.array([0, 1, 2] if mover == 1 else [0, 2, 1], dtype=np.uint8)[stones]
    return {
        "stones": own.T if white else own,
        "last": np.int32(NO_MOVE if last < 0 else seen(last)),
        "moves": np.array([seen(target.move) for target in best] + [NO_MOVE] * missing, dtype=np.int16),
        "visits": shares / max(float(shares.sum()), 1e-9),
        "move_values": np.array(values + [np.nan] * missing, dtype=np.float32),
        "outcome": np.float32(won),
        "value": np.float32(position.value),
    }
