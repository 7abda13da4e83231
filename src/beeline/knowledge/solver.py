"""The exact winner of a position; see ``docs/solver.md``.

>>> from beeline.rules.board import Board
>>> answer = solve(Board(4), all_moves=True)
>>> answer.winner, answer.winning_moves
('black', ('d1', 'c2', 'b3', 'a4'))
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Self

from beeline import _core
from beeline.errors import BoardSizeError, NotationError
from beeline.rules.board import Board
from beeline.rules.game import Colour

_COLOUR: Final[tuple[Colour | None, Colour, Colour]] = (None, "black", "white")

TABLE_ENTRIES: Final = 1 << 20
"""What a solver remembers unless told otherwise: 64 MB on boards of up to 64 cells, once they are in use."""


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
        import json

        try:
            fields = json.loads(text)
            promises = tuple(
                tuple((str(cell), int(promise)) for cell, promise in plans) for plans in fields["promises"]
            )
            return cls(winner=fields["winner"], first=fields["first"], promises=promises)
        except (KeyError, TypeError, ValueError) as error:
            raise NotationError(f"this is no certificate: {error}") from None

    def flaw(self, board: Board) -> str | None:
        """Why it does not prove the win in this position; None if it does."""
        try:
            first = None if self.first is None else board.cell_of(self.first)
            promises = [[(board.cell_of(cell), number) for cell, number in plans] for plans in self.promises]
            native = _core.Certificate(_COLOUR.index(self.winner), first, promises)
        except (TypeError, ValueError) as error:
            return str(error)
        return _core.certificate_flaw(native, board._native) or None


@dataclass(frozen=True, slots=True)
class Answer:
    """What the solver found out."""

    to_move: Colour
    winner: Colour | None
    """With best play; None if a limit came first."""
    winning_moves: tuple[str, ...] | None
    """With ``all_moves``: the moves that win, in reading order. Without: one of them, or none if the side to
    move loses. None if a limit came first."""
    variation: tuple[str, ...]
    """How the game would go, up to where the rest is plain."""
    carrier: tuple[str, ...]
    """Empty cells that are enough for the winner: it wins even if all others are the loser's."""
    proof: int
    """The proof number of the side to move: 0 if it wins. A large one is far from a proof."""
    disproof: int
    nodes: int
    """Positions whose connections were computed."""
    seconds: float
    certificate: Certificate | None = None

    def as_dict(self) -> dict[str, Any]:
        names = ("winner", "winning_moves", "variation", "carrier", "proof", "disproof", "nodes", "seconds")
        return {"to_move": self.to_move} | {name: getattr(self, name) for name in names}


class Solver:
    """Solves positions of one board size, and remembers what it found from one call to the next."""

    def __init__(self, rows: int, cols: int | None = None, *, table_entries: int = TABLE_ENTRIES) -> None:
        if table_entries < 1:
            raise ValueError(f"a table has at least 1 entry, not {table_entries}")
        board = Board(rows, cols)  # raises if there is no such board
        self.rows, self.cols = board.rows, board.cols
        self._native = _core.Solver(self.rows, self.cols, table_entries)

    def solve(
        self,
        board: Board,
        *,
        all_moves: bool = False,
        variation: bool = True,
        certificate: bool = False,
        nodes: int | None = None,
        seconds: float | None = None,
        should_stop: Callable[[], bool] | None = None,
    ) -> Answer:
        """The winner when the side to move moves next; swaps do not count.

        A limit of ``nodes`` or ``seconds``, or ``should_stop`` (asked every 20 ms or so), ends the search.
        Called again, it goes on from what it had found.
        """
        if (board.rows, board.cols) != (self.rows, self.cols):
            raise BoardSizeError(
                f"this solver is for {self.rows}×{self.cols} boards, not for {board.rows}×{board.cols}"
            )
        budget = _Budget(nodes, seconds, should_stop)
        native = board._native
        solution = self._native.solve(native, budget.limits())
        budget.nodes += solution.nodes
        winner = _COLOUR[solution.winner]
        winning: list[int] | None = None
        if winner is not None:
            winning = [] if solution.move is None else [solution.move]
            if all_moves:
                winning, spent = self._native.winning_moves(native, budget.limits())
                budget.nodes += spent
        line: list[int] = []
        if winner is not None and variation:
            line, spent = self._native.variation(native, budget.limits())
            budget.nodes += spent
        proof: Certificate | None = None
        if winner is not None and certificate:
            written, spent = self._native.certificate(native, budget.limits())
            budget.nodes += spent
            proof = None if written is None else _named(written, board)
        return Answer(
            to_move=board.to_move,
            winner=winner,
            winning_moves=None if winning is None else tuple(map(board.name_of, winning)),
            variation=tuple(map(board.name_of, line)),
            carrier=tuple(map(board.name_of, solution.carrier)),
            proof=solution.proof,
            disproof=solution.disproof,
            nodes=budget.nodes,
            seconds=budget.passed,
            certificate=proof,
        )

    def forget(self) -> None:
        """Empties the table."""
        self._native.forget()


def solve(
    board: Board,
    *,
    all_moves: bool = False,
    variation: bool = True,
    certificate: bool = False,
    nodes: int | None = None,
    seconds: float | None = None,
    should_stop: Callable[[], bool] | None = None,
    table_entries: int = TABLE_ENTRIES,
) -> Answer:
    """Who wins the position with best play, the side to move moving next: see :meth:`Solver.solve`."""
    return Solver(board.rows, board.cols, table_entries=table_entries).solve(
        board,
        all_moves=all_moves,
        variation=variation,
        certificate=certificate,
        nodes=nodes,
        seconds=seconds,
        should_stop=should_stop,
    )


class _Budget:
    """What is left of the limits for all the native calls of one answer."""

    def __init__(
        self, nodes: int | None, seconds: float | None, should_stop: Callable[[], bool] | None
    ) -> None:
        self.nodes = 0
        self._most_nodes, self._most_seconds, self._should_stop = nodes, seconds, should_stop
        # The clock of the core.
        processor = os.environ.get("BEELINE_CLOCK") == "processor"
        self._clock = time.thread_time if processor else time.perf_counter
        self._start = self._clock()

    @property
    def passed(self) -> float:
        return self._clock() - self._start

    def limits(self) -> _core.SolveLimits:
        return _core.SolveLimits(
            nodes=None if self._most_nodes is None else max(0, self._most_nodes - self.nodes),
            seconds=None if self._most_seconds is None else max(0.0, self._most_seconds - self.passed),
            should_stop=self._should_stop,
        )


def _named(native: _core.Certificate, board: Board) -> Certificate:
    winner = _COLOUR[native.winner]
    assert winner is not None
    return Certificate(
        winner=winner,
        first=None if native.first is None else board.name_of(native.first),
        promises=tuple(
            tuple((board.name_of(cell), number) for cell, number in plans) for plans in native.promises
        ),
    )
