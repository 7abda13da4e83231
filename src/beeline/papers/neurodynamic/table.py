"""Table I of the neurodynamic study: four agents, two seasons of ten tournaments of twelve games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from beeline.arena.statistics import mean_interval
from beeline.learning.neurodynamic.history import History
from beeline.learning.neurodynamic.runs import RunSettings
from beeline.learning.neurodynamic.system import STUDY, ZERO_SUM, BatchSettings
from beeline.networks.neurodynamic.architecture import Architecture
from beeline.papers.neurodynamic.study import LENGTHS, StudyResult, learned, seeded
from beeline.papers.reproduction import OnResult, Results, Scale
from beeline.plots import interval_plot
from beeline.workers import Workers

AGENTS: Final[dict[str, BatchSettings]] = {
    "CNN-MSE": BatchSettings(),
    "CNN-PBE": BatchSettings(objective="pbe", target="sarsa"),
    "RNN-MSE": BatchSettings(recurrent=True),
    "RNN-PBE": BatchSettings(objective="pbe", target="sarsa", recurrent=True),
}
TARGETS: Final[dict[str, dict[str, float]]] = {
    "as the study prints them": {"discount": STUDY},
    "zero-sum": {"discount": ZERO_SUM},
    "as printed, projection 0.01": {"discount": STUDY, "projection_rate": 0.01},
    "zero-sum, projection 0.01": {"discount": ZERO_SUM, "projection_rate": 0.01},
}
"""Settings that change in the agents; the rate of the projection in those alone that have one."""

_TOURNAMENTS: Final = 10
_SEASONS: Final = 2
_GAMES: Final = _SEASONS * _TOURNAMENTS * 6  # of each agent


@dataclass(frozen=True, kw_only=True)
class SeasonTable(StudyResult):
    """Wins of each agent in all seasons, over as many trainings of all agents as the scale has seeds."""

    wins: Mapping[str, int]
    """The study's."""
    longer: int
    """Length of the agents' training, as a multiple of the runs of the figures."""
    epsilon: float = 0.1
    """Share of random moves in the games: the networks alone would repeat one game."""

    def runs(self, scale: Scale) -> list[RunSettings]:
        """Runs by target, agent and seed."""
        return [
            run
            for changes in TARGETS.values()
            for agent in AGENTS.values()
            for run in seeded(_changed(agent, changes), scale, longer=self.longer)
        ]

    @property
    def measured(self) -> int:
        return 1

    def run(self, scale: Scale, folder: Path, workers: Workers, *, on_result: OnResult = None) -> Results:
        """Trains what is not in the folder yet, plays the seasons and writes the table."""
        history = self._history(scale, folder, workers)
        seeds = LENGTHS[scale].seeds
        per_target = seeds * len(AGENTS)
        rows = []
        for number, target in enumerate(TARGETS):
            wins = _played(history, number * per_target, seeds, self.epsilon)
            exact = {
                name: found[number * per_target :][:per_target, -1].reshape(len(AGENTS), seeds).mean(axis=1)
                for name, found in history.exact.items()
            }
            for place, agent in enumerate(AGENTS):
                rows.append(
                    self._row(target, agent, wins[:, place], wins.sum(axis=2)[:, place])
                    | {f"exact_{name}": round(float(found[place]), 3) for name, found in exact.items()}
                    | {"best": int((wins.sum(axis=2).argmax(axis=1) == place).sum())}
                )
        results = self.made_by_runs(scale) | {
            "trainings": seeds,
            "games": _GAMES,
            "cpu_seconds": round(history.cpu_seconds),
            "rows": rows,
        }
        self.write(folder, results, {"plot": self._plot(results)})
        return results

    def _history(self, scale: Scale, folder: Path, workers: Workers) -> History:
        """History in the order of the runs, of which equal ones are learned once."""
        runs = self.runs(scale)
        different = list(dict.fromkeys(runs))
        history = learned(different, folder, workers, measured=self.measured, label=self.name)
        places = [different.index(run) for run in runs]
        exact = {name: found[places] for name, found in history.exact.items()}
        return replace(history, curves={}, exact=exact, weights=history.weights[places])

    def _row(self, target: str, agent: str, by_turn: NDArray[Any], wins: NDArray[Any]) -> dict[str, Any]:
        mean, low, high = mean_interval(wins.tolist())
        return {
            "targets": target,
            "agent": agent,
            "paper": self.wins[agent],
            "wins": round(mean, 1),
            "low": round(low, 1),
            "high": round(high, 1),
            "first": round(float(by_turn[:, 0].mean()), 1),
            "second": round(float(by_turn[:, 1].mean()), 1),
        }

    def markdown(self, results: Mapping[str, Any]) -> str:
        lines = self.head(results)
        lines += [
            "| targets | agent | paper | wins | 95% interval | as first | as second | best of four "
            "| wins kept | RMS error |",
            "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|",
        ]
        lines += [
            f"| {row['targets']} | {row['agent']} | {row['paper']} | {row['wins']} "
            f"| {row['low']} – {row['high']} | {row['first']} | {row['second']} | {row['best']} "
            f"| {row['exact_keeps']:.3f} | {row['exact_error']:.3f} |"
            for row in results["rows"]
        ]
        lines += [
            "",
            f"Wins of {results['games']} games, the mean of {results['trainings']} independent trainings of "
            f"all four; {self.epsilon:.0%} of the moves are random, without which every game of two agents "
            f"would be the same. Best of four: in how many of the trainings the agent won most games.",
            "",
            *self.tail(results),
        ]
        return "\n".join(lines) + "\n"

    def _plot(self, results: Mapping[str, Any]) -> str:
        games = results["games"]
        rows = [
            (
                f"{row['agent']}, {row['targets']}",
                row["wins"] / games,
                max(row["low"], 0) / games,
                min(row["high"], games) / games,
                row["paper"] / games,
            )
            for row in results["rows"]
        ]
        return interval_plot(rows, title=self.title, value="ours", reference="paper")


def _changed(agent: BatchSettings, changes: Mapping[str, float]) -> BatchSettings:
    known = {
        name: number for name, number in changes.items() if name == "discount" or agent.objective == "pbe"
    }
    return replace(agent, **known)  # type: ignore[arg-type]


def _played(history: History, start: int, seeds: int, epsilon: float) -> NDArray[np.int64]:
    """Wins ``[trainings, agents, 2]`` as first and as second player; each seed's agents play each other."""
    from beeline.learning.neurodynamic.duel import Agent, season

    found = []
    for seed in range(seeds):
        random = np.random.default_rng(seed)
        agents = []
        for place, settings in enumerate(AGENTS.values()):
            architecture = Architecture(side=settings.side, recurrent=settings.recurrent)
            weights = history.weights[start + place * seeds + seed, : architecture.parameters]
            agents.append(Agent(architecture, weights))
        found.append(season(agents, tournaments=_SEASONS * _TOURNAMENTS, epsilon=epsilon, random=random))
    return np.stack(found)
