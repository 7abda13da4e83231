"""Pictures of Hex boards, as text and as SVG."""

from __future__ import annotations

from collections import Counter
from xml.etree import ElementTree

import pytest

from beeline.errors import NotationError
from beeline.rules.board import Board
from beeline.rules.picture import CellStyle, Drawing, Line, board_svg
from tests.rules.hex_referee import all_cells

NS = "{http://www.w3.org/2000/svg}"
BLACK, WHITE, RED = "#1d1d1f", "#fdfdfb", "#d1495b"


def parts(svg: str, tag: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(svg).iter(NS + tag))


def texts(svg: str) -> list[str | None]:
    return [text.text for text in parts(svg, "text")]


def circles(svg: str, radius: str) -> list[ElementTree.Element]:
    return [circle for circle in parts(svg, "circle") if circle.get("r") == radius]


Place = tuple[float, float]
"""To one decimal: cells are more than one unit apart."""


def centre_of(polygon: ElementTree.Element) -> Place:
    corners = [tuple(map(float, point.split(","))) for point in (polygon.get("points") or "").split()]
    assert len(corners) == 6
    return round(sum(x for x, _ in corners) / 6, 1), round(sum(y for _, y in corners) / 6, 1)


def place_of(part: ElementTree.Element, *, x: str, y: str) -> Place:
    return round(float(part.get(x, "nan")), 1), round(float(part.get(y, "nan")), 1)


def cell_centres(board: Board) -> dict[str, Place]:
    cells = [polygon for polygon in parts(board.svg(), "polygon") if polygon.get("class") == "c"]
    return dict(zip(all_cells(board.rows, board.cols), map(centre_of, cells), strict=True))


def game() -> Board:
    board = Board(3, 4)
    for move in ["b2", "c2", "b3"]:
        board.play(move)
    return board


def test_text_slants_to_the_right() -> None:
    assert str(game()) == "  a b c d\n1  . . . .\n 2  . B W .\n  3  . B . ."


def test_text_keeps_its_columns_when_rows_have_two_digits() -> None:
    lines = str(Board(11, 2)).splitlines()
    assert lines[9] == " " * 8 + "9  . ."
    assert lines[10] == " " * 9 + "10 . ."


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (1, 7), (7, 1), (3, 4), (11, 11), (19, 19)])
def test_svg_shows_every_cell_once(rows: int, cols: int) -> None:
    centres = cell_centres(Board(rows, cols))
    assert len(centres) == rows * cols == len(set(centres.values()))
    names = [str(row) for row in range(1, rows + 1)] + list("abcdefghijklmnopqrs"[:cols])
    assert Counter(texts(Board(rows, cols).svg())) == Counter(names)


def test_svg_neighbours_are_at_equal_distances() -> None:
    centres = cell_centres(Board(3))
    x, y = centres["b2"]
    near = [centres[name] for name in ("b1", "c1", "a2", "c2", "a3", "b3")]
    assert [(px - x) ** 2 + (py - y) ** 2 for px, py in near] == pytest.approx([3] * 6, abs=0.15)


def test_svg_lies_within_its_view_box() -> None:
    board = Board(5, 9)
    left, top, width, height = map(float, ElementTree.fromstring(board.svg()).get("viewBox", "").split())
    for x, y in cell_centres(board).values():
        assert left + 1 < x < left + width - 1
        assert top + 1 < y < top + height - 1


def test_svg_stones_lie_on_their_cells_in_their_colours() -> None:
    board = game()
    centres = cell_centres(board)
    stones = {place_of(circle, x="cx", y="cy"): circle.get("fill") for circle in circles(board.svg(), ".68")}
    assert stones == {centres["b2"]: BLACK, centres["b3"]: BLACK, centres["c2"]: WHITE}


def test_svg_marks_the_last_move() -> None:
    board = game()
    (dot,) = circles(board.svg(), ".18")
    assert place_of(dot, x="cx", y="cy") == cell_centres(board)["b3"]
    assert circles(Board(3).svg(), ".18") == []


def test_svg_rings_the_winning_chain() -> None:
    board = game()
    assert circles(board.svg(), ".45") == []
    board.play("d2")
    board.play("c1")
    rings = {place_of(circle, x="cx", y="cy") for circle in circles(board.svg(), ".45")}
    centres = cell_centres(board)
    assert rings == {centres[name] for name in ("c1", "b2", "b3")}


def test_svg_sides_have_the_colours_of_those_who_must_reach_them() -> None:
    board = Board(4)
    edges: dict[str | None, list[str]] = {BLACK: [], WHITE: []}
    for line in parts(board.svg(), "polyline"):
        if line.get("stroke") in edges:
            edges[line.get("stroke")].append(line.get("points") or "")
    middles = {
        colour: sorted(
            sum(float(point.split(",")[1]) for point in line.split()) / len(line.split()) for line in lines
        )
        for colour, lines in edges.items()
    }
    rows = [y for _, y in cell_centres(board).values()]
    assert middles[BLACK][0] < min(rows) < max(rows) < middles[BLACK][1]  # top and bottom
    assert middles[WHITE] == pytest.approx([sum(rows) / len(rows)] * 2, abs=0.3)  # left and right


def test_svg_heat_shades_cells_by_value() -> None:
    board = Board(3)
    svg = board.svg(heat={"a1": 0.25, "B2": 1.0, "c3": 0.0, "a2": 7.0, "a3": -2.0})
    shades = [polygon for polygon in parts(svg, "polygon") if polygon.get("fill") == RED]
    centres = cell_centres(board)
    shown = {centre_of(shade): float(shade.get("fill-opacity", "nan")) for shade in shades}
    expected = {"a1": 0.25, "b2": 1.0, "a2": 1.0}
    assert shown == {centres[name]: value for name, value in expected.items()}


def test_svg_marks_are_written_on_their_cells() -> None:
    board = game()
    svg = board.svg(marks={"a1": "52%", "b2": "x", "c2": "y"})
    written = {text.text: text for text in parts(svg, "text")}
    centres = cell_centres(board)
    for name, text, ink in [("a1", "52%", BLACK), ("b2", "x", WHITE), ("c2", "y", BLACK)]:
        assert place_of(written[text], x="x", y="y") == centres[name]
        assert written[text].get("fill") == ink  # readable on the stone below


def test_svg_escapes_what_it_writes() -> None:
    svg = Board(2).svg(marks={"a1": "<b>&\"'</b>"})
    assert "<b>" not in svg
    assert "<b>&\"'</b>" in texts(svg)


def test_svg_width_is_as_asked_and_height_follows() -> None:
    def size(svg: str) -> tuple[int, int]:
        root = ElementTree.fromstring(svg)
        return int(root.get("width", "0")), int(root.get("height", "0"))

    width, height = size(Board(5).svg())
    assert width == 480
    wide, high = size(Board(5).svg(width=960))
    assert wide == 960
    assert high == pytest.approx(2 * height, abs=1)


@pytest.mark.parametrize("options", [{"heat": {"d1": 1.0}}, {"marks": {"nonsense": "x"}}])
def test_svg_refuses_cells_off_the_board(options: dict[str, dict[str, float | str]]) -> None:
    with pytest.raises(NotationError, match=r"from a1 to c3, got '(d1|nonsense)'"):
        Board(3).svg(**options)  # type: ignore[arg-type]


def test_notebooks_show_the_svg() -> None:
    assert game()._repr_svg_() == game().svg()


# Drawings


def drawn(board: Board, **styles: CellStyle) -> str:
    return board_svg(board, Drawing(styles), width=480)


def test_a_shaded_cell_is_dark_for_black_light_for_white_and_halved_for_both() -> None:
    board = Board(3)
    svg = drawn(
        board,
        a1=CellStyle(shades=frozenset(["black"])),
        b1=CellStyle(shades=frozenset(["white"])),
        c3=CellStyle(shades=frozenset(["black", "white"])),
    )
    shades = [polygon for polygon in parts(svg, "polygon") if polygon.get("fill-opacity")]
    whole = {
        centre_of(shade): shade.get("fill") for shade in shades if (shade.get("points") or "").count(",") == 6
    }
    centres = cell_centres(board)
    assert whole == {centres["a1"]: BLACK, centres["b1"]: WHITE}
    assert [shade.get("fill") for shade in shades if (shade.get("points") or "").count(",") == 4] == [
        BLACK,
        WHITE,
    ]


def test_outlines_and_small_stones_are_on_their_cells() -> None:
    board = Board(3)
    svg = drawn(board, b2=CellStyle(outlined=True), c1=CellStyle(stone="white"))
    centres = cell_centres(board)
    (outline,) = [polygon for polygon in parts(svg, "polygon") if polygon.get("stroke")]
    assert centre_of(outline) == centres["b2"]
    (stone,) = circles(svg, ".36")
    assert place_of(stone, x="cx", y="cy") == centres["c1"]
    assert stone.get("fill") == WHITE


def line_ends(board: Board, line: Line) -> list[Place]:
    svg = board_svg(board, Drawing(lines=[line]), width=480)
    points = [part.get("points") or "" for part in parts(svg, "polyline") if part.get("class") == "line"]
    assert points[0] == points[1]  # border and ink
    return [
        (round(float(x), 1), round(float(y), 1)) for x, y in (point.split(",") for point in points[0].split())
    ]


def test_lines_join_cells_by_way_of_a_third() -> None:
    board = Board(5)
    centres = cell_centres(board)
    assert line_ends(board, Line(("b2", "d3"), "black")) == [centres["b2"], centres["d3"]]
    expected = [centres["b2"], centres["c2"], centres["d3"]]
    assert line_ends(board, Line(("b2", "d3"), "black", via="c2")) == expected


@pytest.mark.parametrize(
    ("edge", "outside"), [("top", "c1"), ("bottom", "c5"), ("left", "a3"), ("right", "e3")]
)
def test_a_line_to_an_edge_ends_beyond_the_outermost_cells(edge: str, outside: str) -> None:
    board = Board(5)
    start, end = line_ends(board, Line(("c3", edge), "white"))
    x, y = cell_centres(board)[outside]
    centre_x, centre_y = start
    if edge in ("top", "bottom"):
        assert abs(end[1] - centre_y) == pytest.approx(abs(y - centre_y) + 1, abs=0.11)
    else:
        assert (end[0] < x) == (edge == "left")
        assert abs(end[0] - centre_x) > 1


def test_a_legend_makes_the_picture_taller_and_nothing_else() -> None:
    def height(svg: str) -> float:
        return float(ElementTree.fromstring(svg).get("height", "nan"))

    plain = Board(5).svg(width=480)
    legend = [(CellStyle(mark="x"), "this & that"), (Line(("", ""), "black"), "line"), (CellStyle(), "third")]
    explained = board_svg(Board(5), Drawing(legend=legend), width=480)
    assert height(explained) > height(plain)
    assert [text for text in texts(explained) if text not in texts(plain)] == [
        "x",
        "this & that",
        "line",
        "third",
    ]
    assert len([p for p in parts(explained, "polygon") if p.get("class") == "c"]) == 25


def test_heat_and_mark_of_a_cell_may_be_spelled_differently() -> None:
    svg = Board(2).svg(heat={"A1": 1.0}, marks={"a1": "x"})
    assert [polygon.get("fill") for polygon in parts(svg, "polygon") if polygon.get("fill")] == [RED]
    assert "x" in texts(svg)
