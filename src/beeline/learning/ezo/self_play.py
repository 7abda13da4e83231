"""Games of self-play with networks, played by the core, and their positions with what they should be worth.

The value v(s) of a position is the chance of the player to move. After a move the other player is to move, so
the target of v(s) is 1 - v(s') of the position one ply later; the paper's formula (2) leaves out the "1 -".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import process_time
from typing import Final

import numpy as np
from numpy.typing import NDArray

from beeline import _core
from beeline.knowledge.solver import Solver
from beeline.networks.ezo.onnx_network import value_network
from beeline.networks.features import Planes
from beeline.networks.network_files import NetworkSession
from beeline.networks.positions import Positions, after_moves, empty_positions, half_turned
from beeline.rules.board import Board
from beeline.rules.game import Colour

_NUMBER: Final[dict[Colour | None, int]] = {None: 0, "black": 1, "white": 2}
_TABLE: Final = 1 << 16  # positions that a solver remembers, far more than the games of a task have
_PATIENCE: Final = 3  # positions in a row without a winner after which those before are not asked about


@dataclass(frozen=True, kw_only=True)
class SelfPlayTask:
    """Some games of an epoch, for a worker."""

    number: int
    side: int
    games: int
    latest_start: int
    ply: int
    noise: float
    play_out: bool
    solver_nodes: int
    """Nodes of the search for the winner of each position; 0 is no search."""
    seed: int
    networks: tuple[bytes, ...]
    """Networks as ONNX models, the latest first."""


@dataclass(frozen=True, kw_only=True)
class PlayedGame:
    """One game. Its positions are numbered by the moves made before them."""

    moves: tuple[int, ...]
    start: int
    """The first position to learn from; the game may have ended before."""
    decided: int
    """The first position from there on that virtual connections decide, or -1."""
    winner: int
    """Winner, 1 Black, 2 White: by the last stone, or else by virtual connections."""
    proven: tuple[int, ...] = ()
    """Winner of each position with best play, by the solver, from the position after the first move on; 0
    if unknown."""
    values: tuple[float | None, ...] = ()
    """Chances of the player to move that a search has found, by position from the empty board on, or none."""


@dataclass(frozen=True, kw_only=True)
class SelfPlayResult:
    number: int
    games: tuple[PlayedGame, ...]
    positions: int
    """Positions that networks valued."""
    seconds: tuple[float, float, float]
    """Seconds of processor time: all, those of the networks, and those of the solver."""


class _TimedNetwork:
    """A network of triples, and the processor seconds that it has taken."""

    def __init__(self, model: bytes) -> None:
        self._session = NetworkSession(model)
        self.seconds = 0.0
        self.native = value_network(self._chances)

    def _chances(self, planes: Planes) -> NDArray[np.float32]:
        before = process_time()
        chances = self._session.run(planes)
        self.seconds += process_time() - before
        return chances


def play_games(task: SelfPlayTask) -> SelfPlayResult:
    """Plays the games of a task to their ends; a worker's work."""
    begun = process_time()
    networks = [_TimedNetwork(model) for model in task.networks]
    play = _core.SelfPlay(
        [network.native for network in networks],
        side=task.side,
        games=task.games,
        latest_start=task.latest_start,
        ply=task.ply,
        noise=task.noise,
        play_out=task.play_out,
        seed=task.seed,
    )
    play.play(None)
    before = process_time()
    games = [
        PlayedGame(moves=tuple(game.moves), start=game.start, decided=game.decided, winner=game.winner)
        for game in play.games()
    ]
    if task.solver_nodes:
        games = solved(games, side=task.side, nodes=task.solver_nodes)
    now = process_time()
    return SelfPlayResult(
        number=task.number,
        games=tuple(games),
        positions=play.evaluations,
        seconds=(now - begun, sum(network.seconds for network in networks), now - before),
    )


def solved(games: Sequence[PlayedGame], *, side: int, nodes: int) -> list[PlayedGame]:
    """The games with the winners of those positions that a search of so many nodes proves.

    Each game is gone through from its end, so that what was found later helps before, until three positions
    in a row are left open: those before them are farther from the end, and would cost most of the time.
    """
    solver = Solver(side, side, table_entries=_TABLE)
    found = []
    for game in games:
        board = Board(side)
        for move in game.moves:
            board.play(board.name_of(move))
        proven = [0] * len(game.moves)
        missed = 0
        for number in reversed(range(len(game.moves))):
            winner = board.winner or solver.solve(board, variation=False, nodes=nodes).winner
            proven[number] = _NUMBER[winner]
            missed = 0 if winner else missed + 1
            if missed == _PATIENCE:
                break
            board.undo()
        found.append(replace(game, proven=tuple(proven)))
    return found


@dataclass(frozen=True)
class Transitions:
    """Positions of games, each game's in order."""

    positions: Positions
    after: NDArray[np.int64]
    """The number of the position after the move that a player chose; -1 if it chose none there."""
    results: NDArray[np.float32]
    """1 or 0 where it is known that the player to move wins or loses, as at the end of a game; else NaN."""
    values: NDArray[np.float32]
    """The chance of the player to move where a search has found one; else NaN."""

    def __len__(self) -> int:
        return len(self.positions)

    @property
    def told(self) -> NDArray[np.bool_]:
        """Mask of the positions whose value something tells: the result, or the position that follows."""
        told: NDArray[np.bool_] = ~np.isnan(self.results) | (self.after >= 0)
        return told

    def with_half_turns(self) -> Transitions:
        """These and, after them, the same with every board turned by 180°."""
        turned = half_turned(self.positions)
        return joined([self, Transitions(turned, self.after, self.results, self.values)])

    def targets(self, values: NDArray[np.float32], *, trace: float) -> NDArray[np.float32]:
        """The λ-return of every position: its result, or what follows for the player to move there,

            G(s) = 1 - ((1 - λ) v(s') + λ G(s')),

        and v(s) itself where nothing follows. The value v is that of a search where there is one, else the
        one given.
        """
        targets = self.results.copy()
        values = np.where(np.isnan(self.values), values, self.values)
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
        np.concatenate([part.values for part in parts]),
    )


def transitions(games: Sequence[PlayedGame], *, side: int, whole: bool = False) -> Transitions:
    """Samples of games: of each, the positions from its start on; from the first move if ``whole``.

    The last position of a game is lost for the player to move, or is what virtual connections decided. A
    game that was won by its start is left out. The move to the start was random, so that the position before
    it has no position after it.
    """
    games = [game for game in games if whole or len(game.moves) > game.start or game.decided >= 0]
    positions = _replayed(games, side)
    parts, after, results, values = [], [], [], []
    count = 0
    for number, game in enumerate(games):
        first, last = 1 if whole else game.start, len(game.moves)
        parts.append(positions[number, first : last + 1])
        for ply in range(first, last + 1):
            follows = ply < last and ply + 1 != game.start
            after.append(count + ply + 1 - first if follows else -1)
            results.append(_result(game, ply))
            values.append(_value(game, ply))
        count += last + 1 - first
    return Transitions(
        np.concatenate(parts) if parts else empty_positions(0, side),
        np.array(after, dtype=np.int64),
        np.array(results, dtype=np.float32),
        np.array(values, dtype=np.float32),
    )


def _result(game: PlayedGame, ply: int) -> float:
    winner = game.winner if ply == len(game.moves) else game.proven[ply - 1] if game.proven else 0
    to_move = 1 + ply % 2  # Black has the first move
    return float(winner == to_move) if winner else float("nan")


def _value(game: PlayedGame, ply: int) -> float:
    value = game.values[ply] if ply < len(game.values) else None
    return float("nan") if value is None else value


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
