"""One training run of EZO-CNN: epochs of self-play and an update (algorithm 1), in a folder.

Besides what every run has (``learning/training_run.py``), the folder holds ``trained.onnx`` (the network
after the last epoch) and ``snapshots/epoch-N.onnx`` (that of every tenth epoch).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, Final

import numpy as np

from beeline.learning import metrics
from beeline.learning.ezo import report
from beeline.learning.ezo.learner import Learner
from beeline.learning.ezo.self_play import SelfPlayResult, SelfPlayTask, play_games, transitions
from beeline.learning.ezo.stored_games import StoredGames
from beeline.learning.ezo.system import CHECKPOINT, EzoSettings
from beeline.learning.training_run import Bar, TrainingRun
from beeline.learning.yardstick import SOLVED, yardstick
from beeline.networks.ezo.onnx_network import PlaneChances, export_network, value_network
from beeline.rules.board import Board
from beeline.rules.cells import cells_near_sides
from beeline.search.alpha_beta import AlphaBetaSettings, alpha_beta
from beeline.workers import Workers

_GAMES: Final = 25  # of a task
_SIDES: Final = (3, *SOLVED)  # of the boards whose positions a measurement values
_SAMPLE: Final = 300  # positions of each size whose moves a measurement values; all are valued themselves


@dataclass(frozen=True, kw_only=True)
class Entry(metrics.Entry):
    """Statistics of one epoch. The win rate is that of one ply against Wolve at two over the openings."""

    epoch: int
    """Counted from 1."""
    loss: float
    positions_learned: int
    """Positions of its games to learn from, half turns among them."""
    proven: float
    """The share of positions whose winner is known."""
    mean_moves: float
    """Moves per game."""
    black_win_rate: float
    """The share of games that Black won, who moves first."""
    positions_evaluated: int
    """Positions that networks evaluated in self-play."""
    self_play_seconds: float
    cpu_playing: float
    """Processor seconds of self-play, of all workers."""
    cpu_networks: float
    """Processor seconds of the networks in it."""
    cpu_solver: float
    """Processor seconds of the solver in it."""
    cpu_learning: float = 0.0
    """Processor seconds of the updates."""


@dataclass(frozen=True)
class Progress:
    """Progress of a run within an epoch."""

    epoch: int
    games: int
    """Games played so far in it."""


class Training(TrainingRun[Entry, Progress]):
    settings: EzoSettings
    kind: ClassVar[str] = CHECKPOINT
    changeable: ClassVar[frozenset[str]] = frozenset({"epochs", "hours"})
    counter: ClassVar[str] = "epoch"

    def __init__(
        self, settings: EzoSettings, folder: Path, workers: Workers, *, resume: bool = False
    ) -> None:
        self.settings = settings
        self.learner = Learner(settings)
        if settings.start and not (folder / "checkpoint").exists():
            self.learner.begin_with(Path(settings.start))
        self._workers = workers
        self._stored = (
            StoredGames(Path(settings.games_from), side=settings.side) if settings.games_from else None
        )
        super().__init__(settings, self.learner, folder, resume=resume)

    @property
    def finished(self) -> bool:
        return self._ends_with(self.history)

    def _ends_with(self, history: Sequence[Entry]) -> bool:
        """Whether a run of this history is over, by its epochs or by its processor time."""
        seconds = sum(entry.cpu_playing + entry.cpu_learning for entry in history)
        is_late = 0 < self.settings.hours <= seconds / 3600
        return is_late or len(history) >= self.settings.epochs

    @property
    def snapshots(self) -> Path:
        return self.folder / "snapshots"

    # An epoch

    def _next_entry(self, tell: Callable[[Progress], None]) -> Entry:
        start = time.monotonic()
        results = self._played(tell)
        played = time.monotonic()
        games = [game for result in results for game in result.games]
        data = transitions(games, side=self.settings.side, whole=self.settings.whole).with_half_turns()
        epoch = len(self.history) + 1
        before = time.process_time()
        loss = self.learner.learn(data, epoch=epoch)
        learning = time.process_time() - before
        if epoch % self.settings.snapshot_every == 0:
            self.learner.keep()
        entry = Entry(
            epoch=epoch,
            games=epoch * self.settings.games,
            positions_learned=int(data.told.sum()),
            proven=float(np.mean(~np.isnan(data.results))) if len(data) else 0.0,
            loss=loss,
            mean_moves=float(np.mean([len(game.moves) for game in games])),
            black_win_rate=float(np.mean([game.winner == 1 for game in games])),
            positions_evaluated=sum(result.positions for result in results),
            seconds=time.monotonic() - start,
            self_play_seconds=played - start,
            cpu_playing=sum(result.seconds[0] for result in results),
            cpu_networks=sum(result.seconds[1] for result in results),
            cpu_solver=sum(result.seconds[2] for result in results),
            cpu_learning=learning,
        )
        return self._measured(entry)

    def _played(self, tell: Callable[[Progress], None]) -> Sequence[SelfPlayResult]:
        """The games of an epoch, in the order of the tasks, whoever played them."""
        settings = self.settings
        if self._stored is not None:
            return [self._read(self._stored, tell)]
        seed = int(self.learner.random.integers(1 << 62))
        networks = self.learner.players()
        firsts = range(0, settings.games, _GAMES)
        count = len(firsts)
        tasks = (
            SelfPlayTask(
                number=number,
                side=settings.side,
                games=min(_GAMES, settings.games - first),
                latest_start=settings.latest_start,
                ply=settings.ply,
                noise=settings.noise,
                play_out=_has_turn(len(self.history) * count + number, settings.play_out),
                solver_nodes=settings.solver_nodes,
                seed=seed + number,
                networks=networks,
            )
            for number, first in enumerate(firsts)
        )
        results: list[SelfPlayResult] = []
        for result in self._workers.run(play_games, tasks):
            results.append(result)
            done = sum(len(other.games) for other in results)
            tell(Progress(len(self.history) + 1, done))
        return sorted(results, key=lambda result: result.number)

    def _read(self, stored: StoredGames, tell: Callable[[Progress], None]) -> SelfPlayResult:
        epoch, count = len(self.history), self.settings.games
        games = stored.played(first=epoch * count, count=count)
        tell(Progress(epoch + 1, len(games)))
        return SelfPlayResult(number=0, games=tuple(games), positions=0, seconds=(0.0, 0.0, 0.0))

    def _measured(self, entry: Entry) -> Entry:
        """Entry with win rate and yardstick, now and then and at the end."""
        settings = self.settings
        if entry.epoch % settings.measure_every and not self._ends_with([*self.history, entry]):
            return entry
        found: dict[str, Any] = {}
        for side in _SIDES:
            if side <= settings.side:
                known = yardstick(side)
                measured = known.sample(_SAMPLE).measure(self.learner.values, side=settings.side)
                accuracy = known.accuracy(self.learner.chances, side=settings.side)
                found[str(side)] = measured.as_dict() | {"accuracy": accuracy}
        openings = cells_near_sides(settings.side, settings.side)
        rate = win_rate_against_wolve(self.learner.chances_of_planes, side=settings.side, openings=openings)
        return replace(entry, win_rate=rate, yardstick=found)

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

    # What people are shown

    @property
    def learned(self) -> Path:
        return self.folder / "trained.onnx"

    @property
    def title(self) -> str:
        return f"EZO-CNN on {self.settings.side}×{self.settings.side}"

    @property
    def total_steps(self) -> int:
        return self.settings.epochs

    def line(self, entry: Entry) -> str:
        return report.line(entry)

    def bars(self, progress: Progress | None) -> list[Bar]:
        """Epochs, and the games of the one under way."""
        settings = self.settings
        epochs = Bar("epochs", self.steps, settings.epochs)
        if progress is None:
            return [epochs, Bar("games", 0, settings.games)]
        learning = "  learning" if progress.games == settings.games else ""
        return [
            epochs,
            Bar("games", progress.games, settings.games, f"of epoch {progress.epoch}{learning}"),
        ]

    def summary(self) -> str:
        return report.summary(self.history)

    def play_command(self) -> str:
        return f"beeline play --size {self.settings.side} --player 'ezo:weights={self.learned}'"

    def report(self, *, title: str) -> str:
        return report.report_html(self.settings, self.history, title=title)


def _has_turn(number: int, share: float) -> bool:
    """Whether that number, counted from 0, is one of the share that is spread evenly over all."""
    return int((number + 1) * share) > int(number * share)


_OURS: Final = AlphaBetaSettings(ply=1)
_WOLVE: Final = AlphaBetaSettings(ply=2)


def win_rate_against_wolve(chances: PlaneChances, *, side: int, openings: Sequence[int]) -> float:
    """Win rate over games that begin with each of these cells, in which the players exchange colours by
    turns."""
    ours = value_network(chances)
    won = 0
    for number, opening in enumerate(openings):
        board = Board(side)
        board.play(board.name_of(opening))
        colour = ("black", "white")[number % 2]
        while board.winner is None:
            if board.to_move == colour:
                analysis = alpha_beta(board, _OURS, evaluator=ours, exact=False)
            else:
                analysis = alpha_beta(board, _WOLVE, exact=False)
            board.play(analysis.best.move)
        won += board.winner == colour
    return won / len(openings)
