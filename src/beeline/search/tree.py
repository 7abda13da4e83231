"""Monte-Carlo tree search: Hex, Go, Tic-Tac-Toe and games written in Python on one native search.

The selection formulas are in ``cpp/search/selection.hpp``, the algorithm in ``cpp/search/tree_search.hpp``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from threading import Lock
from typing import Any, Final

from beeline import _core
from beeline.errors import ArgumentError, GameOver
from beeline.rules.game import Game, require_game
from beeline.search.analysis import STOP_REASONS, Analysis, MoveAnalysis, Proof
from beeline.search.games import GameSearch, RootPrior, SearchNetwork, Weights, game_search
from beeline.search.limit import NO_LIMIT, Limit, require_limit
from beeline.search.settings import SearchSettings

_PROOFS: Final[Mapping[_core.Proof, Proof]] = {
    _core.Proof.LOSS: "loss",
    _core.Proof.DRAW: "draw",
    _core.Proof.WIN: "win",
}
_LINES: Final = 5
"""Best lines that an analysis has."""


class TreeSearch:
    """A search with a tree that it keeps from one call to the next where the game went on below it.

    ``weights`` make the continuation ``patterns``: numbers in [0, 100], indexed as in
    ``cpp/tracker/continuation.hpp``. With a ``network`` leaves are worth what it says, and moves are chosen
    by PUCT. A search runs once at a time; another call meanwhile is a RuntimeError.
    """

    def __init__(
        self,
        settings: SearchSettings | None = None,
        *,
        weights: Weights | None = None,
        network: SearchNetwork | None = None,
    ) -> None:
        if not isinstance(settings, SearchSettings | None):
            raise TypeError(f"settings are beeline.SearchSettings, not {settings!r}")
        self.settings = settings or SearchSettings()
        continuation = self.settings.continuation
        if weights is None and continuation == "patterns":
            raise ArgumentError("continuation=patterns needs weights")
        if weights is not None and continuation not in ("patterns", None):
            raise ArgumentError(f"weights go with continuation=patterns, not with {continuation}")
        if network is not None and weights is not None:
            raise ArgumentError("a search has the weights of a playout policy or a network, not both")
        self._weights = weights
        self._network = network
        self._on: GameSearch | None = None
        self._root: Any = None
        self._running = Lock()

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy, also of a pickle, is a new search with the same settings and an empty tree."""
        again = partial(type(self), self.settings, weights=self._weights, network=self._network)
        return again, ()

    def run(
        self,
        board: Game,
        limit: Limit = NO_LIMIT,
        *,
        simulations: int | None = None,
        seconds: float | None = None,
        decided: bool = False,
        should_stop: Callable[[], bool] | None = None,
        prior: RootPrior | None = None,
    ) -> Analysis:
        """Searches until one of the limits is met, or the result is proven.

        ``simulations``, ``seconds`` and ``should_stop`` are short for a ``limit``, and come on top of it.
        ``prior`` is what the moves of a position of Hex start with, unless the tree knows it already.
        ``decided`` also stops once no simulation left could change the most visited move.
        ``should_stop`` is asked about every 20 ms. Ctrl-C stops the search with KeyboardInterrupt.
        """
        require_game(board, by="a search")
        require_limit(limit)
        limit = limit.within(simulations=simulations, seconds=seconds, should_stop=should_stop)
        if board.winner is not None:
            raise GameOver(f"there is nothing to search: the game has ended ({board.winner})")
        if limit == NO_LIMIT:
            raise ArgumentError("a search needs a limit: simulations, seconds or should_stop")
        limits = _core.Limits(
            simulations=limit.simulations,
            seconds=limit.seconds,
            decided=decided,
            should_stop=limit.should_stop,
            lines=_LINES,
        )
        with self._turn():
            on = self._search_for(board)
            self._root = board.copy()  # now, so that tree and root agree even if the search is interrupted
            report = on.native.run(*on.position(self._root), limits, *_native_prior(on, prior, board))
            return _analysis(self._root, report, on.name)

    def reset(self) -> None:
        """Forgets the tree."""
        with self._turn():
            if self._on is not None:
                self._on.reset()
            self._root = None

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """One call at a time: a tree cannot be searched from two positions."""
        if not self._running.acquire(blocking=False):
            raise RuntimeError(
                "this search is running already, in another thread or around this call: use one per thread"
            )
        try:
            yield
        finally:
            self._running.release()

    def _search_for(self, board: Game) -> GameSearch:
        if self._on is None or not self._on.fits(board):
            self._on = self._new_search(board)
        elif self._root is None or (moves := _moves_between(self._root, board)) is None:
            self._on.reset()
        else:
            self._on.advance(moves)
        return self._on

    def _new_search(self, board: Game) -> GameSearch:
        try:
            return game_search(board, self.settings, self._weights, self._network)
        except MemoryError:
            raise ArgumentError(
                f"this machine does not give {self.settings.memory} megabytes for the tree"
            ) from None


def _native_prior(on: GameSearch, prior: RootPrior | None, board: Any) -> tuple[_core.RootPrior, ...]:
    if prior is None:
        return ()
    on.check_prior()
    return (prior.native(board),)


def _moves_between(earlier: Any, later: Any) -> list[str] | None:
    """The moves that lead from one position to the other by play in turn, or None."""
    if not hasattr(later, "moves"):
        return None
    moves: list[str] = later.moves[len(earlier.moves) :]
    trial = earlier.copy()
    try:
        for move in moves:
            trial.play(move)
    except ValueError:
        return None
    return moves if trial == later and trial.moves == later.moves else None


def _analysis(board: Game, report: _core.SearchReport, name: Callable[[int], str]) -> Analysis:
    moves = [
        MoveAnalysis(
            name(m.move),
            m.visits,
            m.value,
            m.amaf_visits,
            m.amaf_value,
            _PROOFS.get(m.proof),
            prior=m.prior,
            policy=m.policy,
        )
        for m in report.moves
    ]
    return Analysis(
        to_move=board.to_move,
        moves=moves,
        variation=[name(move) for move in report.variation],
        simulations=report.simulations,
        seconds=report.seconds,
        nodes=report.children,
        tree_full=report.tree_full,
        stopped=STOP_REASONS[report.stopped],
        root_value=report.root_value,
        root_proof=_PROOFS.get(report.root_proof),
        lines=[[name(move) for move in line] for line in report.lines if line],
    )
