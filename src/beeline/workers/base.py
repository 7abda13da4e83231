"""The interface of workers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from beeline.errors import WorkerError as WorkerError

Task = TypeVar("Task")
Outcome = TypeVar("Outcome")


class Workers(ABC):
    """A number of workers. Use it as a context manager: leaving it stops them."""

    @abstractmethod
    def run(
        self, function: Callable[[Task], Outcome], tasks: Iterable[Task]
    ) -> Generator[Outcome, None, None]:
        """Applies a function of some module to each task, yielding what is done as it gets done.

        An exception in the function is raised here. Closing the iterator abandons what is under way.
        """

    def share(self, path: Path) -> Path:
        """Makes a file available to all workers; returns the path by which they find it."""
        return path

    @abstractmethod
    def close(self) -> None:
        """Stops the workers, whatever they are doing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
