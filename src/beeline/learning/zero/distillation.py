"""A small network that learns what a large one says: for the solver's order of moves, and for slow machines.

    python -m beeline.learning.zero.supervised FOLDER run/self-play.games --teacher zero.safetensors \\
        --channels 32 --blocks 4 --pooling 2 4 --outcome 0.3

The positions are those of games of self-play; what is learned of them is the teacher's policy and action
values, and its value mixed with the outcome of the game (``--outcome``). They tell more than the few visits
and the one outcome that the games hold.
"""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from beeline.arena.store import GameStore
from beeline.learning.zero.samples import MOST_MOVES, NO_MOVE, Samples, joined
from beeline.learning.zero.self_play import samples_of
from beeline.learning.zero.stored_games import keyed_games
from beeline.learning.zero.teacher_games import HELD_OUT
from beeline.networks.zero.answers import Network, chances, distributions

_AT_ONCE: Final = 4096  # positions


class DistilledGames:
    """The positions of games of self-play as a teacher sees them, by side.

    About one game in twenty is held out, chosen by its key: a game stays on its side when the store grows.
    """

    def __init__(self, stores: Iterable[Path], teacher: Network, *, most: int = 500_000) -> None:
        self.games = 0
        learned: dict[int, list[Samples]] = defaultdict(list)
        held_out: dict[int, list[Samples]] = defaultdict(list)
        for key, samples in _latest(stores, most):
            kept = held_out if is_held_out(key) else learned
            kept[samples.side].append(samples)
            self.games += 1
        self.learned = _as_told(learned, teacher)
        self.held_out = _as_told(held_out, teacher)

    def update(self) -> None:
        """The games are those that there were at the beginning."""


def is_held_out(key: str) -> bool:
    """Whether the game of this key is measured on rather than learned from."""
    return zlib.crc32(key.encode()) % HELD_OUT == 0


def _latest(stores: Iterable[Path], most: int) -> Iterator[tuple[str, Samples]]:
    """The keys and positions of games, the latest first, up to so many positions of a store."""
    for path in stores:
        count = 0
        with GameStore(path, read_only=True) as store:
            for key, game in keyed_games(store):
                if (samples := samples_of(game)) is not None and count < most:
                    count += len(samples)
                    yield key, samples
                if count >= most:
                    break


def _as_told(parts: Mapping[int, list[Samples]], teacher: Network) -> dict[int, Samples]:
    return {side: told_by(teacher, joined(samples)) for side, samples in sorted(parts.items())}


def told_by(teacher: Network, samples: Samples) -> Samples:
    """The same positions with the teacher's likeliest moves, their values, and its value.

    Half of them come without the last move, so that the small network does without it too: the solver asks
    about positions, not about games.
    """
    starts = range(0, len(samples), _AT_ONCE)
    return joined([_told(teacher, samples[slice(start, start + _AT_ONCE)]) for start in starts])


def _told(teacher: Network, samples: Samples) -> Samples:
    answers = teacher.answers(samples.views)
    shares = distributions(answers.policies, samples.views.empty)
    best = np.argsort(-shares, axis=1)[:, :MOST_MOVES]
    missing = MOST_MOVES - best.shape[1]
    visits = _filled(np.take_along_axis(shares, best, axis=1), missing, 0.0)
    values = np.take_along_axis(chances(answers.action_values), best, axis=1)
    occupied = ~np.take_along_axis(samples.views.empty, best, axis=1)
    best, values = np.where(occupied, NO_MOVE, best), np.where(occupied, np.nan, values)
    return replace(
        samples,
        last=np.where(np.arange(len(samples)) % 2, samples.last, np.int32(NO_MOVE)),
        moves=_filled(best, missing, NO_MOVE).astype(np.int16),
        visits=visits / visits.sum(axis=1, keepdims=True),
        move_values=_filled(values, missing, np.nan),
        value=chances(answers.values),
    )


def _filled(numbers: NDArray[Any], missing: int, value: float) -> NDArray[Any]:
    return np.pad(numbers, ((0, 0), (0, missing)), constant_values=value)
