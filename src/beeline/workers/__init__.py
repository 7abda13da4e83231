"""Running a function on many tasks at once: local processes by default, a Ray cluster when there is one.

Both tolerate the loss of a worker: its task is run again elsewhere.
"""

from __future__ import annotations

import os

from beeline.workers.base import WorkerError, Workers
from beeline.workers.local import LocalWorkers

__all__ = ["LocalWorkers", "WorkerError", "Workers", "make_workers"]


def make_workers(*, count: int | None = None, ray: str | None = None) -> Workers:
    """Local processes, one per core unless told otherwise; or the Ray cluster at an address (or ``auto``)."""
    if ray is not None:
        from beeline.workers.ray_cluster import RayWorkers

        return RayWorkers(ray)
    return LocalWorkers(count or os.cpu_count() or 1)
