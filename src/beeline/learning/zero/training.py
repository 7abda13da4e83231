"""One training run of zero: rounds of self-play and learning, in a folder.

A round plays games by the network as it was before the round, and at the same time learns from the
positions of earlier rounds; then the games join those positions. So one core plays while another learns,
and a run that is taken up gives what an unbroken one does. Besides what every run has
(``learning/training_run.py``), the folder holds ``self-play.games`` (a game store with every game, and in
the detail of each what was learned from it), ``trained.onnx`` and ``trained.safetensors`` (the network
after the last round, in float32 and on integers), and ``snapshots/`` with those of every measured round.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from beeline.arena.store import GameStore
from beeline.files import read_arrays
from beeline.learning.ladder import ladders_in
from beeline.learning.training_run import Bar, TrainingError, TrainingRun
from beeline.learning.yardstick import SOLVED
from beeline.learning.zero import report
from beeline.learning.zero.climbing import climb, ladder_is_due
from beeline.learning.zero.gate import agreement
from beeline.learning.zero.learner import Learner
from beeline.learning.zero.measures import measure
from beeline.learning.zero.measuring import measure_on_yardstick
from beeline.learning.zero.progress import Entry, Progress, Teller
from beeline.learning.zero.quantisation import quantised
from beeline.learning.zero.samples import Samples, joined
from beeline.learning.zero.self_play import (
    PlayedGame,
    SelfPlayResult,
    SelfPlayTask,
    play_games,
    samples_of,
)
from beeline.learning.zero.stored_games import as_result, key_of, latest_games
from beeline.learning.zero.supervised import CHECKPOINT_KIND, CHECKPOINT_VERSION
from beeline.learning.zero.system import CHECKPOINT, ZeroSettings
from beeline.learning.zero.window import Window
from beeline.networks.zero.integer_network import IntegerNetwork, IntegerNetworkFile
from beeline.networks.zero.onnx_network import weights_in, write_network
from beeline.networks.zero.views import Views
from beeline.workers import Workers

_GAMES: Final = 40  # of a task
_CALIBRATION: Final = 512  # positions per side
_MEASURED: Final = 1_000  # positions per side


class _State:
    """The learner and the random numbers of its batches, as a training run keeps them."""

    def __init__(self, settings: ZeroSettings) -> None:
        self.learner = Learner(settings.learner)
        self.random = np.random.default_rng(settings.seed)
        if settings.start:
            self._start_from(Path(settings.start))

    def _start_from(self, path: Path) -> None:
        if path.suffix == ".onnx":
            architecture, weights = weights_in(path)
            if architecture != self.learner.settings.architecture:
                raise TrainingError(f"{str(path)!r} is a network of another size: {architecture}")
            self.learner.load_playing(weights)
        else:
            _, arrays = read_arrays(path, kind=CHECKPOINT_KIND, version=CHECKPOINT_VERSION)
            self.learner.load_weights(arrays)

    def state(self) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
        return {"random": self.random.bit_generator.state}, self.learner.state()

    def restore(self, plain: dict[str, Any], arrays: dict[str, NDArray[Any]]) -> None:
        self.random.bit_generator.state = plain["random"]
        self.learner.load(arrays)


class Training(TrainingRun[Entry, Progress]):
    settings: ZeroSettings
    kind: ClassVar[str] = CHECKPOINT
    counter: ClassVar[str] = "round"
    changeable: ClassVar[frozenset[str]] = frozenset(
        {
            "rounds",
            "boards",
            "simulations",
            "quick_simulations",
            "full_share",
            "games",
            "steps",
            "window",
            "least_window",
            "learning_rate",
            "measure_every",
            "ladder_hours",
        }
    )

    def __init__(
        self, settings: ZeroSettings, folder: Path, workers: Workers, *, resume: bool = False
    ) -> None:
        self.settings = settings
        self._state = _State(settings)
        self._workers = workers
        self._window = Window(settings.window)
        super().__init__(settings, self._state, folder, resume=resume)
        self._window.add(self._games_learned_from())
        self._network = self._on_integers(
            rounds=len(self.history), games=self.history[-1].games if self.history else 0
        )

    @property
    def learner(self) -> Learner:
        return self._state.learner

    @property
    def finished(self) -> bool:
        return len(self.history) >= self.settings.rounds

    # A round

    def _next_entry(self, tell: Callable[[Progress], None]) -> Entry:
        start = time.monotonic()
        number = len(self.history) + 1
        teller = Teller(number, tell)
        if self._enough_to_learn_from:
            with ThreadPoolExecutor(1) as beside:
                playing = beside.submit(self._played, number, teller)
                losses = self._learn(teller)
                results = playing.result()
            samples = self._take_in(number, results)
        else:
            results = self._played(number, teller)
            samples = self._take_in(number, results)
            losses = self._learn(teller) if self._enough_to_learn_from else {}
        new = self._measures(number, samples)
        games = [game for result in results for game in result.games]
        all_games = (self.history[-1].games if self.history else 0) + len(games)
        self._network = self._on_integers(rounds=number, games=all_games)
        return Entry(
            round=number,
            games=all_games,
            positions=self.learner.positions,
            window=len(self._window),
            losses=losses,
            new=new,
            plies=_plies(games),
            black_win_rate=float(np.mean([game.winner == 1 for game in games])),
            loss=sum(losses.values()) if losses else None,
            evaluations=sum(result.evaluations for result in results),
            seconds=time.monotonic() - start,
            cpu_playing=sum(result.cpu for result in results),
            integers=self._closeness(samples),
            yardstick=self._on_solved_positions(number),
        )

    @property
    def _enough_to_learn_from(self) -> bool:
        return len(self._window) >= max(self.settings.least_window, 1)

    def _played(self, number: int, teller: Teller) -> Sequence[SelfPlayResult]:
        """The games of a round, in the order of the tasks, whoever played them."""
        settings = self.settings
        seeds = np.random.SeedSequence([settings.seed, number])
        firsts = range(0, settings.games, _GAMES)
        tasks = [
            SelfPlayTask(
                number=task,
                games=min(_GAMES, settings.games - first),
                seed=int(seed),
                settings=settings,
                network=self._network,
            )
            for task, (first, seed) in enumerate(
                zip(firsts, seeds.generate_state(len(firsts), np.uint64), strict=True)
            )
        ]
        results = []
        for result in self._workers.run(play_games, tasks):
            results.append(result)
            teller.played(len(result.games))
        return sorted(results, key=lambda result: result.number)

    def _learn(self, teller: Teller) -> dict[str, float]:
        sums: dict[str, float] = {}
        for _ in range(self.settings.steps):
            losses = self.learner.learn(self._window.draw(self.settings.batch, self._state.random)).numbers()
            sums = {name: sums.get(name, 0.0) + loss for name, loss in losses.items()}
            teller.learned()
        return {name: total / self.settings.steps for name, total in sums.items()}

    def _take_in(self, number: int, results: Sequence[SelfPlayResult]) -> dict[int, list[Samples]]:
        """Stores the games and adds their positions to the window; these positions by side."""
        games = [game for result in results for game in result.games]
        rows = [as_result(game, key_of(round=number, game=index)) for index, game in enumerate(games)]
        with self._open_store() as store:
            known = store.keys()
            store.add([row for row in rows if row.task.key not in known])
        samples = [found for game in games if (found := samples_of(game)) is not None]
        self._window.add(samples)
        by_side: dict[int, list[Samples]] = {}
        for part in samples:
            by_side.setdefault(part.side, []).append(part)
        return by_side

    def _open_store(self) -> GameStore:
        return GameStore(self.folder / "self-play.games")

    def _games_learned_from(self) -> list[Samples]:
        """The positions of games of rounds that are over, the oldest first, as many as the window takes."""
        found: list[Samples] = []
        count = 0
        if not self.history:
            return found
        with self._open_store() as store:
            for game in latest_games(store, rounds=len(self.history)):
                if (samples := samples_of(game)) is None:
                    continue
                found.append(samples)
                count += len(samples)
                if count > self.settings.window:
                    break
        return found[::-1]

    # Measures

    def _measures(self, number: int, samples: Mapping[int, list[Samples]]) -> dict[str, Any]:
        network = IntegerNetwork(self._network)
        found = {}
        for side, parts in sorted(samples.items()):
            all_of_them = joined(parts)
            with_policy = np.flatnonzero(all_of_them.moves[:, 0] >= 0)
            told = measure(network, all_of_them[with_policy[:_MEASURED]])
            found[str(side)] = told.as_plain()
            if not self._is_measured(number):
                del found[str(side)]["reliability"]
        return found

    def _is_measured(self, number: int) -> bool:
        return number % self.settings.measure_every == 0 or number == self.settings.rounds

    def _on_solved_positions(self, number: int) -> dict[str, Any]:
        """The yardstick, now and then and at the end."""
        if not self._is_measured(number):
            return {}
        return {str(side): measure_on_yardstick(self.learner.averaged, side) for side in SOLVED}

    def _closeness(self, samples: Mapping[int, list[Samples]]) -> dict[str, float]:
        views = [joined(parts).views[:_MEASURED] for parts in samples.values()]
        return agreement(IntegerNetwork(self._network), self.learner.averaged, views).as_plain()

    # Files

    def _on_integers(self, *, rounds: int, games: int) -> IntegerNetworkFile:
        random = np.random.default_rng(0)
        positions = [
            samples.views[random.permutation(len(samples))[:_CALIBRATION]]
            for samples in self._window.by_side.values()
        ] or [_scattered_stones(side, random) for side in self.settings.board_shares()]
        return quantised(
            self.settings.architecture,
            self.learner.averaged.arrays(),
            positions,
            name=f"zero, round {rounds}",
            training={
                "settings": asdict(self.settings),
                "rounds": rounds,
                "games": games,
                "positions": self.learner.positions,
            },
        )

    def _entry_of(self, plain: dict[str, Any]) -> Entry:
        return Entry(**plain)

    def _export(self) -> None:
        number = self.history[-1].round
        self._export_to(self.folder / "trained")
        if number % self.settings.measure_every == 0:
            self._export_to(self.folder / "snapshots" / f"round-{number}")

    def _export_to(self, stem: Path) -> None:
        stem.parent.mkdir(exist_ok=True)
        write_network(
            stem.with_suffix(".onnx"),
            self.settings.architecture,
            self.learner.averaged.arrays(),
            name=self._network.name,
            training=self._network.training,
        )
        self._network.write(stem.with_suffix(".safetensors"))

    def _after_checkpoint(self) -> None:
        hours = [entry.seconds / 3600 for entry in self.history]
        if ladder_is_due(self.settings, hours=sum(hours), last=hours[-1]):
            self._export_to(self.folder / "snapshots" / f"round-{self.steps}")
            climb(self.folder, self.settings, self._workers)

    # What people are shown

    @property
    def learned(self) -> Path:
        return self.folder / "trained.safetensors"

    @property
    def title(self) -> str:
        boards = ", ".join(f"{side}×{side}" for side in self.settings.board_shares())
        return f"Zero on {boards}"

    @property
    def total_steps(self) -> int:
        return self.settings.rounds

    def line(self, entry: Entry) -> str:
        return report.line(entry)

    def bars(self, progress: Progress | None) -> list[Bar]:
        """Rounds, and the games and learning steps of the one under way."""
        games, steps = (progress.games, progress.steps) if progress else (0, 0)
        return [
            Bar("rounds", self.steps, self.settings.rounds),
            Bar("games", games, self.settings.games),
            Bar("steps", steps, self.settings.steps),
        ]

    def summary(self) -> str:
        return report.summary(self.history)

    def play_command(self) -> str:
        side = max(self.settings.board_shares())
        return f"beeline play --size {side} --player 'zero:weights={self.learned}'"

    def report(self, *, title: str) -> str:
        return report.report_html(self.settings, self.history, title=title, ladders=ladders_in(self.folder))


def _scattered_stones(side: int, random: np.random.Generator) -> Views:
    """Random stones on up to two thirds of the board: positions to calibrate on before there are games."""
    cells = side * side
    ranks = random.random((_CALIBRATION, cells)).argsort(axis=1)
    count = random.integers(cells * 2 // 3 + 1, size=(_CALIBRATION, 1))
    stones = np.where(ranks < count, 1 + ranks % 2, 0).astype(np.uint8)
    last = np.where(count[:, 0] > 0, (ranks == count - 1).argmax(axis=1), -1).astype(np.int32)
    return Views(stones.reshape(-1, side, side), last)


def _plies(games: Sequence[PlayedGame]) -> dict[str, float]:
    sides = sorted({game.rows for game in games})
    return {
        str(side): float(np.mean([game.decided for game in games if game.rows == side])) for side in sides
    }
