"""The exact winner of a position; see ``docs/explanation/solver.md``.

>>> from beeline.rules.board import Board
>>> answer = solve(Board(4), all_moves=True)
>>> answer.winner, answer.winning_moves
('black', ('d1', 'c2', 'b3', 'a4'))
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import partial
from typing import Any, Final, Self

from beeline import _core
from beeline.checks import require, require_type, whole_number
from beeline.errors import ArgumentError, BoardSizeError, NotationError
from beeline.notebook import html_table
from beeline.rules.board import Board, require_board
from beeline.rules.game import COLOURS, Colour, colour_number, colour_of, colour_or_none
from beeline.search.analysis import STOP_REASONS, StopReason
from beeline.search.limit import NO_LIMIT, Limit, require_limit

_INFINITE: Final = 1 << 30
"""The number of what cannot be proven any more."""

TABLE_ENTRIES: Final = 1 << 20
"""Positions that a solver remembers by default: 64 MB on boards of up to 64 cells, once they are in use."""
MOST_TABLE_ENTRIES: Final = 1 << 30
_FIRST_EFFORT: Final = 64
"""Nodes for each of the other moves at first, then four times as many: plain moves do not wait for others."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """A winning strategy that ``flaw`` checks with nothing but the rules.

    A promise is a list of plans; a plan is a cell for the winner to take and the number of the promise that
    holds then. Whatever cell the opponent takes, some plan does not need it. A promise without plans is kept:
    the winner's sides are joined. The last promise holds at the start, after ``first`` if that is a move.
    """

    winner: Colour
    first: str | None
    promises: tuple[tuple[tuple[str, int], ...], ...]

    def to_json(self) -> str:
        import json

        return json.dumps({"winner": self.winner, "first": self.first, "promises": self.promises})

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Raises NotationError for what is no certificate; ``flaw`` says whether it proves anything."""
        import json

        try:
            return cls(**_certificate_fields(json.loads(text)))
        except ValueError as error:
            raise NotationError(f"this is no certificate: {error}") from None

    def flaw(self, board: Board) -> str | None:
        """Reason why it does not prove the win in this position; None if it does."""
        if any(not 0 <= number < len(self.promises) for plans in self.promises for _, number in plans):
            return "a plan builds on a promise that is not there"
        try:
            first = None if self.first is None else board.cell_of(self.first)
            promises = [[(board.cell_of(cell), number) for cell, number in plans] for plans in self.promises]
        except ValueError as error:
            return str(error)
        native = _core.Certificate(colour_number(self.winner), first, promises)
        return _core.certificate_flaw(native, board._native) or None


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer of the solver."""

    to_move: Colour
    winner: Colour | None
    """Winner with best play; None if a limit came first."""
    winning_moves: tuple[str, ...] | None
    """Winning moves. With ``all_moves``: all that are known, in reading order; those in ``open_moves`` may
    win too. Without: one that wins, or none if the side to move loses. None if the winner is not known."""
    open_moves: tuple[str, ...]
    """Moves that a limit left undecided, with ``all_moves``. Without: none."""
    variation: tuple[str, ...]
    """Best play, up to where the rest is plain or a limit came."""
    carrier: tuple[str, ...]
    """Empty cells that are enough for the winner: it wins even if all others are the loser's."""
    proof: int
    """The proof number of the side to move: 0 if it wins, 2³⁰ if it loses, and large far from a proof."""
    disproof: int
    """The same for a proof that the side to move loses."""
    nodes: int
    """Positions whose connections were computed."""
    seconds: float
    stopped: StopReason = "proven"
    """Reason why the search of the position ended: it was proven, or the first limit met."""
    certificate: Certificate | None = None
    """Winning strategy; None if it was not asked for, or if a limit came first."""

    def as_dict(self) -> dict[str, Any]:
        """All but the certificate."""
        names = (field.name for field in fields(self) if field.name != "certificate")
        return {name: getattr(self, name) for name in names}

    def _repr_html_(self) -> str:
        rows = [
            ("winner", self.winner or "not known"),
            ("winning moves", " ".join(self.winning_moves or ())),
            ("undecided moves", " ".join(self.open_moves)),
            ("line", " ".join(self.variation)),
        ]
        caption = f"{self.to_move} to move, {self.nodes:,} positions in {self.seconds:.2f} s"
        return html_table(caption, ("", ""), [row for row in rows if row[1]])


class Solver:
    """Solves positions of one board size, and remembers what it found from one call to the next.

    ``table_entries`` bounds what it remembers: 1 to 2³⁰, rounded up to a power of two, at least 4. A
    ``network`` (``native`` of ``beeline.networks.zero``'s) has its say in the order of moves: the same
    answers, on larger boards from fewer positions.
    """

    def __init__(
        self,
        rows: int,
        cols: int | None = None,
        *,
        table_entries: int = TABLE_ENTRIES,
        network: _core.IntegerNetwork | None = None,
    ) -> None:
        require_type(table_entries, int, "table_entries")
        if not 1 <= table_entries <= MOST_TABLE_ENTRIES:
            raise ArgumentError(f"a table has 1 to {MOST_TABLE_ENTRIES:,} entries, not {table_entries:,}")
        board = Board(rows, cols)  # raises if there is no such board
        self.rows, self.cols = board.rows, board.cols
        self._again = partial(type(self), self.rows, self.cols, table_entries=table_entries, network=network)
        try:
            self._native = _core.Solver(self.rows, self.cols, table_entries, network)
        except MemoryError:
            raise ArgumentError(f"there is no memory for a table of {table_entries:,} entries") from None

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy, also of a pickle, is a new solver of the same size that has solved nothing yet."""
        return self._again, ()

    def solve(
        self,
        board: Board,
        *,
        all_moves: bool = False,
        variation: bool = True,
        certificate: bool = False,
        limit: Limit = NO_LIMIT,
        nodes: int | None = None,
        seconds: float | None = None,
        should_stop: Callable[[], bool] | None = None,
    ) -> Answer:
        """The winner when the side to move moves next; swaps do not count.

        A ``limit``, for which ``seconds`` and ``should_stop`` are short, or a number of ``nodes`` (1 or more)
        ends the search; it has no simulations to count. The answer has what was proven by then. Called again,
        it continues from what it had found.
        """
        require_board(board, by="solve")
        if (board.rows, board.cols) != (self.rows, self.cols):
            raise BoardSizeError(
                f"this solver is for {self.rows}×{self.cols} boards, not for {board.rows}×{board.cols}"
            )
        board = board.copy()  # which nobody changes meanwhile
        require_limit(limit)
        budget = _Budget(nodes, limit.within(seconds=seconds, should_stop=should_stop))
        solution = self._native.solve(board._native, budget.limits())
        budget.nodes += solution.nodes
        winner = colour_or_none(solution.winner)
        line = self._line(board, solution, budget) if variation and winner is not None else []
        winning = [] if solution.move is None else [solution.move]
        still_open: list[int] = []
        if all_moves:
            winning, still_open = self._sorted_out(board, solution, budget)
        written = self._certificate(board, budget) if certificate and winner is not None else None
        proof, disproof = _numbers(board, solution)
        return Answer(
            to_move=board.to_move,
            winner=winner,
            winning_moves=None if winner is None else tuple(map(board.name_of, winning)),
            open_moves=tuple(map(board.name_of, still_open)),
            variation=tuple(map(board.name_of, line)),
            carrier=tuple(map(board.name_of, solution.carrier)),
            proof=proof,
            disproof=disproof,
            nodes=budget.nodes,
            seconds=budget.passed,
            stopped=STOP_REASONS[solution.stopped],
            certificate=written,
        )

    def _line(self, board: Board, solution: _core.Solution, budget: _Budget) -> list[int]:
        """Best play: at least the winning move, if there is one."""
        line, spent = self._native.variation(board._native, budget.limits())
        budget.nodes += spent
        return line or ([] if solution.move is None else [solution.move])

    def _sorted_out(
        self, board: Board, solution: _core.Solution, budget: _Budget
    ) -> tuple[list[int], list[int]]:
        """The moves that win, and those that a limit left open."""
        moves = board._native.legal_moves()
        if colour_or_none(solution.winner) is None:
            return [], moves
        if solution.move is None:
            return [], []
        winning = [solution.move] if budget.spent else self._with_twin(board, solution.move)
        todo = [move for move in moves if move not in winning]
        nodes = _FIRST_EFFORT
        while todo and not budget.spent:
            todo, found = self._settle(board, todo, budget, nodes=nodes)
            winning += found
            nodes *= 4
        return sorted(winning), todo

    def _settle(
        self, board: Board, moves: Sequence[int], budget: _Budget, *, nodes: int
    ) -> tuple[list[int], list[int]]:
        """The moves that so many nodes each do not decide, and of the others those that win."""
        winning: list[int] = []
        known: set[int] = set()
        for move in moves:
            if move in known or budget.spent:
                continue
            winner = self._winner_after(board, move, budget, nodes=nodes)
            if winner is not None:
                twins = self._with_twin(board, move)
                known |= set(twins)
                winning += twins if winner == board.to_move else []
        return [move for move in moves if move not in known], winning

    @staticmethod
    def _with_twin(board: Board, move: int) -> list[int]:
        """The move, and where half a turn leaves the board as it is, the move that it takes this one to."""
        twin = board.rows * board.cols - 1 - move
        return [move, twin] if twin != move and _is_symmetric(board) else [move]

    def _winner_after(self, board: Board, move: int, budget: _Budget, *, nodes: int) -> Colour | None:
        after = _core.HexBoard(board._native)
        after.play(move, after.to_move)
        solution = self._native.solve(after, budget.limits(most_nodes=nodes))
        budget.nodes += solution.nodes
        budget.was_stopped |= STOP_REASONS[solution.stopped] == "interrupted"
        return colour_or_none(solution.winner)

    def _certificate(self, board: Board, budget: _Budget) -> Certificate | None:
        written, spent = self._native.certificate(board._native, budget.limits())
        budget.nodes += spent
        return None if written is None else _named(written, board)

    def forget(self) -> None:
        """Empties the table."""
        self._native.forget()


def solve(
    board: Board,
    *,
    all_moves: bool = False,
    variation: bool = True,
    certificate: bool = False,
    limit: Limit = NO_LIMIT,
    nodes: int | None = None,
    seconds: float | None = None,
    should_stop: Callable[[], bool] | None = None,
    table_entries: int = TABLE_ENTRIES,
) -> Answer:
    """Solve a position, the side to move moving next: see :meth:`Solver.solve`."""
    require_board(board, by="solve")
    return Solver(board.rows, board.cols, table_entries=table_entries).solve(
        board,
        all_moves=all_moves,
        variation=variation,
        certificate=certificate,
        limit=limit,
        nodes=nodes,
        seconds=seconds,
        should_stop=should_stop,
    )


class _Budget:
    """The limits that are left for all the native calls of one answer."""

    def __init__(self, nodes: int | None, limit: Limit) -> None:
        if nodes is not None:
            require(whole_number(nodes, "nodes") >= 1, "nodes", "1 or more", nodes)
        self.nodes = 0
        self.was_stopped = False
        self._most_nodes, self._most_seconds, self._should_stop = nodes, limit.seconds, limit.should_stop
        # The clock of the core.
        processor = os.environ.get("BEELINE_CLOCK") == "processor"
        self._clock = time.thread_time if processor else time.perf_counter
        self._start = self._clock()

    @property
    def passed(self) -> float:
        return self._clock() - self._start

    @property
    def spent(self) -> bool:
        """Whether nothing is left."""
        return self.was_stopped or self._nodes_left == 0 or self._seconds_left == 0

    def limits(self, *, most_nodes: int | None = None) -> _core.SolveLimits:
        nodes = [each for each in (self._nodes_left, most_nodes) if each is not None]
        return _core.SolveLimits(
            nodes=min(nodes, default=None), seconds=self._seconds_left, should_stop=self._should_stop
        )

    @property
    def _nodes_left(self) -> int | None:
        return None if self._most_nodes is None else max(0, self._most_nodes - self.nodes)

    @property
    def _seconds_left(self) -> float | None:
        return None if self._most_seconds is None else max(0.0, self._most_seconds - self.passed)


def _is_symmetric(board: Board) -> bool:
    """Whether half a turn leaves the position as it is."""
    turned = board.rotated()
    return all(set(board.stones(colour)) == set(turned.stones(colour)) for colour in COLOURS)


def _numbers(board: Board, solution: _core.Solution) -> tuple[int, int]:
    """Proof and disproof number of the side to move."""
    if board.winner is None:
        return solution.proof, solution.disproof
    return (0, _INFINITE) if board.winner == board.to_move else (_INFINITE, 0)


def _named(native: _core.Certificate, board: Board) -> Certificate:
    return Certificate(
        winner=colour_of(native.winner),
        first=None if native.first is None else board.name_of(native.first),
        promises=tuple(
            tuple((board.name_of(cell), number) for cell, number in plans) for plans in native.promises
        ),
    )


def _certificate_fields(found: Any) -> dict[str, Any]:
    """The fields of a certificate from parsed JSON; raises ValueError for anything else."""
    if not isinstance(found, dict) or not {"winner", "first", "promises"} <= found.keys():
        raise ValueError("expected winner, first and promises")
    winner, first, promises = found["winner"], found["first"], found["promises"]
    if winner not in COLOURS:
        raise ValueError(f"the winner is black or white, not {winner!r}")
    if first is not None and not isinstance(first, str):
        raise ValueError(f"the first move is a cell or null, not {first!r}")
    if not isinstance(promises, list) or not all(isinstance(plans, list) for plans in promises):
        raise ValueError("the promises are a list of lists of plans")
    return {
        "winner": winner,
        "first": first,
        "promises": tuple(tuple(_plan(plan, of=len(promises)) for plan in plans) for plans in promises),
    }


def _plan(found: Any, *, of: int) -> tuple[str, int]:
    """A plan of a certificate with so many promises."""
    match found:
        case [str(cell), int(number)] if not isinstance(number, bool):
            if 0 <= number < of:
                return cell, number
            raise ValueError(f"there is no promise {number}: they count from 0, and there are {of}")
    raise ValueError(f"a plan is a cell and the number of a promise, not {found!r}")
