"""Metrics of every training, in the same words: a line of ``history.jsonl`` per entry, TensorBoard events.

``docs/reference/metrics.md`` explains them.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from beeline.files import FileError


@dataclass(frozen=True, kw_only=True)
class Entry:
    """The numbers that all systems have; each adds its own, and its counter of steps."""

    games: int
    """Games that have ended so far: of self-play, or of a teacher."""
    seconds: float
    """Seconds since the last entry, without those of measuring."""
    loss: float | None = None
    """The mean loss of the updates since the last entry, each before its update."""
    win_rate: float | None = None
    """Win rate against the opponent of the system, where it was measured."""
    yardstick: dict[str, Any] = field(default_factory=dict)
    """Results on solved positions by side of the board, where they were measured."""


COUNTERS: Final = ("generation", "epoch", "round", "updates", "fits", "step")
"""Counters of steps: the entries of a system have one of these."""

_OLDER_WORDS: Final = {
    "black": "black_win_rate",
    "cost": "loss",
    "episodes": "games",
    "error": "loss",
    "gauge": "win_rate",
    "keeps": "wins_kept",
    "learned": "positions_learned",
    "moves": "mean_moves",
    "playing": "self_play_seconds",
    "valued": "positions_evaluated",
}
_OLDER_YARDSTICK: Final = {"keeps": "wins_kept", "sign": "signs_right", "error": "squared_error"}


def in_present_words(entry: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of an entry that an older version wrote, as they are called now."""
    found = {_OLDER_WORDS.get(name, name): value for name, value in entry.items()}
    if isinstance(sides := found.get("yardstick"), Mapping):
        found["yardstick"] = {side: _of_the_yardstick(measured) for side, measured in sides.items()}
    return found


def _of_the_yardstick(measured: Any) -> Any:
    if not isinstance(measured, Mapping):
        return measured
    return {_OLDER_YARDSTICK.get(name, name): value for name, value in measured.items()}


def numbers_of(entry: Mapping[str, Any]) -> dict[str, float]:
    """The numbers of an entry, those inside others as ``yardstick/7/accuracy``."""
    found: dict[str, float] = {}
    for name, value in entry.items():
        if isinstance(value, Mapping):
            found |= {f"{name}/{inner}": number for inner, number in numbers_of(value).items()}
        elif isinstance(value, int | float) and not isinstance(value, bool):
            found[name] = value
    return found


class Events:
    """Numbers over the steps of a run, in the folder of the run, from the first that is added.

    What is added is with the system before ``add`` returns, so that a kill loses nothing.
    """

    def __init__(self, folder: Path) -> None:
        # tensorboardX's own writer names files by the second, and begins one of that name anew.
        self._path = folder / f"events.out.tfevents.{time.time():.0f}.{socket.gethostname()}.{time.time_ns()}"
        self._writer: Any = None

    def add(self, numbers: Mapping[str, float | None], step: int) -> None:
        """Add the numbers that are not None."""
        try:
            from tensorboardX.record_writer import RecordWriter
            from tensorboardX.summary import scalar
        except ImportError:
            return
        try:
            if self._writer is None:
                self._writer = RecordWriter(str(self._path))
                self._write(file_version="brain.Event:2")
            for name, number in numbers.items():
                if number is not None:
                    self._write(step=step, summary=scalar(name, number))
            self._writer.flush()
        except OSError as error:
            raise FileError(f"cannot write {str(self._path)!r}: {error.strerror}") from None

    def _write(self, **event: Any) -> None:
        from tensorboardX.proto.event_pb2 import Event

        self._writer.write(Event(wall_time=time.time(), **event).SerializeToString())

    def close(self) -> None:
        """Closes the file; errors of writing were raised by ``add``."""
        if self._writer is not None:
            with suppress(OSError):
                self._writer.close()
