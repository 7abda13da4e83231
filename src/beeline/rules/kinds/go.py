"""Go."""

from __future__ import annotations

from typing import Final

from beeline.errors import BoardSizeError
from beeline.palette import LIGHT
from beeline.rules.cells import go_name
from beeline.rules.go import GoBoard

_CELL, _LINE = LIGHT["cell"], LIGHT["cell-line"]

TITLE: Final = "Go"
SIZE: Final = 9
BOARD: Final = GoBoard


def new_board(rows: int, cols: int, *, swap_rule: bool = False, komi: float = 7.5) -> GoBoard:
    if rows != cols:
        raise BoardSizeError(f"a Go board is square, not {rows}×{cols}")
    return GoBoard(rows, komi=komi)


def cell_names(rows: int, cols: int) -> list[str]:
    return [go_name(point, rows) for point in range(rows * rows)]


def empty_picture(rows: int, cols: int) -> str:
    """An empty Go board, drawn like the Hex board of ``rules/picture.py``: a ``.c`` for every point."""
    size, step = rows, 1.5
    span = (size - 1) * step
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 {span + 4} {span + 4}" role="img" '
        f'aria-label="Go board">',
        "<style>text{font:.72px system-ui,sans-serif;text-anchor:middle;dominant-baseline:central;"
        f"fill:{_LINE}}}line{{stroke:{_LINE};stroke-width:.05}}.c{{fill:none}}</style>",
        f'<rect x="-1" y="-1" width="{span + 2}" height="{span + 2}" fill="{_CELL}"/>',
    ]
    for i in range(size):
        at = i * step
        column, row = go_name(i, size)[0], size - i
        parts.append(
            f'<line x1="{at}" x2="{at}" y1="0" y2="{span}"/><line x1="0" x2="{span}" y1="{at}" y2="{at}"/>'
        )
        parts.append(f'<text x="{at}" y="-1.5">{column}</text><text x="-1.5" y="{at}">{row}</text>')
    for point in range(size * size):
        row, col = divmod(point, size)
        parts.append(f'<circle class="c" cx="{col * step}" cy="{row * step}" r=".5"/>')
    return "".join([*parts, "</svg>"])
