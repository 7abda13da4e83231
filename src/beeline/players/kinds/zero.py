"""Tree search on the network of zero, with virtual connections and the solver; the strongest player here."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Final

import numpy as np

from beeline.checks import require, require_types
from beeline.errors import PlayerError
from beeline.networks.network_files import TRAINED
from beeline.networks.zero.answers import chances, distributions
from beeline.networks.zero.integer_network import IntegerNetwork, load_integer_network
from beeline.networks.zero.packaged import NETWORK, SMALL, SMALL_NETWORK, packaged_network
from beeline.networks.zero.views import views_of
from beeline.players.base import Decision, Player
from beeline.players.solver_aid import SolverAid
from beeline.rules.board import Board
from beeline.rules.cells import SWAP_PIECES, fair_openings
from beeline.rules.game import Game
from beeline.search.analysis import Analysis, MoveAnalysis
from beeline.search.games import SearchNetwork
from beeline.search.limit import Limit, check_limits
from beeline.search.settings import NETWORK_FIRST_PLAY, NetworkSettings, SearchSettings
from beeline.search.tree import TreeSearch

SHIPPED: Final = NETWORK
_SIMULATIONS: Final = 800
"""Simulations of a move that nothing else limits."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Options:
    weights: str = field(default=TRAINED, metadata={"file": True})
    """A network on integers that ``beeline train zero`` made (``.safetensors``), ``trained`` for the
    package's own, or ``small`` for its small one, for slow machines."""
    simulations: int | None = None
    """Simulations per move; 0 plays by the network's policy alone; 800 when ``seconds`` are not given."""
    seconds: float | None = None
    """Seconds per move."""
    temperature: float = 0.0
    """Draws the move in proportion to visits ^ (1 / temperature), or without simulations from the policy
    likewise; 0 plays the best."""
    knowledge: int = 10
    """Visits before virtual connections and inferior cells are asked about a position; 0 is never. The
    position searched is asked about first."""
    solve: float = 0.3
    """The share of the seconds that goes to the exact solver, in positions near enough to their end."""
    exploration: float = 0.25
    """C of PUCT."""
    first_play: float = NETWORK_FIRST_PLAY
    """First-play reduction: how much less than its position an unvisited move is worth, where the network
    has no action values."""
    mix: float = 0.0
    """Weight of a playout in the value of a leaf."""
    batch: int = 1
    """Leaves that are evaluated together."""
    cache: int = 1 << 15
    """Positions whose predictions are kept, per thread."""
    reuse: bool = True
    """Keep the tree below the moves played."""
    threads: int = 1
    """Threads of the search."""
    memory: int = 512
    """Megabytes for the tree."""
    seed: int = 0
    """Seed: with one thread and simulations, equal seeds give equal games."""

    def __post_init__(self) -> None:
        require_types(self)
        check_limits(self.simulations or None, self.seconds)
        require((self.simulations or 0) >= 0, "simulations", "0 or more", self.simulations)
        require(0 <= self.temperature < float("inf"), "temperature", "0 or more", self.temperature)
        require(0 <= self.solve < 1, "solve", "at least 0 and below 1", self.solve)
        self.search_settings()
        self.network_settings()

    def search_settings(self) -> SearchSettings:
        return SearchSettings(
            knowledge=self.knowledge,
            exploration=self.exploration,
            first_play=self.first_play,
            threads=self.threads,
            memory=self.memory,
            seed=self.seed,
            fill=False,
            prior=0,
        )

    def network_settings(self) -> NetworkSettings:
        return NetworkSettings(batch=self.batch, mix=self.mix, cache=self.cache)


class Zero(Player):
    games = (Board,)

    def __init__(self, options: Options) -> None:
        self.options = options
        self._network = _network(options.weights)
        self._aid = SolverAid(options.solve)
        self._random = random.Random(options.seed)

    def decide(self, board: Game, limit: Limit) -> Decision:
        assert isinstance(board, Board)
        if board.swap_rule and not len(board) and board.rows == board.cols:
            return self._even_opening(board)
        if self.options.simulations == 0:
            analysis = self.glance(board)
            return Decision.move_or_swap(self._drawn(analysis), board, analysis.root_value, analysis)
        limit = limit.within(seconds=self.options.seconds, simulations=self.options.simulations)
        if limit.simulations is None and limit.seconds is None:
            limit = limit.within(simulations=_SIMULATIONS)
        if not self.options.reuse:
            self._search.reset()
        decision = self._aid.decide(board, limit, lambda left: self._search.run(board, left))
        if self.options.temperature and decision.move != SWAP_PIECES and decision.analysis is not None:
            return Decision(self._drawn(decision.analysis), decision.value, decision.analysis)
        return decision

    @cached_property
    def _search(self) -> TreeSearch:
        network = SearchNetwork(self._network.native, self.options.network_settings())
        return TreeSearch(self.options.search_settings(), network=network)

    def glance(self, board: Game) -> Analysis:
        """Every move by the network's policy and action values; nothing is searched."""
        assert isinstance(board, Board)
        start = time.perf_counter()
        views = views_of([board])
        answers = self._network.answers(views)
        (policy,), (value,) = distributions(answers.policies, views.empty), chances(answers.values)
        (action_values,) = chances(answers.action_values)
        rows = views.stones.shape[1]
        moves = []
        for name in board.legal_moves:
            if name == SWAP_PIECES:
                continue
            row, col = divmod(board.cell_of(name), board.cols)
            seen = row * board.cols + col if board.to_move == "black" else col * board.rows + row
            assert 0 <= seen < rows * views.stones.shape[2]
            moves.append(
                MoveAnalysis(name, 0, float(action_values[seen]), 0, 0.5, None, prior=float(policy[seen]))
            )
        moves.sort(key=lambda move: -move.prior)
        return Analysis(
            to_move=board.to_move,
            moves=moves,
            variation=[moves[0].move],
            simulations=0,
            seconds=time.perf_counter() - start,
            nodes=len(moves),
            tree_full=False,
            stopped="simulations",
            root_value=float(value),
        )

    def _drawn(self, analysis: Analysis) -> str:
        """The best move, or with a temperature one drawn by visits or by prior."""
        if not self.options.temperature or analysis.best.proof == "win":
            return analysis.best.move
        moves = [move for move in analysis.moves if move.proof != "loss"] or analysis.moves
        numbers = np.array([move.visits or move.prior * 1e-6 for move in moves], dtype=np.float64)
        weights = (numbers / numbers.max()) ** (1 / self.options.temperature)
        return self._random.choices([move.move for move in moves], weights.tolist())[0]

    def _even_opening(self, board: Board) -> Decision:
        """The first move under the swap rule: of the openings that people call fair, the one after which the
        network calls the game most even, or with a temperature any of them."""
        names = fair_openings(board.rows)
        after = []
        for name in names:
            opened = board.copy()
            opened.play(name)
            after.append(opened)
        values = 1 - chances(self._network.answers(views_of(after)).values)
        best = (
            self._random.randrange(len(names)) if self.options.temperature else np.abs(values - 0.5).argmin()
        )
        return Decision(names[int(best)], float(values[int(best)]))


def _network(weights: str) -> IntegerNetwork:
    if (packaged := {TRAINED: NETWORK, SMALL: SMALL_NETWORK}.get(weights)) is not None:
        return packaged_network(packaged)
    path = Path(weights)
    if not path.exists():
        raise PlayerError(f"there is no network {str(path)!r}")
    return load_integer_network(path)


def create(options: Options) -> Player:
    return Zero(options)
