"""Reproducing a table of a paper: the games it was made of, and our figures beside its own.

The reproduction PAPER-FIGURE is the folder ``reproductions/PAPER/FIGURE``: ``definition.py`` assigns one to
``REPRODUCTION``. Its results are written beside that: ``results.json`` with every number, ``README.md`` with
the table, and the plots; at quick scale the same in the subfolder ``quick``. ``DISCUSSION.md`` is written by
hand and becomes part of the page. What reproductions of a paper share, such as trainings, is in
``reproductions/PAPER``.
"""

from __future__ import annotations

import importlib.util
import json
import shlex
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import mean, stdev
from typing import Any, Final, Literal, Protocol, Self, TypeAlias

from beeline.arena.games import GameResult, GameTask
from beeline.arena.statistics import Score
from beeline.arena.store import GameStore
from beeline.arena.tournament import Tournament, run_tournament
from beeline.errors import ReproductionError as ReproductionError
from beeline.files import write_whole
from beeline.plots import interval_plot
from beeline.provenance import described, provenance
from beeline.workers import Workers

Scale = Literal["quick", "paper"]
Results: TypeAlias = dict[str, Any]
"""Data that is written as JSON."""
OnResult: TypeAlias = Callable[[GameResult], None] | None
"""Callback that is told of games as they end."""

OPPONENT: Final = "OPPONENT"
"""Stands for a player that whoever runs the reproduction must name."""

SECONDS: Final = "SECONDS"
"""Stands for the seconds per move in the name of an opponent that a table has at several strengths."""


def opponent_at(seconds: float) -> str:
    """The outside player with so many seconds per move."""
    return f"{OPPONENT}@{seconds:g}"


class Reproduction(Protocol):
    """A table or figure that can be made again."""

    @property
    def name(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def focus_player(self) -> str:
        """The player whose score is shown while games are played."""

    def against(self, opponent: str | None) -> Reproduction:
        """Reproduction with this player string in the place of an opponent that is left open."""

    def total(self, scale: Scale) -> int:
        """Games to be played."""

    def run(self, scale: Scale, folder: Path, workers: Workers, *, on_result: OnResult = None) -> Results:
        """Makes what its folder does not have yet, writes the results there and returns them."""

    def markdown(self, results: Mapping[str, Any]) -> str:
        """Markdown of any results."""

    def page(self, folder: Path, results: Mapping[str, Any]) -> str:
        """Page of the results in this folder, with what is written there about them."""


@dataclass(frozen=True, kw_only=True)
class PaperResult(ABC):
    """Base of reproductions: their origin, and how their results are written."""

    name: str
    title: str
    paper: str
    """Place in the paper."""

    def against(self, opponent: str | None) -> Self:
        if opponent is not None:
            raise ReproductionError(f"{self.name} leaves no opponent open")
        return self

    @staticmethod
    def place(scale: Scale, folder: Path) -> Path:
        """Path of the results of this scale in the folder of the reproduction."""
        return folder if scale == "paper" else folder / scale

    def command(self, scale: Scale) -> str:
        """Makes the results."""
        return f"beeline reproduce {self.name} --scale {scale}"

    def made_by(self, scale: Scale, *, seed: int | Sequence[int]) -> dict[str, Any]:
        """Description of how the results came about."""
        made = {"name": self.name, "scale": scale, "paper": self.paper}
        return made | provenance(self.command(scale), seed=seed)

    def head(self, results: Mapping[str, Any]) -> list[str]:
        """The first lines of the page."""
        quick = (
            " **Quick scale: too little to compare with the paper.**" if results["scale"] == "quick" else ""
        )
        return [f"# {self.title}", "", f"{self.paper}.{quick}", ""]

    @abstractmethod
    def markdown(self, results: Mapping[str, Any]) -> str:
        """The page of the results."""

    def page(self, folder: Path, results: Mapping[str, Any]) -> str:
        """The page of the results, with the discussion in their folder if it is about these results."""
        return self.markdown(results) + discussion(self.place(results["scale"], folder), results)

    def write(self, folder: Path, results: Mapping[str, Any], plots: Mapping[str, str]) -> None:
        """The record, the page, and the plots by name, into the folder of the reproduction."""
        place = self.place(results["scale"], folder)
        place.mkdir(parents=True, exist_ok=True)
        lines = ",\n".join(f" {json.dumps(name)}: {json.dumps(found)}" for name, found in results.items())
        write_whole(place / "results.json", f"{{\n{lines}\n}}\n".encode())
        write_whole(place / "README.md", self.page(folder, results).encode())
        for name, svg in plots.items():
            write_whole(place / f"{name}.svg", svg.encode())


@dataclass(frozen=True, kw_only=True)
class WinRateTable(PaperResult):
    """A table of win rates between players: the row's player against the column's."""

    players: Mapping[str, str]
    """The names in the table, and the players behind them."""
    cells: Mapping[tuple[str, str], float | None]
    """The paper's win rate of the first player against the second; None where it has none."""
    size: int
    openings: str
    games: Mapping[Scale, int]
    """Games per pair of players."""
    paired: bool = True
    """Whether colours are exchanged; if not, the row's player is always Black."""
    prepare: Callable[[Scale, Path, Workers], None] | None = None
    """Makes what the players need and is missing; given the scale and the folder of the reproduction."""
    summarised: bool = False
    """Whether the cells are the same thing done again, of which the mean and the deviation are told."""
    seed: int = 1
    template: GameTask = field(default_factory=lambda: GameTask(key=""))
    remarks: str = ""
    """Notes for a comparison with the paper."""
    opponent: str | None = None
    """The outside program, once it is named."""

    def against(self, opponent: str | None) -> Self:
        """The table with this player string in the place of the OPPONENT that it leaves open.

        Where it has the opponent at several strengths, SECONDS in the string becomes the seconds per move.
        """
        left_open = {name: spec for name, spec in self.players.items() if spec.startswith(OPPONENT)}
        if not left_open:
            return super().against(opponent)
        timed = any("@" in spec for spec in left_open.values())
        if opponent is None:
            name = next(iter(left_open)).partition("-")[0]
            time_too = f" with {SECONDS} where it takes the seconds a move" if timed else ""
            raise ReproductionError(
                f"{self.name} needs {name}, a program that is not part of Beeline: build it, and name it by "
                f"--opponent 'gtp:command=\"{name.lower()} ...\"'{time_too}"
            )
        if timed and SECONDS not in opponent:
            raise ReproductionError(
                f"{self.name} has the opponent at several strengths: write {SECONDS} in {opponent!r} where "
                f"it takes the seconds a move"
            )
        players = {
            name: opponent.replace(SECONDS, spec.partition("@")[2]) for name, spec in left_open.items()
        }
        return replace(self, players={**self.players, **players}, opponent=opponent)

    def command(self, scale: Scale) -> str:
        outside = "" if self.opponent is None else f" --opponent {shlex.quote(self.opponent)}"
        return super().command(scale) + outside

    @property
    def focus_player(self) -> str:
        """The first player of the table."""
        return self.players[next(iter(self.cells))[0]]

    def run(self, scale: Scale, folder: Path, workers: Workers, *, on_result: OnResult = None) -> Results:
        """Plays what is missing in the store beside the results, then writes the results and returns them."""
        place = self.place(scale, folder)
        place.mkdir(parents=True, exist_ok=True)
        if self.prepare is not None:
            self.prepare(scale, folder, workers)
        cpu_seconds = 0.0
        programs: set[str] = set()
        scores: dict[tuple[str, str], Score] = {}
        seconds: dict[tuple[str, str], tuple[float, float]] = {}
        for row, column in self.cells:
            with GameStore(place / f"{row}-{column}.games") as store:
                games = run_tournament(self._match(row, column, scale), store, workers, on_result=on_result)
            scores[row, column] = Score.of(games, self.players[row])
            seconds[row, column] = _seconds_per_game(games, self.players[row])
            cpu_seconds += sum(sum(game.cpu_seconds) for game in games)
            programs.update(version for game in games for version in game.versions if version)
        results = self._results(scale, scores, seconds) | {
            "programs": sorted(programs),
            "cpu_seconds": round(cpu_seconds),
        }
        self.write(folder, results, {"plot": self.plot(results)})
        return results

    def total(self, scale: Scale) -> int:
        games = self.games[scale]
        return len(self.cells) * (2 * ((games + 1) // 2) if self.paired else games)

    def _match(self, row: str, column: str, scale: Scale) -> Tournament:
        return Tournament(
            players=(self.players[row], self.players[column]),
            games=self.games[scale],
            opening_set=self.openings,
            template=replace(self.template, rows=self.size, cols=self.size),
            seed=self.seed,
            paired=self.paired,
        )

    def _results(
        self,
        scale: Scale,
        scores: Mapping[tuple[str, str], Score],
        seconds: Mapping[tuple[str, str], tuple[float, float]],
    ) -> dict[str, Any]:
        rows = []
        for (row, column), score in scores.items():
            low, high = score.interval
            rows.append(
                {
                    "player": row,
                    "opponent": column,
                    "paper": self.cells[row, column],
                    "ours": score.rate,
                    "low": low,
                    "high": high,
                    "games": score.games,
                    "seconds": [round(each, 3) for each in seconds[row, column]],
                }
            )
        results = self.made_by(scale, seed=self.seed) | {
            "players": dict(self.players),
            "size": self.size,
            "openings": self.openings,
            "cells": rows,
        }
        if self.summarised:
            rates = [score.rate for score in scores.values()]
            results |= {"mean": mean(rates), "deviation": stdev(rates)}
        return results

    def markdown(self, results: Mapping[str, Any]) -> str:
        """The table, with what it was made by."""
        lines = self.head(results)
        timed = all("seconds" in cell for cell in results["cells"])  # older records have no such number
        lines += [
            "| player | opponent | paper | ours | 95% interval | games |" + " CPU s/game |" * timed,
            "|---|---|---:|---:|---:|---:|" + "---:|" * timed,
        ]
        for cell in results["cells"]:
            paper = "–" if cell["paper"] is None else f"{cell['paper']:.1%}"
            spent = " / ".join(f"{each:.2f}" for each in cell.get("seconds", ()))
            lines.append(
                f"| {cell['player']} | {cell['opponent']} | {paper} | {cell['ours']:.1%} "
                f"| {cell['low']:.1%} – {cell['high']:.1%} | {cell['games']} |" + f" {spent} |" * timed
            )
        if "mean" in results:
            lines += ["", f"Mean {results['mean']:.1%}, standard deviation {results['deviation']:.1%}."]
        lines += ["", *(f"- {name}: `{spec}`" for name, spec in results["players"].items()), ""]
        lines.append(
            f"{results['size']}×{results['size']}, openings `{results['openings']}`, "
            f"{results['cpu_seconds']} s of processor time. {described(results)}"
        )
        if self.remarks:
            lines += ["", self.remarks]
        return "\n".join(lines) + "\n"

    def plot(self, results: Mapping[str, Any]) -> str:
        rows = [
            (f"{cell['player']} – {cell['opponent']}", cell["ours"], cell["low"], cell["high"], cell["paper"])
            for cell in results["cells"]
        ]
        return interval_plot(rows, title=self.title, value="ours", reference="paper")


def discussion(folder: Path, results: Mapping[str, Any]) -> str:
    """Discussion by a person, in ``DISCUSSION.md``, of these very results; nothing about others.

    Its first line says of which: ``<!-- of the results of 2026-11-16 -->``.
    """
    path = folder / "DISCUSSION.md"
    if not path.exists():
        return ""
    about, _, text = path.read_text(encoding="utf-8").partition("\n")
    return f"\n## Discussion\n\n{text.strip()}\n" if about == discussed(results) else ""


def discussed(results: Mapping[str, Any]) -> str:
    """The first line of a discussion of these results."""
    return f"<!-- of the results of {results['date']} -->"


def _seconds_per_game(games: Sequence[GameResult], player: str) -> tuple[float, float]:
    """Processor time of the player and of its opponent."""
    own = sum(game.cpu_seconds[game.task.black != player] for game in games)
    return own / len(games), (sum(sum(game.cpu_seconds) for game in games) - own) / len(games)


def figure_folder(folder: Path, name: str) -> Path:
    """Folder of the reproduction PAPER-FIGURE below the folder of all: PAPER/FIGURE."""
    paper, _, figure = name.partition("-")
    return folder / paper / figure


def reproductions(folder: Path) -> dict[str, Reproduction]:
    """The reproductions below a folder, PAPER/FIGURE/definition.py, by name."""
    if not folder.is_dir():
        raise ReproductionError(
            f"there is no folder {str(folder)!r}; run this where the source of Beeline is"
        )
    found: dict[str, Reproduction] = {}
    for path in sorted(folder.glob("*/*/definition.py")):
        spec = importlib.util.spec_from_file_location(f"reproductions.{path.parent.name}", path)
        if spec is None or spec.loader is None:
            continue
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        reproduction: Reproduction = module.REPRODUCTION
        found[reproduction.name] = reproduction
    return found
