"""Tournaments and learning to watch."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from pydantic import Field

from beeline.errors import NotationError
from beeline.interfaces.studio.position_models import Game, Model, line_of
from beeline.interfaces.studio.run_listing import RunKind
from beeline.interfaces.studio.studio import MISSING, PROBLEMS, TheStudio
from beeline.limits import GAMES_OF_A_PAGE
from beeline.rules.hexworld import HexWorldLink
from beeline.rules.records import replay
from beeline.rules.registry import HEX, game_kind

router = APIRouter(tags=["arena and learning"])

RunId = Annotated[str, Path(pattern="^[0-9a-f]{12}$", description="From the list of runs")]


class RunInfo(Model):
    id: str
    name: str
    kind: RunKind
    changed: float
    running: bool


class RunList(Model):
    runs: list[RunInfo]


class Curve(Model):
    name: str
    points: list[tuple[float, float]]
    intervals: list[tuple[float, float, float]] = Field(description="95%: place, low, high; where known")


class Curves(RunInfo):
    steps: int
    step: str
    curves: list[Curve]
    player: str | None
    size: int | None
    snapshots: list[str] = Field(description="Earlier networks; `run:id=...,snapshot=NAME` plays one")
    label: str = Field(description="Of its settings: the preset, and what was changed")
    total: int | None = Field(description="Steps of the whole training, if that is known")
    rate: float | None = Field(description="Steps per second, lately")
    games_rate: float | None = Field(description="Games per second")
    seconds_left: float | None
    games_before: int = Field(description="Games of its own that it has: of a teacher, or of self-play")


class GameSummary(Model):
    key: str
    game: str
    rows: int
    cols: int
    black: str
    white: str
    winner: str
    reason: str
    moves: int


class GameList(Model):
    total: int
    games: list[GameSummary]


@router.get("/api/runs", responses=PROBLEMS)
def runs(studio: TheStudio) -> RunList:
    """Contents of the run folders, the latest first."""
    return RunList(runs=[RunInfo(**run.as_dict()) for run in studio.runs.all()])


@router.get("/api/runs/{id}/table", responses=PROBLEMS | MISSING)
def table(id: RunId, studio: TheStudio) -> dict[str, Any]:
    """The report of a tournament, finished or not: ratings, pairings, cross table."""
    return studio.runs.table(id)


@router.get("/api/runs/{id}/games", responses=PROBLEMS | MISSING)
def games(
    id: RunId,
    studio: TheStudio,
    offset: Annotated[int, Query(ge=0, le=10**9)] = 0,
    limit: Annotated[int, Query(ge=1, le=GAMES_OF_A_PAGE)] = 100,
) -> GameList:
    """Games of a tournament."""
    return GameList(**studio.runs.games(id, offset=offset, limit=limit))


@router.get("/api/runs/{id}/game", responses=PROBLEMS | MISSING)
def game(id: RunId, key: Annotated[str, Query(max_length=100)], studio: TheStudio) -> Game:
    """One game, to replay."""
    result = studio.runs.game(id, key)
    task = result.task
    if task.game != HEX:
        title = game_kind(task.game).TITLE
        raise NotationError(f"this is a game of {title}, and the studio's board is for Hex")
    board = replay(HexWorldLink(rows=task.rows, cols=task.cols, moves=list(result.moves)))
    ending = {"resignation": "R", "time": "T"}.get(result.reason, "")
    return Game(
        rows=task.rows,
        cols=task.cols,
        moves=line_of([(step.colour, step.move) for step in board.steps]),
        black_player=task.black,
        white_player=task.white,
        result=f"{result.winner[0].upper()}+{ending}",
        event=result.task.key,
        opening=list(task.opening),
    )


@router.get("/api/runs/{id}/curves", responses=PROBLEMS | MISSING)
def curves(id: RunId, studio: TheStudio) -> Curves:
    """The learning curves of a run, and the player that it has learned to be so far."""
    return Curves(**studio.runs.curves(id))
