"""The report of a match or tournament as one HTML file that needs nothing from outside.

Tables and the rating plot are made here. The list of games and the board that replays them are drawn in the
browser, when asked for, by ``data/report.js`` from data in the page.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any, Final

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


def report_html(report: Report, results: Iterable[GameResult], *, title: str = "Beeline report") -> str:
    """The page. ``results`` are the games that ``report`` was made from; all of them can be replayed."""
    games = list(results)
    note = f"<p>{escape(report.note)}</p>" if report.note else ""
    sections = [_players(report), _ratings(report), _pairings(report), _cross(report)]
    return "\n".join(
        [
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{escape(title)}</title>\n<style>\n:root{{{variables(LIGHT)}}}\n{_shipped('report.css')}</style>\n</head>\n<body>",
            f"<h1>{escape(title)}</h1>",
            f'<p class="soft">{escape(headline(report))}</p>{note}',
            *(sections if report.players else []),
            *(_games(games, list(_numbers(report))) if games else []),
            "</body>\n</html>\n",
        ]
    )


def _shipped(name: str) -> str:
    return (_DATA / name).read_text(encoding="utf-8")


# Tables


def _players(report: Report) -> str:
    head = ["player", "Elo", "score", "as Black", "as White", "CPU s/game", "lost games"]
    rows = (_player(number, player) for number, player in enumerate(report.players, start=1))
    return _section("Players", _table(head, rows, kind="players"))


def _player(number: int, player: PlayerReport) -> list[str]:
    total, rating = player.total, player.rating
    return [
        _name(number, player.player),
        _cell(signed(rating.elo), signed_interval(rating.interval)) if rating else _cell("–"),
        *(_rate(score) for score in (total, player.colours["black"], player.colours["white"])),
        _cell(f"{player.cpu_seconds / total.games:.2f}" if total.games else "–"),
        f'<td class="wrap">{escape(losses(player)) or "–"}</td>',
    ]


def _pairings(report: Report) -> str:
    head = ["player", "opponent", "won–lost", "score", "Elo difference", "LOS"]
    note = (
        '<p class="soft">LOS: likelihood of superiority, the chance that the player is the stronger one.</p>'
    )
    numbers = _numbers(report)
    rows = (
        [
            _name(numbers[first.player], first.player),
            _name(numbers[second.player], second.player),
            _cell(won_lost(score)),
            _rate(score),
            _cell(signed(score.elo), signed_interval(score.elo_interval)),
            _cell(f"{score.superiority:.1%}"),
        ]
        for first, second, score in report.pairings()
    )
    return _section("Pairings", _table(head, rows), note)


def _cross(report: Report) -> str:
    """Points of the row's player against the column's, for three players or more."""
    if len(report.players) < 3:
        return ""
    names = [player.player for player in report.players]
    rows = []
    for number, own in enumerate(names, start=1):
        scores = [report.cross.get((own, other)) for other in names]
        cells = [
            '<td class="self"></td>'
            if other == own
            else _cell(f"{score.points:g}/{score.games}" if score else "")
            for other, score in zip(names, scores, strict=True)
        ]
        rows.append([_name(number, own), *cells])
    head = ["player", *(str(number) for number in range(1, len(names) + 1))]
    return _section("Cross table", _table(head, rows, kind="cross"))


def _numbers(report: Report) -> dict[str, int]:
    return {player.player: number for number, player in enumerate(report.players, start=1)}


def _section(title: str, *parts: str) -> str:
    first, *rest = parts
    return "\n".join([f"<h2>{title}</h2>", f'<div class="card">{first}</div>', *rest])


def _table(head: list[str], rows: Iterable[list[str]], *, kind: str = "") -> str:
    kinds = {"player": "name", "opponent": "name", "lost games": "name"}
    titles = "".join(f'<th class="{kinds.get(name, "")}">{name}</th>' for name in head)
    body = "\n".join(f"<tr>{''.join(row)}</tr>" for row in rows)
    return f'<table class="{kind}"><thead><tr>{titles}</tr></thead>\n<tbody>\n{body}\n</tbody></table>'


def _cell(text: str, small: str = "") -> str:
    return f"<td>{escape(text)}{f' <small>{escape(small)}</small>' if small else ''}</td>"


def _name(number: int, player: str) -> str:
    """A player with its number, which tells long names apart where they are cut short."""
    return f'<td class="name" title="{escape(player)}"><small>{number}</small>&nbsp;{escape(player)}</td>'


def _rate(score: Score) -> str:
    rate, _, interval = percent(score).partition(" ")
    return _cell(rate, f"{interval} of {score.games}" if score.games else "")


# The rating plot

_LEFT, _RIGHT, _ROW = 350, 900, 30


def _ratings(report: Report) -> str:
    ratings = [player.rating for player in report.players if player.rating]
    return _section("Ratings", _plot(ratings)) if ratings else ""


def _plot(ratings: list[Rating]) -> str:
    """A line a player: the rating, and the 95% interval around it."""
    low = min(rating.interval.low for rating in ratings)
    high = max(rating.interval.high for rating in ratings)
    step = _tick_step(high - low)
    first, last = math.floor(low / step), math.ceil(high / step)
    bottom = _ROW * len(ratings) + 10

    def x(elo: float) -> float:
        return _LEFT + (_RIGHT - _LEFT) * (elo / step - first) / max(last - first, 1)

    parts = [
        f'<svg class="plot" viewBox="0 0 {_RIGHT + 60} {bottom + 26}" role="img" aria-label="Elo ratings">'
    ]
    for tick in range(first, last + 1):
        at, kind = f"{x(tick * step):.1f}", "grid" if tick else "zero"
        parts.append(f'<line class="{kind}" x1="{at}" x2="{at}" y1="4" y2="{bottom}"/>')
        parts.append(f'<text class="tick" x="{at}" y="{bottom + 17}">{signed(tick * step)}</text>')
    for row, rating in enumerate(ratings):
        y = _ROW * row + 20
        ends = f'x1="{x(rating.interval.low):.1f}" x2="{x(rating.interval.high):.1f}"'
        label = escape(_shortened(f"{row + 1} {rating.player}"))
        told = (
            f"{rating.player}: {signed(rating.elo)} {signed_interval(rating.interval)}, {rating.games} games"
        )
        parts += [
            f"<g><title>{escape(told)}</title>",
            f'<text class="label" x="{_LEFT - 14}" y="{y + 5}">{label}</text>',
            f'<line class="bar" {ends} y1="{y}" y2="{y}"/>',
            f'<circle class="dot" cx="{x(rating.elo):.1f}" cy="{y}" r="5.5"/></g>',
        ]
    return "\n".join([*parts, "</svg>"])


def _tick_step(span: float) -> float:
    """The round number that divides a span into five to ten parts or so."""
    power = 10.0 ** math.floor(math.log10(max(span, 1.0) / 5))
    return next(power * factor for factor in (1, 2, 5, 10) if span / (power * factor) <= 8)


def _shortened(text: str) -> str:
    return text if len(text) <= 40 else text[:39] + "…"


# The games

_VIEWER: Final = """<h2>Games</h2>
<div class="games">
<div class="card viewer">
<div id="title"></div><div id="result" class="soft"></div>
<div id="board"></div>
<div class="controls"><button id="back" aria-label="one move back">◀</button>
<input id="slider" type="range" min="0" aria-label="move">
<button id="forward" aria-label="one move on">▶</button></div>
<p id="move" class="soft"></p><pre id="detail" hidden></pre>
</div>
<div class="card">
<div class="controls"><select id="player" aria-label="player"><option value="">all players</option></select>
<select id="ending" aria-label="ending"><option value="">all endings</option></select></div>
<table id="list"><thead><tr><th class="number"></th><th class="name">Black</th><th class="name">White</th>
<th class="ending">ended by</th><th class="short">moves</th></tr></thead><tbody></tbody></table>
<div class="controls"><button id="earlier">◀</button><span id="range" class="soft"></span>
<button id="later">▶</button></div>
</div>
</div>"""


def _games(results: list[GameResult], players: list[str]) -> Iterator[str]:
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
    yield _VIEWER
    for key, task in tasks.items():
        yield f'<template id="{key}">{_empty_board(task)}</template>'
    yield f'<script type="application/json" id="data">{_script_safe(data)}</script>'
    yield f"<script>\n{_shipped('report.js')}</script>"


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
