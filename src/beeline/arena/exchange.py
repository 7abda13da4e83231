"""Games out of a store and into it: SGF collections and CSV."""

from __future__ import annotations

import csv
import re
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from beeline.arena.games import GameResult, GameTask, Reason
from beeline.arena.store_rows import COLUMNS, row_of
from beeline.errors import ArgumentError, BeelineError
from beeline.limits import SGF_COLLECTION
from beeline.rules.board import Board
from beeline.rules.cells import RESIGN
from beeline.rules.game import Colour, opponent
from beeline.rules.records import record_of, replay
from beeline.rules.registry import HEX, game_kind
from beeline.rules.sgf import GameRecord, hex_records

_MOVE: Final = r"(?:[a-s](?:1[0-9]|[1-9])|swap-pieces|swap-sides)"
_OPENING: Final = re.compile(rf"(?:^|; )opening: ({_MOVE}(?: {_MOVE})*)(?:;|$)")
_FORMULAS: Final = ("=", "+", "-", "@", "\t", "\r")
_SGF_REASONS: dict[Reason, str] = {"resignation": "R", "time": "T", "illegal move": "F", "crash": "F"}


def to_sgf(results: Iterable[GameResult]) -> Iterator[str]:
    """Hex games as SGF, one text per game; together they are a collection."""
    for result in results:
        if result.task.game == HEX:
            yield _record(result).to_sgf()


def write_sgf(results: Sequence[GameResult], path: Path) -> None:
    """Writes a collection; raises ArgumentError, before anything is written, for games other than Hex."""
    if others := sorted({result.task.game for result in results} - {HEX}):
        count = sum(result.task.game != HEX for result in results)
        raise ArgumentError(
            f"only games of Hex are written as SGF, and {count} of {len(results)} are of "
            f"{', '.join(game_kind(name).TITLE for name in others)}; --csv has all of them"
        )
    path.write_text("\n".join(to_sgf(results)) + "\n", encoding="utf-8")


def _record(result: GameResult) -> GameRecord:
    task = result.task
    board = Board(task.rows, task.cols, swap_rule=task.swap_rule)
    for move in result.moves:
        board.play(move)
    outcome = f"{result.winner[0].upper()}+{_SGF_REASONS.get(result.reason, '')}"
    record = record_of(board, result=outcome, black_player=task.black, white_player=task.white)
    record.event = f"game {task.key}"
    record.date = time.strftime("%Y-%m-%d", time.gmtime(result.started))
    record.comment = f"{result.reason}; opening: {' '.join(task.opening) or 'none'}; seed {task.seed}"
    return record


def set_opening(comment: str) -> tuple[str, ...]:
    """The moves that a match made for its players, from the comment that ``to_sgf`` writes on a game."""
    found = _OPENING.search(comment)
    return tuple(found[1].split()) if found else ()


def write_csv(results: Iterable[GameResult], path: Path) -> int:
    """One line per game under a line of names; returns the number of games."""
    games = 0
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        for result in results:
            writer.writerow({name: _inert(value) for name, value in row_of(result).items()})
            games += 1
    return games


def _inert(value: object) -> object:
    """A cell as it is, but text that a spreadsheet would compute has an apostrophe before it."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULAS) else value


def from_sgf(text: str | bytes, *, source: str) -> list[GameResult]:
    """The finished games of a collection; ``source`` names them. A game without a result, with stones
    set up, or with moves out of turn is left out.
    """
    return [
        result
        for number, record in enumerate(hex_records(text, limits=SGF_COLLECTION))
        if (result := _imported(record, f"{source}/{number:05d}")) is not None
    ]


def _in_turn(board: Board) -> bool:
    """Whether the moves alone tell the game: from the first on, each side moved when it was its turn."""
    again = Board(board.rows, board.cols)
    for step in board.steps:
        if step.colour != again.to_move:
            return False
        again.play(step.move)
    return True


def _imported(record: GameRecord, key: str) -> GameResult | None:
    try:
        board = replay(record)
    except BeelineError as error:
        raise type(error)(f"game {key}: {error}") from None
    winner: Colour | None = board.winner or record.winner
    if winner is None or any(board.set_up_stones.values()) or not _in_turn(board):
        return None
    resigned = any(move == RESIGN for _, move in record.moves) or record.result.upper().endswith("+R")
    names = {"black": record.black_player or "black", "white": record.white_player or "white"}
    return GameResult(
        task=GameTask(
            key=key, rows=record.rows, cols=record.cols, black=names["black"], white=names["white"]
        ),
        winner=winner,
        reason="win" if board.winner else "resignation" if resigned else "proven",
        moves=tuple(board.moves),
        seconds=(),
        cpu_seconds=(0.0, 0.0),
        versions=("", ""),
        started=0.0,
        detail=f"imported; {opponent(winner)} lost {record.result or 'on the board'}",
    )
