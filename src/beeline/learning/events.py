"""TensorBoard events, where tensorboardX is installed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any


class Events:
    """Numbers over the steps of a run, in the folder of the run."""

    def __init__(self, folder: Path) -> None:
        try:
            from tensorboardX import SummaryWriter  # type: ignore[import-untyped]
        except ImportError:
            self._writer: Any = None
        else:
            self._writer = SummaryWriter(str(folder), flush_secs=10)

    def add(self, numbers: Mapping[str, float | None], step: int) -> None:
        """Those that are not None."""
        if self._writer is None:
            return
        for name, number in numbers.items():
            if number is not None:
                self._writer.add_scalar(name, number, step)

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()
