"""Agents by fitted value iteration, an extension of the study: how many seeds play without a mistake."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from beeline.learning.neurodynamic.system import open_training, preset
from beeline.learning.training_run import RunOptions
from beeline.papers.neurodynamic.study import StudyResult
from beeline.papers.reproduction import OnResult, Results, Scale
from beeline.workers import Workers

if TYPE_CHECKING:
    from beeline.learning.neurodynamic.training import Entry, Training


@dataclass(frozen=True, kw_only=True)
class PerfectAgents(StudyResult):
    """One preset with several seeds, each held against every defence from every opening when it has ended."""

    preset: str
    seeds: Mapping[Scale, int]
    updates: Mapping[Scale, int]

    def run(self, scale: Scale, folder: Path, workers: Workers, *, on_result: OnResult = None) -> Results:
        """Trains what is not trained yet, seed by seed, and writes the table."""
        rows = []
        seeds = range(1, self.seeds[scale] + 1)
        for seed in seeds:
            settings = replace(preset(self.preset), seed=seed, updates=self.updates[scale])
            place = folder.parent / "training" / f"{self.preset}-{scale}-{seed}"
            run = RunOptions(folder=place, workers=workers, resume=True, on_result=on_result)
            rows.append(_row(seed, open_training(settings, run)))
            print(f"{self.name}: seed {seed}: {rows[-1]}", file=sys.stderr, flush=True)
        results = self.made_by(scale, seed=seeds) | {
            "preset": self.preset,
            "rows": rows,
            "perfect": sum(row["perfect"] for row in rows),
            "cpu_seconds": round(sum(row["seconds"] for row in rows)),
        }
        self.write(folder, results, {})
        return results

    def markdown(self, results: Mapping[str, Any]) -> str:
        lines = self.head(results)
        lines += [
            "| seed | wins kept | RMS error | won against perfect play "
            "| every defence beaten as first player from | as second | different games | s |",
            "|---:|---:|---:|---:|---:|---:|---:|---:|",
        ]
        lines += [_line(row) for row in results["rows"]]
        lines += [
            "",
            f"{results['perfect']} of {len(results['rows'])} seeds play without a mistake as either player "
            f"from every opening, on the side that wins with best play: every defence is tried, none "
            f"sampled. Preset `{results['preset']}`.",
            "",
            *self.tail(results),
        ]
        return "\n".join(lines) + "\n"


def _row(seed: int, training: Training) -> dict[str, Any]:
    start = time.process_time()
    training.run()
    entry: Entry = training.history[-1]
    seconds = round(time.process_time() - start, 1) or round(sum(one.seconds for one in training.history), 1)
    first, second = _won(entry.beaten), _won(entry.answered)
    return {
        "seed": seed,
        "keeps": entry.wins_kept,
        "error": entry.exact.get("error"),
        "wins": entry.exact.get("wins"),
        "first": [first, len(entry.beaten)],
        "second": [second, len(entry.answered)],
        "games": entry.defences,
        "seconds": seconds,
        "perfect": bool(entry.beaten) and first + second == len(entry.beaten) + len(entry.answered),
    }


def _won(openings: Mapping[str, bool | None]) -> int:
    return sum(won is True for won in openings.values())


def _line(row: Mapping[str, Any]) -> str:
    def number(name: str) -> str:
        return "–" if row[name] is None else f"{row[name]:.4f}"

    shares = " | ".join(f"{won} of {of}" for won, of in (row["first"], row["second"]))
    numbers = " | ".join(number(name) for name in ("keeps", "error", "wins"))
    return f"| {row['seed']} | {numbers} | {shares} | {row['games']:,} | {row['seconds']:.0f} |"
