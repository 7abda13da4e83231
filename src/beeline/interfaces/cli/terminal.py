"""Boards in the terminal, in colour."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from rich.text import Text

from beeline.palette import TERMINAL
from beeline.rules.board import Board
from beeline.rules.cells import cell_name

_STONES = {
    "black": ("●", f"bold {TERMINAL['black']}"),
    "white": ("○", f"bold {TERMINAL['white']}"),
    None: ("·", TERMINAL["empty"]),
}


def board_in_colour(
    board: Board, *, marked: Collection[str] = (), symbols: Mapping[str, tuple[str, str]] | None = None
) -> Text:
    """The board with both colours in those of the palette; the last move and marked cells stand out.

    ``symbols`` has a character and a style for cells that are to show something else.
    """
    shown = dict.fromkeys(marked, ("+", TERMINAL["must"])) | dict(symbols or {})
    last, chain = board.last_move, set(board.winning_chain)
    text = Text()
    header = "   " + " ".join(cell_name(0, col)[0] for col in range(board.cols))
    text.append(header + "\n", style=TERMINAL["black"])
    for row in range(board.rows):
        text.append(" " * row + f"{row + 1:>2} ", style=TERMINAL["white"])
        for col in range(board.cols):
            name = cell_name(row, col)
            symbol, style = _STONES[board[name]]
            if name == last or name in chain:
                style += f" {TERMINAL['won']}"
            elif name in shown:
                symbol, style = shown[name]
            text.append(symbol, style=style)
            text.append(" ")
        text.append(f"{row + 1}\n", style=TERMINAL["white"])
    text.append(" " * board.rows + header, style=TERMINAL["black"])
    return text
