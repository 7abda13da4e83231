"""From games of self-play to positions with what they should be worth.

The value v(s) of a position is the chance of the player to move. After a move the other player is to move, so
the target of v(s) is 1 - v(s') of the position one ply later; the paper's formula (2) leaves out the "1 -".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from beeline.learning.ezo.self_play import PlayedGame
from beeline.networks.positions import Positions, after_moves, empty_positions, half_turned


@dataclass(frozen=True)
class Transitions:
    """Positions of games, each game's in order."""

    positions: Positions
    after: NDArray[np.int64]
    """The number of the position after the move that a player chose; -1 if it chose none there."""
    results: NDArray[np.float32]
    """1 or 0 where it is known that the player to move wins or loses, as at the end of a game; else NaN."""

    def __len__(self) -> int:
        return len(self.positions)

    @property
    def told(self) -> NDArray[np.bool_]:
        """Where something tells what the position should be worth: its result, or the one after it."""
        told: NDArray[np.bool_] = ~np.isnan(self.results) | (self.after >= 0)
        return told

    def with_half_turns(self) -> Transitions:
        """These and, after them, the same with every board turned by 180°."""
        return joined([self, Transitions(half_turned(self.positions), self.after, self.results)])

    def targets(self, values: NDArray[np.float32], *, trace: float) -> NDArray[np.float32]:
        """The λ-return of every position: its result, or what follows for the player to move there,

            G(s) = 1 - ((1 - λ) v(s') + λ G(s')),

        and v(s) itself where nothing follows.
        """
        targets = self.results.copy()
        for number in range(len(self) - 1, -1, -1):
            later = self.after[number]
            if np.isnan(targets[number]):
                known = 1 - ((1 - trace) * values[later] + trace * targets[later])
                targets[number] = known if later >= 0 else values[number]
        return targets


def joined(parts: Sequence[Transitions]) -> Transitions:
    """One after the other."""
    starts = np.cumsum([0, *map(len, parts)])
    after = [
        np.where(part.after < 0, -1, part.after + start) for part, start in zip(parts, starts, strict=False)
    ]
    return Transitions(
        np.concatenate([part.positions for part in parts]),
        np.concatenate(after),
        np.concatenate([part.results for part in parts]),
    )


def transitions(games: Sequence[PlayedGame], *, side: int, whole: bool = False) -> Transitions:
    """What is learned from games: of each, the positions from its start on; from the first move if ``whole``.

    The last position of a game is lost for the player to move, or is what virtual connections decided. A
    game that was won by its start is left out. The move to the start was random, so that the position before
    it has no position after it.
    """
    games = [game for game in games if whole or len(game.moves) > game.start or game.decided >= 0]
    positions = _replayed(games, side)
    parts, after, results = [], [], []
    count = 0
    for number, game in enumerate(games):
        first, last = 1 if whole else game.start, len(game.moves)
        parts.append(positions[number, first : last + 1])
        for ply in range(first, last + 1):
            follows = ply < last and ply + 1 != game.start
            after.append(count + ply + 1 - first if follows else -1)
            results.append(_result(game, ply))
        count += last + 1 - first
    return Transitions(
        np.concatenate(parts) if parts else empty_positions(0, side),
        np.array(after, dtype=np.int64),
        np.array(results, dtype=np.float32),
    )


def _result(game: PlayedGame, ply: int) -> float:
    winner = game.winner if ply == len(game.moves) else game.proven[ply - 1] if game.proven else 0
    to_move = 1 + ply % 2  # Black has the first move
    return float(winner == to_move) if winner else float("nan")


def _replayed(games: Sequence[PlayedGame], side: int) -> Positions:
    """``uint32[games, plies + 1, 2, side]``: every position of every game, and no stones after its end."""
    plies = max((len(game.moves) for game in games), default=0)
    found = np.zeros((len(games), plies + 1, 2, side), dtype=np.uint32)
    lengths = np.array([len(game.moves) for game in games])
    for ply in range(plies):
        playing = np.flatnonzero(lengths > ply)
        cells = np.array([games[int(number)].moves[ply] for number in playing])
        seen = cells % side * side + cells // side if ply % 2 == 0 else cells  # as in `seen_cell`
        found[playing, ply + 1], _ = after_moves(
            np.ascontiguousarray(found[playing, ply]), seen.astype(np.int32)
        )
    return found
