"""The loop that every training has: entry after entry in a folder that can be taken up again.

The folder holds ``checkpoint`` (the whole state after the last entry of the history), ``history.jsonl`` (a
line an entry), the networks that the training exports, and TensorBoard events where tensorboardX is
installed. A run taken up gives what an unbroken one does.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping
from contextlib import closing
from dataclasses import MISSING, asdict, fields
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Protocol, TypeVar

from numpy.typing import NDArray

from beeline.errors import BeelineError
from beeline.files import content_of
from beeline.learning.events import Events
from beeline.learning.run_folder import RunFolder

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

_VERSION: Final = 1

Entry = TypeVar("Entry", bound="DataclassInstance")
Moment = TypeVar("Moment")
Settings = TypeVar("Settings")


class TrainingError(BeelineError, ValueError):
    """A training run that cannot begin or go on as asked."""


def use_torch(threads: int = 1) -> None:
    """Has PyTorch work on so many threads; complains if it is not installed."""
    try:
        import torch
    except ImportError:
        raise BeelineError("training needs PyTorch: pip install beeline[train]") from None
    torch.set_num_threads(threads)


class LearnerState(Protocol):
    """What learns: its state is plain data, such as that of generators of random numbers, and arrays."""

    def state(self) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]: ...

    def restore(self, plain: dict[str, Any], arrays: dict[str, NDArray[Any]]) -> None:
        """Raises KeyError or TypeError for what is no state."""


class TrainingRun(ABC, Generic[Entry, Moment]):
    """A run in a folder: begun there, or taken up after its last checkpoint."""

    kind: ClassVar[str]
    """Of the checkpoint."""
    changeable: ClassVar[Collection[str]]
    """Settings that may differ when a run is taken up: those that make it longer."""

    def __init__(self, settings: Any, learner: LearnerState, folder: Path, *, resume: bool) -> None:
        self.folder = folder
        self.history: list[Entry] = []
        self._plain_settings = asdict(settings)
        self._defaults = {each.name: each.default for each in fields(settings) if each.default is not MISSING}
        self._learner = learner
        self._run = RunFolder(folder, self.kind, _VERSION, "a training run", TrainingError)
        if not self._run.begins(resume=resume):
            self._restore()

    @property
    @abstractmethod
    def finished(self) -> bool: ...

    @abstractmethod
    def _next_entry(self, tell: Callable[[Moment], None]) -> Entry:
        """Learns until there is something to note."""

    @abstractmethod
    def _entry_of(self, plain: dict[str, Any]) -> Entry:
        """An entry from its fields; raises TypeError if they are not those of an entry."""

    @abstractmethod
    def _export(self) -> None:
        """Writes the networks that are to be had after the last entry."""

    @abstractmethod
    def _event_numbers(self) -> tuple[int, Mapping[str, float | None]]:
        """The step of the last entry, and its numbers by name."""

    def run(
        self,
        *,
        on_entry: Callable[[Entry], None] | None = None,
        on_moment: Callable[[Moment], None] | None = None,
    ) -> None:
        """Goes on to the end, with a checkpoint after each entry."""
        tell = on_moment or (lambda moment: None)
        with self._run.locked(), closing(Events(self.folder)) as events:
            while not self.finished:
                entry = self._next_entry(tell)
                self.history.append(entry)
                # First what a kill would lose for good: what is exported again replaces the same.
                self._export()
                step, numbers = self._event_numbers()
                events.add(numbers, step)
                self._save()
                if on_entry is not None:
                    on_entry(entry)

    def _save(self) -> None:
        plain, arrays = self._learner.state()
        history = [asdict(entry) for entry in self.history]
        self._run.save(self._plain_settings, history, arrays, **plain)

    def _restore(self) -> None:
        about, arrays = self._run.restore(
            self._plain_settings, changeable=self.changeable, defaults=self._defaults
        )
        with content_of(self._run.checkpoint):
            history = [self._entry_of(entry) for entry in about["history"]]
            self._learner.restore(about, arrays)
        self.history = history


def arrays_under(prefix: str, arrays: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """Those whose names begin with the prefix and a dot, without it."""
    start = f"{prefix}."
    return {name.removeprefix(start): array for name, array in arrays.items() if name.startswith(start)}


def choose_preset(presets: Mapping[str, Settings], name: str) -> Settings:
    if name not in presets:
        close = get_close_matches(name, presets, n=1)
        hint = f"; did you mean {close[0]!r}?" if close else ""
        raise TrainingError(f"there is no preset {name!r}{hint or '; known are ' + ', '.join(presets)}")
    return presets[name]
