"""One training run: mentoring, then Q-learning, in a folder that can be taken up again.

Besides what every run has (``learning/training_run.py``), the folder holds ``mentored.onnx`` (after
mentoring) and ``trained.onnx`` (with every checkpoint of Q-learning).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, ClassVar, Final, Literal

import numpy as np

from beeline.learning import metrics
from beeline.learning.greedy import resistance_values, win_rate
from beeline.learning.neurohex import report
from beeline.learning.neurohex.learner import Learner
from beeline.learning.neurohex.search_mentor import SearchedPositions
from beeline.learning.neurohex.system import CHECKPOINT, NeuroHexSettings
from beeline.learning.training_run import Bar, TrainingRun
from beeline.learning.yardstick import EVERY_POSITION, SOLVED, yardstick
from beeline.networks.neurohex.onnx_network import export_network
from beeline.networks.positions import Positions

Phase = Literal["mentoring", "q-learning"]

_SAMPLE: Final = 1000  # positions of each size that a measurement looks at
_TELL_EVERY: Final = 50  # updates


@dataclass(frozen=True, kw_only=True)
class Entry(metrics.Entry):
    """Statistics of some updates. The loss is the mean squared error, the games are the paper's episodes, and
    the win rate is that against the resistance heuristic over all first moves."""

    phase: Phase
    updates: int
    """Updates so far, in this phase."""
    loss: float
    magnitude: float | None
    """The mean magnitude of the values of positions met in self-play."""


@dataclass(frozen=True)
class Progress:
    """Progress of a run between two entries."""

    phase: Phase
    updates: int
    games: int
    loss: float
    magnitude: float | None


class Training(TrainingRun[Entry, Progress]):
    settings: NeuroHexSettings
    kind: ClassVar[str] = CHECKPOINT
    changeable: ClassVar[frozenset[str]] = frozenset({"episodes"})
    counter: ClassVar[str] = "updates"

    def __init__(
        self,
        settings: NeuroHexSettings,
        database: Positions,
        folder: Path,
        *,
        searched: SearchedPositions | None = None,
        resume: bool = False,
    ) -> None:
        self.settings = settings
        self.learner = Learner(settings, database, searched=searched)
        super().__init__(settings, self.learner, folder, resume=resume)

    @property
    def phase(self) -> Phase:
        return "mentoring" if self._updates("mentoring") < self.settings.mentor_updates else "q-learning"

    @property
    def episodes(self) -> int:
        return self.history[-1].games if self.history else 0

    @property
    def finished(self) -> bool:
        return self.phase == "q-learning" and self.episodes >= self.settings.episodes

    def export(self, name: str) -> Path:
        """Writes the network as it is into the folder."""
        path = self.folder / name
        training = {
            "settings": asdict(self.settings),
            "mentor_updates": self._updates("mentoring"),
            "updates": self._updates("q-learning"),
            "episodes": self.episodes,
        }
        network = self.learner.network
        export_network(path, network.architecture, network.arrays(), training=training)
        return path

    def _export(self) -> None:
        if self.history[-1].phase == "q-learning":
            self.export("trained.onnx")
        elif self.phase == "q-learning":
            self.export("mentored.onnx")

    def _next_entry(self, tell: Callable[[Progress], None]) -> Entry:
        return self._measured(self._mentored(tell) if self.phase == "mentoring" else self._learned(tell))

    def _entry_of(self, plain: dict[str, Any]) -> Entry:
        return Entry(**plain)

    # An entry

    def _mentored(self, tell: Callable[[Progress], None]) -> Entry:
        start, before = time.monotonic(), self._updates("mentoring")
        updates = min(self.settings.log_every, self.settings.mentor_updates - before)
        costs = 0.0
        for done in range(1, updates + 1):
            costs += self.learner.mentor_update(done=(before + done) / self.settings.mentor_updates)
            if done % _TELL_EVERY == 0:
                tell(Progress("mentoring", before + done, 0, costs / done, None))
        return Entry(
            phase="mentoring",
            updates=before + updates,
            games=0,
            loss=costs / updates,
            magnitude=None,
            seconds=time.monotonic() - start,
        )

    def _learned(self, tell: Callable[[Progress], None]) -> Entry:
        """Rounds of one move in every game and the updates that belong to them."""
        start, settings = time.monotonic(), self.settings
        before, episodes = self._updates("q-learning"), self.episodes
        updates, costs, magnitudes = 0, 0.0, []
        a_round = settings.updates_a_round
        while updates < settings.log_every and episodes < settings.episodes:
            ended, magnitude = self.learner.play()
            episodes += ended
            magnitudes.append(magnitude)
            costs += sum(self.learner.q_update() for _ in range(a_round))
            updates += a_round
            if updates // a_round % max(1, _TELL_EVERY // a_round) == 0:
                tell(Progress("q-learning", before + updates, episodes, costs / updates, magnitude))
        return Entry(
            phase="q-learning",
            updates=before + updates,
            games=episodes,
            loss=costs / updates,
            magnitude=float(np.mean(magnitudes)),
            seconds=time.monotonic() - start,
        )

    def _measured(self, entry: Entry) -> Entry:
        """Entry with win rate and yardstick, now and then and at the end of a phase."""
        settings = self.settings
        last = (
            entry.updates >= settings.mentor_updates
            if entry.phase == "mentoring"
            else entry.games >= settings.episodes
        )
        if not last and (len(self.history) + 1) % settings.measure_every:
            return entry
        measured: dict[str, Any] = asdict(entry)
        measured["win_rate"] = win_rate(
            self.learner.values, resistance_values(settings.links), side=settings.side
        )
        sides = (side for side in (*EVERY_POSITION[:1], *SOLVED) if side <= settings.side)
        measured["yardstick"] = {
            str(side): yardstick(side)
            .sample(_SAMPLE)
            .measure(self.learner.values, side=settings.side)
            .as_dict()
            for side in sides
        }
        return Entry(**measured)

    def _updates(self, phase: Phase) -> int:
        return max((entry.updates for entry in self.history if entry.phase == phase), default=0)

    @property
    def steps(self) -> int:
        return self._updates("mentoring") + self._updates("q-learning")

    # What people are shown

    @property
    def learned(self) -> Path:
        return self.folder / "trained.onnx"

    @property
    def title(self) -> str:
        return f"NeuroHex on {self.settings.side}×{self.settings.side}"

    def line(self, entry: Entry) -> str:
        return report.line(entry)

    def bars(self, progress: Progress | None) -> list[Bar]:
        """Updates of mentoring, episodes of Q-learning."""
        at = progress or (self.history[-1] if self.history else None)
        updates, episodes, about = 0, 0, ""
        if at is not None:
            mentoring = at.phase == "mentoring"
            updates, episodes = at.updates if mentoring else self.settings.mentor_updates, at.games
            magnitude = "" if at.magnitude is None else f"  |Q| {at.magnitude:.2f}"
            about = f"loss {at.loss:.3f}{magnitude}"
        return [
            Bar("mentoring", updates, self.settings.mentor_updates),
            Bar("Q-learning", episodes, self.settings.episodes, about),
        ]

    def summary(self) -> str:
        return report.summary(self.history)

    def play_command(self) -> str:
        return f"beeline play --size {self.settings.side} --player 'neurohex:weights={self.learned}'"

    def report(self, *, title: str) -> str:
        return report.report_html(self.settings, self.history, title=title)
