"""Virtual connections: what is joined although the stones do not touch yet.

A full connection holds even if the opponent moves first inside its carrier; a semi-connection holds if
its owner moves first, at its key. They are found by H-search (Anshelevich 2002);
see ``docs/explanation/connections.md``.

>>> from beeline.rules.board import Board
>>> board = Board(3)
>>> board.play("b2")
>>> report = connections(board)
>>> report.black.winning
Connection(ends=('top', 'bottom'), carrier=('b1', 'c1', 'a3', 'b3'), key=None)
>>> report.must_play
()
>>> report.reply("black", "b2", "bottom", "a3")
'b3'
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from beeline import _core
from beeline.checks import require, whole_number
from beeline.errors import NotationError
from beeline.notebook import html_table
from beeline.rules.board import Board, require_board
from beeline.rules.game import EDGES, Colour, colour_number, opponent


@dataclass(frozen=True, slots=True)
class Connection:
    """One virtual connection of two endpoints: edges by name, cells, or groups by one of their stones."""

    ends: tuple[str, str]
    carrier: tuple[str, ...]
    """The empty cells it needs, in reading order; an end that is an empty cell counts as taken."""
    key: str | None
    """The cell that makes a semi-connection full; None if it is full already."""


@dataclass(frozen=True, slots=True)
class SideConnections:
    """Connections of one colour."""

    winning: Connection | None
    """The smallest full connection from edge to edge: a win, whoever is to move."""
    threat: Connection | None
    """The smallest semi-connection from edge to edge: a win for this colour to move."""


@dataclass(frozen=True, slots=True)
class ConnectionReport:
    """The virtual connections of a position."""

    to_move: Colour
    black: SideConnections
    white: SideConnections
    must_play: tuple[str, ...]
    """Must-play region: cells on which the side to move must play, or lose. They are common to all the
    opponent's winning semi-connections; every empty cell if it has none. Empty when the opponent wins
    against any move."""
    most_obstructive: str | None
    """Move that is in most of the opponent's winning connections, for a side to move that is lost."""
    _board: Board = field(repr=False, compare=False)
    _native: _core.Connections = field(repr=False, compare=False)
    _again: Callable[[Board], ConnectionReport] = field(repr=False, compare=False)

    def __reduce__(self) -> tuple[Any, ...]:
        return self._again, (self._board,)

    def _repr_html_(self) -> str:
        rows = [
            (f"{colour} {'wins' if side.winning else 'threatens'}", _described(found))
            for colour, side in (("black", self.black), ("white", self.white))
            if (found := side.winning or side.threat) is not None
        ]
        rows.append(("must play", " ".join(self.must_play) or "nothing helps"))
        return html_table(f"{self.to_move} to move", ("", ""), rows)

    def between(self, colour: Colour, a: str, b: str) -> list[Connection]:
        """The connections of two endpoints, full ones first and smaller carriers before larger.

        An endpoint is an edge of the colour (``top`` and ``bottom``, or ``left`` and ``right``), an empty
        cell, or a stone of its own, which stands for its group.
        """
        number = colour_number(colour)
        ends = self._end(colour, a), self._end(colour, b)
        return [
            _named(self._board, (a, b), found)
            for find in (self._native.full, self._native.semi)
            for found in find(number, *ends)
        ]

    def connections(self, colour: Colour) -> Iterator[Connection]:
        """All connections of a colour, pair by pair; on a large board there are thousands.

        A group goes by its first stone, or by the edge that it touches.
        """
        names = [self._end_name(colour, end) for end in self._native.endpoints(colour_number(colour))]
        for at, a in enumerate(names):
            for b in names[at + 1 :]:
                yield from self.between(colour, a, b)

    def reply(self, colour: Colour, a: str, b: str, intrusion: str) -> str | None:
        """The move that keeps a connection of ``colour`` when the opponent plays ``intrusion``.

        None if no move is needed, or none is known.
        """
        number = colour_number(colour)
        cell = self._board.cell_of(intrusion)
        if self._board[intrusion] is not None:
            raise NotationError(
                f"expected an empty cell to intrude on, got {intrusion!r}, which holds a stone"
            )
        answer = self._native.reply(number, self._end(colour, a), self._end(colour, b), cell)
        return None if answer < 0 else self._board.name_of(answer)

    def _end(self, colour: Colour, name: str) -> int:
        first, second = EDGES[colour]
        if name == first:
            return _core.FIRST_EDGE
        if name == second:
            return _core.SECOND_EDGE
        try:
            cell = self._board.cell_of(name)
        except NotationError as error:
            raise NotationError(f"expected {first!r}, {second!r} or a cell as an endpoint; {error}") from None
        if self._board[name] == opponent(colour):
            raise NotationError(
                f"expected an endpoint of {colour}, got {name!r}, which holds a stone of the opponent"
            )
        return cell

    def _end_name(self, colour: Colour, end: int) -> str:
        if end in (_core.FIRST_EDGE, _core.SECOND_EDGE):
            return EDGES[colour][end == _core.SECOND_EDGE]
        return self._board.name_of(end)


def connections(
    board: Board,
    *,
    fulls: int = _core.CONNECTION_FULLS,
    semis: int = _core.CONNECTION_SEMIS,
    or_width: int = _core.CONNECTION_OR_WIDTH,
    over_edges: bool = False,
    captured: bool = False,
) -> ConnectionReport:
    """Finds the virtual connections of both colours.

    ``fulls`` and ``semis`` bound how many are kept for a pair of endpoints, ``or_width`` how many
    semi-connections the OR rule tries together; ``over_edges`` lets the AND rule go over the player's edges,
    ``captured`` lets carriers share cells that stones on their ends would capture.
    """
    require_board(board, by="connections")
    for name, value in (("fulls", fulls), ("semis", semis), ("or_width", or_width)):
        require(1 <= whole_number(value, name) <= 1000, name, "from 1 to 1000", value)
    board = board.copy()
    native = _core.Connections(
        board._native,
        fulls=fulls,
        semis=semis,
        or_width=or_width,
        over_edges=over_edges,
        captured=captured,
        stop_at_win=False,
    )

    def side(colour: Colour) -> SideConnections:
        edges = (colour_number(colour), _core.FIRST_EDGE, _core.SECOND_EDGE)
        smallest = [
            _named(board, EDGES[colour], found[0]) if found else None
            for found in (native.full(*edges), native.semi(*edges))
        ]
        return SideConnections(*smallest)

    number = colour_number(board.to_move)
    obstruction = native.most_obstructive(number)
    return ConnectionReport(
        to_move=board.to_move,
        black=side("black"),
        white=side("white"),
        must_play=tuple(map(board.name_of, native.must_play(number))),
        most_obstructive=None if obstruction < 0 else board.name_of(obstruction),
        _board=board,
        _native=native,
        _again=partial(connections, fulls=fulls, semis=semis, or_width=or_width, over_edges=over_edges),
    )


def _described(connection: Connection) -> str:
    key = "" if connection.key is None else f", key {connection.key}"
    return f"{' – '.join(connection.ends)}: {' '.join(connection.carrier)}{key}"


def _named(board: Board, ends: tuple[str, str], found: tuple[int, list[int]]) -> Connection:
    """A connection as the core gives it: its key, or -1, and its carrier."""
    key, carrier = found
    return Connection(ends, tuple(map(board.name_of, carrier)), None if key < 0 else board.name_of(key))
