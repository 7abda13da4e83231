"""Reasons why a position is won, in plain words: the winning line, and the connection at its end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

from beeline.knowledge.connections import Connection, ConnectionReport, SideConnections, connections
from beeline.knowledge.edge_templates import EdgeTemplate, edge_template
from beeline.knowledge.ladders import Ladder, ladder_in
from beeline.knowledge.links import Links
from beeline.knowledge.solver import Answer, Solver
from beeline.rules.board import Board
from beeline.rules.cells import SPECIAL_MOVES
from beeline.rules.game import EDGES, Colour, opponent

_SIDES: Final[dict[Colour, str]] = {"black": "top and bottom", "white": "left and right"}
_EDGES: Final = (*EDGES["black"], *EDGES["white"])
_MOST_LISTED: Final = 6
"""Cells that a sentence lists; more are counted."""
_MOST_LINKS: Final = 2
_NODES_BEYOND: Final = 1000
"""Positions of the solver per move beyond the end of its variation."""
_REST: Final = "The rest is proven move by move."
"""Sentence for a line that ends before a connection from side to side is known."""
_NODES_OF_THE_GAME: Final = 400
"""Positions of the solver per later position of the game, as a review has."""


ShouldStop = Callable[[], bool]


@dataclass(frozen=True, kw_only=True, slots=True)
class Reason:
    """A proven win, made visible."""

    winner: Colour
    line: tuple[str, ...]
    """Moves from the position on, up to where his sides are virtually connected, or no more is known."""
    carrier: tuple[str, ...]
    """The empty cells of that connection; none where the line ends the game."""
    must_play: tuple[str, ...]
    """Cells on which the loser could try to stop it, at his first move of the line."""
    missed: tuple[str, ...]
    """The loser's must-play region before his last move: anywhere else the winner's threats win. None where
    there were no threats, or the last move was not his."""
    sentence: str
    templates: tuple[str, ...] = ()
    """Names of the edge templates that decide."""
    ladder: Ladder | None = None
    """The first of the line."""
    threats: tuple[str, str] | None = None
    """Two cells with which the winner would connect at the end, of which the loser can take one."""


def reason_of(board: Board, answer: Answer, solver: Solver) -> Reason:
    """Reason why the position is won, by an answer of the solver that has its winner and variation."""
    assert answer.winner is not None, "a reason is for positions that are solved"
    return reason_for(board, winner=answer.winner, variation=answer.variation, solver=solver)


def reason_for(
    board: Board,
    *,
    winner: Colour,
    variation: Sequence[str],
    solver: Solver,
    should_stop: ShouldStop | None = None,
) -> Reason:
    """Reason why the position is won, by a variation in which every move of the winner keeps the win.

    Beyond its end the solver goes on, best one that has solved the position or the rest of the game before.
    """
    end = board.copy()
    line, tries = _walk(end, winner, variation, solver, should_stop)
    report = connections(end)
    winning = _side(report, winner).winning
    ladder = ladder_in(board, line)
    threats = _two_threats(report, winner) if winning else None
    links, templates = _deciding_links(end, report, winner, winning) if winning else ([], ())
    missed = _missed_region(board, winner)
    is_shown = end.winner is not None or winning is not None
    words = [
        _missed_words(missed, board, winner),
        _first_words(line, board, winner),
        _tries_words(tries, winner),
        _ladder_words(ladder, winner),
        _last_words(line, end, winner, links, threats) if is_shown else _REST,
    ]
    return Reason(
        winner=winner,
        line=tuple(line),
        carrier=winning.carrier if winning else (),
        must_play=tries,
        missed=missed,
        sentence=" ".join(filter(None, words)),
        templates=templates,
        ladder=ladder,
        threats=threats,
    )


def answer_in_game(
    board: Board,
    then: Sequence[str],
    solver: Solver,
    *,
    seconds: float,
    should_stop: Callable[[], bool] | None = None,
) -> Answer:
    """Solve a position of a game that went on with the moves ``then``.

    As a review does, the positions that followed are solved first, from the last on: what they prove makes
    the position easier, and where the game's own move wins, nothing else is needed.
    """
    later = _positions_after(board, then)
    for each in reversed(later[1:]):
        if each.winner is None:
            solver.solve(each, nodes=_NODES_OF_THE_GAME, variation=False, should_stop=should_stop)
    if later and later[0].winner is None:
        found = solver.solve(later[0], seconds=seconds / 2, should_stop=should_stop)
        if found.winner == board.to_move:
            line = (then[0], *found.variation)
            return replace(found, to_move=board.to_move, winning_moves=line[:1], variation=line)
    return solver.solve(board, seconds=seconds, should_stop=should_stop)


def _positions_after(board: Board, moves: Sequence[str]) -> list[Board]:
    """Positions after each of the moves, as far as they are moves on cells."""
    boards: list[Board] = []
    at = board.copy()
    for move in moves:
        if at.winner is not None or move in SPECIAL_MOVES or move not in at.legal_moves:
            break
        at.play(move)
        boards.append(at.copy())
    return boards


def _walk(
    board: Board, winner: Colour, variation: Sequence[str], solver: Solver, should_stop: ShouldStop | None
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
        move = key or next(iter(variation[len(line) :]), None)
        move = move or _move_beyond(board, winner, report, solver, should_stop)
        if move is None:
            break
        board.play(move)
        line.append(move)
    return line, tries or ()


def _missed_region(board: Board, winner: Colour) -> tuple[str, ...]:
    """Must-play region of the loser, one move before."""
    last = board.steps[-1] if board.steps else None
    if last is None or last.colour == winner or last.move in SPECIAL_MOVES:
        return ()
    before = board.copy()
    before.undo()
    region = connections(before).must_play if before.to_move == last.colour else ()
    return region if len(region) < len(before.legal_moves) else ()


def _move_beyond(
    board: Board, winner: Colour, report: ConnectionReport, solver: Solver, should_stop: ShouldStop | None
) -> str | None:
    """A move after the end of the variation; None if it is the winner's and the solver does not find it."""
    answer = solver.solve(board, nodes=_NODES_BEYOND, should_stop=should_stop)
    if answer.winner == winner and answer.variation:
        return answer.variation[0]
    return None if board.to_move == winner else (*report.must_play, *board.legal_moves)[0]


def _side(report: ConnectionReport, colour: Colour) -> SideConnections:
    return report.black if colour == "black" else report.white


# Words


def _first_words(line: list[str], board: Board, winner: Colour) -> str:
    if not line or board.to_move != winner:
        return ""
    last = board.last_move
    how = f"plays {line[0]}" if last is None or last in SPECIAL_MOVES else f"answers {last} with {line[0]}"
    return f"{winner.capitalize()} {how}."


def _missed_words(missed: tuple[str, ...], board: Board, winner: Colour) -> str:
    """Sentence about a move outside the must-play region, naming the region."""
    if not 0 < len(missed) <= _MOST_LISTED or board.last_move in missed:
        return ""
    return f"{opponent(winner).capitalize()} had to play {_listed(missed, 'or')}."


def _tries_words(tries: tuple[str, ...], winner: Colour) -> str:
    loser = opponent(winner).capitalize()
    return f"{loser} could only try {_listed(tries, 'or')}." if 0 < len(tries) <= _MOST_LISTED else ""


def _ladder_words(ladder: Ladder | None, winner: Colour) -> str:
    if ladder is None:
        return ""
    name, run = ladder.colour.capitalize(), ", ".join(ladder.moves[:_MOST_LISTED])
    how = f"{name}’s {ladder.title} along the {ladder.edge} edge ({run})"
    if ladder.escape:
        return f"{how} runs into the ladder escape {ladder.escape}."
    return (
        f"{how} is forced." if ladder.colour == winner else f"{how} leads nowhere: no ladder escape is ahead."
    )


def _last_words(
    line: list[str], board: Board, winner: Colour, links: list[str], threats: tuple[str, str] | None
) -> str:
    name = winner.capitalize()
    if board.winner is not None:
        return f"{name} has joined {_SIDES[winner]}."
    after = f"After {line[0]} and {len(line) - 1} more moves " if len(line) > _MOST_LISTED else ""
    if 1 < len(line) <= _MOST_LISTED:
        after = f"After {', '.join(line)} "
    holds = f"{after}{name}’s {_SIDES[winner]} are joined, whoever moves"
    if links:
        return f"{holds}: {' and '.join(links)}."
    return f"{holds}: {threats[0]} and {threats[1]} cannot both be taken." if threats else f"{holds}."


def _two_threats(report: ConnectionReport, winner: Colour) -> tuple[str, str] | None:
    """The keys of two ways to connect that share no cell, if they are known."""
    ends = EDGES[winner]
    semis = [link for link in report.between(winner, *ends) if link.key is not None]
    for one, other in combinations(semis, 2):
        if not set(one.carrier) & set(other.carrier) and one.key and other.key:
            return one.key, other.key
    return None


def _deciding_links(
    board: Board, report: ConnectionReport, winner: Colour, winning: Connection
) -> tuple[list[str], tuple[str, ...]]:
    """The connections on the way from side to side that can be pointed at, the plainest first, in words, and
    the names of the edge templates among them."""
    links = Links(board, report, winner)
    told, names = [], []
    for link, line in zip(links.tree, links.lines(), strict=True):
        if link.key is None and link.carrier and set(link.carrier) <= set(winning.carrier):
            template = _template(board, winner, link)
            told.append(_link_words(line.ends, link.carrier, winner, template))
            names += [template.name] if template else []
    return told[:_MOST_LINKS], tuple(names)


def _template(board: Board, winner: Colour, link: Connection) -> EdgeTemplate | None:
    """The edge template that a connection to an edge is, if it has a name."""
    edge = next((end for end in link.ends if end in _EDGES), None)
    stone = next((end for end in link.ends if end not in _EDGES), None)
    if edge is None or stone is None or board[stone] != winner:
        return None
    chain = next(chain for chain in board.chains(winner) if stone in chain)
    found = (edge_template(board, winner, each, edge, within=link.carrier) for each in chain)
    return next((template for template in found if template is not None), None)


def _link_words(
    ends: tuple[str, str], carrier: tuple[str, ...], winner: Colour, template: EdgeTemplate | None
) -> str:
    edge = next((end for end in ends if end in _EDGES), None)
    cell = next((end for end in ends if end not in _EDGES), None)
    if edge and cell:
        way = f"from {cell} to the {edge} edge"
        if len(carrier) == 2:
            return f"the two ways {way} ({_listed(carrier, 'or')}) cannot both be blocked"
        if template is not None:
            return f"{template.title} joins {template.stone} to the {edge} edge"
        return f"a connection {way} ({len(carrier)} cells) holds"
    way = "–".join(ends)
    if len(carrier) == 2:
        return f"the bridge {way} ({_listed(carrier, 'or')}) cannot be broken"
    return f"the connection {way} ({len(carrier)} cells) cannot be cut by {opponent(winner).capitalize()}"


def _listed(names: Sequence[str], word: str) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} {word} {names[-1]}"
