"""The opening explorer: what was played in a position, in the library and in the game stores of the runs."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Request
from pydantic import Field

from beeline.arena.opening_index import OpeningIndex
from beeline.interfaces.studio.position_models import Model, Position
from beeline.interfaces.studio.studio import PROBLEMS, TheStudio
from beeline.interfaces.studio.turns import Turn
from beeline.rules.game import Colour

router = APIRouter(tags=["library"])

_EXAMPLES: Final = 12


class ExploreRequest(Model):
    position: Position


class MoveSeen(Model):
    move: str
    games: int
    black_wins: int
    white_wins: int


class GameSeen(Model):
    source: str = Field(description="`library`, or the number of a run")
    key: str = Field(description="Of the game there")
    black: str
    white: str
    winner: Colour | None


class ExploreAnswer(Model):
    known: int = Field(description="Games that are searched, on boards of any size")
    games: int = Field(description="Games that came to this position")
    moves: list[MoveSeen] = Field(description="What was played, the most frequent first")
    examples: list[GameSeen] = Field(description="Some of the games")


@router.post("/api/explore", responses=PROBLEMS)
async def explore(request: Request, asked: ExploreRequest, studio: TheStudio) -> ExploreAnswer:
    """Moves played in a position, by whatever order of moves, in games of the library and the runs."""
    board = asked.position.board()

    def work(turn: Turn) -> OpeningIndex:
        return studio.explorer.index(lambda: turn.stopped)

    index = await studio.searches.answer(request, work)
    found = index.look_up(board)
    return ExploreAnswer(
        known=len(index),
        games=len(found.games),
        moves=[
            MoveSeen(move=each.move, games=each.games, black_wins=each.black_wins, white_wins=each.white_wins)
            for each in found.moves
        ],
        examples=[
            GameSeen(
                source=game.source,
                key=game.key,
                black=game.black[:200],
                white=game.white[:200],
                winner=game.winner,
            )
            for game in found.games[:_EXAMPLES]
        ],
    )
