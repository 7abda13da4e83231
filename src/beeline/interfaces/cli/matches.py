"""Common parts of match, tournament and games: playing into a store with live progress, and the report."""

from __future__ import annotations

import json as json_format
import shlex
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Literal

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from beeline.arena.games import GameResult, GameTask
from beeline.arena.openings import default_openings
from beeline.arena.report import Report, report
from beeline.arena.report_html import report_html
from beeline.arena.statistics import Score, Sprt
from beeline.arena.store import GameStore, StoreError
from beeline.arena.tournament import Tournament, run_tournament
from beeline.errors import printable
from beeline.interfaces.cli.options import MatchOptions, parse_size
from beeline.players.levels import find_level
from beeline.players.registry import PlayerSpec
from beeline.provenance import provenance
from beeline.rules.registry import HEX, game_kind
from beeline.workers import make_workers

_PLAIN_SECONDS: Final = 15.0


def tournament_of(
    players: list[str],
    options: MatchOptions,
    *,
    format: Literal["round-robin", "gauntlet"] = "round-robin",
) -> Tournament:
    """The games that the options ask for."""
    rows, cols = parse_size(options.size or str(game_kind(options.game).SIZE))
    template = GameTask(
        key="",
        game=options.game,
        rows=rows,
        cols=cols,
        komi=options.komi,
        swap_rule=options.swap,
        move_seconds=options.move_time,
        game_seconds=options.game_time,
        adjudicate=options.adjudicate,
    )
    return Tournament(
        players=[recorded(player) for player in players],
        games=options.games,
        opening_set=options.openings or (default_openings(rows, cols) if options.game == HEX else "empty"),
        format=format,
        template=template,
        seed=options.seed,
    )


def recorded(player: str) -> str:
    """The player as a store keeps it: a level by what it stands for, which another version may change."""
    is_level = find_level(player.partition(":")[0]) is not None
    return str(PlayerSpec.parse(player)) if is_level else player


def run_games(tournament: Tournament, options: MatchOptions, *, sprt: Sprt | None = None) -> None:
    """Plays a tournament into a store with live progress, then prints its report."""
    results = played_games(tournament, options, sprt=sprt)
    print_report(
        results,
        players=list(tournament.players),
        json=options.json,
        html=options.html,
        seed=tournament.seed,
    )
    if sprt is not None and not options.json:
        low, high = sprt.bounds
        print(
            f"SPRT [{sprt.elo0:g}, {sprt.elo1:g}]: LLR {sprt.llr:.2f} ({low:.2f}, {high:.2f}), {sprt.status}"
        )


def played_games(
    tournament: Tournament, options: MatchOptions, *, sprt: Sprt | None = None
) -> list[GameResult]:
    """Plays a tournament into a store, with live progress; all its games."""
    out = options.out
    if out.exists() and not options.resume:
        raise StoreError(f"{out} exists; resume it with --resume, or name another file")
    if options.resume and not out.exists():
        raise StoreError(f"there is no {out} to resume; start it without --resume")
    with (
        GameStore(out) as store,
        make_workers(count=options.workers, ray=options.ray) as pool,
        progress(tournament.total, tournament.players[0], quiet=options.json) as tell,
    ):
        try:
            return run_tournament(tournament, store, pool, sprt=sprt, on_result=tell)
        except KeyboardInterrupt:
            print(f"beeline: stopped; to resume, repeat the command with --resume ({out})", file=sys.stderr)
            raise


def print_report(
    results: list[GameResult],
    *,
    players: list[str] | None,
    json: bool,
    html: Path | None,
    seed: int | None = None,
) -> None:
    summary = report(results, players=players)
    if html is not None:
        html.write_text(report_html(summary, results), encoding="utf-8")
    print(json_format.dumps(_record(results, summary, seed=seed)) if json else printable(summary.text()))


def _record(results: list[GameResult], summary: Report, *, seed: int | None) -> dict[str, Any]:
    """The report as data, with where it comes from."""
    return with_origin(summary.as_dict(), results, seed=seed)


def with_origin(record: dict[str, Any], results: list[GameResult], *, seed: int | None) -> dict[str, Any]:
    """Data about games with where they come from: command, version, machine, programs."""
    programs = (version for result in results for version in result.versions)
    command = shlex.join(["beeline", *sys.argv[1:]])
    return record | {"made_by": provenance(command, seed=seed, programs=programs)}


@contextmanager
def progress(total: int, focus_player: str, *, quiet: bool) -> Iterator[Callable[[GameResult], None]]:
    """Tells how a run goes: a live line at a terminal, elsewhere a line now and then, or nothing."""
    console = Console(stderr=True, highlight=False)
    if quiet:
        yield lambda result: None
    elif console.is_terminal:
        with _live_line(console, total, focus_player) as tell:
            yield tell
    else:
        yield _plain_lines(total, focus_player)


@contextmanager
def _live_line(console: Console, total: int, focus_player: str) -> Iterator[Callable[[GameResult], None]]:
    """Games done, the score of the first player with its interval, games an hour, time left."""
    columns = (
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TextColumn("games  {task.fields[score]}  {task.fields[speed]}"),
        TimeRemainingColumn(),
    )
    score = Score()
    with Progress(*columns, console=console) as bar:
        task = bar.add_task("", total=total, score="", speed="")

        def tell(result: GameResult) -> None:
            nonlocal score
            score += Score.of([result], focus_player)
            speed = bar.tasks[0].speed or bar.tasks[0].finished_speed
            bar.update(task, advance=1, score=_shown(score), speed=f"{3600 * speed:,.0f}/h" if speed else "")

        yield tell


def _plain_lines(total: int, focus_player: str) -> Callable[[GameResult], None]:
    score, games = Score(), 0
    start = told = time.monotonic()

    def tell(result: GameResult) -> None:
        nonlocal score, games, told
        score += Score.of([result], focus_player)
        games += 1
        now = time.monotonic()
        if now - told > _PLAIN_SECONDS:
            told = now
            an_hour = 3600 * games / (now - start)
            print(f"{games}/{total} games  {_shown(score)}  {an_hour:,.0f}/h", file=sys.stderr, flush=True)

    return tell


def _shown(score: Score) -> str:
    low, high = score.interval
    return f"{score.rate:.1%} [{low:.1%}, {high:.1%}]" if score.games else ""
