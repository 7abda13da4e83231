"""Workers on a Ray cluster.

Every node needs this package installed. A node that is lost takes its tasks with it, and Ray runs them again
on the others. Files travel through Ray's object store, once to each node.
"""

from __future__ import annotations

import hashlib
import logging
import os
import socket
import stat
import tempfile
from collections.abc import Callable, Generator, Iterable
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Final

from beeline.errors import extra
from beeline.workers.base import Outcome, Task, WorkerError, Workers

_CONNECT_SECONDS: Final = 5.0


class RayWorkers(Workers):
    """All processors of the cluster at an address; ``auto`` finds the one of this machine."""

    def __init__(self, address: str) -> None:
        with extra("ray", of="playing on a Ray cluster"):
            import ray
        self._ray: Any = ray
        _check_reachable(address)
        self._ours = not ray.is_initialized()
        try:
            if self._ours:
                ray.init(
                    address=address,
                    log_to_driver=False,
                    logging_level=logging.ERROR,
                    ignore_reinit_error=True,
                )
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise WorkerError(f"no Ray cluster at {address!r}: {error}") from None
        self._files: dict[str, Any] = {}

    def share(self, path: Path) -> Path:
        content = path.read_bytes()
        place = shared_folder() / hashlib.sha256(content).hexdigest() / path.name
        self._files[str(place)] = self._ray.put(content)
        return place

    def run(
        self, function: Callable[[Task], Outcome], tasks: Iterable[Task]
    ) -> Generator[Outcome, None, None]:
        remote = self._ray.remote(max_retries=-1, num_cpus=1)(_call)
        source = iter(tasks)
        # References inside a list stay references: a worker fetches a file only if its node lacks it.
        files = list(self._files.items())
        pending: list[Any] = []
        try:
            while True:
                room = 2 * self._processors() - len(pending)
                pending += [remote.remote(function, task, files) for task in islice(source, max(room, 0))]
                if not pending:
                    return
                ready, pending = self._ray.wait(pending, num_returns=1)
                yield self._get(ready[0])
        finally:
            for reference in pending:
                self._ray.cancel(reference, force=True)

    def _get(self, reference: Any) -> Any:
        try:
            return self._ray.get(reference)
        except self._ray.exceptions.RayTaskError as error:
            raise error.cause from error
        except self._ray.exceptions.RayError as error:
            raise WorkerError(f"a task was lost on the Ray cluster: {error}") from error

    def _processors(self) -> int:
        return max(int(self._ray.cluster_resources().get("CPU", 1)), 1)

    def close(self) -> None:
        if self._ours:
            self._ray.shutdown()


def _check_reachable(address: str) -> None:
    """Ray itself would go on trying for minutes."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if not port.isdigit():
        return
    try:
        socket.create_connection((host, int(port)), timeout=_CONNECT_SECONDS).close()
    except OSError as error:
        raise WorkerError(f"no Ray cluster at {address!r}: {error}") from None


def _call(function: Callable[[Any], Any], task: Any, files: list[tuple[str, Any]]) -> Any:
    """Do a task on a worker, after placing its files."""
    for name, reference in files:
        place_file(Path(name), partial(_fetched, reference))
    return function(task)


def _fetched(reference: Any) -> bytes:
    import ray

    content: bytes = ray.get(reference)
    return content


def shared_folder() -> Path:
    """Folder for files on every node: of this user alone, with the user in its name."""
    user = os.getuid() if hasattr(os, "getuid") else "user"
    return Path(tempfile.gettempdir()) / f"beeline-shared-{user}"


def place_file(path: Path, content: Callable[[], bytes]) -> None:
    """Sees to a file of the shared folder; its folder there is named by its checksum, so it never changes."""
    _own(path.parent.parent)
    if not path.exists():
        path.parent.mkdir(mode=0o700, exist_ok=True)
        unfinished = path.with_name(f"{path.name}.{os.getpid()}")
        unfinished.write_bytes(content())
        unfinished.replace(path)  # whole or not at all, whoever else writes it


def _own(folder: Path) -> None:
    """Makes the folder, or raises WorkerError where another user could have put something into it."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    about = folder.lstat()
    foreign = hasattr(os, "getuid") and (about.st_uid != os.getuid() or about.st_mode & 0o022)
    if foreign or not stat.S_ISDIR(about.st_mode):
        raise WorkerError(f"{folder} may hold files of other users: remove it, or set another TMPDIR")
