"""A reviewed game as one HTML page that needs nothing from outside: what the studio's review says."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from beeline.interfaces.catalogue import catalogue
from beeline.interfaces.game_review import KINDS, MARKED, Review, ReviewedMove, positions_of
from beeline.interfaces.reasons import Reason
from beeline.palette import LIGHT, variables
from beeline.rules.board import Board
from beeline.rules.game import opponent
from beeline.rules.picture import CellStyle, Drawing, board_svg

_TEMPLATE: Final = Path(__file__).with_name("data") / "review.html"
_WIDTH: Final = 420
_GRAPH: Final = (640, 120)

Say = Callable[[str], str]


def review_html(review: Review, board: Board, *, title: str, language: str = "en") -> str:
    """The page of a game that ends with ``board``, in a language of ``catalogue.LANGUAGES``."""
    from jinja2 import Environment

    say = catalogue(language).translate
    page = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
    template = page.from_string(_TEMPLATE.read_text(encoding="utf-8"))
    return template.render(
        title=title,
        language=language,
        say=say,
        summary=say(review.summary),
        variables=variables(LIGHT),
        graph=_graph(review),
        size=_GRAPH,
        mistakes=_mistakes(review, positions_of(board), say),
        moves=[_row(move, review, say) for move in review.moves],
    )


def _mistakes(review: Review, boards: list[Board], say: Say) -> list[dict[str, Any]]:
    """The marked moves, each with its board: the move with a cross, the better line numbered. Where it is
    proven that the move loses, the reason follows with a board of its own."""
    turn = review.turning_point
    return [
        {
            "name": f"{move.ply}. {move.move}",
            "comment": say(move.comment),
            "turning_point": move is turn,
            "svg": board_svg(boards[move.ply - 1], _drawing(move, say), width=_WIDTH),
        }
        | _why(review.reasons.get(move.ply), boards[move.ply], say)
        for move in review.moves
        if move.kind in MARKED
    ]


def _drawing(move: ReviewedMove, say: Say) -> Drawing:
    cells = {cell: CellStyle(mark=str(at)) for at, cell in enumerate(move.line[:8], start=1)}
    cells |= {move.better: CellStyle(mark="1", outlined=True)} if move.better else {}
    played = CellStyle(mark="×")
    legend = [
        (played, say(f"played: {move.move}")),
        (CellStyle(mark="1", outlined=True), say("better")),
    ]
    return Drawing({**cells, move.move: played}, legend=legend)


def _why(reason: Reason | None, board: Board, say: Say) -> dict[str, str]:
    """The sentence of a reason, and the board at the end of its line."""
    if reason is None:
        return {}
    end = board.copy()
    for move in reason.line:
        end.play(move)
    return {"why": say(reason.sentence), "why_svg": board_svg(end, _carrier(reason, say), width=_WIDTH)}


def _carrier(reason: Reason, say: Say) -> Drawing:
    """The line in numbers, the cells with which the winner connects, and where it could be tried to stop."""
    need = CellStyle(shades=frozenset({reason.winner}))
    styles = dict.fromkeys(reason.carrier, need)
    for cell in reason.threats or ():
        styles[cell] = CellStyle(shades=need.shades, mark="◆")
    tries = frozenset(reason.must_play)
    for at, cell in enumerate(reason.line, start=1):
        styles[cell] = CellStyle(mark=str(at), outlined=cell in tries)
    for cell in tries - styles.keys():
        styles[cell] = CellStyle(outlined=True)
    legend = [(CellStyle(), say("numbers: how it goes on"))] if reason.line else []
    legend += _carrier_legend(reason, need, say)
    return Drawing(styles, legend=legend)


def _carrier_legend(reason: Reason, need: CellStyle, say: Say) -> list[tuple[CellStyle, str]]:
    winner, loser = reason.winner.capitalize(), opponent(reason.winner).capitalize()
    legend = []
    if reason.carrier:
        legend.append((need, say(f"all that {winner} needs to win")))
    if reason.threats:
        legend.append((CellStyle(mark="◆"), say("two threats: only one can be stopped")))
    if reason.must_play:
        legend.append((CellStyle(outlined=True), say(f"where {loser} could try to stop it")))
    return legend


def _row(move: ReviewedMove, review: Review, say: Say) -> dict[str, Any]:
    after = review.assessments[move.ply]
    return {
        "ply": move.ply,
        "colour": say(move.colour),
        "move": move.move,
        "black": say(f"{after.winner} wins") if after.winner else f"{after.black:.0%}",
        "kind": say(KINDS[move.kind]),
        "marked": move.kind in MARKED,
        "better": " ".join(move.line[:8]) or move.better or "",
    }


def _graph(review: Review) -> str:
    """Black's chance over the game, as the points of a polyline."""
    width, height = _GRAPH
    last = max(len(review.assessments) - 1, 1)
    places = enumerate(review.assessments)
    return " ".join(f"{at * width / last:.1f},{(1 - each.black) * height:.1f}" for at, each in places)
