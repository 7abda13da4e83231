"""The report of a match or tournament as one HTML file that needs nothing from outside.

``data/report.html`` is the page, a Jinja2 template that escapes whatever is put into it; here is what is put
there. The list of games and the board that replays them are drawn in the browser, when asked for, by
``data/report.js`` from data in the page.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from beeline.arena.games import FORFEITS, GameResult, GameTask
from beeline.arena.referee import empty_board
from beeline.arena.report import (
    ENDINGS,
    PlayerReport,
    Report,
    board_name,
    headline,
    losses,
    percent,
    signed,
    signed_interval,
    won_lost,
)
from beeline.arena.statistics import Rating, Score
from beeline.palette import LIGHT, variables
from beeline.rules.cells import go_name
from beeline.rules.go import GoBoard
from beeline.rules.registry import game_kind

_DATA: Final = Path(__file__).with_name("data")
_MOST_DETAIL: Final = 2000  # characters kept of what went wrong in a game: its end


@dataclass(frozen=True)
class Section:
    """A table that comes before the players, such as the result of a gauntlet."""

    title: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    note: str = ""


class _Cell(NamedTuple):
    text: str
    small: str = ""


def report_html(
    report: Report,
    results: Iterable[GameResult],
    *,
    title: str = "Beeline report",
    sections: Sequence[Section] = (),
) -> str:
    """The page. ``results`` are the games that ``report`` was made from; all of them can be replayed."""
    from jinja2 import Environment

    games = list(results)
    template = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True).from_string(
        _shipped("report.html")
    )
    return template.render(
        title=title,
        style=f":root{{{variables(LIGHT)}}}\n{_shipped('report.css')}",
        script=_shipped("report.js"),
        headline=headline(report),
        note=report.note,
        sections=sections,
        players=list(_players(report)),
        plot=_plot([player.rating for player in report.players if player.rating]),
        pairings=list(_pairings(report)),
        **(_games(games, list(_numbers(report))) if games else {}),
    )


def _shipped(name: str) -> str:
    return (_DATA / name).read_text(encoding="utf-8")


# Tables


def _players(report: Report) -> Iterator[dict[str, Any]]:
    names = [player.player for player in report.players]
    for number, player in enumerate(report.players, start=1):
        yield {
            "number": number,
            "name": player.player,
            "cells": list(_player_cells(player)),
            "losses": losses(player),
            "cross": [_points(report, player.player, other) for other in names],
        }


def _player_cells(player: PlayerReport) -> Iterator[_Cell]:
    total, rating = player.total, player.rating
    yield _Cell(signed(rating.elo), signed_interval(rating.interval)) if rating else _Cell("–")
    for score in (total, player.colours["black"], player.colours["white"]):
        yield _rate(score)
    yield _Cell(f"{player.cpu_seconds / total.games:.2f}" if total.games else "–")


def _points(report: Report, own: str, other: str) -> str | None:
    """The row's points of the games with the column's player; None for the player itself."""
    if own == other:
        return None
    score = report.cross.get((own, other))
    return f"{score.points:g}/{score.games}" if score else ""


def _pairings(report: Report) -> Iterator[dict[str, Any]]:
    numbers = _numbers(report)
    for first, second, score in report.pairings():
        yield {
            "first": {"number": numbers[first.player], "name": first.player},
            "second": {"number": numbers[second.player], "name": second.player},
            "cells": [
                _Cell(won_lost(score)),
                _rate(score),
                _Cell(signed(score.elo), signed_interval(score.elo_interval)),
                _Cell(f"{score.superiority:.1%}"),
            ],
        }


def _numbers(report: Report) -> dict[str, int]:
    return {player.player: number for number, player in enumerate(report.players, start=1)}


def _rate(score: Score) -> _Cell:
    rate, _, interval = percent(score).partition(" ")
    return _Cell(rate, f"{interval} of {score.games}" if score.games else "")


# The rating plot

_LEFT, _RIGHT, _ROW = 350, 900, 30


def _plot(ratings: list[Rating]) -> dict[str, Any] | None:
    """A line per player: the rating, and the 95% interval around it; None without ratings."""
    if not ratings:
        return None
    low = min(rating.interval.low for rating in ratings)
    high = max(rating.interval.high for rating in ratings)
    step = _tick_step(high - low)
    first, last = math.floor(low / step), math.ceil(high / step)
    bottom = _ROW * len(ratings) + 10

    def x(elo: float) -> str:
        return f"{_LEFT + (_RIGHT - _LEFT) * (elo / step - first) / max(last - first, 1):.1f}"

    return {
        "width": _RIGHT + 60,
        "height": bottom + 26,
        "left": _LEFT,
        "bottom": bottom,
        "ticks": [
            {"at": x(tick * step), "kind": "grid" if tick else "zero", "text": signed(tick * step)}
            for tick in range(first, last + 1)
        ],
        "bars": [
            {
                "y": _ROW * row + 20,
                "low": x(rating.interval.low),
                "at": x(rating.elo),
                "high": x(rating.interval.high),
                "label": _shortened(f"{row + 1} {rating.player}"),
                "title": f"{rating.player}: {signed(rating.elo)} {signed_interval(rating.interval)}, "
                f"{rating.games} games",
            }
            for row, rating in enumerate(ratings)
        ],
    }


def _tick_step(span: float) -> float:
    """The round number that divides a span into five to ten parts or so."""
    power = 10.0 ** math.floor(math.log10(max(span, 1.0) / 5))
    return next(power * factor for factor in (1, 2, 5, 10) if span / (power * factor) <= 8)


def _shortened(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"


# The games


def _games(results: list[GameResult], players: list[str]) -> dict[str, Any]:
    """The list of games and what it needs. Players are numbered in the order given, others after them."""
    tasks = {_board_id(result.task): result.task for result in results}
    seen = {player for result in results for player in (result.task.black, result.task.white)}
    players = players + sorted(seen.difference(players))
    numbers = {player: index for index, player in enumerate(players)}
    reasons = sorted({ENDINGS.get(result.reason, result.reason) for result in results})
    data = {
        "players": [f"{number} {player}" for number, player in enumerate(players, start=1)],
        "reasons": reasons,
        "forfeits": sorted(FORFEITS),
        "boards": [
            {"id": key, "name": board_name(task), "cells": " ".join(_cell_names(task))}
            for key, task in tasks.items()
        ],
        "games": [
            [
                numbers[result.task.black],
                numbers[result.task.white],
                result.winner,
                reasons.index(ENDINGS.get(result.reason, result.reason)),
                list(tasks).index(_board_id(result.task)),
                len(result.task.opening),
                *_replayed(result),
                result.detail[-_MOST_DETAIL:],
            ]
            for result in results
        ],
    }
    boards = [{"id": key, "picture": _empty_board(task)} for key, task in tasks.items()]
    return {"boards": boards, "data": _script_safe(data)}


def _script_safe(data: dict[str, Any]) -> str:
    """JSON that cannot end the script element it stands in."""
    return json.dumps(data, separators=(",", ":")).replace("<", "\\u003c")


def _board_id(task: GameTask) -> str:
    return f"{task.game}-{task.rows}x{task.cols}"


def _cell_names(task: GameTask) -> list[str]:
    """The names of cells or points in reading order, the order in which the empty board draws them."""
    return game_kind(task.game).cell_names(task.rows, task.cols)


def _replayed(result: GameResult) -> tuple[str, str]:
    """The moves, each with the stones that it captured (``D4xD5xE5``), and the winner's chain in Hex."""
    moves = list(result.moves)
    try:
        board = empty_board(replace(result.task, swap_rule=False))
        if isinstance(board, GoBoard):
            return " ".join(_with_captures(moves, result.task.rows)), ""
        for move in moves:
            board.play(move)
        return " ".join(moves), " ".join(getattr(board, "winning_chain", ()))
    except ValueError:  # a resignation among the moves, or a record of other rules: show the moves alone
        return " ".join(moves), ""


def _with_captures(moves: list[str], size: int) -> Iterator[str]:
    board = GoBoard(size)
    points = [go_name(point, size) for point in range(size * size)]
    stones: set[str] = set()
    for move in moves:
        by = board.to_move
        before = board.captures(by)
        board.play(move)
        taken = [point for point in stones if board[point] is None] if board.captures(by) > before else []
        stones = (stones | {move}).intersection(points).difference(taken)
        yield "x".join([move, *sorted(taken)])


def _empty_board(task: GameTask) -> str:
    return game_kind(task.game).empty_picture(task.rows, task.cols)
