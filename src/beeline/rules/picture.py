"""Pictures of Hex boards: text for terminals and tests, SVG for everything else."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from html import escape
from typing import TYPE_CHECKING, Final

from beeline.rules.cells import cell_name, parse_cell

if TYPE_CHECKING:
    from beeline.rules.board import Board

_SYMBOLS: Final = {"black": "B", "white": "W", None: "."}

# Geometry in units of the distance between a hexagon's centre and its corners.
_STEP: Final = math.sqrt(3)
_MARGIN: Final = 2.3

_HONEY: Final = "#f5d78e"
_LINE: Final = "#8a6d2f"
_HEAT: Final = "#d1495b"
_INK: Final = {"black": "#1d1d1f", "white": "#fdfdfb"}
_CSS: Final = (
    "text{font:.72px system-ui,sans-serif;text-anchor:middle;dominant-baseline:central}"
    f".c{{fill:{_HONEY};stroke:{_LINE};stroke-width:.05}}"
    ".edge{fill:none;stroke-linejoin:round}"
)


def board_text(board: Board) -> str:
    """The board as slanted rows of ``.``, ``B`` and ``W`` between coordinates."""
    lines = ["  " + " ".join(cell_name(0, col)[0] for col in range(board.cols))]
    for row in range(board.rows):
        symbols = " ".join(_SYMBOLS[board[cell_name(row, col)]] for col in range(board.cols))
        lines.append(" " * row + f"{row + 1:<2} {symbols}")
    return "\n".join(lines)


def board_svg(board: Board, *, heat: Mapping[str, float], marks: Mapping[str, str], width: int) -> str:
    """The board as SVG: stones, coordinates, coloured edges, shaded and marked cells."""
    span_x = (board.cols - 1 + (board.rows - 1) / 2) * _STEP + 2 * _MARGIN
    span_y = (board.rows - 1) * 1.5 + 2 * _MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{round(width * span_y / span_x)}" '
        f'viewBox="{-_MARGIN:.3f} {-_MARGIN:.3f} {span_x:.3f} {span_y:.3f}" role="img" '
        f'aria-label="{escape(repr(board)[1:-1])}">',
        f"<style>{_CSS}</style>",
        *_edges(board),
        *_cells(board, heat),
        *_coordinates(board),
        *_stones(board),
        *_marks(board, marks),
        "</svg>",
    ]
    return "\n".join(parts)


def _centre(row: int, col: int) -> tuple[float, float]:
    return (col + row / 2) * _STEP, row * 1.5


def _corner(row: int, col: int, number: int) -> str:
    """Corner ``number`` of a hexagon, 0 at the top and then clockwise."""
    x, y = _centre(row, col)
    angle = math.radians(60 * number - 90)
    return f"{x + math.cos(angle):.3f},{y + math.sin(angle):.3f}"


def _cells(board: Board, heat: Mapping[str, float]) -> Iterator[str]:
    warmth = {parse_cell(name, rows=board.rows, cols=board.cols): value for name, value in heat.items()}
    for row in range(board.rows):
        for col in range(board.cols):
            points = " ".join(_corner(row, col, number) for number in range(6))
            yield f'<polygon class="c" points="{points}"/>'
            if value := min(max(warmth.get((row, col), 0.0), 0.0), 1.0):
                yield f'<polygon points="{points}" fill="{_HEAT}" fill-opacity="{value:.3f}"/>'


def _edges(board: Board) -> Iterator[str]:
    """A thick line along each side in the colour of the player who must reach it, half under the cells."""
    rows, cols = range(board.rows), range(board.cols)
    last_row, last_col = board.rows - 1, board.cols - 1
    sides = [
        ("black", [(0, col, number) for col in cols for number in (5, 0, 1)]),
        ("black", [(last_row, col, number) for col in cols for number in (4, 3, 2)]),
        ("white", [(row, 0, number) for row in rows for number in (5, 4)]),
        ("white", [(row, last_col, number) for row in rows for number in (1, 2)]),
    ]
    for colour, corners in sides:
        points = " ".join(_corner(*corner) for corner in corners)
        yield f'<polyline class="edge" points="{points}" stroke="{_LINE}" stroke-width=".86"/>'
        yield f'<polyline class="edge" points="{points}" stroke="{_INK[colour]}" stroke-width=".76"/>'


def _coordinates(board: Board) -> Iterator[str]:
    for col in range(board.cols):
        x, y = _centre(-1, col)
        yield f'<text x="{x + 0.25:.3f}" y="{y - 0.1:.3f}" fill="{_LINE}">{cell_name(0, col)[0]}</text>'
    for row in range(board.rows):
        x, y = _centre(row, -1)
        yield f'<text x="{x - 0.1:.3f}" y="{y:.3f}" fill="{_LINE}">{row + 1}</text>'


def _stones(board: Board) -> Iterator[str]:
    last, chain = board.last_move, set(board.winning_chain)
    for colour in ("black", "white"):
        other = _INK["white" if colour == "black" else "black"]
        for name in board.stones(colour):
            x, y = _centre(*parse_cell(name))
            yield (
                f'<circle cx="{x:.3f}" cy="{y:.3f}" r=".68" fill="{_INK[colour]}" stroke="{_INK["black"]}" '
                f'stroke-width=".06"/>'
            )
            if name in chain:
                ring = f'fill="none" stroke="{_HEAT}" stroke-width=".14"'
                yield f'<circle cx="{x:.3f}" cy="{y:.3f}" r=".45" {ring}/>'
            if name == last:
                yield f'<circle cx="{x:.3f}" cy="{y:.3f}" r=".18" fill="{other}"/>'


def _marks(board: Board, marks: Mapping[str, str]) -> Iterator[str]:
    for name, text in marks.items():
        x, y = _centre(*parse_cell(name, rows=board.rows, cols=board.cols))
        ink = _INK["white" if board[name] == "black" else "black"]
        yield f'<text x="{x:.3f}" y="{y:.3f}" fill="{ink}">{escape(text)}</text>'
