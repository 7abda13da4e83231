"""Boards in the terminal, in colour."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from rich.text import Text

from beeline.rules.board import Board
from beeline.rules.cells import cell_name

_STONES = {"black": ("●", "bold red"), "white": ("○", "bold blue"), None: ("·", "bright_black")}


def board_in_colour(
    board: Board, *, marked: Collection[str] = (), symbols: Mapping[str, tuple[str, str]] | None = None
) -> Text:
    """The board with Black in red and White in blue; the last move and marked cells stand out.

    ``symbols`` has a character and a style for cells that are to show something else.
    """
    shown = dict.fromkeys(marked, ("+", "bold green")) | dict(symbols or {})
    last, chain = board.last_move, set(board.winning_chain)
    text = Text()
    header = "   " + " ".join(cell_name(0, col)[0] for col in range(board.cols))
    text.append(header + "\n", style="red")
    for row in range(board.rows):
        text.append(" " * row + f"{row + 1:>2} ", style="blue")
        for col in range(board.cols):
            name = cell_name(row, col)
            symbol, style = _STONES[board[name]]
            if name == last or name in chain:
                style += " reverse"
            elif name in shown:
                symbol, style = shown[name]
            text.append(symbol, style=style)
            text.append(" ")
        text.append(f"{row + 1}\n", style="blue")
    text.append(" " * board.rows + header, style="red")
    return text
