"""One training run: mentoring, then Q-learning, in a folder that can be taken up again.

Besides what every run has (``learning/training_run.py``), the folder holds ``mentored.onnx`` (after
mentoring) and ``trained.onnx`` (with every checkpoint of Q-learning).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Final, Literal

import numpy as np

from beeline.learning.greedy import resistance_values, win_rate
from beeline.learning.neurohex.learner import Learner
from beeline.learning.neurohex.settings import TrainingSettings
from beeline.learning.training_run import TrainingRun
from beeline.learning.yardstick import EVERY_POSITION, SOLVED, yardstick
from beeline.networks.neurohex.onnx_network import export_network
from beeline.networks.positions import Positions

Phase = Literal["mentoring", "q-learning"]

_SAMPLE: Final = 1000  # positions of each size that a measurement looks at
_MOMENT: Final = 50  # updates from one moment that is told to the next


@dataclass(frozen=True, kw_only=True)
class Entry:
    """What some updates came to."""

    phase: Phase
    updates: int
    """So far, in this phase."""
    episodes: int
    """Games of self-play that have ended so far."""
    cost: float
    """The mean squared error, averaged over the updates since the last entry."""
    magnitude: float | None
    """The mean magnitude of the values of positions met in self-play."""
    seconds: float
    """Since the last entry, without what measuring took."""
    gauge: float | None = None
    """The win rate against the resistance heuristic over all first moves, where it was measured."""
    yardstick: dict[str, Any] = field(default_factory=dict)
    """By size of the board, where it was measured."""


@dataclass(frozen=True)
class Moment:
    """Where a run is between two entries."""

    phase: Phase
    updates: int
    episodes: int
    cost: float
    magnitude: float | None


class Training(TrainingRun[Entry, Moment]):
    kind: ClassVar[str] = "training"
    changeable: ClassVar[frozenset[str]] = frozenset({"episodes"})

    def __init__(
        self, settings: TrainingSettings, database: Positions, folder: Path, *, resume: bool = False
    ) -> None:
        self.settings = settings
        self.learner = Learner(settings, database)
        super().__init__(settings, self.learner, folder, resume=resume)

    @property
    def phase(self) -> Phase:
        return "mentoring" if self._updates("mentoring") < self.settings.mentor_updates else "q-learning"

    @property
    def episodes(self) -> int:
        return self.history[-1].episodes if self.history else 0

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

    def _next_entry(self, tell: Callable[[Moment], None]) -> Entry:
        return self._measured(self._mentored(tell) if self.phase == "mentoring" else self._learned(tell))

    def _entry_of(self, plain: dict[str, Any]) -> Entry:
        return Entry(**plain)

    # An entry

    def _mentored(self, tell: Callable[[Moment], None]) -> Entry:
        start, before = time.monotonic(), self._updates("mentoring")
        updates = min(self.settings.log_every, self.settings.mentor_updates - before)
        costs = 0.0
        for done in range(1, updates + 1):
            costs += self.learner.mentor_update()
            if done % _MOMENT == 0:
                tell(Moment("mentoring", before + done, 0, costs / done, None))
        return Entry(
            phase="mentoring",
            updates=before + updates,
            episodes=0,
            cost=costs / updates,
            magnitude=None,
            seconds=time.monotonic() - start,
        )

    def _learned(self, tell: Callable[[Moment], None]) -> Entry:
        """Rounds of one move in every game and as many updates as moves."""
        start, settings = time.monotonic(), self.settings
        before, episodes = self._updates("q-learning"), self.episodes
        updates, costs, magnitudes = 0, 0.0, []
        while updates < settings.log_every and episodes < settings.episodes:
            ended, magnitude = self.learner.play()
            episodes += ended
            magnitudes.append(magnitude)
            costs += sum(self.learner.q_update() for _ in range(settings.games))
            updates += settings.games
            if updates // settings.games % max(1, _MOMENT // settings.games) == 0:
                tell(Moment("q-learning", before + updates, episodes, costs / updates, magnitude))
        return Entry(
            phase="q-learning",
            updates=before + updates,
            episodes=episodes,
            cost=costs / updates,
            magnitude=float(np.mean(magnitudes)),
            seconds=time.monotonic() - start,
        )

    def _measured(self, entry: Entry) -> Entry:
        """With gauge and yardstick, now and then and at the end of a phase."""
        settings = self.settings
        last = (
            entry.updates >= settings.mentor_updates
            if entry.phase == "mentoring"
            else entry.episodes >= settings.episodes
        )
        if not last and (len(self.history) + 1) % settings.measure_every:
            return entry
        measured: dict[str, Any] = asdict(entry)
        measured["gauge"] = win_rate(
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

    def _event_numbers(self) -> tuple[int, Mapping[str, float | None]]:
        entry = self.history[-1]
        numbers: dict[str, float | None] = {
            f"{entry.phase}/cost": entry.cost,
            f"{entry.phase}/magnitude": entry.magnitude,
            f"{entry.phase}/episodes": entry.episodes,
            "gauge/win rate": entry.gauge,
        }
        for side, found in entry.yardstick.items():
            numbers |= {f"yardstick/{side} {name}": found[name] for name in ("keeps", "sign", "error")}
        return self._updates("mentoring") + self._updates("q-learning"), numbers
