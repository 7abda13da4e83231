"""Puzzles for the page."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import Field

from beeline.interfaces.puzzles import THEMES, puzzle, puzzles
from beeline.interfaces.studio.position_models import Model, Start
from beeline.interfaces.studio.studio import PROBLEMS

router = APIRouter(tags=["puzzles"])


class PuzzleInfo(Model):
    number: int = Field(description="From 1, the easiest first")
    id: str = Field(description="The same for the same position, whatever its number")
    size: int
    grade: int = Field(description="From 1, easy, to 5")
    themes: list[str]


class PuzzleList(Model):
    themes: list[str]
    puzzles: list[PuzzleInfo]


class PuzzleTask(PuzzleInfo):
    position: Start
    last: str | None = Field(description="The move before, where it is known")
    solution: str = Field(description="The only move that wins, by the solver")
    hints: list[str] = Field(description="From a word about the idea on")


@router.get("/api/puzzles")
def all_puzzles() -> PuzzleList:
    """List of puzzles, without the positions."""
    return PuzzleList(
        themes=list(THEMES),
        puzzles=[
            PuzzleInfo(number=number, id=each.id, size=each.size, grade=each.grade, themes=list(each.themes))
            for number, each in enumerate(puzzles(), start=1)
        ],
    )


@router.get("/api/puzzles/{number}", responses=PROBLEMS)
def one_puzzle(number: Annotated[int, Path(ge=1, le=1_000_000)]) -> PuzzleTask:
    """A position with one winning move."""
    found = puzzle(number)
    return PuzzleTask(
        number=number,
        id=found.id,
        size=found.size,
        grade=found.grade,
        themes=list(found.themes),
        position=Start(
            rows=found.size,
            cols=found.size,
            black=list(found.black),
            white=list(found.white),
            to_move=found.to_move,
        ),
        last=found.last,
        solution=found.solution,
        hints=list(found.hints),
    )
