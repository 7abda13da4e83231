"""One training run: mentoring, then Q-learning, in a folder that can be taken up again.

The folder holds ``checkpoint`` (the whole state after the last entry of the history), ``history.jsonl`` (a
line an entry), ``mentored.onnx`` (after mentoring), ``trained.onnx`` (with every checkpoint of Q-learning),
and TensorBoard events where tensorboardX is installed. A run taken up gives what an unbroken one does.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final, Literal

import numpy as np

from beeline.learning.events import Events
from beeline.learning.files import FileError
from beeline.learning.greedy import resistance_values, win_rate
from beeline.learning.neurohex.export import export_network
from beeline.learning.neurohex.learner import Learner
from beeline.learning.neurohex.settings import TrainingError, TrainingSettings
from beeline.learning.positions import Positions
from beeline.learning.run_folder import RunFolder
from beeline.learning.yardstick import EVERY_POSITION, SOLVED, yardstick

Phase = Literal["mentoring", "q-learning"]

_KIND: Final = "training"
_VERSION: Final = 1
_SAMPLE: Final = 1000  # positions of each size that a measurement looks at
_MOMENT: Final = 50  # updates from one moment that is told to the next
_CHANGEABLE: Final = frozenset({"episodes"})  # a run may be made longer


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


class Training:
    """A run in a folder: begun there, or taken up after its last checkpoint."""

    def __init__(
        self, settings: TrainingSettings, database: Positions, folder: Path, *, resume: bool = False
    ) -> None:
        self.settings, self.folder = settings, folder
        self.history: list[Entry] = []
        self.learner = Learner(settings, database)
        self._run = RunFolder(folder, _KIND, _VERSION, "a training run", TrainingError)
        if not self._run.begins(resume=resume):
            self._restore()

    @property
    def phase(self) -> Phase:
        return "mentoring" if self._updates("mentoring") < self.settings.mentor_updates else "q-learning"

    @property
    def episodes(self) -> int:
        return self.history[-1].episodes if self.history else 0

    @property
    def finished(self) -> bool:
        return self.phase == "q-learning" and self.episodes >= self.settings.episodes

    def run(
        self,
        *,
        on_entry: Callable[[Entry], None] | None = None,
        on_moment: Callable[[Moment], None] | None = None,
    ) -> None:
        """Goes on to the last episode, with a checkpoint after each entry."""
        tell = on_moment or (lambda moment: None)
        events = Events(self.folder)
        while not self.finished:
            phase = self.phase
            entry = self._measured(self._mentored(tell) if phase == "mentoring" else self._learned(tell))
            self.history.append(entry)
            self._save()
            if phase == "mentoring":
                if self.phase == "q-learning":
                    self.export("mentored.onnx")
            else:
                self.export("trained.onnx")
            events.add(_event_numbers(entry), self._updates("mentoring") + self._updates("q-learning"))
            if on_entry is not None:
                on_entry(entry)
        events.close()

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

    # The folder

    def _save(self) -> None:
        self._run.save(
            asdict(self.settings),
            [asdict(entry) for entry in self.history],
            self.learner.arrays(),
            random=self.learner.random.bit_generator.state,
        )

    def _restore(self) -> None:
        about, arrays = self._run.restore(asdict(self.settings), changeable=_CHANGEABLE)
        try:
            history, state = [Entry(**entry) for entry in about["history"]], about["random"]
            self.learner.restore(arrays)
            self.learner.random.bit_generator.state = state
        except (KeyError, TypeError) as error:
            raise FileError(f"{str(self._run.checkpoint)!r} is damaged: {error!r}") from None
        self.history = history


def _event_numbers(entry: Entry) -> dict[str, float | None]:
    numbers = {
        f"{entry.phase}/cost": entry.cost,
        f"{entry.phase}/magnitude": entry.magnitude,
        f"{entry.phase}/episodes": entry.episodes,
        "gauge/win rate": entry.gauge,
    }
    for side, found in entry.yardstick.items():
        numbers |= {f"yardstick/{side} {name}": found[name] for name in ("keeps", "sign", "error")}
    return numbers
