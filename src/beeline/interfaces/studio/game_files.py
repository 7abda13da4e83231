"""Games from files and links, and back."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter
from pydantic import Field

from beeline.errors import NotationError
from beeline.interfaces.studio.position_models import Game, Model, Position, line_of, main_line
from beeline.interfaces.studio.studio import PROBLEMS, TheStudio
from beeline.limits import LINK_CHARACTERS
from beeline.rules.hexworld import HexWorldLink, format_hexworld, parse_hexworld
from beeline.rules.move_list import read_move_lists
from beeline.rules.records import replay
from beeline.rules.variations import read_game_trees, tree_of, write_game_tree

router = APIRouter(tags=["files"])

_LINK_RESULTS = ("B+R", "W+R", "B+F", "W+F")


class SgfText(Model):
    sgf: str = Field(examples=["(;FF[4]GM[11]SZ[11];B[a3];W[f6])"])


class MovesText(Model):
    moves: str = Field(examples=["1. a3 f6 2. d4", "a3 swap f6"])


class LinkText(Model):
    link: Annotated[str, Field(max_length=LINK_CHARACTERS, examples=["https://hexworld.org/board/#11,a2b3"])]


class LinkRequest(Model):
    game: Game
    played: int | None = Field(default=None, ge=0, description="Moves before the cursor; all if not given")


class GamesAnswer(Model):
    games: list[Game]


class LinkedGame(Model):
    game: Game
    played: int | None = Field(description="Moves before the cursor, if the link has one")


class BoardAnswer(Model):
    """A position as the rules see it."""

    to_move: str
    winner: str | None
    winning_chain: list[str]
    legal_moves: list[str]
    black: list[str]
    white: list[str]


@router.post("/api/sgf/read", responses=PROBLEMS)
def read_sgf(asked: SgfText, studio: TheStudio) -> GamesAnswer:
    """The Hex games of an SGF file with their variations, every move checked."""
    trees = read_game_trees(asked.sgf, most_moves=studio.limits.moves)
    return GamesAnswer(games=[Game.of(tree) for tree in trees])


@router.post("/api/moves/read", responses=PROBLEMS)
def read_moves(asked: MovesText, studio: TheStudio) -> GamesAnswer:
    """The games of plain lists of moves, PlayOK's files among them, every move checked."""
    records = read_move_lists(asked.moves, most_moves=studio.limits.moves)
    return GamesAnswer(games=[Game.of(tree_of(record)) for record in records])


@router.post("/api/sgf/write", responses=PROBLEMS)
def write_sgf(asked: Game) -> SgfText:
    """A game with its variations as SGF, FF[4]."""
    return SgfText(sgf=write_game_tree(asked.tree()))


@router.post("/api/hexworld/read", responses=PROBLEMS)
def read_link(asked: LinkText) -> LinkedGame:
    """The game of a HexWorld link."""
    link = parse_hexworld(asked.link)
    whole = HexWorldLink(rows=link.rows, cols=link.cols, moves=link.moves)
    steps = [(step.colour, step.move) for step in replay(whole).steps]
    if len(steps) != len(link.moves):
        raise NotationError("links with a pass in them cannot be shown")
    game = Game(rows=link.rows, cols=link.cols, moves=line_of(steps), result=link.result)
    return LinkedGame(game=game, played=link.cursor)


@router.post("/api/hexworld/write", responses=PROBLEMS)
def write_link(asked: LinkRequest) -> LinkText:
    """A HexWorld link to the main line of a game, which has no room for set-up stones."""
    game = asked.game
    if game.black or game.white:
        raise NotationError("HexWorld links have no set-up stones; use the studio's own link")
    moves = [move.move for move in main_line(game)]
    cursor = None if asked.played is None or asked.played >= len(moves) else asked.played
    result = game.result if game.result in _LINK_RESULTS else ""
    link = HexWorldLink(rows=game.rows, cols=game.cols, moves=moves, cursor=cursor, result=result)
    return LinkText(link=format_hexworld(link))


@router.post("/api/position", responses=PROBLEMS)
def position(asked: Position) -> BoardAnswer:
    """Checks a position: the side to move, the winner with its chain, the legal moves."""
    board = asked.board()
    return BoardAnswer(
        to_move=board.to_move,
        winner=board.winner,
        winning_chain=board.winning_chain,
        legal_moves=board.legal_moves,
        black=board.stones("black"),
        white=board.stones("white"),
    )
