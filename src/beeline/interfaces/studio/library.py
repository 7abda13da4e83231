"""Games that people keep, on the disk of the studio."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query
from pydantic import Field

from beeline.arena.library import Entry, Library
from beeline.errors import LibraryError
from beeline.interfaces.studio.game_files import SgfText
from beeline.interfaces.studio.position_models import Game, Model, main_line
from beeline.interfaces.studio.studio import PROBLEMS, Studio, TheStudio
from beeline.rules.variations import read_game_trees, write_game_tree

router = APIRouter(prefix="/api/library", tags=["library"])

_ID = "^[0-9a-f]{32}$"
GameId = Annotated[str, Path(pattern=_ID, description="That the page gave it when it was kept")]
GameName = Annotated[str, Field(min_length=1, max_length=200)]


class EntryShown(Model):
    id: Annotated[str, Field(pattern=_ID)]
    name: str
    black: str
    white: str
    result: str
    rows: int
    cols: int
    moves: int = Field(description="On the main line")
    changed: float = Field(description="Seconds since 1970")


class EntryList(Model):
    total: int
    games: list[EntryShown]


class KeepRequest(Model):
    id: Annotated[str, Field(pattern=_ID, description="A game that is kept under it is replaced")]
    name: GameName
    game: Game


class NameRequest(Model):
    name: GameName


class KeptGame(EntryShown):
    game: Game


class Done(Model):
    done: bool = True


@router.get("", responses=PROBLEMS)
def find(
    studio: TheStudio,
    query: Annotated[str, Query(max_length=200, description="Words of name, players, result or size")] = "",
    offset: Annotated[int, Query(ge=0, le=10**9)] = 0,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> EntryList:
    """Games of the library, the latest first."""
    total, entries = _library(studio).find(query, offset=offset, limit=limit)
    return EntryList(total=total, games=[_shown(entry) for entry in entries])


@router.get("/sgf", responses=PROBLEMS)
def all_games(studio: TheStudio) -> SgfText:
    """Every game, as one SGF file."""
    return SgfText(sgf="\n".join(_library(studio).games()))


@router.post("", responses=PROBLEMS)
def keep(asked: KeepRequest, studio: TheStudio) -> EntryShown:
    """Keeps a game, or what has become of it; every move is checked, so that it can be opened again."""
    game = asked.game
    sgf = write_game_tree(game.tree())
    read_game_trees(sgf, most_moves=studio.limits.moves)
    entry = Entry(
        id=asked.id,
        name=asked.name,
        black=game.black_player[:200],
        white=game.white_player[:200],
        result=game.result,
        rows=game.rows,
        cols=game.cols,
        moves=len(main_line(game)),
    )
    return _shown(_library(studio).put(entry, sgf))


@router.get("/{id}", responses=PROBLEMS)
def get(id: GameId, studio: TheStudio) -> KeptGame:
    """A game, to open."""
    entry, sgf = _library(studio).get(id)
    tree = read_game_trees(sgf, most_moves=studio.limits.moves)[0]
    return KeptGame(**_shown(entry).model_dump(), game=Game.of(tree))


@router.post("/{id}/name", responses=PROBLEMS)
def rename(id: GameId, asked: NameRequest, studio: TheStudio) -> Done:
    """Gives a game another name."""
    _library(studio).rename(id, asked.name)
    return Done()


@router.post("/{id}/delete", responses=PROBLEMS)
def delete(id: GameId, studio: TheStudio) -> Done:
    """Takes a game out of the library; it can be restored for thirty days."""
    _library(studio).delete(id)
    return Done()


@router.post("/{id}/restore", responses=PROBLEMS)
def restore(id: GameId, studio: TheStudio) -> Done:
    """Brings a deleted game back."""
    _library(studio).restore(id)
    return Done()


def _library(studio: Studio) -> Library:
    if studio.library is None:
        raise LibraryError("this studio keeps no library")
    return studio.library


def _shown(entry: Entry) -> EntryShown:
    return EntryShown(**{name: getattr(entry, name) for name in EntryShown.model_fields})
