"""Conversion between boards and game records."""

from __future__ import annotations

from collections.abc import Sequence

from beeline.checks import require_text
from beeline.rules.board import Board
from beeline.rules.cells import PASS, RESIGN
from beeline.rules.game import Colour, opponent
from beeline.rules.hexworld import HexWorldLink
from beeline.rules.sgf import GameRecord


def replay(record: GameRecord | HexWorldLink, *, moves: int | None = None) -> Board:
    """The board after the first ``moves`` moves of a record (all of them by default).

    A resignation ends the game without a trace on the board, and a pass only hands over the turn.
    """
    board = Board(record.rows, record.cols, swap_rule=True)
    played: Sequence[tuple[Colour | None, str]]
    if isinstance(record, HexWorldLink):
        played = [(None, move) for move in record.played]
    else:
        board.set_up(black=record.black_stones, white=record.white_stones, to_move=record.to_move)
        played = record.moves
    for colour, move in played[:moves]:
        if move == RESIGN:
            break
        if move == PASS:
            board.set_up(to_move=opponent(colour or board.to_move))
        else:
            board.play(move, colour=colour)
    return board


def record_of(
    board: Board, *, result: str = "", black_player: str = "", white_player: str = ""
) -> GameRecord:
    """The game on a board, ready for ``to_sgf``; the result of a game that is won needs no telling."""
    for name, text in (("result", result), ("black_player", black_player), ("white_player", white_player)):
        require_text(text, name)
    if not result and board.winner is not None:
        result = f"{board.winner[0].upper()}+"
    stones = board.set_up_stones
    steps = board.steps
    first = steps[0].colour if steps else board.to_move
    return GameRecord(
        rows=board.rows,
        cols=board.cols,
        moves=[(step.colour, step.move) for step in steps],
        black_stones=stones["black"],
        white_stones=stones["white"],
        to_move=first if stones["black"] or stones["white"] else None,
        black_player=black_player,
        white_player=white_player,
        result=result,
    )


def link_of(board: Board) -> HexWorldLink:
    """The game on a board as a HexWorld link, which has no place for set-up stones out of turn."""
    return HexWorldLink(rows=board.rows, cols=board.cols, moves=board.moves)
