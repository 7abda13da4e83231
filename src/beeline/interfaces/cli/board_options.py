"""Positions from command-line options."""

from __future__ import annotations

import re
from pathlib import Path

from beeline.errors import BoardSizeError, NotationError, SgfError
from beeline.rules.board import Board
from beeline.rules.cells import MAX_SIZE, split_moves


def parse_size(text: str) -> tuple[int, int]:
    """``11`` or ``9x7`` (columns × rows) as ``(rows, cols)``."""
    found = re.fullmatch(r"(\d{1,2})(?:[x×](\d{1,2}))?", text.strip())
    if not found:
        raise BoardSizeError(
            f"expected a size such as 11 or 9x7 (columns × rows), up to {MAX_SIZE}, got {text!r}"
        )
    cols = int(found[1])
    return int(found[2] or cols), cols


def board_from(
    *,
    size: str,
    moves: str = "",
    sgf: Path | None = None,
    move_number: int | None = None,
    link: str = "",
    swap_rule: bool = False,
) -> Board:
    """The position that the options name: an SGF file or a link, or else an empty board; then the moves."""
    if sgf is not None:
        try:
            board = Board.from_sgf(sgf.read_bytes(), moves=move_number)
        except SgfError:
            raise
        except NotationError as error:
            raise NotationError(f"{sgf}: {error}") from None
    elif link:
        board = Board.from_hexworld(link)
    else:
        board = Board(*parse_size(size), swap_rule=swap_rule)
    for move in split_moves(moves):
        board.play(move)
    return board
