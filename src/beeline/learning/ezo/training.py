"""One training run of EZO-CNN: epochs of self-play and an update (algorithm 1), in a folder.

Besides what every run has (``learning/training_run.py``), the folder holds ``trained.onnx`` (the network
after the last epoch) and ``snapshots/epoch-N.onnx`` (that of every tenth epoch).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar, Final

import numpy as np

from beeline.learning.ezo.gauge import win_rate_against_wolve
from beeline.learning.ezo.learner import Learner
from beeline.learning.ezo.self_play import SelfPlayResult, SelfPlayTask, play_games
from beeline.learning.ezo.settings import EzoSettings
from beeline.learning.ezo.transitions import transitions
from beeline.learning.training_run import TrainingRun
from beeline.learning.yardstick import SOLVED, yardstick
from beeline.networks.ezo.onnx_network import export_network
from beeline.rules.cells import cells_near_sides
from beeline.workers import Workers

_GAMES: Final = 25  # of a task
_SIDES: Final = (3, *SOLVED)  # of the boards whose positions a measurement values
_SAMPLE: Final = 300  # positions of each size whose moves a measurement values; all are valued themselves


@dataclass(frozen=True, kw_only=True)
class Entry:
    """What an epoch came to."""

    epoch: int
    """Counted from 1."""
    games: int
    """Of self-play, so far."""
    learned: int
    """Positions of its games to learn from, half turns among them."""
    proven: float
    """The share of positions whose winner is known."""
    loss: float
    """The mean over them, each before the update it was part of."""
    moves: float
    """Of a game, on average."""
    black: float
    """The share of games that Black won, who moves first."""
    valued: int
    """Positions that networks valued in self-play."""
    seconds: float
    """All of the epoch, without what measuring took."""
    playing: float
    """Seconds of self-play."""
    cpu_playing: float
    """Processor seconds of self-play, of all workers."""
    cpu_networks: float
    """Processor seconds of the networks in it."""
    cpu_solver: float
    """Processor seconds of the solver in it."""
    gauge: float | None = None
    """The win rate of one ply against Wolve at two over the openings, where it was measured."""
    yardstick: dict[str, Any] = field(default_factory=dict)
    """By size of the board, where it was measured."""


@dataclass(frozen=True)
class Moment:
    """Where a run is within an epoch."""

    epoch: int
    games: int
    """Played so far in it."""


class Training(TrainingRun[Entry, Moment]):
    kind: ClassVar[str] = "ezo training"
    changeable: ClassVar[frozenset[str]] = frozenset({"epochs"})

    def __init__(
        self, settings: EzoSettings, folder: Path, workers: Workers, *, resume: bool = False
    ) -> None:
        self.settings = settings
        self.learner = Learner(settings)
        self._workers = workers
        super().__init__(settings, self.learner, folder, resume=resume)

    @property
    def finished(self) -> bool:
        return len(self.history) >= self.settings.epochs

    @property
    def snapshots(self) -> Path:
        return self.folder / "snapshots"

    # An epoch

    def _next_entry(self, tell: Callable[[Moment], None]) -> Entry:
        start = time.monotonic()
        results = self._played(tell)
        played = time.monotonic()
        games = [game for result in results for game in result.games]
        data = transitions(games, side=self.settings.side, whole=self.settings.whole).with_half_turns()
        epoch = len(self.history) + 1
        loss = self.learner.learn(data, epoch=epoch)
        if epoch % self.settings.snapshot_every == 0:
            self.learner.keep()
        entry = Entry(
            epoch=epoch,
            games=epoch * self.settings.games,
            learned=int(data.told.sum()),
            proven=float(np.mean(~np.isnan(data.results))) if len(data) else 0.0,
            loss=loss,
            moves=float(np.mean([len(game.moves) for game in games])),
            black=float(np.mean([game.winner == 1 for game in games])),
            valued=sum(result.positions for result in results),
            seconds=time.monotonic() - start,
            playing=played - start,
            cpu_playing=sum(result.seconds[0] for result in results),
            cpu_networks=sum(result.seconds[1] for result in results),
            cpu_solver=sum(result.seconds[2] for result in results),
        )
        return self._measured(entry)

    def _played(self, tell: Callable[[Moment], None]) -> Sequence[SelfPlayResult]:
        """The games of an epoch, in the order of the tasks, whoever played them."""
        settings = self.settings
        seed = int(self.learner.random.integers(1 << 62))
        networks = self.learner.players()
        tasks = (
            SelfPlayTask(
                number=number,
                side=settings.side,
                games=min(_GAMES, settings.games - first),
                latest_start=settings.latest_start,
                ply=settings.ply,
                noise=settings.noise,
                play_out=settings.play_out,
                solver_nodes=settings.solver_nodes,
                seed=seed + number,
                networks=networks,
            )
            for number, first in enumerate(range(0, settings.games, _GAMES))
        )
        results: list[SelfPlayResult] = []
        for result in self._workers.run(play_games, tasks):
            results.append(result)
            done = sum(len(other.games) for other in results)
            tell(Moment(len(self.history) + 1, done))
        return sorted(results, key=lambda result: result.number)

    def _measured(self, entry: Entry) -> Entry:
        """With gauge and yardstick, now and then and at the end."""
        settings = self.settings
        if entry.epoch % settings.measure_every and entry.epoch != settings.epochs:
            return entry
        found: dict[str, Any] = {}
        for side in _SIDES:
            if side <= settings.side:
                known = yardstick(side)
                measured = known.sample(_SAMPLE).measure(self.learner.values, side=settings.side)
                accuracy = known.accuracy(self.learner.chances, side=settings.side)
                found[str(side)] = measured.as_dict() | {"accuracy": accuracy}
        openings = cells_near_sides(settings.side, settings.side)
        gauge = win_rate_against_wolve(self.learner.chances_of_planes, side=settings.side, openings=openings)
        return replace(entry, gauge=gauge, yardstick=found)

    # The folder

    def _entry_of(self, plain: dict[str, Any]) -> Entry:
        return Entry(**plain)

    def _export(self) -> None:
        self._export_to(self.folder / "trained.onnx")
        if self.history[-1].epoch % self.settings.snapshot_every == 0:
            self.snapshots.mkdir(exist_ok=True)
            self._export_to(self.snapshots / f"epoch-{self.history[-1].epoch}.onnx")

    def _export_to(self, path: Path) -> None:
        last = self.history[-1]
        training = {"settings": asdict(self.settings), "epochs": last.epoch, "games": last.games}
        network = self.learner.network
        export_network(path, network.architecture, network.arrays(), training=training)

    def _event_numbers(self) -> tuple[int, Mapping[str, float | None]]:
        entry = self.history[-1]
        numbers: dict[str, float | None] = {
            "learning/loss": entry.loss,
            "learning/positions": entry.learned,
            "self-play/moves": entry.moves,
            "self-play/black wins": entry.black,
            "self-play/games a second": self.settings.games / entry.playing,
            "gauge/win rate": entry.gauge,
        }
        for side, found in entry.yardstick.items():
            numbers |= {f"yardstick/{side} {name}": found[name] for name in ("accuracy", "keeps", "error")}
        return entry.epoch, numbers
