"""The folder of a run that can be taken up again: its checkpoint, and its history a line an entry."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from beeline.disk import make_folder
from beeline.files import Arrays, FileError, read_arrays, write_arrays, write_whole
from beeline.locks import held


@dataclass(frozen=True)
class RunFolder:
    """``noun`` is what is in there, with its article; ``error`` is raised for a run that cannot go on."""

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
            raise self.error(f"{self.path} holds {self.noun}; go on with it by --resume")
        return False

    def locked(self) -> AbstractContextManager[None]:
        """For the time in which a process writes here; raises ``InUse``, which names the holder."""
        return held(self.path / ".lock", what=str(self.path))

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
        """What ``save`` wrote, if it was begun with the same settings but for those that may change.

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
