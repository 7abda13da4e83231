"""Monte-Carlo tree search with unlearned playouts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from beeline.checks import require
from beeline.errors import PlayerError
from beeline.players.base import Decision, Player
from beeline.players.solver_aid import SolverAid
from beeline.rules.game import Game
from beeline.search.analysis import Analysis
from beeline.search.games import Weights
from beeline.search.limit import Limit, check_limits
from beeline.search.settings import SearchSettings
from beeline.search.tree import TreeSearch

_SIMULATIONS: Final = 10_000
"""Simulations of a move that nothing else limits."""
_SOLVER_SHARE: Final = 0.6


@dataclass(frozen=True, kw_only=True, slots=True)
class Options(SearchSettings):
    simulations: int | None = None
    """Simulations per move; 10,000 when ``seconds`` are not given either."""
    seconds: float | None = None
    """Seconds per move."""
    decided: bool = False
    """Stop early once no simulation left could change the move."""
    reuse: bool = True
    """Keep the tree below the moves played."""
    solve: float | None = None
    """The share of the seconds that goes to the exact solver, in positions of Hex near enough to their end: a
    third of it to the position before the tree search, the rest to the moves that the search likes best; 0.6
    with ``knowledge``, else 0."""
    threads: int = 1
    """Threads of the search."""

    def __post_init__(self) -> None:
        # `super()` needs the class that slots=True replaced.
        SearchSettings.__post_init__(self)
        check_limits(self.simulations, self.seconds)
        require(0 <= (self.solve or 0) < 1, "solve", "at least 0 and below 1", self.solve)
        if self.continuation == "patterns":
            raise PlayerError("continuation=patterns needs a learned policy: that is the player hivemind")


class Mcts(Player):
    """``weights`` are those of a learned policy, for the playouts."""

    def __init__(self, options: Options, *, weights: Weights | None = None) -> None:
        self.options = options
        self._search = TreeSearch(options, weights=weights)
        share = options.solve
        self._aid = SolverAid((_SOLVER_SHARE if options.knowledge else 0.0) if share is None else share)

    def decide(self, board: Game, limit: Limit) -> Decision:
        options = self.options
        if not options.reuse:
            self._search.reset()
        limit = limit.within(seconds=options.seconds, simulations=options.simulations)
        if limit.simulations is None and limit.seconds is None:
            limit = limit.within(simulations=_SIMULATIONS)
        return self._aid.decide(board, limit, lambda left: self._analysis(board, left))

    def _analysis(self, board: Game, limit: Limit) -> Analysis:
        decided = self.options.decided and limit.simulations is not None
        return self._search.run(board, limit, decided=decided)


def create(options: Options) -> Player:
    return Mcts(options)
