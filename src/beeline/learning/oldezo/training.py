"""Learning the weights of the twelve characteristics from the games of a stronger player.

Besides what every run has (``learning/training_run.py``), the folder holds ``teacher.games`` and
``learned.weights``. There is one entry: all games are learned from at once.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, ClassVar, Final

from numpy.typing import NDArray

from beeline.learning import metrics
from beeline.learning.oldezo.comparison import agreement, as_odds, choices, learned_weights
from beeline.learning.oldezo.system import CHECKPOINT, OldEzoSettings
from beeline.learning.oldezo.tree_optimisation import grown_trees, optimised_weights
from beeline.learning.training_run import Bar, TrainingError, TrainingRun, report_page
from beeline.networks.oldezo.characteristics import WeightsFile, write_weights

GAMES: Final = "teacher.games"


@dataclass(frozen=True, kw_only=True)
class Entry(metrics.Entry):
    """Statistics of the one fit."""

    fits: int
    positions_learned: int
    agreement: float
    """Share of positions in which the weights have the teacher's move first."""


class _Nothing:
    """A fit keeps no state."""

    def state(self) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
        return {}, {}

    def restore(self, plain: dict[str, Any], arrays: dict[str, NDArray[Any]]) -> None:
        pass


class Training(TrainingRun[Entry, None]):
    """``games`` are the moves of the teacher's games."""

    settings: OldEzoSettings
    kind: ClassVar[str] = CHECKPOINT
    product: ClassVar[str] = "weights"
    counter: ClassVar[str] = "fits"

    def __init__(
        self, settings: OldEzoSettings, games: Sequence[Sequence[str]], folder: Path, *, resume: bool = False
    ) -> None:
        self.settings = settings
        self._games = games
        super().__init__(settings, _Nothing(), folder, resume=resume)

    @property
    def finished(self) -> bool:
        return bool(self.history)

    def _next_entry(self, tell: Callable[[None], None]) -> Entry:
        start = time.monotonic()
        data = choices(self._games, self.settings.side)
        if not data:
            raise TrainingError("the games hold no position to learn from; give more, by --set games=")
        self._weights = learned_weights(data)
        if self.settings.moves:
            trees = grown_trees(self._games, self.settings.side, self._weights, moves=self.settings.moves)
            self._weights = as_odds(data, optimised_weights(trees, self._weights)[:-1])
        return Entry(
            fits=1,
            games=len(self._games),
            positions_learned=len(data),
            agreement=agreement(data, self._weights),
            seconds=time.monotonic() - start,
        )

    # The folder

    def _entry_of(self, plain: dict[str, Any]) -> Entry:
        return Entry(**plain)

    def _export(self) -> None:
        last = self.history[-1]
        made = {**asdict(self.settings), "positions": last.positions_learned, "agreement": last.agreement}
        write_weights(self.learned, WeightsFile(self.settings.side, self._weights, made))

    # What people are shown

    @property
    def learned(self) -> Path:
        return self.folder / "learned.weights"

    @property
    def title(self) -> str:
        return f"OldEZO on {self.settings.side}×{self.settings.side}"

    @property
    def total_steps(self) -> int:
        return 1

    def line(self, entry: Entry) -> str:
        positions = f"from {entry.positions_learned:,} positions"
        return f"{positions}, of whose moves the teacher's is first in {entry.agreement:.1%}"

    def bars(self, progress: None) -> list[Bar]:
        return [Bar("fits", self.steps, 1)]

    def summary(self) -> str:
        return self.line(self.history[-1]) if self.history else "Nothing has been learned yet."

    def play_command(self) -> str:
        return f"beeline play --size {self.settings.side} --player 'oldezo:weights={self.learned}'"

    def report(self, *, title: str) -> str:
        return report_page(title, self.summary(), [], self.settings)
