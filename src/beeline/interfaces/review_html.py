"""A reviewed game as one HTML page that needs nothing from outside: what the studio's review says."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from beeline.interfaces.game_review import KINDS, MARKED, Review, ReviewedMove, positions_of
from beeline.palette import LIGHT, variables
from beeline.rules.board import Board
from beeline.rules.picture import CellStyle, Drawing, board_svg

_TEMPLATE: Final = Path(__file__).with_name("data") / "review.html"
_WIDTH: Final = 420
_GRAPH: Final = (640, 120)


def review_html(review: Review, board: Board, *, title: str) -> str:
    """The page of a game that ends with ``board``."""
    from jinja2 import Environment

    page = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
    template = page.from_string(_TEMPLATE.read_text(encoding="utf-8"))
    return template.render(
        title=title,
        summary=review.summary,
        variables=variables(LIGHT),
        graph=_graph(review),
        size=_GRAPH,
        mistakes=_mistakes(review, positions_of(board)),
        moves=[_row(move, review) for move in review.moves],
    )


def _mistakes(review: Review, boards: list[Board]) -> list[dict[str, Any]]:
    """The marked moves, each with its board: the move with a cross, the better line numbered."""
    turn = review.turning_point
    return [
        {
            "name": f"{move.ply}. {move.move}",
            "comment": move.comment,
            "turning_point": move is turn,
            "svg": board_svg(boards[move.ply - 1], _drawing(move), width=_WIDTH),
        }
        for move in review.moves
        if move.kind in MARKED
    ]


def _drawing(move: ReviewedMove) -> Drawing:
    cells = {cell: CellStyle(mark=str(at)) for at, cell in enumerate(move.line[:8], start=1)}
    cells |= {move.better: CellStyle(mark="1", outlined=True)} if move.better else {}
    played = CellStyle(mark="×")
    legend = [(played, f"played: {move.move}"), (CellStyle(mark="1", outlined=True), "better")]
    return Drawing({**cells, move.move: played}, legend=legend)


def _row(move: ReviewedMove, review: Review) -> dict[str, Any]:
    after = review.assessments[move.ply]
    return {
        "ply": move.ply,
        "colour": move.colour,
        "move": move.move,
        "black": f"{after.winner} wins" if after.winner else f"{after.black:.0%}",
        "kind": KINDS[move.kind],
        "marked": move.kind in MARKED,
        "better": " ".join(move.line[:8]) or move.better or "",
    }


def _graph(review: Review) -> str:
    """Black's chance over the game, as the points of a polyline."""
    width, height = _GRAPH
    last = max(len(review.assessments) - 1, 1)
    places = enumerate(review.assessments)
    return " ".join(f"{at * width / last:.1f},{(1 - each.black) * height:.1f}" for at, each in places)
