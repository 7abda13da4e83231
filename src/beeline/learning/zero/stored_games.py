"""Games of self-play in a game store, with what was learned from each in its detail."""

from __future__ import annotations

import json
from collections.abc import Iterator

from beeline.arena.games import GameResult, GameTask
from beeline.arena.store import GameStore
from beeline.learning.zero.self_play import PlayedGame, Position, Target
from beeline.rules.board import Board
from beeline.rules.game import colour_of


def key_of(*, round: int, game: int) -> str:
    """The name of a game: in the order of the keys, games are in the order of the training."""
    return f"{round:06}-{game:05}"


def latest_games(store: GameStore, *, rounds: int) -> Iterator[PlayedGame]:
    """The games of so many rounds, the latest first."""
    last = key_of(round=rounds, game=99999)
    return (game for _, game in keyed_games(store, last=last))


def keyed_games(store: GameStore, *, last: str | None = None) -> Iterator[tuple[str, PlayedGame]]:
    """The keys and the games of a store up to the key ``last``, the latest first."""
    keys = store.keys()
    for key in sorted((key for key in keys if last is None or key <= last), reverse=True):
        if (result := store.result(key)) is not None:
            yield key, from_result(result)


def as_result(game: PlayedGame, key: str) -> GameResult:
    board = Board(game.rows, game.cols)
    moves = tuple(board.name_of(position.move) for position in game.positions)
    return GameResult(
        task=GameTask(
            key=key,
            rows=game.rows,
            cols=game.cols,
            black="zero",
            white="zero",
            opening=moves[: game.opening],
        ),
        winner=colour_of(game.winner),
        reason="proven",
        moves=moves,
        seconds=(),
        cpu_seconds=(0.0, 0.0),
        versions=("zero", "zero"),
        started=0.0,
        detail=json.dumps(
            {"decided": game.decided, "winning": game.winning, "targets": game.targets_as_text()}
        ),
    )


def from_result(result: GameResult) -> PlayedGame:
    board = Board(result.task.rows, result.task.cols)
    about = json.loads(result.detail)
    positions = tuple(
        Position(board.cell_of(move), value, tuple(Target(*target) for target in targets))
        for move, (value, targets) in zip(result.moves, json.loads(about["targets"]), strict=True)
    )
    return PlayedGame(
        rows=result.task.rows,
        cols=result.task.cols,
        winner=1 if result.winner == "black" else 2,
        opening=len(result.task.opening),
        decided=about["decided"],
        winning=tuple(about.get("winning", ())),  # games of version 0.1 had none
        positions=positions,
    )
