"""Trainings and matches that the page may start, from a list of presets.

Nothing that the page sends becomes part of a command but the name of a preset and, for a match, the names of
two players of a list. Jobs are for a studio that only this machine can reach, and that has a token; what they
make goes into the first of its run folders.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

from beeline.errors import JobError as JobError
from beeline.interfaces.studio.cast import KINDS, levels
from beeline.interfaces.studio.run_listing import run_id
from beeline.portable import OWN_GROUP, interrupt

_ENDING_SECONDS: Final = 10.0
_ERROR_BYTES: Final = 2000

JobKind = Literal["tournament", "learning"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Preset:
    """Something that can be started."""

    kind: JobKind
    title: str
    about: str
    command: tuple[str, ...]
    """Arguments of ``beeline``, without where the run goes."""
    total: int
    """Games, or steps of the training."""
    has_players: bool = False
    """Whether two players of ``PLAYERS`` are chosen with it."""


def _training(title: str, about: str, system: str, *, steps: str, **settings: int | str) -> Preset:
    """A training of a system's preset ``tiny`` with changes; ``steps`` is the setting that counts them."""
    changes = [part for name, value in settings.items() for part in ("--set", f"{name}={value}")]
    command = ("train", system, "--preset", "tiny", *changes, "--workers", "1")
    return Preset(kind="learning", title=title, about=about, command=command, total=int(settings[steps]))


def _match(title: str, about: str, *, size: int, games: int) -> Preset:
    command = ("match", "--size", str(size), "--games", str(games), "--workers", "1")
    return Preset(kind="tournament", title=title, about=about, command=command, total=games, has_players=True)


def _tournament(title: str, about: str, players: Sequence[str], *, size: int, games: int) -> Preset:
    command = ("tournament", *players, "--size", str(size), "--games", str(games), "--workers", "1")
    pairs = len(players) * (len(players) - 1) // 2
    return Preset(kind="tournament", title=title, about=about, command=command, total=pairs * games)


PRESETS: Final[dict[str, Preset]] = {
    "evolution-5": _training(
        "A short evolution on 5×5",
        "Hivemind's evolution strategy, 12 generations; a minute or two",
        "hivemind",
        steps="generations",
        size=5,
        generations=12,
        simulations=30,
        games=2,
        gauge_every=2,
        gauge_games=20,
    ),
    "evolution-7": _training(
        "An evolution on 7×7",
        "Hivemind's evolution strategy, 40 generations; a quarter of an hour",
        "hivemind",
        steps="generations",
        size=7,
        generations=40,
        simulations=100,
        games=3,
        gauge_every=4,
        gauge_games=40,
    ),
    "zero-5": _training(
        "A small zero on 5×5",
        "A network learns policy and value from its own games, 10 rounds; half a minute",
        "zero",
        steps="rounds",
        rounds=10,
    ),
    "ezo-5": _training(
        "A small EZO on 5×5",
        "A network learns values from its own games, 20 epochs; half a minute",
        "ezo",
        steps="epochs",
        side=5,
        epochs=20,
        games=20,
    ),
    "match-7": _match(
        "A match on 7×7", "Two players of your choice, 20 games; seconds to minutes", size=7, games=20
    ),
    "match-11": _match(
        "A match on 11×11", "Two players of your choice, 20 games; some minutes", size=11, games=20
    ),
    "levels-5": _tournament(
        "Three levels on 5×5",
        "Newcomer, Beginner and Casual, 12 games per pairing; a minute",
        ("newcomer", "beginner", "casual"),
        size=5,
        games=12,
    ),
    "levels-9": _tournament(
        "Four levels on 9×9",
        "Beginner to Club, 20 games per pairing; some minutes",
        ("beginner", "casual", "improver", "club"),
        size=9,
        games=20,
    ),
}


PLAYERS: Final = (*(level.name for level in levels()), *KINDS)
"""Players of a match: levels, and kinds that start no programs. They have their usual options, so that none
reads a file but those of the package."""


@dataclass(slots=True)
class Job:
    """A program that was started, and the run that it makes."""

    preset: str
    path: Path
    process: subprocess.Popen[bytes]
    log: Path
    stopped: bool = field(default=False)

    @property
    def id(self) -> str:
        """Identifier of its run."""
        return run_id(self.path)

    @property
    def running(self) -> bool:
        return self.process.poll() is None

    @property
    def error(self) -> str:
        """Last output of the job, if it failed by itself."""
        if self.running or self.stopped or self.process.returncode == 0:
            return ""
        with suppress(OSError):
            text = self.log.read_bytes()[-_ERROR_BYTES:].decode(errors="replace").strip()
            return text.splitlines()[-1] if text else "it ended without a word"
        return "it ended without a word"


class Jobs:
    """Jobs of one studio; ``folder`` is where their runs go."""

    def __init__(self, folder: Path, *, most: int) -> None:
        self._folder = folder.resolve()
        self._most = most
        self.all: list[Job] = []

    def start(self, preset: str, *, players: Sequence[str] = ()) -> Job:
        """Raises ``JobError`` if there is no such preset or player, or enough is going on."""
        if preset not in PRESETS:
            raise JobError(f"there is no preset {preset!r}; there are {', '.join(PRESETS)}")
        _check_players(PRESETS[preset], players)
        if sum(job.running for job in self.all) >= self._most:
            raise JobError(f"{self._most} jobs are running; stop one, or wait for its end")
        ending = ".db" if PRESETS[preset].kind == "tournament" else ""
        name = f"{preset}-{time.strftime('%Y%m%d-%H%M%S')}-{len(self.all) + 1}"
        path, log = self._folder / f"{name}{ending}", self._folder / f".{name}.log"
        job = Job(preset, path, self._run(preset, players, path, log), log)
        self.all.append(job)
        return job

    def _run(self, preset: str, players: Sequence[str], path: Path, log: Path) -> subprocess.Popen[bytes]:
        name, *options = PRESETS[preset].command
        command = [sys.executable, "-m", "beeline", name, *players, *options, "--out", str(path)]
        try:
            with log.open("xb") as output:
                return subprocess.Popen(
                    command,
                    stdin=subprocess.DEVNULL,
                    stdout=output,
                    stderr=subprocess.STDOUT,
                    creationflags=OWN_GROUP,
                )
        except OSError as error:
            raise JobError(f"nothing can be started in {self._folder.name!r}: {error.strerror}") from None

    def stop(self, id: str) -> Job:
        """Ends a job as Ctrl-C would: what it made stays, and can be taken up from a terminal."""
        for job in self.all:
            if job.id == id:
                job.stopped = job.stopped or job.running
                if job.running:
                    interrupt(job.process)
                return job
        raise JobError("this run was not started from the page")

    def close(self) -> None:
        """Ends all jobs, and waits for them."""
        for job in self.all:
            if job.running:
                interrupt(job.process)
        for job in self.all:
            try:
                job.process.wait(timeout=_ENDING_SECONDS)
            except subprocess.TimeoutExpired:
                job.process.kill()
                job.process.wait()
            job.log.unlink(missing_ok=True)


def _check_players(preset: Preset, players: Sequence[str]) -> None:
    if not preset.has_players:
        if players:
            raise JobError(f"{preset.title!r} has its own players")
        return
    if strange := [player for player in players if player not in PLAYERS]:
        raise JobError(f"{strange[0]!r} plays no match here; there are {', '.join(PLAYERS)}")
    if len(players) != 2 or players[0] == players[1]:
        raise JobError("a match has two different players")
