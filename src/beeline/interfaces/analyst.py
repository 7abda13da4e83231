"""The analyst of the interfaces: the strongest player of the package, with the exact solver beside it.

Equal questions get equal answers. Seeds are fixed, and effort is counted in simulations of the search and in
positions of the solver, never in seconds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Literal

from beeline.knowledge.opening_table import solved_opening
from beeline.knowledge.solver import Answer, Solver
from beeline.networks.zero.packaged import ORDERS_FROM, small_network
from beeline.players import Limit, Player
from beeline.rules.board import Board
from beeline.rules.game import Colour, opponent
from beeline.search.analysis import Analysis, MoveAnalysis

ANALYST: Final = "zero:cache=4096,exploration=1.25"
"""The player that analyses and reviews unless another is named: the one place where it is chosen. It explores
more widely than in play, for lines of several moves (``benchmarks/exploration.py``)."""
SEED: Final = 0
TABLE_ENTRIES: Final = 1 << 18
"""Entries of the solver's table: 16 MB on boards of up to 64 cells."""
_SORTING_NODES: Final = 2000
"""Positions for the other moves of a position that is proven to be won."""
_SORTING_EACH: Final = 120
_GLANCES: Final = 24
"""First moves after which the network looks at the board, per step."""

Verdict = Literal["win", "loss"]
ShouldStop = Callable[[], bool]


@dataclass(frozen=True, kw_only=True, slots=True)
class Effort:
    """Effort of one step, so that search and solver take about equally long."""

    simulations: int
    """Simulations per round of an analysis, in four steps."""
    nodes: int
    """Positions of the solver per round: half for the position itself, half for the best move, each
    a step. Fewer at a time would go into finding the way back to where the last ones ended."""
    review: int
    """Simulations per position of a review that the solver leaves open."""


_EFFORTS: Final = {"zero": Effort(simulations=200, nodes=96, review=500)}
_PLAYOUTS: Final = Effort(simulations=1000, nodes=24, review=4000)


def effort_of(player: str) -> Effort:
    """Effort that suits a player string: a simulation with a network is worth and costs many playouts."""
    return _EFFORTS.get(player.partition(":")[0], _PLAYOUTS)


def solver_for(board: Board) -> Solver:
    """A solver with a small table; on larger boards the small network orders its moves."""
    network = small_network().native if board.rows * board.cols >= ORDERS_FROM else None
    return Solver(board.rows, board.cols, table_entries=TABLE_ENTRIES, network=network)


@dataclass(frozen=True, kw_only=True, slots=True)
class Insight:
    """Knowledge of a position after some rounds."""

    analysis: Analysis
    """Every move, with its proof or its value: proven wins first, then by visits, proven losses last."""
    winner: Colour | None
    """Proven, with best play."""
    simulations: int
    positions: int
    """Positions that the solver looked at."""
    done: Literal["proven", "full"] | None
    """Reason why it is over: everything asked for is proven, or the search cannot go on."""

    @property
    def value(self) -> float:
        """The chance of the side to move: 1 or 0 where that is proven."""
        if self.winner is not None:
            return float(self.winner == self.analysis.to_move)
        return self.analysis.best.value


class Analyst:
    """Thinks about one position in rounds, each half search, half solver, of several short steps.

    The steps of a round are the same whoever else wants the processor, so that answers do not depend on it.

    ``openings`` is whether what is recorded of first moves counts.
    """

    def __init__(self, board: Board, player: Player, *, openings: bool = True) -> None:
        self.board = board.copy()
        self.board.swap_rule = False  # a swap is not searched
        self._player, self._openings = player, openings
        self._effort = effort_of(player.spec)
        self._solver = solver_for(board)
        self._verdicts: dict[str, Verdict] = {}
        self._glance: dict[str, float] | None = None
        self._unseen: list[str] = []
        """First moves on the empty board that the network has not looked at yet."""
        self._analysis = _unsearched(self.board)
        self._line: list[str] = []
        self._unsorted: list[str] | None = None
        self._sorting_left = _SORTING_NODES
        self._winner: Colour | None = None
        self._simulations = self._positions = 0
        self._is_full = False
        self._part = 0
        """Part of the round that comes next."""

    def round(self, should_stop: ShouldStop | None = None) -> Insight:
        """Continues to the end of a round; the insight at its end. ``should_stop`` cuts it short."""
        self.step(should_stop)
        while self._unseen or (self._part and self._winner is None):
            self.step(should_stop)
        return self.insight()

    def step(self, should_stop: ShouldStop | None = None) -> None:
        """Continues for some 20 ms: after a few of these others may have the processor."""
        if self._glance is None:
            self._begin()
        if self._unseen:
            self._look_at_openings()
            if self._unseen:
                return
        if self._winner is not None:
            self._sort_out(should_stop)
            return
        search = self._search
        parts = (search, self._solve_position, search, search, self._solve_best_move, search)
        parts[self._part](should_stop)
        self._part = (self._part + 1) % len(parts)

    def insight(self) -> Insight:
        analysis = self._with_glance(self._analysis)
        for move, verdict in self._verdicts.items():
            analysis = analysis.with_proof(move, verdict)
        if self._line:
            analysis = replace(analysis, variation=self._line)
        return Insight(
            analysis=analysis,
            winner=self._winner,
            simulations=self._simulations,
            positions=self._positions,
            done=self.done,
        )

    @property
    def done(self) -> Literal["proven", "full"] | None:
        """Reason why it is over; None while it is not."""
        return "proven" if self._is_sorted else "full" if self._is_full else None

    # Before the first round

    def _begin(self) -> None:
        """Looks up the table of openings, and the network's view of every move."""
        seen = self._player.glance(self.board)
        self._glance = {} if seen is None else {move.move: move.value for move in seen.moves}
        if seen is not None:
            self._analysis = seen
        known = solved_opening(self.board) if self._openings else None
        if known is not None:
            self._winner = known.winner
            self._verdicts |= dict.fromkeys(known.winning_moves, "win")
            self._verdicts |= dict.fromkeys(known.losing_moves, "loss")
            self._line = list(known.winning_moves[:1])
        if self._glance and not self.board.stones("black") and not self.board.stones("white"):
            self._unseen = [move for move in self.board.legal_moves if move not in self._verdicts]

    def _look_at_openings(self) -> None:
        """The swap map: what the network thinks of the board after each first move, which is more than it
        sees of a move from before it. Moves that are one by a half turn have one value, their mean."""
        assert self._glance is not None
        names = self.board.legal_moves
        for move in self._unseen[:_GLANCES]:
            after = self.board.copy()
            after.play(move)
            seen = self._player.glance(after)
            assert seen is not None
            assert seen.root_value is not None
            self._glance[move] = 1 - seen.root_value
        self._unseen = self._unseen[_GLANCES:]
        if not self._unseen:
            turned, values = dict(zip(names, reversed(names), strict=True)), self._glance
            self._glance = {move: (values[move] + values[turned[move]]) / 2 for move in values}

    def _with_glance(self, analysis: Analysis) -> Analysis:
        """The analysis with the network's values for moves that were not visited."""
        seen = self._glance or {}
        moves = [
            move if move.visits or move.proof else replace(move, value=seen.get(move.move, move.value))
            for move in analysis.moves
        ]
        return replace(analysis, moves=moves)

    # The search

    def _search(self, should_stop: ShouldStop | None) -> None:
        limit = Limit(simulations=self._effort.simulations // 4, should_stop=should_stop)
        found = self._player.choose(self.board, limit).analysis
        assert found is not None
        self._analysis = found
        self._simulations += found.simulations
        for move in found.moves:
            if move.proof in ("win", "loss"):
                self._verdicts[move.move] = "win" if move.proof == "win" else "loss"
        if proof := proof_of(found):
            self._conclude(proof, should_stop)
        self._is_full = self._winner is None and not found.simulations

    def _conclude(self, proof: Verdict, should_stop: ShouldStop | None) -> None:
        """Has the solver repeat a proof of the search, which gives the line."""
        to_move = self.board.to_move
        self._winner = to_move if proof == "win" else opponent(to_move)
        answer = self._answer(self.board, nodes=_SORTING_EACH, should_stop=should_stop, line=True)
        self._line = list(answer.variation) or self._analysis.variation
        if proof == "loss":
            self._verdicts = {move.move: "loss" for move in self._analysis.moves}

    # The solver

    def _answer(
        self, board: Board, *, nodes: int, should_stop: ShouldStop | None, line: bool = False
    ) -> Answer:
        answer = self._solver.solve(board, nodes=nodes, variation=line, should_stop=should_stop)
        self._positions += answer.nodes
        return answer

    def _solve_position(self, should_stop: ShouldStop | None) -> None:
        answer = self._answer(self.board, nodes=self._effort.nodes // 2, should_stop=should_stop, line=True)
        if answer.winner is None:
            return
        self._winner, self._line = answer.winner, list(answer.variation)
        for move in answer.winning_moves or ():
            self._verdicts[move] = "win"
        if answer.winner != self.board.to_move:
            self._verdicts = {move.move: "loss" for move in self._analysis.moves}

    def _solve_best_move(self, should_stop: ShouldStop | None) -> None:
        best = next((move.move for move in self.insight().analysis.moves if move.proof is None), None)
        if best is not None and self._judge(best, self._effort.nodes // 2, should_stop) == "win":
            self._conclude("win", should_stop)

    def _judge(self, move: str, nodes: int, should_stop: ShouldStop | None) -> Verdict | None:
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

    def _sort_out(self, should_stop: ShouldStop | None) -> None:
        """Verdicts on the other moves, the likeliest first, as far as they are cheap."""
        if self._unsorted is None:
            self._unsorted = [move.move for move in self.insight().analysis.moves if move.proof is None]
        before = self._positions
        while (
            self._unsorted
            and self._positions - before < self._effort.nodes
            and not (should_stop and should_stop())
        ):
            spent = self._positions
            self._judge(self._unsorted.pop(0), _SORTING_EACH, should_stop)
            self._sorting_left -= self._positions - spent
        if self._sorting_left <= 0:
            self._unsorted = []


def proof_of(found: Analysis) -> Verdict | None:
    """Verdict that a search has proven, for the side to move; None without a proof."""
    if found.best.proof == "win" or found.root_proof == "win":
        return "win"
    lost = found.root_proof == "loss" or all(move.proof == "loss" for move in found.moves)
    return "loss" if lost else None


def _unsearched(board: Board) -> Analysis:
    """A position that nobody has looked at yet."""
    return Analysis(
        to_move=board.to_move,
        moves=[MoveAnalysis(move, 0, 0.5, 0, 0.5, None) for move in board.legal_moves],
        variation=[],
        simulations=0,
        seconds=0.0,
        nodes=0,
        tree_full=False,
        stopped="simulations",
    )
