"""Monte-Carlo tree search with unlearned playouts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from beeline.errors import PlayerError
from beeline.players.base import Decision, Player
from beeline.rules.board import Board
from beeline.rules.cells import SWAP_PIECES
from beeline.rules.game import Game
from beeline.search.games import Weights
from beeline.search.settings import SearchSettings, check_limits
from beeline.search.tree import TreeSearch


@dataclass(frozen=True, kw_only=True, slots=True)
class Options(SearchSettings):
    simulations: int | None = None
    """Simulations a move; 10,000 when seconds are not given either."""
    seconds: float | None = None
    """Seconds a move."""
    decided: bool = False
    """Stop early once no simulation left could change the move."""
    reuse: bool = True
    """Keep the tree below the moves played."""

    def __post_init__(self) -> None:
        # `super()` needs the class that slots=True replaced.
        SearchSettings.__post_init__(self)
        check_limits(self.simulations, self.seconds)
        if self.continuation == "patterns":
            raise PlayerError("continuation=patterns needs a learned policy: that is the player hivemind")


class Mcts(Player):
    """``weights`` are those of a learned policy, for the playouts."""

    def __init__(self, options: Options, *, weights: Weights | None = None) -> None:
        self.options = options
        self._search = TreeSearch(options, weights=weights)

    def choose(
        self,
        board: Game,
        *,
        seconds: float | None = None,
        should_stop: Callable[[], bool] | None = None,
    ) -> Decision:
        options = self.options
        if not options.reuse:
            self._search.reset()
        limits = [limit for limit in (options.seconds, seconds) if limit is not None]
        simulations = options.simulations
        if simulations is None and not limits:
            simulations = 10_000
        analysis = self._search.run(
            board,
            simulations=simulations,
            seconds=min(limits, default=None),
            when_decided=options.decided and simulations is not None,
            should_stop=should_stop,
        )
        best = analysis.best
        if best.value < 0.5 and isinstance(board, Board) and SWAP_PIECES in board.legal_moves:
            return Decision(SWAP_PIECES, 1 - best.value, analysis)
        return Decision(best.move, best.value, analysis)


def create(options: Options) -> Player:
    return Mcts(options)
