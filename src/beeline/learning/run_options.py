"""Where and how a training is opened: the same for every system."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from beeline.arena.games import GameResult
from beeline.workers import Workers


@dataclass(frozen=True, kw_only=True)
class RunOptions:
    folder: Path
    workers: Workers
    resume: bool
    """Whether to take up the run in the folder; else one is begun there."""
    threads: int = 1
    """Of PyTorch, where it learns; with one, a run repeats to the bit."""
    on_result: Callable[[GameResult], None] | None = None
    """Called for each game that is played before training begins."""
