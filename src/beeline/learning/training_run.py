"""The loop that every training has: entry after entry in a folder that can be taken up again.

The folder holds ``checkpoint`` (the whole state after the last entry of the history), ``history.jsonl`` (a
line per entry), what the training learned, and TensorBoard events where tensorboardX is installed. A run
taken up gives what an unbroken one does.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, closing
from dataclasses import MISSING, asdict, dataclass, fields
from difflib import get_close_matches
from math import floor, log10
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, NamedTuple, Protocol, TypeVar

from numpy.typing import NDArray

from beeline.disk import make_folder
from beeline.errors import TrainingError as TrainingError
from beeline.errors import extra
from beeline.files import Arrays, FileError, content_of, read_arrays, write_arrays, write_whole
from beeline.learning.metrics import Entry, Events, in_present_words, numbers_of
from beeline.locks import held

if TYPE_CHECKING:
    from beeline.arena.games import GameResult
    from beeline.workers import Workers

VERSION: Final = 1
"""Version of the checkpoints."""

EntryT = TypeVar("EntryT", bound=Entry)
Progress = TypeVar("Progress")
Settings = TypeVar("Settings")


def use_torch(threads: int = 1) -> None:
    """Has PyTorch work on so many threads; raises MissingExtra if it is not installed."""
    with extra("train", of="training"):
        import torch
    torch.set_num_threads(threads)


@dataclass(frozen=True, kw_only=True)
class RunOptions:
    """Options with which a training is opened: the same for every system."""

    folder: Path
    workers: Workers
    resume: bool
    """Whether to take up the run in the folder; else one is begun there."""
    threads: int = 1
    """Threads of PyTorch, where it learns; with one, a run repeats to the bit."""
    on_result: Callable[[GameResult], None] | None = None
    """Called for each game that is played before training begins."""


@dataclass(frozen=True)
class RunFolder:
    """The folder of a run that can be taken up again: its checkpoint, and its history, one line per entry.

    ``noun`` is what is in there, with its article; ``error`` is raised for a run that cannot go on.
    """

    path: Path
    kind: str
    version: int
    noun: str
    error: type[Exception]

    @property
    def checkpoint(self) -> Path:
        return self.path / "checkpoint"

    def begins(self, *, resume: bool) -> bool:
        """Makes the folder; whether a run begins there. One that is there goes on only with ``resume``."""
        try:
            make_folder(self.path)
        except OSError as error:
            raise self.error(f"{self.path} cannot be made a folder: {error.strerror}") from None
        if not self.checkpoint.exists():
            return True
        if not resume:
            raise self.error(f"{self.path} holds {self.noun}; resume it with --resume")
        return False

    def locked(self) -> AbstractContextManager[None]:
        """Lock for the time in which a process writes here; raises ``InUse``, which names the holder."""
        return locked(self.path)

    def save(self, settings: Mapping[str, Any], history: Sequence[Any], arrays: Arrays, **more: Any) -> None:
        """Writes the state after the last entry; settings, history and ``more`` must be plain data."""
        # The checkpoint last: after a kill between the two, the run comes by here again.
        lines = "".join(json.dumps(entry) + "\n" for entry in history)
        write_whole(self.path / "history.jsonl", lines.encode())
        about = {"settings": dict(settings), "history": list(history), **more}
        write_arrays(self.checkpoint, kind=self.kind, version=self.version, about=about, arrays=arrays)

    def restore(
        self,
        settings: Mapping[str, Any],
        *,
        changeable: Collection[str] = (),
        defaults: Mapping[str, Any] | None = None,
    ) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
        """Reads what ``save`` wrote, if it was begun with the same settings but for those that may change.

        A setting that there was not yet when it was written has its default.
        """
        about, arrays = read_arrays(self.checkpoint, kind=self.kind, version=self.version)
        theirs = about.get("settings")
        if not isinstance(theirs, dict) or not isinstance(about.get("history"), list):
            raise FileError(f"{str(self.checkpoint)!r} is damaged: it tells no settings or no history")
        theirs = {**(defaults or {}), **theirs}
        differing = sorted(
            key for key in settings if key not in changeable and settings[key] != theirs.get(key)
        )
        if differing:
            was = ", ".join(f"{key} {theirs.get(key)} (now {settings[key]})" for key in differing)
            raise self.error(f"{self.path} holds {self.noun} that was begun with {was}")
        return about, arrays


def locked(folder: Path) -> AbstractContextManager[None]:
    """The lock of the folder of a run; raises ``InUse``, which names the holder."""
    return held(folder / ".lock", what=str(folder))


class LearnerState(Protocol):
    """A learner: its state is plain data, such as that of generators of random numbers, and arrays."""

    def state(self) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]: ...

    def restore(self, plain: dict[str, Any], arrays: dict[str, NDArray[Any]]) -> None:
        """Raises KeyError or TypeError for what is no state."""


class Bar(NamedTuple):
    """Progress bar of a live view."""

    name: str
    done: int
    total: int
    about: str = ""


class TrainingRun(ABC, Generic[EntryT, Progress]):
    """A run in a folder: begun there, or taken up after its last checkpoint.

    Entries come at checkpoints, ``Progress`` in between.
    """

    kind: ClassVar[str]
    """Kind of the checkpoint."""
    noun: ClassVar[str] = "a training run"
    changeable: ClassVar[Collection[str]] = ()
    """Settings that may differ when a run is taken up: those that make it longer."""
    product: ClassVar[str] = "network"
    """The thing that is learned, in a word."""
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
        """System and board of the training."""

    @property
    def total_steps(self) -> int | None:
        """Steps of the whole run; None where that is not known before."""
        return None

    @abstractmethod
    def line(self, entry: EntryT) -> str:
        """An entry for the terminal."""

    @abstractmethod
    def bars(self, progress: Progress | None) -> list[Bar]:
        """Progress bars of the run, after the last progress that was told, if any."""

    @abstractmethod
    def summary(self) -> str:
        """Summary of the run, in a sentence."""

    @abstractmethod
    def play_command(self) -> str:
        """Command that plays with what was learned."""

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
        """Runs to the end, with a checkpoint after each entry."""
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
        """Work of a run besides learning, on which learning does not depend."""

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
    """Arrays whose names begin with the prefix and a dot, without it."""
    start = f"{prefix}."
    return {name.removeprefix(start): array for name, array in arrays.items() if name.startswith(start)}


def choose_preset(presets: Mapping[str, Settings], name: str) -> Settings:
    if name not in presets:
        close = get_close_matches(name, presets, n=1)
        hint = f"; did you mean {close[0]!r}?" if close else ""
        raise TrainingError(f"there is no preset {name!r}{hint or '; known are ' + ', '.join(presets)}")
    return presets[name]


_PAGE: Final = """<!doctype html>
<meta charset="utf-8">
<title>{{ title }}</title>
<style>body{font:15px system-ui,sans-serif;max-width:46em;margin:2em auto;padding:0 1em}\
svg{max-width:100%;height:auto}td,th{padding:.15em 1em .15em 0;text-align:left}</style>
<h1>{{ title }}</h1>
<p>{{ summary }}</p>
{% for part in parts %}{{ part | safe }}
{% endfor %}<h2>Settings</h2>
{{ settings | safe }}
"""
_TABLE: Final = """<table>\
{% if heads %}<tr>{% for head in heads %}<th>{{ head }}{% endfor %}{% endif %}\
{% for row in rows %}<tr>{% for text in row %}<td>{{ text }}{% endfor %}{% endfor %}</table>"""


def report_page(title: str, summary: str, parts: Sequence[str], settings: Any) -> str:
    """A page that needs nothing else: a sentence, the parts as HTML, and the settings."""
    rows = [(field.name, str(getattr(settings, field.name))) for field in fields(settings)]
    return _html(_PAGE, title=title, summary=summary, parts=parts, settings=table((), rows))


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    return _html(_TABLE, heads=heads, rows=rows)


def _html(template: str, **values: Any) -> str:
    from jinja2 import Environment

    return Environment(autoescape=True).from_string(template).render(values)


def round_top(values: Iterable[float]) -> float:
    """The smallest of ... 0.1, 0.2, 0.5, 1 ... above all values: the upper end of a scale."""
    highest = max(values, default=0.0)
    if highest <= 0:
        return 1.0
    power = 10.0 ** floor(log10(highest))
    return next(power * step for step in (1, 2, 5, 10) if power * step >= highest)
