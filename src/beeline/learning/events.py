"""TensorBoard events, where tensorboardX is installed."""

from __future__ import annotations

import socket
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from beeline.files import FileError


class Events:
    """Numbers over the steps of a run, in the folder of the run, from the first that is added.

    What is added is with the system before ``add`` returns, so that a kill loses nothing.
    """

    def __init__(self, folder: Path) -> None:
        # tensorboardX's own writer names files by the second, and begins one of that name anew.
        self._path = folder / f"events.out.tfevents.{time.time():.0f}.{socket.gethostname()}.{time.time_ns()}"
        self._writer: Any = None

    def add(self, numbers: Mapping[str, float | None], step: int) -> None:
        """Those that are not None."""
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
        """What could not be written was told by ``add``."""
        if self._writer is not None:
            with suppress(OSError):
                self._writer.close()
