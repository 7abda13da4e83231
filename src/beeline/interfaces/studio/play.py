"""Moves by players, and what the page must know to offer them."""

from __future__ import annotations

import secrets
from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import Field

from beeline.interfaces.analyst import ANALYST
from beeline.interfaces.studio.cast import KINDS, levels
from beeline.interfaces.studio.position_models import Model, Position
from beeline.interfaces.studio.studio import PROBLEMS, TheStudio
from beeline.interfaces.studio.turns import Turn
from beeline.knowledge.overlay import overlays
from beeline.limits import PLAYER_CHARACTERS
from beeline.players import Limit, options_of, player_kinds
from beeline.players.base import Decision
from beeline.rules.cells import fair_openings
from beeline.rules.game import Colour

router = APIRouter(tags=["play"])

PlayerName = Annotated[
    str,
    Field(
        max_length=PLAYER_CHARACTERS,
        description="A level, a player string of an allowed kind, or `run:id=...` for the policy of a run",
        examples=["Club", "mcts:simulations=5000"],
    ),
]


class LevelInfo(Model):
    name: str
    player: str
    elo: int = Field(description="Measured on 11×11; the weakest level is 0")
    interval: tuple[int, int] = Field(description="95%")


class OptionInfo(Model):
    name: str
    type: str = Field(description="In words, such as `a whole number`")
    default: str | int | float | bool | None
    help: str


class LayerInfo(Model):
    id: str
    name: str
    about: str
    overlay: str = Field(description="The overlay to ask for, from the bottom up")


class Info(Model):
    version: str
    levels: list[LevelInfo]
    kinds: dict[str, str] = Field(description="Kinds of players that may be named, with a line about each")
    options: dict[str, list[OptionInfo]] = Field(description="The options of each kind")
    analysts: list[str] = Field(description="Players to analyse with, the one for everybody first")
    limits: dict[str, float]
    layers: list[LayerInfo] = Field(description="What is known of a position and can be drawn on its board")


class Queue(Model):
    places: int
    running: int
    waiting: int


class MoveRequest(Model):
    position: Position
    player: PlayerName = "Club"


class MoveAnswer(Model):
    colour: Colour
    move: str = Field(description="A cell, `swap-pieces` or `resign`")
    value: float | None = Field(description="The player's own chance to win, from 0 to 1, if it has a view")
    simulations: int | None
    seconds: float | None


@router.get("/api/info")
def info(studio: TheStudio) -> Info:
    """Levels, kinds of players and limits."""
    from beeline import __version__

    kinds = {kind: line for kind, line in player_kinds().items() if kind in KINDS}
    names = ("simulations", "move_seconds", "analysis_seconds", "solve_seconds", "searches", "body_bytes")
    return Info(
        version=__version__,
        levels=[LevelInfo(**asdict(level)) for level in levels()],
        kinds=kinds,
        options={kind: [OptionInfo(**asdict(option)) for option in options_of(kind)] for kind in kinds},
        analysts=[ANALYST, "mcts:knowledge=300", "hivemind"],
        limits={name: getattr(studio.limits, name) for name in names},
        layers=[
            LayerInfo(id=id, name=layer.title, about=layer.about, overlay=name)
            for name, overlay in overlays().items()
            for id, layer in overlay.layers.items()
        ],
    )


@router.get("/api/queue")
def queue(studio: TheStudio) -> Queue:
    """Number of searches that run and wait."""
    return Queue(**studio.searches.turns.state)


@router.post("/api/move", responses=PROBLEMS)
async def move(request: Request, asked: MoveRequest, studio: TheStudio) -> MoveAnswer:
    """A player's move. The search ends when the request is dropped."""
    board = asked.position.open_board()
    studio.cast.checked(asked.player)

    def choose(turn: Turn) -> Decision:
        if board.swap_rule and not len(board) and board.rows == board.cols:
            return Decision(secrets.choice(fair_openings(board.rows)))
        limit = Limit(seconds=studio.limits.move_seconds, should_stop=turn.should_stop)
        with studio.cast.player(asked.player) as player:
            return player.choose(board, limit)

    decision = await studio.searches.answer(request, choose)
    found: Any = decision.analysis
    return MoveAnswer(
        colour=board.to_move,
        move=decision.move,
        value=decision.value,
        simulations=None if found is None else found.simulations,
        seconds=None if found is None else found.seconds,
    )
