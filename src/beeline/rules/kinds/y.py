"""Y: whoever joins all three sides of a triangle."""

from __future__ import annotations

from typing import Final

from beeline.errors import BoardSizeError
from beeline.palette import LIGHT
from beeline.rules.y import YBoard

_CELL, _LINE = LIGHT["cell"], LIGHT["cell-line"]

TITLE: Final = "Y"
SIZE: Final = 9
BOARD: Final = YBoard


def new_board(rows: int, cols: int, *, swap_rule: bool = False, komi: float = 0.0) -> YBoard:
    if rows != cols:
        raise BoardSizeError(f"a board of Y has three equal sides, not {rows}×{cols}")
    return YBoard(rows)


def cell_names(rows: int, cols: int) -> list[str]:
    return YBoard(rows).legal_moves


def empty_picture(rows: int, cols: int) -> str:
    """A ``.c`` for every cell, in reading order."""
    step, down = 1.2, 1.04
    width, height = rows * step, rows * down
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 {width + 2:.2f} {height + 2:.2f}" '
        f'role="img" aria-label="Y board"><style>.c{{fill:{_CELL};stroke:{_LINE};stroke-width:.05}}</style>'
    ]
    for row in range(rows):
        for col in range(row + 1):
            x = (rows - 1 - row) * step / 2 + col * step + step / 2
            parts.append(f'<circle class="c" cx="{x:.2f}" cy="{row * down + 0.5:.2f}" r=".5"/>')
    return "".join([*parts, "</svg>"])
