"""TensorBoard events, where tensorboardX is installed."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any


class Events:
    """Numbers over the steps of a run, in the folder of the run.

    What is added is in the file before ``add`` returns, so that a kill loses nothing.
    """

    def __init__(self, folder: Path) -> None:
        try:
            from tensorboardX.event_file_writer import EventsWriter  # type: ignore[import-untyped]
        except ImportError:
            self._writer: Any = None
        else:
            # Of its own accord tensorboardX names files by the second, and begins one of that name anew.
            self._writer = EventsWriter(str(folder / "events"), f".{time.time_ns()}")

    def add(self, numbers: Mapping[str, float | None], step: int) -> None:
        """Those that are not None."""
        if self._writer is None:
            return
        from tensorboardX.proto.event_pb2 import Event  # type: ignore[import-untyped]
        from tensorboardX.summary import scalar  # type: ignore[import-untyped]

        for name, number in numbers.items():
            if number is not None:
                event = Event(wall_time=time.time(), step=step, summary=scalar(name, number))
                self._writer.write_event(event)
        self._writer.flush()

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
