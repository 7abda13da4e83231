"""The loop that every training has: entry after entry in a folder that can be taken up again.

The folder holds ``checkpoint`` (the whole state after the last entry of the history), ``history.jsonl`` (a
line per entry), what the training learned, and TensorBoard events where tensorboardX is installed. A run
taken up gives what an unbroken one does.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping
from contextlib import closing
from dataclasses import MISSING, asdict, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any, ClassVar, Final, Generic, NamedTuple, Protocol, TypeVar

from numpy.typing import NDArray

from beeline.errors import TrainingError as TrainingError
from beeline.errors import extra
from beeline.files import content_of, write_whole
from beeline.learning.events import Events
from beeline.learning.metrics import Entry, in_present_words, numbers_of
from beeline.learning.run_folder import RunFolder

VERSION: Final = 1
"""Of the checkpoints."""

EntryT = TypeVar("EntryT", bound=Entry)
Progress = TypeVar("Progress")
Settings = TypeVar("Settings")


def use_torch(threads: int = 1) -> None:
    """Has PyTorch work on so many threads; raises MissingExtra if it is not installed."""
    with extra("train", of="training"):
        import torch
    torch.set_num_threads(threads)


class LearnerState(Protocol):
    """What learns: its state is plain data, such as that of generators of random numbers, and arrays."""

    def state(self) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]: ...

    def restore(self, plain: dict[str, Any], arrays: dict[str, NDArray[Any]]) -> None:
        """Raises KeyError or TypeError for what is no state."""


class Bar(NamedTuple):
    """How far something is, for a live view."""

    name: str
    done: int
    total: int
    about: str = ""


class TrainingRun(ABC, Generic[EntryT, Progress]):
    """A run in a folder: begun there, or taken up after its last checkpoint.

    Entries come at checkpoints, ``Progress`` in between.
    """

    kind: ClassVar[str]
    """Of the checkpoint."""
    noun: ClassVar[str] = "a training run"
    changeable: ClassVar[Collection[str]] = ()
    """Settings that may differ when a run is taken up: those that make it longer."""
    product: ClassVar[str] = "network"
    """What is learned, in a word."""
    counter: ClassVar[str]
    """The name of what entries count their steps by, one of their fields."""
    settings: Any

    def __init__(self, settings: Any, learner: LearnerState, folder: Path, *, resume: bool) -> None:
        self.folder = folder
        self.history: list[EntryT] = []
        self._plain_settings = asdict(settings)
        self._defaults = {each.name: each.default for each in fields(settings) if each.default is not MISSING}
        self._learner = learner
        self._run = RunFolder(folder, self.kind, VERSION, self.noun, TrainingError)
        if self._run.begins(resume=resume):
            self._begin()
        else:
            self._restore()

    @property
    @abstractmethod
    def finished(self) -> bool: ...

    @abstractmethod
    def _next_entry(self, tell: Callable[[Progress], None]) -> EntryT:
        """Learns until there is something to note."""

    @abstractmethod
    def _entry_of(self, plain: dict[str, Any]) -> EntryT:
        """An entry from its fields; raises TypeError if they are not those of an entry."""

    @abstractmethod
    def _export(self) -> None:
        """Writes the networks that are to be had after the last entry."""

    @property
    def steps(self) -> int:
        """Done so far, over all phases."""
        return int(getattr(self.history[-1], self.counter)) if self.history else 0

    # What people are shown

    @property
    @abstractmethod
    def learned(self) -> Path:
        """The file that players use."""

    @property
    @abstractmethod
    def title(self) -> str:
        """What is trained, and on which board."""

    @property
    def total_steps(self) -> int | None:
        """Of the whole run; None where that is not known before."""
        return None

    @abstractmethod
    def line(self, entry: EntryT) -> str:
        """An entry for the terminal."""

    @abstractmethod
    def bars(self, progress: Progress | None) -> list[Bar]:
        """How far the run is, after what was told last, if anything was."""

    @abstractmethod
    def summary(self) -> str:
        """How the run ended, in a sentence."""

    @abstractmethod
    def play_command(self) -> str:
        """What plays with what was learned."""

    @abstractmethod
    def report(self, *, title: str) -> str:
        """A page that needs nothing else."""

    def leave(self, *, title: str) -> None:
        """Writes what a run leaves for people, however it ends."""
        write_whole(self.folder / "report.html", self.report(title=title).encode())

    # The loop

    def run(
        self,
        *,
        on_entry: Callable[[EntryT], None] | None = None,
        on_progress: Callable[[Progress], None] | None = None,
    ) -> None:
        """Goes on to the end, with a checkpoint after each entry."""
        tell = on_progress or (lambda progress: None)
        with self._run.locked(), closing(Events(self.folder)) as events:
            while not self.finished:
                entry = self._next_entry(tell)
                self.history.append(entry)
                # First what a kill would lose for good: what is exported again replaces the same.
                self._export()
                events.add(numbers_of(asdict(entry)), self.steps)
                self._save()
                if on_entry is not None:
                    on_entry(entry)
                self._after_checkpoint()

    def _after_checkpoint(self) -> None:  # few runs do more
        """What a run does besides learning, and what learning does not depend on."""

    def _begin(self) -> None:  # most runs have nothing worth keeping yet
        """Called once, when a run begins in its folder."""

    def _save(self) -> None:
        plain, arrays = self._learner.state()
        history = [asdict(entry) for entry in self.history]
        self._run.save(self._plain_settings, history, arrays, **plain)

    def _restore(self) -> None:
        about, arrays = self._run.restore(
            self._plain_settings, changeable=self.changeable, defaults=self._defaults
        )
        with content_of(self._run.checkpoint):
            history = [self._entry_of(entry) for entry in self._in_present_words(about["history"])]
            self._learner.restore(about, arrays)
        self.history = history

    def _in_present_words(self, history: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Entries that an older version wrote, as they would be written now."""
        return [in_present_words(entry) for entry in history]


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
