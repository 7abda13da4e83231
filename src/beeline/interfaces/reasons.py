"""Why a position is won, in plain words: the line that wins, and the connection that decides at its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from beeline.knowledge.connections import Connection, ConnectionReport, SideConnections, connections
from beeline.knowledge.links import Links
from beeline.knowledge.solver import Answer, Solver
from beeline.rules.board import Board
from beeline.rules.cells import SPECIAL_MOVES
from beeline.rules.game import Colour, opponent

_SIDES: Final[dict[Colour, str]] = {"black": "top and bottom", "white": "left and right"}
_EDGES: Final = ("top", "bottom", "left", "right")
_MOST_LISTED: Final = 6
"""Cells that a sentence lists; more are counted."""
_MOST_LINKS: Final = 2
_NODES_BEYOND: Final = 1000
"""Positions of the solver per move beyond the end of its variation."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Reason:
    """A proven win, made visible."""

    winner: Colour
    line: tuple[str, ...]
    """From the position on, up to where the winner's sides are virtually connected."""
    carrier: tuple[str, ...]
    """The empty cells of that connection; none where the line ends the game."""
    must_play: tuple[str, ...]
    """Where the loser could try to stop it, at his first move of the line."""
    sentence: str


def reason_of(board: Board, answer: Answer, solver: Solver) -> Reason:
    """Why the position is won, by an answer of the solver that has its winner and variation."""
    winner = answer.winner
    assert winner is not None, "a reason is for positions that are solved"
    end = board.copy()
    line, tries = _walk(end, winner, answer.variation, solver)
    report = connections(end)
    winning = _side(report, winner).winning
    words = [
        _first_words(line, board, winner),
        _tries_words(tries, winner),
        _last_words(line, end, report, winner),
    ]
    return Reason(
        winner=winner,
        line=tuple(line),
        carrier=winning.carrier if winning else (),
        must_play=tries,
        sentence=" ".join(filter(None, words)),
    )


def _walk(
    board: Board, winner: Colour, variation: Sequence[str], solver: Solver
) -> tuple[list[str], tuple[str, ...]]:
    """Plays on until the winner's sides are connected: the line, and the loser's first must-play region."""
    line: list[str] = []
    tries: tuple[str, ...] | None = None
    while board.winner is None:
        report = connections(board)
        side = _side(report, winner)
        if side.winning:
            break
        if board.to_move != winner and tries is None:
            tries = report.must_play
        key = side.threat.key if side.threat and board.to_move == winner else None
        move = key or next(iter(variation[len(line) :]), None) or _move_beyond(board, solver)
        board.play(move)
        line.append(move)
    return line, tries or ()


def _move_beyond(board: Board, solver: Solver) -> str:
    """A move after the end of the variation, where the solver knew the rest without connections."""
    answer = solver.solve(board, nodes=_NODES_BEYOND)
    return next(iter([*answer.variation, *(answer.winning_moves or ()), *answer.carrier, *board.legal_moves]))


def _side(report: ConnectionReport, colour: Colour) -> SideConnections:
    return report.black if colour == "black" else report.white


# Words


def _first_words(line: list[str], board: Board, winner: Colour) -> str:
    if not line or board.to_move != winner:
        return ""
    last = board.last_move
    how = f"plays {line[0]}" if last is None or last in SPECIAL_MOVES else f"answers {last} with {line[0]}"
    return f"{winner.capitalize()} {how}."


def _tries_words(tries: tuple[str, ...], winner: Colour) -> str:
    loser = opponent(winner).capitalize()
    return f"{loser} could only try {_listed(tries, 'or')}." if 0 < len(tries) <= _MOST_LISTED else ""


def _last_words(line: list[str], board: Board, report: ConnectionReport, winner: Colour) -> str:
    name = winner.capitalize()
    if board.winner is not None:
        return f"{name} has joined {_SIDES[winner]}."
    winning = _side(report, winner).winning
    assert winning is not None, "the line ends where the winner is connected"
    after = f"After {line[0]} and {len(line) - 1} more moves " if len(line) > _MOST_LISTED else ""
    if 1 < len(line) <= _MOST_LISTED:
        after = f"After {', '.join(line)} "
    holds = f"{after}{name}’s {_SIDES[winner]} are joined, whoever moves"
    links = _deciding_links(board, report, winner, winning)
    return f"{holds}: {' and '.join(links)}." if links else f"{holds}."


def _deciding_links(board: Board, report: ConnectionReport, winner: Colour, winning: Connection) -> list[str]:
    """The connections on the way from side to side that can be pointed at, the plainest first."""
    links = Links(board, report, winner)
    told = [
        _link_words(line.ends, link.carrier, winner)
        for link, line in zip(links.tree, links.lines(), strict=True)
        if link.key is None and link.carrier and set(link.carrier) <= set(winning.carrier)
    ]
    return told[:_MOST_LINKS]


def _link_words(ends: tuple[str, str], carrier: tuple[str, ...], winner: Colour) -> str:
    edge = next((end for end in ends if end in _EDGES), None)
    cell = next((end for end in ends if end not in _EDGES), None)
    if edge and cell:
        way = f"from {cell} to the {edge} edge"
        if len(carrier) == 2:
            return f"the two ways {way} ({_listed(carrier, 'or')}) cannot both be blocked"
        return f"the edge template {way} ({len(carrier)} cells) holds"
    way = "–".join(ends)
    if len(carrier) == 2:
        return f"the bridge {way} ({_listed(carrier, 'or')}) cannot be broken"
    return f"the connection {way} ({len(carrier)} cells) cannot be cut by {opponent(winner).capitalize()}"


def _listed(names: Sequence[str], word: str) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {word} {names[-1]}"
