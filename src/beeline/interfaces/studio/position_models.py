"""Positions and games as they come from the page and go to it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from beeline.arena.exchange import set_opening
from beeline.errors import BeelineError, GameOver
from beeline.limits import TEXT_CHARACTERS, Limits
from beeline.rules.board import Board
from beeline.rules.cells import MAX_SIZE
from beeline.rules.game import Colour
from beeline.rules.marks import Mark, MarkKind
from beeline.rules.sgf import GameRecord
from beeline.rules.variations import GameTree, TreeMove, play_step

Cell = Annotated[str, Field(pattern=r"^[a-s](1[0-9]|[1-9])$", examples=["e4"])]
MoveName = Annotated[str, Field(pattern=r"^([a-s](1[0-9]|[1-9])|swap-pieces|swap-sides|pass)$")]
StepName = Annotated[
    str,
    Field(
        pattern=r"^((black|white):)?([a-s](1[0-9]|[1-9])|swap-pieces|swap-sides|pass)$",
        examples=["e4", "white:c3", "swap-pieces"],
    ),
]
Size = Annotated[int, Field(ge=1, le=MAX_SIZE)]
Text = Annotated[str, Field(max_length=TEXT_CHARACTERS)]
_CELLS = MAX_SIZE * MAX_SIZE


class Model(BaseModel):
    """A model that refuses fields which it does not have, so that a misspelt one is noticed."""

    model_config = ConfigDict(extra="forbid")


class Start(Model):
    """A board before the first move."""

    rows: Size = 11
    cols: Size = 11
    black: list[Cell] = Field(default=[], max_length=_CELLS, description="Black's set-up stones")
    white: list[Cell] = Field(default=[], max_length=_CELLS)
    to_move: Colour | None = Field(default=None, description="Who begins; Black, if there is nothing to tell")


class Position(Start):
    """A board and the moves made on it, in turn unless a move names its colour."""

    moves: list[StepName] = Field(default=[], max_length=2 * _CELLS)
    swap_rule: bool = False

    def board(self) -> Board:
        """Raises ``IllegalMove`` or ``NotationError``, with the number of the move, for what cannot be."""
        board = Board(self.rows, self.cols, swap_rule=self.swap_rule)
        board.set_up(black=self.black, white=self.white, to_move=self.to_move)
        for number, step in enumerate(self.moves, start=1):
            colour, _, move = step.rpartition(":")
            try:
                play_step(board, _colour(colour) or board.to_move, move)
            except BeelineError as error:
                raise type(error)(f"move {number}: {error}") from None
        return board

    def open_board(self) -> Board:
        """The board of a game that goes on."""
        board = self.board()
        if board.winner is not None:
            raise GameOver(f"the game is over: {board.winner} has won")
        return board


class MarkShown(Model):
    """A mark on a cell, by SGF's name: a label, a triangle, a circle, a square, a cross."""

    kind: MarkKind
    cell: Cell
    text: Annotated[str, Field(max_length=200)] = ""


Marks = Annotated[list[MarkShown], Field(max_length=_CELLS * 5)]


class GameMove(Model):
    """A move of a tree, after the one whose number is ``parent`` (from 0; -1 is the start)."""

    parent: int = Field(ge=-1)
    colour: Colour
    move: MoveName
    comment: Text = ""
    marks: Marks = []


class Game(Start):
    """A game with its variations and its names."""

    moves: list[GameMove] = Field(default=[], max_length=Limits().moves)
    black_player: Text = ""
    white_player: Text = ""
    result: Annotated[str, Field(max_length=40, examples=["B+R"])] = ""
    event: Text = ""
    date: Text = ""
    comment: Text = Field(default="", description="On the game")
    opening: list[MoveName] = Field(
        default=[], max_length=Limits().moves, description="Moves that a match made for its players"
    )
    root_comment: Text = Field(default="", description="On the position before the first move")
    root_marks: Marks = []

    def tree(self) -> GameTree:
        record = GameRecord(
            rows=self.rows,
            cols=self.cols,
            black_stones=list(self.black),
            white_stones=list(self.white),
            to_move=self.to_move,
            black_player=self.black_player,
            white_player=self.white_player,
            result=self.result,
            event=self.event,
            date=self.date,
            comment=self.comment,
        )
        moves = [TreeMove(m.parent, m.colour, m.move, m.comment, _read_marks(m.marks)) for m in self.moves]
        return GameTree(record, moves, self.root_comment, _read_marks(self.root_marks))

    @classmethod
    def of(cls, tree: GameTree) -> Game:
        record = tree.record
        return cls(
            rows=record.rows,
            cols=record.cols,
            black=record.black_stones,
            white=record.white_stones,
            to_move=record.to_move,
            moves=[
                GameMove(
                    parent=move.parent,
                    colour=move.colour,
                    move=move.move,
                    comment=move.comment,
                    marks=_shown_marks(move.marks),
                )
                for move in tree.moves
            ],
            black_player=record.black_player,
            white_player=record.white_player,
            result=record.result,
            event=record.event,
            date=record.date,
            opening=list(set_opening(record.comment)),
            comment="" if record.comment == tree.comment else record.comment,
            root_comment=tree.comment,
            root_marks=_shown_marks(tree.marks),
        )


def _read_marks(marks: Iterable[MarkShown]) -> tuple[Mark, ...]:
    return tuple(Mark(mark.kind, mark.cell, mark.text) for mark in marks)


def _shown_marks(marks: Iterable[Mark]) -> list[MarkShown]:
    return [MarkShown(kind=mark.kind, cell=mark.cell, text=mark.text[:200]) for mark in marks]


def main_line(game: Game) -> list[GameMove]:
    """The first move of the start, the first move after it, and so on."""
    first: dict[int, int] = {}
    for at, move in enumerate(game.moves):
        first.setdefault(move.parent, at)
    line: list[GameMove] = []
    at = -1
    while at in first and len(line) <= len(game.moves):
        at = first[at]
        line.append(game.moves[at])
    return line


def line_of(steps: list[tuple[Colour, str]]) -> list[GameMove]:
    """Moves without variations."""
    return [GameMove(parent=at - 1, colour=colour, move=move) for at, (colour, move) in enumerate(steps)]


def _colour(text: str) -> Colour | None:
    colours: dict[str, Literal["black", "white"]] = {"black": "black", "white": "white"}
    return colours.get(text)
