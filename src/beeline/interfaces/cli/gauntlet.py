"""``beeline gauntlet``: how strong a program is, by games with a ladder of levels and by solved positions."""

from __future__ import annotations

import json as json_format
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from beeline.errors import ArgumentError, printable
from beeline.interfaces.cli.options import MatchOptions, app, example, with_match_options
from beeline.rules.registry import HEX

if TYPE_CHECKING:
    from collections.abc import Sequence

    from beeline.arena.games import GameResult
    from beeline.arena.gauntlet import Standing
    from beeline.arena.report_html import Section
    from beeline.learning.examination import Examination


@app.command(epilog=example('beeline gauntlet --command "mohex --use-logfile=0" -n 20 --html report.html'))
@with_match_options(games=20, out=Path("gauntlet.db"))
def gauntlet(
    player: Annotated[str, typer.Argument(help="The player to measure, or give --command.")] = "",
    *,
    command: Annotated[
        str, typer.Option(help="The program to measure, which speaks GTP, with its arguments.")
    ] = "",
    against: Annotated[
        list[str] | None,
        typer.Option(
            help="An opponent; may be given more than once.",
            show_default="newcomer, casual, strong, strongest",
        ),
    ] = None,
    positions: Annotated[
        int,
        typer.Option(help="Solved positions to ask about, of 5×5, 6×6 and 7×7 each; 0 for none.", min=0),
    ] = 100,
    options: MatchOptions,
) -> None:
    """Measure how strong a program is: Elo against a ladder of levels, and the share of wins that it
    keeps."""
    from beeline.arena.gauntlet import LADDER
    from beeline.interfaces.cli.matches import played_games, recorded, tournament_of

    hero = recorded(measured_player(player, command))
    ladder = against or [level for level in LADDER if recorded(level) != hero]
    event = tournament_of([hero, *ladder], options, format="gauntlet")
    results = played_games(event, options)
    asked = positions if options.game == HEX else 0
    exams = _examined(hero, asked, options.seed, quiet=options.json) if asked else []
    _tell(hero, event.players[1], results, exams, options)


def _tell(
    hero: str,
    anchor: str,
    results: list[GameResult],
    exams: Sequence[Examination],
    options: MatchOptions,
) -> None:
    """Prints the report, as JSON where that is asked for, and writes the page."""
    from beeline.arena.gauntlet import standing
    from beeline.arena.report import report
    from beeline.arena.report_html import report_html
    from beeline.interfaces.cli.matches import with_origin

    summary, stands = report(results, anchor=anchor), standing(hero, results)
    if options.html is not None:
        page = report_html(summary, results, title=f"Gauntlet of {hero}", sections=_sections(stands, exams))
        options.html.write_text(page, encoding="utf-8")
    if options.json:
        record = summary.as_dict() | {
            "standing": stands and stands.as_dict(),
            "positions": [exam.as_dict() for exam in exams],
        }
        print(json_format.dumps(with_origin(record, results, seed=options.seed)))
    else:
        print(printable("\n\n".join([summary.text(), *_texts(stands, exams)])))


def measured_player(player: str, command: str) -> str:
    """The player string of what is to be measured."""
    from beeline.players.registry import PlayerSpec

    if bool(player) == bool(command):
        raise ArgumentError(
            "name what to measure: a player such as mcts:seconds=1, or a program by --command 'mohex'"
        )
    return player or str(PlayerSpec("gtp", {"command": command}))


def _examined(hero: str, positions: int, seed: int, *, quiet: bool) -> list[Examination]:
    import sys

    from beeline.learning.examination import examine
    from beeline.learning.yardstick import SOLVED

    made = []
    for side in SOLVED:
        if not quiet:
            print(f"{positions} solved positions of {side}×{side}", file=sys.stderr)
        made.append(examine(hero, side=side, positions=positions, seed=seed))
    return made


def _rows(exams: Sequence[Examination]) -> list[list[str]]:
    return [
        [
            f"{exam.side}×{exam.side}",
            str(exam.positions),
            f"{exam.rate:.1%} [{exam.interval.low:.1%}, {exam.interval.high:.1%}]",
            f"{exam.chance:.1%}",
            str(exam.failed),
        ]
        for exam in exams
    ]


_HEADS = ("board", "positions", "wins kept", "by chance", "failed")
_NOTE = (
    "Positions that are won but have a losing move, solved exactly; kept: the move keeps the win. "
    "An answer that is no legal move counts as failed."
)


def _scale_text(stands: Standing) -> str:
    low, high = stands.interval
    return (
        f"{stands.elo:.0f} Elo [{low:.0f}, {high:.0f}] on the scale of the levels (newcomer 0), "
        f"nearest to {stands.nearest}; {stands.games} games."
    )


def _sections(stands: Standing | None, exams: Sequence[Examination]) -> list[Section]:
    from beeline.arena.report_html import Section

    made = []
    if stands is not None:
        row = [
            f"{stands.elo:.0f}",
            f"{stands.interval.low:.0f} to {stands.interval.high:.0f}",
            stands.nearest,
        ]
        made.append(Section("Strength", ("Elo", "95%", "nearest level"), [row], _scale_text(stands)))
    if exams:
        made.append(Section("Solved positions", _HEADS, _rows(exams), _NOTE))
    return made


def _texts(stands: Standing | None, exams: Sequence[Examination]) -> list[str]:
    texts = [] if stands is None else [_scale_text(stands)]
    if exams:
        rows: list[Any] = [_HEADS, *_rows(exams)]
        widths = [max(len(row[column]) for row in rows) for column in range(len(_HEADS))]
        lines = [
            "  ".join(f"{text:<{width}}" for text, width in zip(row, widths, strict=True)) for row in rows
        ]
        texts.append("\n".join(["Solved positions", *(line.rstrip() for line in lines)]))
    return texts
