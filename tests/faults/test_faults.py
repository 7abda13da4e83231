"""Every call that changes the disk fails in turn, and the power goes before every one of them.

Whatever happens, the run ends by itself or with a sentence, what is on the disk is whole, and the run is
taken up to the same end as one that nothing happened to.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from operator import eq
from pathlib import Path
from typing import Any

import pytest

from beeline.provenance import provenance
from tests.faults.disk import Durable
from tests.faults.systems import SYSTEMS, games_in, outcome, same_but_for_crashes

HERE = Path(__file__).parent
COMPILER = shutil.which("cc") or shutil.which("gcc")
QUICK = ("match", "hivemind", "neurohex")
"""What runs on failing machines in every test; all systems do with ``make faults``."""
RESULT = HERE.parents[1] / "benchmarks" / "results" / "faults.json"

pytestmark = [
    pytest.mark.skipif(
        COMPILER is None or not sys.platform.startswith("linux"), reason="needs a C compiler and Linux"
    ),
    pytest.mark.torch,  # which is loaded before the disk begins to fail
]


LEAST_REFUSED = 1024
"""Bytes of an allocation that may be refused: below, it is objects of Python, of which there are millions."""


class Zygote:
    """The process that attempts are forked from."""

    def __init__(self, place: Path) -> None:
        self.place = place
        library = place / "faults.so"
        assert COMPILER is not None
        flags = ["-shared", "-fPIC", "-O1", "-Wall", "-Werror"]
        subprocess.run([COMPILER, *flags, HERE / "faults.c", "-o", library, "-ldl"], check=True)
        (place / "warm").mkdir()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.zygote", place / "warm"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "LD_PRELOAD": str(library)},
            cwd=HERE.parents[1],
        )
        assert self._answer() == "ready"

    def attempt(
        self, system: str, folder: Path, *, mode: str = "count", at: int = 0, error: int = 0, least: int = 0
    ) -> int:
        """The exit code of a run in the folder, below zero for the signal that ended it."""
        asked = {"system": system, "folder": str(folder), "mode": mode, "at": at, "error": error}
        asked |= {"least": least}
        asked |= {"log": str(self.place / "log"), "told": str(self.place / "told")}
        assert self._process.stdin is not None
        print(json.dumps(asked), file=self._process.stdin, flush=True)
        code: int = self._answer()
        return code

    @property
    def told(self) -> str:
        return (self.place / "told").read_text()

    @property
    def log(self) -> bytes:
        return (self.place / "log").read_bytes()

    def _answer(self) -> Any:
        assert self._process.stdout is not None
        return json.loads(self._process.stdout.readline())

    def close(self) -> None:
        self._process.communicate()


@pytest.fixture(scope="module")
def zygote(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Zygote]:
    zygote = Zygote(tmp_path_factory.mktemp("faults"))
    yield zygote
    zygote.close()


def unbroken(zygote: Zygote, system: str, place: Path) -> tuple[int, Any, set[str]]:
    """The calls of a run that nothing happens to, its outcome, and the names of its files."""
    folder = place / "unbroken"
    folder.mkdir()
    assert zygote.attempt(system, folder) == 0, zygote.told
    return int(zygote.told.split()[0]), outcome(system, folder), names(folder)


def names(folder: Path) -> set[str]:
    """Of the files, but for events, of which every run that goes on has its own."""
    found = (path for path in folder.rglob("*") if path.is_file() and "tfevents" not in path.name)
    return {str(path.relative_to(folder)) for path in found}


def points(calls: int, *, some: int | None) -> list[int]:
    """All calls, or so many of them, the first and the last among them."""
    if some is None or calls <= some:
        return list(range(1, calls + 1))
    return sorted({1 + round(at * (calls - 1) / (some - 1)) for at in range(some)})


def check_faults(zygote: Zygote, system: str, place: Path, *, some: int | None) -> int:
    """Fails calls in turn, once and for good; the number of attempts."""
    calls, expected, files = unbroken(zygote, system, place)
    attempts = 0
    for at in points(calls, some=some):
        for mode, error in (("fail once", errno.EIO), ("fail on", errno.ENOSPC)):
            attempts += 1
            folder = place / f"{at}-{mode}"
            folder.mkdir()
            code = zygote.attempt(system, folder, mode=mode, at=at, error=error)
            where = f"{system}, call {at} of {calls}, {mode}"
            assert code in (0, 2), f"{where}: {zygote.told}"
            if code == 2:
                assert 0 < len(zygote.told) < 500, where
                assert "\n" not in zygote.told, where
            check_resumed(zygote, system, folder, expected, files, where)
    return attempts


def check_power(zygote: Zygote, system: str, place: Path, *, some: int | None) -> int:
    """Switches the power off before each call in turn; the number of attempts."""
    calls, expected, files = unbroken(zygote, system, place)
    attempts = 0
    for at in points(calls, some=some):
        attempts += 1
        folder, left = place / f"{at}", place / f"{at}-left"
        folder.mkdir()
        assert zygote.attempt(system, folder, mode="power off", at=at) == -signal.SIGKILL
        Durable.of(zygote.log).write(folder, left)
        where = f"{system}, power off before call {at} of {calls}"
        for killed in (folder, left):  # a kill leaves what was written, a loss of power what was synced
            check_resumed(zygote, system, killed, expected, files, where)
    return attempts


def check_memory(zygote: Zygote, system: str, place: Path, *, some: int) -> int:
    """Refuses allocations in turn; the number of attempts.

    The run may end as it likes: libraries end a process that gets no memory. What is on the disk is whole.
    """
    _, expected, files = unbroken(zygote, system, place)
    (place / "counted").mkdir()
    assert zygote.attempt(system, place / "counted", mode="no memory", least=LEAST_REFUSED) == 0
    attempts = 0
    for at in points(int(zygote.told.split()[1]), some=some):
        attempts += 1
        folder = place / f"{at}-memory"
        folder.mkdir()
        code = zygote.attempt(system, folder, mode="no memory", at=at, least=LEAST_REFUSED)
        where = f"{system}, allocation {at}"
        assert code != -signal.SIGALRM, where
        same = same_but_for_crashes if system == "match" else eq
        check_resumed(zygote, system, folder, expected, files, where, same)
    return attempts


def check_resumed(
    zygote: Zygote,
    system: str,
    folder: Path,
    expected: Any,
    files: set[str],
    where: str,
    same: Callable[[Any, Any], bool] = eq,
) -> None:
    left = sorted(names(folder))
    assert zygote.attempt(system, folder) == 0, f"{where}: {zygote.told} ({left})"
    assert same(outcome(system, folder), expected), where
    assert names(folder) == files, where
    shutil.rmtree(folder)


@pytest.mark.parametrize("system", QUICK)
def test_a_disk_that_fails_now_and_then(zygote: Zygote, system: str, tmp_path: Path) -> None:
    assert check_faults(zygote, system, tmp_path, some=8) >= 12


@pytest.mark.parametrize("system", QUICK)
def test_power_that_goes_now_and_then(zygote: Zygote, system: str, tmp_path: Path) -> None:
    assert check_power(zygote, system, tmp_path, some=8) >= 6


@pytest.mark.parametrize("system", QUICK)
def test_memory_that_runs_out_now_and_then(zygote: Zygote, system: str, tmp_path: Path) -> None:
    assert check_memory(zygote, system, tmp_path, some=8) == 8


def left_after(zygote: Zygote, step: str, place: Path) -> Path:
    """What is there when the power goes after something was done."""
    folder, left = place / "folder", place / "left"
    folder.mkdir()
    assert zygote.attempt(step, folder) == 0, zygote.told
    Durable.of(zygote.log).write(folder, left)
    return left


def test_a_file_that_was_written_is_there_when_the_power_goes(zygote: Zygote, tmp_path: Path) -> None:
    assert (left_after(zygote, "file", tmp_path) / "made" / "file").read_bytes() == b"new"


def test_games_that_were_played_are_there_when_the_power_goes(zygote: Zygote, tmp_path: Path) -> None:
    left = left_after(zygote, "games", tmp_path)
    (tmp_path / "closed").mkdir()
    assert zygote.attempt("match", tmp_path / "closed") == 0
    assert games_in(left / "match.db") == games_in(tmp_path / "closed" / "match.db")


@pytest.mark.slow
@pytest.mark.parametrize("system", SYSTEMS)
def test_every_call_fails_and_the_power_goes_before_every_call(
    zygote: Zygote, system: str, tmp_path: Path
) -> None:
    for part in ("faults", "power", "memory"):
        (tmp_path / part).mkdir()
    faults = check_faults(zygote, system, tmp_path / "faults", some=None)
    power = check_power(zygote, system, tmp_path / "power", some=None)
    memory = check_memory(zygote, system, tmp_path / "memory", some=100)
    note(system, {"failing calls": faults, "losses of power": power, "failing allocations": memory})


def note(system: str, found: dict[str, int]) -> None:
    """Into the record, if ``make faults`` asks for one."""
    print(f"{system}: {found}")
    if "BEELINE_RECORD" in os.environ:
        systems = json.loads(RESULT.read_text())["systems"] if RESULT.exists() else {}
        record = {"made_by": provenance("make faults"), "systems": {**systems, system: found}}
        RESULT.write_text(json.dumps(record, indent=1) + "\n")


def test_what_was_not_synced_is_lost(tmp_path: Path) -> None:
    """The model of the disk itself: of a log without folders synced, nothing is left."""
    inode, content = (7).to_bytes(8, "little"), b"abc"
    synced = b"F" + inode + len(content).to_bytes(8, "little") + content
    folder = os.fsencode(tmp_path)
    entry = inode + (1).to_bytes(8, "little") + b"x"
    listing = b"D" + len(folder).to_bytes(8, "little") + folder + entry + bytes(16)
    for number, (log, left) in enumerate([(synced, []), (listing, [b""]), (synced + listing, [b"abc"])]):
        place = tmp_path / str(number)
        Durable.of(log).write(tmp_path, place)
        assert [path.read_bytes() for path in place.iterdir()] == left
