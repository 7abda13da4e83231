"""Pictures of Hex boards: text for terminals and tests, SVG for everything else."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from beeline.palette import LIGHT
from beeline.rules.cells import cell_name, parse_cell
from beeline.rules.game import COLOURS, Colour, opponent

if TYPE_CHECKING:
    from beeline.rules.board import Board

Place = tuple[float, float]

_SYMBOLS: Final = {"black": "B", "white": "W", None: "."}

# Geometry in units of the distance between a hexagon's centre and its corners.
_STEP: Final = math.sqrt(3)
_MARGIN: Final = 2.3

_CELL: Final = LIGHT["cell"]
_LINE: Final = LIGHT["cell-line"]
_INK: Final[dict[Colour, str]] = {"black": LIGHT["black"], "white": LIGHT["white"]}
_SHADE: Final[dict[Colour, float]] = {"black": 0.3, "white": 0.6}
_LEGEND_WIDTH: Final = 30.0
_LEGEND_ROW: Final = 2.1
_CSS: Final = (
    "svg{font:.72px system-ui,sans-serif}text{text-anchor:middle;dominant-baseline:central}"
    f".c{{fill:{_CELL};stroke:{_LINE};stroke-width:.05}}"
    ".edge{fill:none;stroke-linejoin:round}"
    ".line{fill:none;stroke-linecap:round;stroke-linejoin:round}"
    f".crossed{{paint-order:stroke;stroke:{_CELL};stroke-width:.22;stroke-linejoin:round}}"
    f".legend{{text-anchor:start;font-size:.82px;fill:{LIGHT['legend']}}}"
)


def board_text(board: Board) -> str:
    """The board as slanted rows of ``.``, ``B`` and ``W`` between coordinates."""
    lines = ["  " + " ".join(cell_name(0, col)[0] for col in range(board.cols))]
    for row in range(board.rows):
        symbols = " ".join(_SYMBOLS[board[cell_name(row, col)]] for col in range(board.cols))
        lines.append(" " * row + f"{row + 1:<2} {symbols}")
    return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class CellStyle:
    """Style of a cell, besides the stone on it."""

    heat: float = 0.0
    """Shades it in red, from 0 to 1."""
    shades: frozenset[Colour] = frozenset()
    """Shades it dark, light, or half and half: the cells of Black, of White, of both."""
    outlined: bool = False
    stone: Colour | None = None
    """A small stone, where there might as well be one."""
    mark: str = ""
    faint: bool = False
    """Whether the mark stands back."""


@dataclass(frozen=True, slots=True)
class Line:
    """Line from one cell or edge (``top``, ``bottom``, ``left``, ``right``) to another, under the stones."""

    ends: tuple[str, str]
    colour: Colour
    via: str | None = None
    """A cell on the way, which is missing yet: the line is dashed."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """Marks on a board, and their explanation below it."""

    cells: Mapping[str, CellStyle] = field(default_factory=dict)
    lines: Sequence[Line] = ()
    legend: Sequence[tuple[CellStyle | Line, str]] = ()


def board_svg(board: Board, drawing: Drawing, *, width: int) -> str:
    """The board as SVG: stones, coordinates, coloured edges, and the drawing."""
    span_x = (board.cols - 1 + (board.rows - 1) / 2) * _STEP + 2 * _MARGIN
    span_y = (board.rows - 1) * 1.5 + 2 * _MARGIN
    scale = span_x / _LEGEND_WIDTH
    legend = _legend(drawing.legend, top=span_y - _MARGIN, scale=scale)
    span_y += scale * _LEGEND_ROW * math.ceil(len(drawing.legend) / 2)
    styles = {
        parse_cell(name, rows=board.rows, cols=board.cols): style for name, style in drawing.cells.items()
    }
    styles = dict(sorted(styles.items(), key=lambda item: item[0]))
    lines = [(line, _way(board, line)) for line in drawing.lines]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{round(width * span_y / span_x)}" '
        f'viewBox="{-_MARGIN:.3f} {-_MARGIN:.3f} {span_x:.3f} {span_y:.3f}" role="img" '
        f'aria-label="{escape(repr(board)[1:-1])}">',
        f"<style>{_CSS}</style>",
        *_edges(board),
        *_cells(board, styles),
        *_coordinates(board),
        *(part for line, way in lines for part in _line(line, way)),
        *_stones(board),
        *_marks(board, styles, [stretch for _, way in lines for stretch in pairwise(way)]),
        *legend,
        "</svg>",
    ]
    return "\n".join(parts)


def place(board: Board, name: str, *, near: Place) -> Place:
    """The centre of a cell, or the point of an edge that is nearest to another."""
    if name not in ("top", "bottom", "left", "right"):
        return _centre(*parse_cell(name))
    last_row, last_col = board.rows - 1, board.cols - 1
    start, end, (out_x, out_y) = {
        "top": (_centre(0, 0), _centre(0, last_col), (0.0, -1.0)),
        "bottom": (_centre(last_row, 0), _centre(last_row, last_col), (0.0, 1.0)),
        "left": (_centre(0, 0), _centre(last_row, 0), (-1.0, 0.0)),
        "right": (_centre(0, last_col), _centre(last_row, last_col), (1.0, 0.0)),
    }[name]
    x, y = _nearest((start, end), near)
    return x + out_x, y + out_y


def _nearest(line: tuple[Place, Place], to: Place) -> Place:
    """The point of a line from one place to another that is nearest to a third."""
    (x, y), (end_x, end_y) = line
    along_x, along_y = end_x - x, end_y - y
    square = along_x**2 + along_y**2
    share = ((to[0] - x) * along_x + (to[1] - y) * along_y) / square if square else 0.0
    share = min(max(share, 0.0), 1.0)
    return x + share * along_x, y + share * along_y


def _centre(row: int, col: int) -> tuple[float, float]:
    return (col + row / 2) * _STEP, row * 1.5


def _corner(row: int, col: int, number: int) -> str:
    return _corner_at(*_centre(row, col), number)


def _corner_at(x: float, y: float, number: int, size: float = 1.0) -> str:
    """Corner ``number`` of a hexagon, 0 at the top and then clockwise."""
    angle = math.radians(60 * number - 90)
    return f"{x + size * math.cos(angle):.3f},{y + size * math.sin(angle):.3f}"


def _cells(board: Board, styles: Mapping[tuple[int, int], CellStyle]) -> Iterator[str]:
    for row in range(board.rows):
        for col in range(board.cols):
            points = " ".join(_corner(row, col, number) for number in range(6))
            yield f'<polygon class="c" points="{points}"/>'
            if style := styles.get((row, col)):
                yield from _shading(*_centre(row, col), style)


def _shading(x: float, y: float, style: CellStyle) -> Iterator[str]:
    def polygon(corners: Iterable[int], size: float = 1.0) -> str:
        return "".join(
            ('<polygon points="', " ".join(_corner_at(x, y, number, size) for number in corners), '"')
        )

    if heat := min(max(style.heat, 0.0), 1.0):
        yield f'{polygon(range(6))} fill="{LIGHT["current"]}" fill-opacity="{heat:.3f}"/>'
    halves: dict[Colour, tuple[int, ...]] = {"black": (3, 4, 5, 0), "white": (0, 1, 2, 3)}
    for colour in sorted(style.shades):
        corners = halves[colour] if len(style.shades) == 2 else range(6)
        yield f'{polygon(corners)} fill="{_INK[colour]}" fill-opacity="{_SHADE[colour]}"/>'
    if style.outlined:
        yield f'{polygon(range(6), 0.82)} fill="none" stroke="{LIGHT["must"]}" stroke-width=".17"/>'


def _edges(board: Board) -> Iterator[str]:
    """A thick line along each side in the colour of the player who must reach it, half under the cells."""
    rows, cols = range(board.rows), range(board.cols)
    last_row, last_col = board.rows - 1, board.cols - 1
    sides: list[tuple[Colour, list[tuple[int, int, int]]]] = [
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
    for colour in COLOURS:
        other = _INK["white" if colour == "black" else "black"]
        for name in board.stones(colour):
            x, y = _centre(*parse_cell(name))
            yield (
                f'<circle cx="{x:.3f}" cy="{y:.3f}" r=".68" fill="{_INK[colour]}" stroke="{_INK["black"]}" '
                f'stroke-width=".06"/>'
            )
            if name in chain:
                ring = f'fill="none" stroke="{LIGHT["won"]}" stroke-width=".14"'
                yield f'<circle cx="{x:.3f}" cy="{y:.3f}" r=".45" {ring}/>'
            if name == last:
                yield f'<circle cx="{x:.3f}" cy="{y:.3f}" r=".18" fill="{other}"/>'


def _marks(
    board: Board, styles: Mapping[tuple[int, int], CellStyle], lines: Sequence[tuple[Place, Place]]
) -> Iterator[str]:
    for (row, col), style in styles.items():
        centre = _centre(row, col)
        crossed = any(math.dist(centre, _nearest(line, centre)) < 0.6 for line in lines)
        yield from _mark(*centre, style, on=board[cell_name(row, col)] or style.stone, crossed=crossed)


def _mark(x: float, y: float, style: CellStyle, *, on: Colour | None, crossed: bool = False) -> Iterator[str]:
    """Text on a cell. On a line, a border makes it readable; long texts are smaller."""
    if style.stone is not None:
        yield (
            f'<circle cx="{x:.3f}" cy="{y:.3f}" r=".36" fill="{_INK[style.stone]}" stroke="{_INK["black"]}" '
            'stroke-width=".06"/>'
        )
    if style.mark:
        ink = _INK["white" if on == "black" else "black"]
        kind = ' class="crossed"' if crossed else ""
        size = ' font-size=".6"' if len(style.mark) > 2 else ""
        faint = ' fill-opacity=".7"' if style.faint else ""
        yield f'<text x="{x:.3f}" y="{y:.3f}" fill="{ink}"{kind}{size}{faint}>{escape(style.mark)}</text>'


def _way(board: Board, line: Line) -> list[Place]:
    """The places that it joins; an edge is met at the point that is nearest to the one before."""
    first, last = line.ends
    if line.via is not None:
        middle = place(board, line.via, near=(0.0, 0.0))
        return [place(board, first, near=middle), middle, place(board, last, near=middle)]
    start = place(board, first, near=place(board, last, near=(0.0, 0.0)))
    return [start, place(board, last, near=start)]


def _line(line: Line, way: Sequence[Place]) -> Iterator[str]:
    """Line in the colour's ink, with a border in that of the other."""
    points = " ".join(f"{x:.3f},{y:.3f}" for x, y in way)
    dashes = ' stroke-dasharray=".34 .3"' if line.via is not None else ""
    for ink, width in ((_INK[opponent(line.colour)], ".3"), (_INK[line.colour], ".18")):
        yield f'<polyline class="line" points="{points}" stroke="{ink}" stroke-width="{width}"{dashes}/>'


def _legend(entries: Sequence[tuple[CellStyle | Line, str]], *, top: float, scale: float) -> Iterator[str]:
    """Two columns of samples with their meanings, in the same size on boards of every size."""
    if entries:
        yield f'<g transform="translate({-_MARGIN:.3f} {top:.3f}) scale({scale:.3f})">'
    for at, (sample, text) in enumerate(entries):
        row, column = divmod(at, 2)
        x, y = column * _LEGEND_WIDTH / 2 + 1.5, (row + 0.5) * _LEGEND_ROW
        if isinstance(sample, Line):
            yield from _line(sample, [(x - 0.9, y), (x + 0.9, y)])
        else:
            points = " ".join(_corner_at(x, y, number) for number in range(6))
            yield f'<polygon points="{points}" fill="{_CELL}" stroke="{_LINE}" stroke-width=".05"/>'
            yield from _shading(x, y, sample)
            yield from _mark(x, y, sample, on=sample.stone)
        yield f'<text class="legend" x="{x + 1.5:.3f}" y="{y:.3f}">{escape(text)}</text>'
    if entries:
        yield "</g>"
