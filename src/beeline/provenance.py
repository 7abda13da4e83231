"""Provenance of a result: what every record of one carries."""

from __future__ import annotations

import os
import platform
import subprocess
import time
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

KEYS: Final = ("command", "version", "commit", "machine", "processor", "date", "seed", "programs")
"""Fields by which every record tells its origin."""

NOT_RECORDED: Final = "not recorded"
"""Stands in records that were made before they said all of it."""


def provenance(
    command: str, *, seed: int | Sequence[int] | None = None, programs: Iterable[str] = ()
) -> dict[str, Any]:
    """Command, version, commit, machine, date and seed, and the programs that took part with their versions.

    ``commit`` is that of the source that runs, with ``+`` where it was changed since; None where Beeline is
    installed without its source. ``seed`` is None where nothing is drawn or the players name their own.
    """
    return {
        "command": command,
        "version": _version(),
        "commit": commit(),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "processor": processor(),
        "date": time.strftime("%Y-%m-%d"),
        "seed": seed if seed is None or isinstance(seed, int) else list(seed),
        "programs": sorted({program for program in programs if program}),
    }


def described(record: Mapping[str, Any]) -> str:
    """Provenance of a record in one line of Markdown; what is missing is said to be missing."""
    made = record.get("made_by", record)
    version, commit, machine, date = (
        made.get(key, NOT_RECORDED) for key in ("version", "commit", "machine", "date")
    )
    if made.get("processor", NOT_RECORDED) != NOT_RECORDED:
        machine = f"{made['processor']} ({machine})"
    if programs := _joined(made.get("programs")):
        programs = f"; programs: {programs}"
    return (
        f"Made by `{made.get('command', NOT_RECORDED)}` on {date}: Beeline {version}, commit {commit}, "
        f"seed {_joined(made.get('seed', NOT_RECORDED)) or 'none'}; {machine}{programs}."
    )


def _joined(told: object) -> str:
    """Join a text, a number, or several."""
    if isinstance(told, (list, tuple)):
        return ", ".join(map(str, told))
    return "" if told is None else str(told)


@cache
def commit() -> str | None:
    """The commit of the checkout that this module is in, if it is in one."""
    source = Path(__file__).resolve().parents[2]
    if not (source / ".git").exists() or not (source / "pyproject.toml").exists():
        return None
    found = _git(source, "rev-parse", "--short=12", "HEAD")
    if found is None:
        return None
    return f"{found}+" if _git(source, "status", "--porcelain", "--untracked-files=no") else found


def processor() -> str:
    """The model of the processor, as far as the system tells."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or "unknown"
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or "unknown"


def _version() -> str:
    from importlib.metadata import version

    return version("beeline-hex")


def _git(source: Path, *arguments: str) -> str | None:
    try:
        done = subprocess.run(
            ["git", "-C", str(source), *arguments], capture_output=True, text=True, timeout=10, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip()
