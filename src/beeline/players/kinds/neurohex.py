"""The move that a network trained by Q-learning values most (NeuroHex); with search where asked for."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from functools import partial

from beeline.checks import require, require_types
from beeline.networks.action_values import Evaluator
from beeline.networks.network_files import TRAINED
from beeline.networks.neurohex.onnx_network import load_network
from beeline.networks.positions import positions_of
from beeline.networks.valued_moves import analysis_by_values
from beeline.players.base import Decision, Player
from beeline.players.board_networks import BoardNetworks
from beeline.rules.board import Board
from beeline.rules.game import Game
from beeline.search.analysis import Analysis
from beeline.search.games import MOST_PRIOR_VISITS, RootPrior
from beeline.search.limit import Limit, check_limits
from beeline.search.settings import SearchSettings
from beeline.search.tree import TreeSearch


@dataclass(frozen=True, kw_only=True, slots=True)
class Options:
    weights: str = field(default=TRAINED, metadata={"file": True})
    """A network: a file that ``beeline train neurohex`` made (``.onnx``), the authors' arrays (``.npz``),
    a name in the package, or ``trained`` for the package's own for the size of the board."""
    threads: int = 1
    """Threads of the network."""

    simulations: int | None = None
    """Simulations of a tree search that begins with the network's values; without limits there is none."""
    seconds: float | None = None
    """Seconds of such a search."""
    prior: int = 5000
    """Weight of the network's value of a move in that search, in AMAF visits."""
    seed: int = 0
    """Seed of that search: equal seeds give equal searches."""

    def __post_init__(self) -> None:
        require_types(self)
        require(1 <= self.threads <= 256, "threads", "from 1 to 256", self.threads)
        check_limits(self.simulations, self.seconds)
        require(1 <= self.prior <= MOST_PRIOR_VISITS, "prior", f"from 1 to {MOST_PRIOR_VISITS}", self.prior)
        require(0 <= self.seed < 1 << 64, "seed", "from 0 to 2^64 - 1", self.seed)


class NeuroHex(Player):
    """Deterministic. Its chance to win is (1 + Q) / 2 of the best move.

    With simulations or seconds it is the tree search of ``mcts``, in which every move of the position to play
    in starts with the network's value as if from so many playouts. The tree below is as without a network.
    """

    games = (Board,)

    def __init__(self, options: Options) -> None:
        self.options = options
        make = partial(Evaluator, threads=options.threads)
        self._networks = BoardNetworks("neurohex", options.weights, load_network, make)
        self._search = TreeSearch(SearchSettings(seed=options.seed))

    def decide(self, board: Game, limit: Limit) -> Decision:
        assert isinstance(board, Board)
        analysis = self._analysis(board)
        if self.options.simulations is not None or self.options.seconds is not None:
            analysis = self._searched(board, analysis, limit)
        best = analysis.best
        return Decision.move_or_swap(best.move, board, best.value, analysis)

    def check_board(self, board: Game) -> None:
        self._networks.check(board, spec=self.spec)

    def version(self) -> str:
        return self._networks.version(super().version())

    def _analysis(self, board: Board) -> Analysis:
        """Every move by its value; no position is searched."""
        start = time.perf_counter()
        evaluator = self._networks.on(board, spec=self.spec)
        (values,) = evaluator.values(positions_of([board]))
        return analysis_by_values(board, values, seconds=time.perf_counter() - start)

    def _searched(self, board: Board, first: Analysis, limit: Limit) -> Analysis:
        """The position searched, with the network's values to begin with."""
        self._search.reset()
        limit = limit.within(seconds=self.options.seconds, simulations=self.options.simulations)
        return self._search.run(
            board,
            limit,
            prior=RootPrior(
                values={move.move: move.value for move in first.moves}, visits=self.options.prior
            ),
        )


def create(options: Options) -> Player:
    return NeuroHex(options)
