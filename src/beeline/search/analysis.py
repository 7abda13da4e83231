"""Results of a search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, Literal

from beeline import _core
from beeline.notebook import html_table
from beeline.rules.game import Colour

Proof = Literal["win", "draw", "loss"]
StopReason = Literal["simulations", "ply", "nodes", "seconds", "proven", "decided", "interrupted"]
_SHOWN: Final = 10  # moves, in a notebook

STOP_REASONS: Final[Mapping[_core.StopReason, StopReason]] = {
    _core.StopReason.SIMULATIONS: "simulations",
    _core.StopReason.PLY: "ply",
    _core.StopReason.NODES: "nodes",
    _core.StopReason.SECONDS: "seconds",
    _core.StopReason.PROVEN: "proven",
    _core.StopReason.DECIDED: "decided",
    _core.StopReason.INTERRUPTED: "interrupted",
}


@dataclass(frozen=True, slots=True)
class MoveAnalysis:
    """One move as the search sees it; values are win rates in [0, 1] for the player who moves."""

    move: str
    visits: int
    value: float
    amaf_visits: int
    amaf_value: float
    proof: Proof | None
    """Proof of the move, for the player who makes it."""
    prior: float = 0.0
    """The network's prior, in a search with one."""
    policy: float = 0.0
    """Share of the improved policy, in a search with Gumbel selection at its root."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """A searched position."""

    to_move: Colour
    moves: list[MoveAnalysis]
    """Every legal move, best first: proven wins, then by visits, proven losses last. Cells that fill-in had
    taken out when the tree came to this position are missing."""
    variation: list[str]
    """The line of best moves."""
    simulations: int
    """Simulations of this search alone; the tree may hold some of an earlier one."""
    seconds: float
    nodes: int
    """Moves in the tree."""
    tree_full: bool
    """Whether the memory for the tree was spent, so that it stopped growing."""
    stopped: StopReason
    depth: int | None = None
    """The plies that an alpha-beta search finished; its simulations and nodes are positions."""
    root_value: float = 0.5
    """The chance of the player to move, in a search with a network: as the network has it or, in a tree that
    was kept from an earlier move, the mean of its visits."""
    root_proof: Proof | None = None
    """Proof of the position, for the player to move: by the search, or by knowledge before it."""
    lines: Sequence[Sequence[str]] = ()
    """Lines of the first moves of a tree search, one each."""

    @property
    def best(self) -> MoveAnalysis:
        return self.moves[0]

    def line_of(self, move: str) -> Sequence[str]:
        """The line that begins with a move; the move alone where nothing is known."""
        return next((line for line in self.lines if line and line[0] == move), (move,))

    def with_proof(self, move: str, proof: Literal["win", "loss"]) -> Analysis:
        """The same with a move proven to win or to lose since, in the order that follows from it."""
        value = 1.0 if proof == "win" else 0.0
        moves = [
            replace(each, proof=proof, value=value) if each.move == move else each for each in self.moves
        ]
        moves.sort(key=lambda each: {"win": 0, "loss": 2}.get(each.proof or "", 1))
        kept = moves[0].move == self.best.move
        return replace(self, moves=moves, variation=self.variation if kept else [moves[0].move])

    def as_dict(self) -> dict[str, Any]:
        """Plain data, for JSON."""
        return asdict(self)

    def _repr_html_(self) -> str:
        rows = [
            (move.move, f"{move.visits:,}", f"{move.value:.1%}", move.proof or "")
            for move in self.moves[:_SHOWN]
        ]
        line = " ".join(self.variation)
        caption = f"{self.to_move} to move, {self.simulations:,} simulations; best line: {line}"
        return html_table(caption, ("move", "visits", "win rate", "proven"), rows)
