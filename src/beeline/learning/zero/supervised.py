"""Learning from the games of a teacher, in a folder that can be left and taken up again.

    python -m beeline.learning.zero.supervised FOLDER GAMES… --positions 1000000

The teacher is a search, whose games hold what it found (``teacher_games.py``), or with ``--teacher`` a
network (``distillation.py``).

FOLDER holds ``checkpoint.safetensors``, the curve ``curve.jsonl`` (a line per checkpoint with the losses and
the measures on held-out games), and for each checkpoint the network that plays, as
``network-POSITIONS.onnx`` and ``.safetensors``. Files of GAMES that grow are read on at every checkpoint.
Only games of our own players belong there, never those of outside programs nor positions that something is
measured on.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Protocol

import numpy as np
import torch

from beeline.files import FileError, read_arrays, write_arrays
from beeline.learning.zero.distillation import DistilledGames
from beeline.learning.zero.gate import Agreement, agreement
from beeline.learning.zero.learner import Learner, LearnerSettings
from beeline.learning.zero.losses import Weighting
from beeline.learning.zero.measures import measure_all
from beeline.learning.zero.quantisation import quantised
from beeline.learning.zero.samples import Samples
from beeline.learning.zero.teacher_games import TeacherGames
from beeline.learning.zero.window import drawn
from beeline.networks.zero.architecture import Architecture
from beeline.networks.zero.integer_network import IntegerNetwork, load_integer_network
from beeline.networks.zero.onnx_network import OnnxNetwork, onnx_model, write_network
from beeline.networks.zero.views import Views

CHECKPOINT_KIND: Final = "checkpoint of zero"
CHECKPOINT_VERSION: Final = 1
_CALIBRATION: Final = 512  # positions per size
_GATE: Final = 500


@dataclass(frozen=True, kw_only=True)
class SupervisedSettings:
    learner: LearnerSettings
    batch: int = 128
    minutes: float = 5
    """Minutes between checkpoints."""
    threads: int = 1


class Games(Protocol):
    """Positions to learn from, by the side of the board, and others to measure on."""

    games: int

    @property
    def learned(self) -> Mapping[int, Samples]: ...
    @property
    def held_out(self) -> Mapping[int, Samples]: ...
    def update(self) -> None:
        """Takes in games that were added."""


class SupervisedRun:
    def __init__(self, folder: Path, games: Games, settings: SupervisedSettings) -> None:
        self.folder, self.games, self.settings = folder, games, settings
        self.learner = Learner(settings.learner)
        self.random = np.random.default_rng(settings.learner.seed)
        self._sums: dict[str, float] = defaultdict(float)
        self._batches = 0
        if self.checkpoint.exists():
            self._resume()

    @property
    def checkpoint(self) -> Path:
        return self.folder / "checkpoint.safetensors"

    def run(self) -> None:
        """Run until as many positions were learned from as the settings say."""
        while self.learner.positions < self.settings.learner.positions:
            self._learn_until(time.monotonic() + 60 * self.settings.minutes)
            self.save()
            self.games.update()
        self.export()

    def _learn_until(self, deadline: float) -> None:
        learned = self.games.learned
        while time.monotonic() < deadline and self.learner.positions < self.settings.learner.positions:
            losses = self.learner.learn(drawn(learned, self.settings.batch, self.random)).numbers()
            self._batches += 1
            for name, loss in losses.items():
                self._sums[name] += loss

    # Files

    def save(self) -> None:
        about = {
            "random": self.random.bit_generator.state,
            "architecture": self.settings.learner.architecture.as_plain(),
        }
        write_arrays(
            self.checkpoint,
            kind=CHECKPOINT_KIND,
            version=CHECKPOINT_VERSION,
            about=about,
            arrays=self.learner.state(),
        )
        self._log(self.export())

    def _resume(self) -> None:
        about, arrays = read_arrays(self.checkpoint, kind=CHECKPOINT_KIND, version=CHECKPOINT_VERSION)
        if Architecture.from_plain(about["architecture"]) != self.settings.learner.architecture:
            raise FileError(f"{str(self.checkpoint)!r} is of a network of another size")
        self.learner.load(arrays)
        self.random.bit_generator.state = about["random"]

    def export(self) -> Agreement:
        """Writes the averaged network in both forms; tells how close the integers come to float32."""
        architecture, weights = self.settings.learner.architecture, self.learner.averaged.arrays()
        name = f"network-{self.learner.positions}"
        training = {"teacher_games": self.games.games, "positions": self.learner.positions}
        write_network(self.folder / f"{name}.onnx", architecture, weights, name=name, training=training)
        integers = quantised(architecture, weights, self._calibration(), name=name, training=training)
        integers.write(self.folder / f"{name}.safetensors")
        held_out = [samples.views[:_GATE] for samples in self.games.held_out.values()]
        return agreement(IntegerNetwork(integers), OnnxNetwork(onnx_model(architecture, weights)), held_out)

    def _calibration(self) -> list[Views]:
        random = np.random.default_rng(0)
        learned = self.games.learned.values()
        return [samples.views[random.permutation(len(samples))[:_CALIBRATION]] for samples in learned]

    def _log(self, close: Agreement) -> None:
        measures = measure_all(self.learner.averaged, self.games.held_out)
        line = {
            "time": time.time(),
            "positions": self.learner.positions,
            "games": self.games.games,
            "rate": self.settings.learner.rate_after(self.learner.positions),
            "losses": {name: total / max(self._batches, 1) for name, total in self._sums.items()},
            "held_out": {str(side): told.as_plain() for side, told in measures.items()},
            "integers": close.as_plain(),
        }
        self._sums.clear()
        self._batches = 0
        with (self.folder / "curve.jsonl").open("a") as file:
            file.write(json.dumps(_without_nan(line)) + "\n")
        for side, told in measures.items():
            print(f"{self.learner.positions} {side}×{side} {told}", flush=True)


def _without_nan(value: Any) -> Any:
    """JSON has no NaN."""
    if isinstance(value, dict):
        return {key: _without_nan(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_without_nan(part) for part in value]
    return None if isinstance(value, float) and math.isnan(value) else value


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Learns from the games of a teacher.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("games", type=Path, nargs="+")
    parser.add_argument("--teacher", type=Path, help="a network on integers; GAMES are then of self-play")
    parser.add_argument("--outcome", type=float, default=0.7, help="weight of the outcome in the value")
    parser.add_argument("--positions", type=int, default=1_000_000)
    parser.add_argument("--channels", type=int, default=64)
    parser.add_argument("--blocks", type=int, default=8)
    parser.add_argument("--pooling", type=int, nargs="*", default=[3, 6])
    parser.add_argument("--learning-rate", type=float, default=1e-3)
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    told = parser.parse_args(arguments)
    torch.set_num_threads(told.threads)
    told.folder.mkdir(parents=True, exist_ok=True)
    architecture = Architecture(channels=told.channels, blocks=told.blocks, pooling=tuple(told.pooling))
    learner = LearnerSettings(
        architecture=architecture,
        positions=told.positions,
        learning_rate=told.learning_rate,
        weighting=Weighting(outcome=told.outcome),
        seed=told.seed,
    )
    settings = SupervisedSettings(
        learner=learner, batch=told.batch, minutes=told.minutes, threads=told.threads
    )
    SupervisedRun(told.folder, _games(told.games, told.teacher), settings).run()


def _games(paths: Sequence[Path], teacher: Path | None) -> Games:
    if teacher is None:
        return TeacherGames(paths)
    return DistilledGames(paths, load_integer_network(teacher))


if __name__ == "__main__":
    main()
