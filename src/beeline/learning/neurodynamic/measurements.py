"""The exact measure: values and moves of many networks held against the solved game.

On 3×3 and 4×4 every position that play can reach is known with the moves that win. An after-state, the
position that a move leads to, is worth 1 to the player who made the move if that player wins with best play,
and -1 if not.

Against a player without chance every defence is tried; nothing is sampled.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from beeline.learning.greedy import ActionValues, best_moves
from beeline.learning.neurodynamic.torch_network import scores, sequence_values
from beeline.learning.yardstick import EVERY_POSITION, yardstick
from beeline.networks.features import neurohex_planes
from beeline.networks.neurodynamic.architecture import Architecture
from beeline.networks.positions import Positions, after_moves, empty_cells, empty_positions, seen_cell

Numbers = NDArray[np.float64]
Places = NDArray[np.int64]

ManyValues: TypeAlias = Callable[[slice, Positions], NDArray[np.float32]]
"""Values ``[runs, positions, cells]`` of some of the runs."""
Choose: TypeAlias = Callable[[Places], Places]
"""The moves in positions by number."""

_SAMPLE: Final = 10_000  # positions that values are measured on: all of 3×3, some of the 8 million of 4×4


class Exact(NamedTuple):
    """Measures of networks, ``[runs]`` each; not a number where a network's values are not."""

    error: Numbers
    """The root of the mean squared error of values over after-states."""
    keeps: Numbers
    """Share of won positions with a losing move in which the best move keeps the win."""
    wins: Numbers
    """Share of games won against perfect play over all openings, on the side that wins with best play."""
    first: Numbers
    """The same over the winning openings alone, as the player who opened."""


@dataclass(frozen=True)
class Truth:
    """Every position of a board whose game goes on, as the player to move sees it."""

    positions: Positions
    winning: NDArray[np.bool_]
    """``[positions, cells]``"""
    keys: Places
    """Keys of the positions, in ascending order."""
    sample: Places
    """The positions that values are measured on, in order."""

    def measure(self, runs: int, values: ManyValues, *, policy: ManyValues | None = None) -> Exact:
        """Moves are the best by ``values``, or by ``policy`` if there is one."""
        seen, winning = self.positions[self.sample], self.winning[self.sample]
        legal = empty_cells(seen)
        found = values(slice(0, runs), seen)
        error = np.sqrt(np.square(found[:, legal] - np.where(winning, 1.0, -1.0)[legal]).mean(axis=1))
        choosing = policy or values
        preferred = found if policy is None else policy(slice(0, runs), seen)
        moves = _best(preferred, legal)
        contested = np.flatnonzero(winning.any(axis=1) & (legal & ~winning).any(axis=1))
        keeps = winning[contested, moves[:, contested]].mean(axis=1)
        wins, first = np.empty((2, runs))
        for run in range(runs):
            known = moves[run] if len(self.sample) == len(self.positions) else None
            wins[run], first[run] = self._against_perfect_play(self._player(choosing, run, known))
        plays = np.isfinite(preferred).all(axis=(1, 2))
        return Exact(error, *(np.where(plays, number, np.nan) for number in (keeps, wins, first)))

    def after(self, numbers: Places, moves: Places) -> Places:
        """The positions after a move each; -1 where the move ends the game."""
        found, won = after_moves(self.positions, moves.astype(np.int32), indices=numbers)
        return np.where(won, -1, np.searchsorted(self.keys, _keys(found)))

    def _player(self, values: ManyValues, run: int, known: Places | None) -> Choose:
        """Move chooser of a run; ``known`` are its moves in all positions, if it was asked for them."""

        def choose(numbers: Places) -> Places:
            if known is not None:
                return np.asarray(known[numbers])
            seen = self.positions[numbers]
            (moves,) = _best(values(slice(run, run + 1), seen), empty_cells(seen))
            return np.asarray(moves)

        return choose

    def _against_perfect_play(self, choose: Choose) -> tuple[float, float]:
        """The chances to win over all openings, and as the first player over those that win."""
        good = self.winning[0]  # the first position is the empty board
        opened = self.after(np.zeros(len(good), dtype=np.int64), np.arange(len(good)))
        opens = self._chances(choose, opened[good], on_move=False)
        answers = self._chances(choose, opened[~good], on_move=True)
        return float(np.concatenate([opens, answers]).mean()), float(opens.mean())

    def _chances(self, choose: Choose, starts: Places, *, on_move: bool) -> Numbers:
        """The chances to win from each start, exactly, over what play can reach: forth, and back again.

        The opponent keeps a win by any of the moves that do, each as likely, and has any move, each as
        likely, where it has lost: a chance of 1 is a win against every defence.
        """
        at, levels = starts, []
        while len(at):
            if on_move:
                parent, move = np.arange(len(at)), choose(at)
            else:
                keeping = self.winning[at]
                lost = ~keeping.any(axis=1, keepdims=True)
                parent, move = np.nonzero(np.where(lost, empty_cells(self.positions[at]), keeping))
            then = self.after(at[parent], move)
            goes_on = then >= 0
            following, child = np.unique(then[goes_on], return_inverse=True)
            levels.append((parent, np.where(goes_on, 0.0, float(on_move)), goes_on, child))
            at, on_move = following, not on_move
        chances = np.empty(0)
        for parent, worth, goes_on, child in reversed(levels):
            worth[goes_on] = chances[child]
            chances = np.bincount(parent, weights=worth) / np.bincount(parent)
        return chances


@cache
def truth(side: int) -> Truth:
    """Raises ValueError where not all positions are known. That of 4×4 takes ten seconds and 1.5 GB."""
    known = yardstick(side)
    keys = _keys(known.positions)
    order = keys.argsort()
    sample = np.arange(len(keys))
    if len(keys) > _SAMPLE:
        sample = np.sort(np.random.default_rng(0).choice(sample, size=_SAMPLE, replace=False))
    return Truth(known.positions[order], known.winning[order], keys[order], sample)


def _best(values: NDArray[np.float32], legal: NDArray[np.bool_]) -> Places:
    """The best legal move of each position ``[runs, positions]``."""
    return np.asarray(np.where(legal, values, -np.inf).argmax(axis=2))


def _keys(positions: Positions) -> Places:
    count, _, side = positions.shape
    rows = positions.reshape(count, -1).astype(np.int64)
    return np.asarray((rows << np.arange(2 * side) * side).sum(axis=1))


_RUNS, _POSITIONS = 10, 256  # valued at once: what fits into a processor's cache


class Measurements:
    """The exact measure at some steps of a run."""

    def __init__(self, architecture: Architecture, steps: Sequence[int]) -> None:
        self._architecture = architecture
        self._known = truth(architecture.side) if architecture.side in EVERY_POSITION and steps else None
        self.steps = np.array(sorted(set(steps)) if self._known is not None else [], dtype=np.int64)
        self._found: list[Exact] = []

    def take(self, step: int, weights: Tensor, *, policy: Tensor | None = None) -> None:
        """Measures if it is time to; a policy's moves are the likeliest."""
        if self._known is not None and step in self.steps:
            self._found.append(measured(self._architecture, self._known, weights, policy=policy))

    def arrays(self, runs: int) -> dict[str, NDArray[np.float64]]:
        if not self._found:
            return {name: np.empty((runs, 0)) for name in Exact._fields}
        return {
            name: np.stack([getattr(found, name) for found in self._found], axis=1) for name in Exact._fields
        }


def measured(
    architecture: Architecture, known: Truth, weights: Tensor, *, policy: Tensor | None = None
) -> Exact:
    """Measure networks that value moves, and their policies if there are any."""

    def values(runs: slice, positions: Positions) -> NDArray[np.float32]:
        return values_of(architecture, weights[runs], positions)

    def logits(runs: slice, positions: Positions) -> NDArray[np.float32]:
        assert policy is not None
        return _looked(partial(scores, architecture), architecture, policy[runs], positions)

    return known.measure(len(weights), values, policy=None if policy is None else logits)


def values_of(architecture: Architecture, weights: Tensor, positions: Positions) -> NDArray[np.float32]:
    """Values ``[runs, positions, cells]`` of positions without a history."""

    def values(some: Tensor, planes: Tensor) -> Tensor:
        alone = planes.unsqueeze(2)
        return sequence_values(architecture, some, alone, alone.new_ones(alone.shape[:3]))[:, :, 0]

    return _looked(values, architecture, weights, positions)


def _looked(
    look: Callable[[Tensor, Tensor], Tensor],
    architecture: Architecture,
    weights: Tensor,
    positions: Positions,
) -> NDArray[np.float32]:
    found = np.empty((len(weights), len(positions), architecture.cells), dtype=np.float32)
    for start in range(0, len(positions), _POSITIONS):
        planes = torch.from_numpy(neurohex_planes(positions[start : start + _POSITIONS])).to(weights.dtype)
        for run in range(0, len(weights), _RUNS):
            some = weights[run : run + _RUNS]
            with torch.no_grad():
                seen = look(some, planes.expand(len(some), *planes.shape))
            found[run : run + _RUNS, start : start + _POSITIONS] = seen.numpy()
    return found


def even_steps(last: int, count: int) -> list[int]:
    """Choose ``count`` steps to measure at, the last among them, at equal distances."""
    return [last * number // count for number in range(1, count + 1)]


_MOST = 200_000  # positions of one length, beyond which it is not tried


class Defences(NamedTuple):
    """Every way to play against an agent from an opening."""

    beaten: bool | None
    """Whether all of them lose; None if there are too many to try."""
    positions: int
    """Different positions in which the agent had to move."""
    games: int
    """Different games, as far as they were played."""


def beats_every_defence(values: ActionValues, *, side: int, opening: int) -> bool | None:
    """Whether Black, who has opened at a cell of the board, beats every defence; None if there are too
    many to try."""
    return every_defence(values, side=side, opening=opening, answering=False).beaten


def every_defence(values: ActionValues, *, side: int, opening: int, answering: bool) -> Defences:
    """Results of an agent that opened with Black at a cell, or answers that opening with White."""
    first = np.array([seen_cell(opening, side=side, to_move="black")], dtype=np.int32)
    boards, _ = after_moves(empty_positions(1, side), first)
    games, seen, ended = np.ones(1, dtype=np.int64), 0, 0
    if not answering:
        boards, games, beaten = _after_every_reply(boards, games)
    while len(boards):
        seen += len(boards)
        if len(boards) > _MOST:
            return Defences(None, seen, ended + int(games.sum()))
        moves, _ = best_moves(values(boards), boards)
        after, won = after_moves(boards, moves)
        ended += int(games[won].sum())
        boards, games, beaten = _after_every_reply(*_different(after[~won], games[~won]))
        if beaten:
            return Defences(False, seen, ended + int(games.sum()))
    return Defences(True, seen, ended)


def _after_every_reply(theirs: Positions, games: Places) -> tuple[Positions, Places, bool]:
    """The positions that the opponent can bring about, with the number of games that led to each, and whether
    a reply wins; unless one does, every position once."""
    indices, replies = np.nonzero(empty_cells(theirs))
    after, won = after_moves(theirs, replies.astype(np.int32), indices=indices)
    if won.any():  # which ends the matter, so that copies are not looked for
        return after, games[indices], True
    return *_different(after, games[indices]), False


def _different(positions: Positions, games: Places) -> tuple[Positions, Places]:
    """Every position once, with the games of all its copies."""
    found, place = np.unique(positions, axis=0, return_inverse=True)
    counted = np.zeros(len(found), dtype=np.int64)
    np.add.at(counted, place.ravel(), games)
    return found, counted
