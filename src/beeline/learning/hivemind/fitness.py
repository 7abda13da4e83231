"""Games that tell how good policies are: the winner gains a point and the loser loses one (section 4.3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from beeline.learning.hivemind.optimiser import Genes
from beeline.networks.hivemind.patterns import PatternGame
from beeline.players.kinds.hivemind import PAPER_SEARCH
from beeline.rules.board import Board
from beeline.rules.cells import swap_safe_cell
from beeline.rules.game import Result, opponent
from beeline.rules.go import GoBoard
from beeline.rules.registry import GO, HEX
from beeline.search.settings import Continuation, SearchSettings
from beeline.search.tree import TreeSearch

# A path-only search needs several visits of each of Go's many moves before it plays better than chance.
_SEARCHES: Final[dict[PatternGame, SearchSettings]] = {
    HEX: PAPER_SEARCH,
    GO: SearchSettings(update="amaf", continuation="default"),
}
_MEMORY: Final = 64  # megabytes, far more than trees of a thousand simulations fill
_HOPELESS: Final = 0.1  # a player of Go resigns below this value


@dataclass(frozen=True, kw_only=True)
class Conditions:
    """Conditions of fitness games."""

    game: PatternGame
    size: int
    simulations: int
    """Simulations per move."""

    def board(self) -> Any:
        """Hex begins with a swap-safe move by Black, Go with the empty board and a komi of 7.5."""
        if self.game == GO:
            return GoBoard(self.size, komi=7.5)
        board = Board(self.size)
        board.play(swap_safe_cell(self.size, self.size))
        return board


@dataclass(frozen=True, kw_only=True)
class FitnessGame:
    """One game: whose weights play which colour. None plays by the default policy."""

    number: int
    conditions: Conditions
    black: NDArray[np.float32] | None
    white: NDArray[np.float32] | None
    seed: int


@dataclass(frozen=True, kw_only=True)
class FitnessResult:
    number: int
    winner: Result
    moves: int
    simulations: int


def play_fitness_game(game: FitnessGame) -> FitnessResult:
    """Plays a game to its end; a worker's task."""
    searches = {
        "black": _search(game.conditions.game, game.black, 2 * game.seed),
        "white": _search(game.conditions.game, game.white, 2 * game.seed + 1),
    }
    board = game.conditions.board()
    moves = simulations = 0
    while board.winner is None:
        search = searches[board.to_move]
        search.reset()
        analysis = search.run(board, simulations=game.conditions.simulations)
        simulations += analysis.simulations
        if game.conditions.game == GO and analysis.best.value < _HOPELESS:
            winner = opponent(board.to_move)
            return FitnessResult(number=game.number, winner=winner, moves=moves, simulations=simulations)
        board.play(analysis.best.move)
        moves += 1
    return FitnessResult(number=game.number, winner=board.winner, moves=moves, simulations=simulations)


def _search(game: PatternGame, weights: NDArray[np.float32] | None, seed: int) -> TreeSearch:
    kind: Continuation = "default" if weights is None else "patterns"
    settings = replace(_SEARCHES[game], continuation=kind, memory=_MEMORY, seed=seed)
    return TreeSearch(settings, weights=weights)


def fitness_of(pool: int, pairs: list[tuple[int, int]], winners: list[Result]) -> NDArray[np.int64]:
    """Points of each individual: one for a win, minus one for a loss."""
    fitness = np.zeros(pool, dtype=np.int64)
    for (black, white), winner in zip(pairs, winners, strict=True):
        point = {"black": 1, "white": -1, "draw": 0}[winner]
        fitness[black] += point
        fitness[white] -= point
    return fitness


def fitness_games(
    individuals: Genes, pairs: list[tuple[int, int]], *, conditions: Conditions, seed: int
) -> Iterator[FitnessGame]:
    """The games of a generation, from the weights of its individuals."""
    for number, (black, white) in enumerate(pairs):
        yield FitnessGame(
            number=number,
            conditions=conditions,
            black=individuals[black],
            white=individuals[white],
            seed=seed + number,
        )
