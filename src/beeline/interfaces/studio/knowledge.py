"""Knowledge about a position: connections, inferior cells, resistance, and the winner."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from math import isfinite
from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import Field

from beeline.interfaces.analyst import solver_for
from beeline.interfaces.reasons import Reason, answer_in_game, reason_of
from beeline.interfaces.studio.position_models import Model, Position
from beeline.interfaces.studio.studio import PROBLEMS, TheStudio
from beeline.interfaces.studio.turns import Turn
from beeline.knowledge.opening_table import solved_opening
from beeline.knowledge.overlay import Overlay, overlay_names
from beeline.knowledge.overlay import overlays as overlays_named
from beeline.knowledge.overlays.connections import ConnectionsOverlay
from beeline.knowledge.overlays.inferior import InferiorOverlay
from beeline.knowledge.overlays.resistance import ResistanceOverlay
from beeline.knowledge.solver import Answer, Solver
from beeline.rules.board import Board
from beeline.rules.cells import SWAP_PIECES
from beeline.rules.game import COLOURS, Colour
from beeline.rules.picture import CellStyle, Drawing, Line

router = APIRouter(tags=["analyse"])


OverlayName = Annotated[str, Field(json_schema_extra={"enum": overlay_names()}, max_length=40)]


class Link(Model):
    """A connection to draw: cells or edges by name, and the cell on the way that is missing yet."""

    ends: tuple[str, str]
    via: str | None


class SideLinks(Model):
    carrier: list[str] = Field(description="Empty cells that the connections need")
    links: list[Link]
    wins: bool = Field(description="Joined from edge to edge, whoever is to move")


class ConnectionsFound(Model):
    black: SideLinks
    white: SideLinks
    must_play: list[str] = Field(description="Where the side to move must play; empty where anywhere will do")
    winning_move: str | None = Field(description="With which the side to move connects")


class InferiorFound(Model):
    dead: list[str]
    captured: dict[Colour, list[str]]
    vulnerable: list[str]
    dominated: list[str]


class ResistanceFound(Model):
    heat: dict[str, float] = Field(description="Energy of both circuits, the hottest cell 1")
    values: dict[str, float] = Field(description="Of each move, from -1 to 1")
    current: dict[Colour, float | None]


class OverlaysRequest(Model):
    position: Position
    overlays: Annotated[list[OverlayName], Field(max_length=len(overlay_names()))]


class CellShown(Model):
    """Drawing of a cell."""

    heat: float
    shades: list[Colour]
    outlined: bool
    stone: Colour | None
    mark: str
    faint: bool


class LineShown(Link):
    colour: Colour


class LegendEntry(Model):
    """A sample, which is a cell or a line, and what it means."""

    cell: CellShown | None
    dashed: bool
    text: str


class LayerShown(Model):
    """A layer of an overlay as it is drawn."""

    cells: dict[str, CellShown]
    lines: list[LineShown]
    legend: list[LegendEntry]


class OverlaysAnswer(Model):
    layers: dict[str, LayerShown] = Field(description="What is drawn, by the layers of the overlays")
    connections: ConnectionsFound | None = None
    inferior: InferiorFound | None = None
    resistance: ResistanceFound | None = None


class SolveRequest(Model):
    position: Position
    seconds: float = Field(default=10.0, gt=0)
    all_moves: bool = Field(default=True, description="Find every winning move, not one")


class SolveAnswer(Model):
    winner: Colour | None = Field(description="With best play; null if the time was too short")
    winning_moves: list[str] | None
    open_moves: list[str] = Field(description="Moves that the time was too short for, if all were asked for")
    variation: list[str]
    nodes: int
    seconds: float


class WhyRequest(Model):
    position: Position
    seconds: float = Field(default=10.0, gt=0)
    then: list[Annotated[str, Field(max_length=20)]] = Field(
        default=[], max_length=361, description="How the game went on, which may help to prove it"
    )


class WhyAnswer(Model):
    winner: Colour | None = Field(description="With best play; null if the time was too short")
    line: list[str] = Field(description="Up to where the winner's sides are virtually connected")
    carrier: list[str] = Field(description="The empty cells of that connection")
    must_play: list[str] = Field(description="Where the loser could try to stop it, at first")
    missed: list[str] = Field(default=[], description="Where the loser had to play at his last move")
    sentence: str
    templates: list[str] = Field(default=[], description="Names of the edge templates that decide")
    ladder: list[str] = Field(default=[], description="The moves of a ladder in the line")
    ladder_escape: str | None = Field(default=None, description="The stone that the ladder runs into")
    threats: list[str] = Field(default=[], description="Two cells that win, of which one can be taken")


@router.post("/api/overlays", responses=PROBLEMS)
async def overlays(request: Request, asked: OverlaysRequest, studio: TheStudio) -> OverlaysAnswer:
    """Virtual connections with carriers and must-play, inferior cells, electrical resistance."""
    board = asked.position.open_board()
    kinds = overlays_named(asked.overlays)
    return await studio.searches.answer(request, lambda turn: _overlays(board, kinds.values(), turn))


def _overlays(board: Board, kinds: Iterable[type[Overlay]], turn: Turn) -> OverlaysAnswer:
    answer = OverlaysAnswer(layers={})
    for kind in kinds:
        if turn.should_stop():
            break
        found = kind(board)
        answer.layers |= {layer: _layer(found.layer(layer)) for layer in kind.layers}
        if isinstance(found, ConnectionsOverlay):
            answer.connections = _connections(found)
        elif isinstance(found, InferiorOverlay):
            answer.inferior = InferiorFound(**found.as_dict())
        elif isinstance(found, ResistanceOverlay):
            answer.resistance = _resistance(found)
    return answer


def _layer(drawing: Drawing) -> LayerShown:
    return LayerShown(
        cells={cell: _cell(style) for cell, style in drawing.cells.items()},
        lines=[LineShown(ends=line.ends, via=line.via, colour=line.colour) for line in drawing.lines],
        legend=[
            LegendEntry(
                cell=_cell(sample) if isinstance(sample, CellStyle) else None,
                dashed=isinstance(sample, Line) and sample.via is not None,
                text=text,
            )
            for sample, text in drawing.legend
        ],
    )


def _cell(style: CellStyle) -> CellShown:
    shown = asdict(style) | {
        "shades": sorted(style.shades),
        "heat": style.heat if isfinite(style.heat) else 0.0,
    }
    return CellShown(**shown)


def _connections(found: ConnectionsOverlay) -> ConnectionsFound:
    black, white = (
        SideLinks(
            carrier=sorted(found.carrier(colour)),
            links=[Link(ends=line.ends, via=line.via) for line in found.links[colour].lines()],
            wins=found.sides[colour].winning is not None,
        )
        for colour in COLOURS
    )
    return ConnectionsFound(
        black=black, white=white, must_play=list(found.must_play), winning_move=found.winning_key
    )


def _resistance(found: ResistanceOverlay) -> ResistanceFound:
    currents = {"black": found.report.black.current, "white": found.report.white.current}
    return ResistanceFound(
        heat=_finite(found.heat()),
        values=_finite(found.report.action_values),
        current={colour: value if isfinite(value := currents[colour]) else None for colour in COLOURS},
    )


def _finite(numbers: dict[str, float]) -> dict[str, float]:
    return {cell: number for cell, number in numbers.items() if isfinite(number)}


@router.post("/api/solve", responses=PROBLEMS)
async def solve(request: Request, asked: SolveRequest, studio: TheStudio) -> SolveAnswer:
    """Winner with best play, proven, if it can be found in the time. Dropping the request stops the
    search."""
    board = asked.position.open_board()
    seconds = min(asked.seconds, studio.limits.solve_seconds)

    recorded = _recorded(board)
    if recorded is not None and not recorded.open_moves:
        return recorded

    def work(turn: Turn) -> Answer:
        solver = solver_for(board)
        return solver.solve(board, all_moves=asked.all_moves, seconds=seconds, should_stop=turn.should_stop)

    answer = await studio.searches.answer(request, work)
    if answer.winner is None and recorded is not None:
        return recorded
    return SolveAnswer(
        winner=answer.winner,
        winning_moves=None if answer.winning_moves is None else list(answer.winning_moves),
        open_moves=list(answer.open_moves),
        variation=list(answer.variation),
        nodes=answer.nodes,
        seconds=answer.seconds,
    )


def _recorded(board: Board) -> SolveAnswer | None:
    """Answer from the table of first moves, without any search."""
    known = solved_opening(board)
    if known is None:
        return None
    decided = {*known.winning_moves, *known.losing_moves, SWAP_PIECES}
    return SolveAnswer(
        winner=known.winner,
        winning_moves=list(known.winning_moves),
        open_moves=[move for move in board.legal_moves if move not in decided],
        variation=list(known.winning_moves[:1]),
        nodes=0,
        seconds=0.0,
    )


@router.post("/api/why", responses=PROBLEMS)
async def why(request: Request, asked: WhyRequest, studio: TheStudio) -> WhyAnswer:
    """Reason why a position is won: its line, the connection at the end, and a sentence about both."""
    board = asked.position.open_board()
    seconds = min(asked.seconds, studio.limits.solve_seconds)

    def work(turn: Turn) -> WhyAnswer:
        solver = solver_for(board)
        answer = answer_in_game(board, asked.then, solver, seconds=seconds, should_stop=turn.should_stop)
        return _why(board, answer, solver)

    return await studio.searches.answer(request, work)


def _why(board: Board, answer: Answer, solver: Solver) -> WhyAnswer:
    if answer.winner is None:
        sentence = f"Who wins here was not proven in {answer.seconds:.0f} s."
        return WhyAnswer(winner=None, line=[], carrier=[], must_play=[], sentence=sentence)
    return reason_shown(reason_of(board, answer, solver))


def reason_shown(found: Reason) -> WhyAnswer:
    """A reason as the page gets it."""
    return WhyAnswer(
        winner=found.winner,
        line=list(found.line),
        carrier=list(found.carrier),
        must_play=list(found.must_play),
        missed=list(found.missed),
        sentence=found.sentence,
        templates=list(found.templates),
        ladder=list(found.ladder.moves) if found.ladder else [],
        ladder_escape=found.ladder.escape if found.ladder else None,
        threats=list(found.threats or ()),
    )
