"""Matches, tournaments and reproductions at the command line."""

from __future__ import annotations

import json as json_format
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from beeline.experiments.exchange import from_sgf, to_sgf, write_csv
from beeline.experiments.games import GameResult
from beeline.experiments.report import report
from beeline.experiments.report_html import report_html
from beeline.experiments.reproduction import ReproductionError, Scale, reproductions
from beeline.experiments.statistics import Score, Sprt
from beeline.experiments.store import GameStore, StoreError
from beeline.experiments.tournament import Tournament, run_tournament
from beeline.workers import make_workers

_PLAIN_SECONDS: Final = 15.0


def parse_sprt(text: str) -> Sprt | None:
    """``ELO0,ELO1`` as a test, with error rates of 5%; nothing as none."""
    if not text:
        return None
    low, _, high = text.partition(",")
    try:
        return Sprt(float(low), float(high))
    except ValueError:
        raise ValueError(f"expected --sprt ELO0,ELO1 such as 0,30, the smaller first, got {text!r}") from None


def run_games(
    tournament: Tournament,
    *,
    out: Path,
    resume: bool,
    workers: int | None,
    ray: str | None,
    sprt: Sprt | None,
    json: bool,
    html: Path | None,
) -> None:
    """Plays a tournament into a store with live progress, then prints its report."""
    if out.exists() and not resume:
        raise StoreError(f"{out} exists; go on with it by --resume, or name another file")
    if resume and not out.exists():
        raise StoreError(f"there is no {out} to go on with; begin it without --resume")
    with (
        GameStore(out) as store,
        make_workers(count=workers, ray=ray) as pool,
        progress(tournament.total, tournament.players[0], quiet=json) as tell,
    ):
        results = run_tournament(tournament, store, pool, sprt=sprt, on_result=tell)
    print_report(results, players=list(tournament.players), json=json, html=html)
    if sprt is not None and not json:
        low, high = sprt.bounds
        print(
            f"SPRT [{sprt.elo0:g}, {sprt.elo1:g}]: LLR {sprt.llr:.2f} ({low:.2f}, {high:.2f}), {sprt.status}"
        )


def print_report(
    results: list[GameResult], *, players: list[str] | None, json: bool, html: Path | None
) -> None:
    summary = report(results, players=players)
    if html is not None:
        html.write_text(report_html(summary, results), encoding="utf-8")
    print(json_format.dumps(summary.as_dict()) if json else summary.text())


@contextmanager
def progress(total: int, hero: str, *, quiet: bool) -> Iterator[Callable[[GameResult], None]]:
    """Tells how a run goes: a live line at a terminal, elsewhere a line now and then, or nothing."""
    console = Console(stderr=True, highlight=False)
    if quiet:
        yield lambda result: None
    elif console.is_terminal:
        with _live_line(console, total, hero) as tell:
            yield tell
    else:
        yield _plain_lines(total, hero)


@contextmanager
def _live_line(console: Console, total: int, hero: str) -> Iterator[Callable[[GameResult], None]]:
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
            score += Score.of([result], hero)
            speed = bar.tasks[0].speed or bar.tasks[0].finished_speed
            bar.update(task, advance=1, score=_shown(score), speed=f"{3600 * speed:,.0f}/h" if speed else "")

        yield tell


def _plain_lines(total: int, hero: str) -> Callable[[GameResult], None]:
    score, games = Score(), 0
    start = told = time.monotonic()

    def tell(result: GameResult) -> None:
        nonlocal score, games, told
        score += Score.of([result], hero)
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


def use_store(
    path: Path,
    *,
    sgf: Path | None,
    csv: Path | None,
    html: Path | None,
    import_sgf: Path | None,
    json: bool,
    repair: bool = False,
) -> None:
    """Reports, exports and imports; a store is written only to be repaired or to take in games."""
    if import_sgf is None and not path.exists():
        raise StoreError(f"there is no game store {str(path)!r}")
    if repair:
        _repair(path)
    with GameStore(path, read_only=import_sgf is None) as store:
        store.check_pages()
        if import_sgf is not None:
            games = from_sgf(import_sgf.read_bytes(), source=import_sgf.name)
            store.add(games)
            print(f"{len(games)} games read from {import_sgf}", file=sys.stderr)
        results = list(store.results())
    if sgf is not None:
        sgf.write_text("\n".join(to_sgf(results)) + "\n", encoding="utf-8")
    if csv is not None:
        write_csv(results, csv)
    print_report(results, players=None, json=json, html=html)


def _repair(path: Path) -> None:
    from beeline.experiments.store_repair import repair_store

    done = repair_store(path)
    print(
        f"{done.kept:,} games kept, {done.lost:,} lost; the file as it was is {done.damaged_file}",
        file=sys.stderr,
    )


def list_reproductions(folder: Path, *, json: bool) -> None:
    found = {name: item.title for name, item in reproductions(folder).items()}
    if json:
        print(json_format.dumps(found))
        return
    for name, title in found.items():
        print(f"{name:<20} {title}")


def reproduce(
    name: str,
    *,
    scale: Scale,
    opponent: str | None,
    folder: Path,
    workers: int | None,
    ray: str | None,
    json: bool,
) -> None:
    """Runs a reproduction, or what is missing of it, and prints its table."""
    known = reproductions(folder)
    if name not in known:
        raise ReproductionError(f"unknown reproduction {name!r}; there are {', '.join(known) or 'none'}")
    item = known[name].against(opponent)
    with (
        make_workers(count=workers, ray=ray) as pool,
        progress(item.total(scale), item.hero, quiet=json) as tell,
    ):
        results = item.run(scale, folder / "results", pool, on_result=tell)
    print(json_format.dumps(results) if json else item.markdown(results))
