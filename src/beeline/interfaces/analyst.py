"""The analyst of the interfaces: the strongest search of the package, with the exact solver beside it.

Equal questions get equal answers. Seeds are fixed, and effort is counted in simulations of the search and in
positions of the solver, never in seconds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Literal

from beeline.knowledge.solver import Answer, Solver
from beeline.players import Limit, Player
from beeline.rules.board import Board
from beeline.rules.cells import SWAP_PIECES
from beeline.rules.game import Colour, opponent
from beeline.search.analysis import Analysis, MoveAnalysis

ANALYST: Final = "mcts:knowledge=300"
"""The player that analyses and reviews unless another is named: the one place where it is chosen."""
SEED: Final = 0
ROUND: Final = 1000
"""Simulations per round of an analysis."""
TABLE_ENTRIES: Final = 1 << 18
"""Of the solver: 16 MB on boards of up to 64 cells."""
_NODES: Final = 24
"""Positions per round for the solver: half for the position itself, half for the move that looks best."""
_SORTING_NODES: Final = 2000
"""Positions for the other moves of a position that is proven to be won."""
_SORTING_EACH: Final = 120

Verdict = Literal["win", "loss"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Insight:
    """What is known of a position after some rounds."""

    analysis: Analysis
    """Moves with their proofs: proven wins first, then by visits, proven losses last."""
    winner: Colour | None
    """Proven, with best play."""
    simulations: int
    positions: int
    """That the solver looked at."""
    done: Literal["proven", "full"] | None
    """Why it is over: everything asked for is proven, or the search cannot go on."""

    @property
    def value(self) -> float:
        """The chance of the side to move: 1 or 0 where that is proven."""
        if self.winner is not None:
            return float(self.winner == self.analysis.to_move)
        return self.analysis.best.value


class Analyst:
    """Thinks about one position in rounds; each is half search, half solver."""

    def __init__(self, board: Board, player: Player) -> None:
        self.board = board.copy()
        self._player = player
        self._solver = Solver(board.rows, board.cols, table_entries=TABLE_ENTRIES)
        self._verdicts: dict[str, Verdict] = {}
        self._analysis = _unsearched(self.board)
        self._line: list[str] = []
        self._unsorted: list[str] | None = None
        self._sorting_left = _SORTING_NODES
        self._winner: Colour | None = None
        self._simulations = self._positions = 0
        self._is_full = False

    def round(self, should_stop: Callable[[], bool] | None = None) -> Insight:
        """Goes on for a round, and says what is known then; ``should_stop`` cuts it short."""
        if self._winner is None:
            self._solve_position(should_stop)
        if self._winner is None:
            self._search(should_stop)
        if self._winner is None:
            self._solve_best_move(should_stop)
        else:
            self._sort_out(should_stop)
        return self.insight()

    def insight(self) -> Insight:
        analysis = self._analysis
        for move, verdict in self._verdicts.items():
            analysis = analysis.with_proof(move, verdict)
        if self._line:
            analysis = replace(analysis, variation=self._line)
        return Insight(
            analysis=analysis,
            winner=self._winner,
            simulations=self._simulations,
            positions=self._positions,
            done="proven" if self._is_sorted else "full" if self._is_full else None,
        )

    # The search

    def _search(self, should_stop: Callable[[], bool] | None) -> None:
        found = self._player.choose(self.board, Limit(simulations=ROUND, should_stop=should_stop)).analysis
        assert found is not None
        self._analysis = found
        self._simulations += found.simulations
        for move in found.moves:
            if move.proof in ("win", "loss"):
                self._verdicts[move.move] = "win" if move.proof == "win" else "loss"
        if found.best.proof == "win" or all(move.proof == "loss" for move in found.moves):
            self._conclude(should_stop)
        self._is_full = self._winner is None and not found.simulations

    def _conclude(self, should_stop: Callable[[], bool] | None) -> None:
        """The search has proven who wins: so has the solver soon, with the line."""
        wins = [move for move, verdict in self._verdicts.items() if verdict == "win"]
        self._winner = self.board.to_move if wins else opponent(self.board.to_move)
        answer = self._answer(self.board, nodes=_SORTING_EACH, should_stop=should_stop, line=True)
        self._line = list(answer.variation) or self._analysis.variation

    # The solver

    def _answer(
        self, board: Board, *, nodes: int, should_stop: Callable[[], bool] | None, line: bool = False
    ) -> Answer:
        answer = self._solver.solve(board, nodes=nodes, variation=line, should_stop=should_stop)
        self._positions += answer.nodes
        return answer

    def _solve_position(self, should_stop: Callable[[], bool] | None) -> None:
        answer = self._answer(self.board, nodes=_NODES // 2, should_stop=should_stop, line=True)
        if answer.winner is None:
            return
        self._winner, self._line = answer.winner, list(answer.variation)
        for move in answer.winning_moves or ():
            self._verdicts[move] = "win"
        if answer.winner != self.board.to_move:
            self._verdicts = {move.move: "loss" for move in self._analysis.moves}

    def _solve_best_move(self, should_stop: Callable[[], bool] | None) -> None:
        best = next((move.move for move in self.insight().analysis.moves if move.proof is None), None)
        if best is not None and self._judge(best, _NODES // 2, should_stop) == "win":
            self._conclude(should_stop)

    def _judge(self, move: str, nodes: int, should_stop: Callable[[], bool] | None) -> Verdict | None:
        after = self.board.copy()
        after.play(move)
        answer = self._answer(after, nodes=nodes, should_stop=should_stop)
        if answer.winner is None:
            return None
        self._verdicts[move] = "win" if answer.winner == self.board.to_move else "loss"
        return self._verdicts[move]

    # The other moves of a position that is won

    @property
    def _is_sorted(self) -> bool:
        return self._winner is not None and self._unsorted is not None and not self._unsorted

    def _sort_out(self, should_stop: Callable[[], bool] | None) -> None:
        """Verdicts on the other moves, the likeliest first, as far as they are cheap."""
        if self._unsorted is None:
            self._unsorted = [move.move for move in self.insight().analysis.moves if move.proof is None]
        before = self._positions
        while self._unsorted and self._positions - before < _NODES and not (should_stop and should_stop()):
            spent = self._positions
            self._judge(self._unsorted.pop(0), _SORTING_EACH, should_stop)
            self._sorting_left -= self._positions - spent
        if self._sorting_left <= 0:
            self._unsorted = []


def _unsearched(board: Board) -> Analysis:
    """A position that nobody has looked at yet."""
    moves = [move for move in board.legal_moves if move != SWAP_PIECES]
    return Analysis(
        to_move=board.to_move,
        moves=[MoveAnalysis(move, 0, 0.5, 0, 0.5, None) for move in moves],
        variation=[],
        simulations=0,
        seconds=0.0,
        nodes=0,
        tree_full=False,
        stopped="simulations",
    )
