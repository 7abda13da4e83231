"""A position as an electrical circuit.

The model is in ``cpp/circuit/resistance.hpp``, the values of moves in
``cpp/circuit/action_values.hpp``.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isnan, log
from typing import Final, Literal

from beeline import _core
from beeline.errors import ArgumentError
from beeline.notebook import html_table
from beeline.rules.board import Board, require_board
from beeline.rules.game import Colour

Links = Literal["connections", "bridges", "none"]
_SHOWN: Final = 10  # moves, in a notebook
LINK_KINDS: Final[dict[Links, int]] = {"none": 0, "bridges": 1, "connections": 2}


@dataclass(frozen=True, slots=True)
class Circuit:
    """One colour's circuit, with a voltage of 1 between its edges. Cells are by name, in reading order."""

    current: float
    """Current between the edges: 0 if the opponent has cut them off, infinite if a chain joins them."""
    potential: dict[str, float]
    """Potential per cell: 1 at the first edge (top, left), 0 at the second and on the opponent's stones."""
    through: dict[str, float]
    """The current through an empty cell, or through the chain of a stone."""
    energy: dict[str, float]
    """The heat in an empty cell: how fast the current falls as the resistance of the cell rises."""


@dataclass(frozen=True, slots=True)
class Resistance:
    """Both circuits of a position, and what they say of it."""

    to_move: Colour
    black: Circuit
    white: Circuit
    action_values: dict[str, float]
    """Value of each legal move, from -1 to 1, for the player to move (NeuroHex, section 2.5)."""

    @property
    def score(self) -> float:
        """log(Black's current / White's): above 0, Black is better connected."""
        return _log(self.black.current) - _log(self.white.current)

    @property
    def best(self) -> str | None:
        """The move of the highest value; None after a win."""
        return max(self.action_values, key=self.action_values.__getitem__, default=None)

    def _repr_html_(self) -> str:
        best = sorted(self.action_values.items(), key=lambda item: -item[1])[:_SHOWN]
        caption = f"{self.to_move} to move, score {self.score:+.2f} (above 0 for Black)"
        return html_table(caption, ("move", "value"), [(move, f"{value:+.3f}") for move, value in best])


def resistance(board: Board, *, links: Links = "connections", exact: bool = False) -> Resistance:
    """Solves both players' circuits.

    ``links`` says what is joined besides neighbours: all full virtual connections, bridges, or nothing.
    Action values are estimated from these two circuits, or, with ``exact``, found by making each move and
    solving both circuits again.
    """
    require_board(board, by="resistance")
    if links not in LINK_KINDS:
        raise ArgumentError(f"links must be one of {', '.join(LINK_KINDS)}, not {links!r}")
    kind, native = LINK_KINDS[links], board._native
    solved = [
        _core.solve_circuit(native, colour, _core.circuit_links(native, colour, kind)) for colour in (1, 2)
    ]
    if exact:
        values = _core.exact_action_values(native, kind)
    else:
        own, other = solved if board.to_move == "black" else reversed(solved)
        values = _core.estimated_action_values(native, own, other)
    black, white = (_circuit(board, circuit) for circuit in solved)
    named = {name: value for name, value in _by_name(board, values).items() if not isnan(value)}
    return Resistance(board.to_move, black, white, named)


def _circuit(board: Board, circuit: _core.Circuit) -> Circuit:
    return Circuit(
        circuit.current,
        _by_name(board, circuit.potential),
        _by_name(board, circuit.through),
        _by_name(board, circuit.energy),
    )


def _by_name(board: Board, numbers: list[float]) -> dict[str, float]:
    return {board.name_of(cell): number for cell, number in enumerate(numbers)}


def _log(current: float) -> float:
    return log(current) if current > 0 else -inf
