"""A stage for outside programs that misbehave: players on them, their processes and their commands."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from beeline import Board, Player, make_player

PROGRAM = Path(__file__).parents[1] / "data" / "bad_gtp.py"
DOCS = Path(__file__).parents[2] / "docs" / "reference" / "players.md"
needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")


class Stage:
    """Makes players on bad_gtp.py, and knows their processes and the commands they get."""

    def __init__(self, folder: Path) -> None:
        self.pids_file, self.log_file, self.once = folder / "pids", folder / "log", folder / "once"
        self.players: list[Player] = []

    def command(self, *words: str) -> str:
        files = f"--pids {self.pids_file} --log {self.log_file}"
        return f"{sys.executable} -S {PROGRAM} {files} {' '.join(words)}"

    def player(self, *words: str, options: str = "seconds=20") -> Player:
        self.players.append(make_player(f'gtp:command="{self.command(*words)}",{options}'))
        return self.players[-1]

    @property
    def pids(self) -> list[int]:
        return [int(word) for word in self.pids_file.read_text(encoding="utf-8").split()]

    def commands(self) -> list[str]:
        """What the program was told since the last call, without the questions at its start."""
        lines = self.log_file.read_text(encoding="utf-8").splitlines()
        self.log_file.write_text("", encoding="utf-8")
        return [line for line in lines if line not in ("name", "version")]


def all_gone(pids: list[int], *, within: float = 2.0) -> bool:
    deadline = time.monotonic() + within
    while any(map(exists, pids)):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def exists(pid: int) -> bool:
    """Whether a process lives; those that are dead but not yet buried do not count."""
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except ProcessLookupError:
        return False
    except FileNotFoundError:
        return not Path("/proc/self/stat").exists()


def beeline_gtp(*arguments: str) -> Player:
    words = " ".join(arguments)
    return make_player(f'gtp:command="{sys.executable} -m beeline gtp {words}"')


def board_after(moves: str, size: int = 5, *, swap_rule: bool = False) -> Board:
    board = Board(size, swap_rule=swap_rule)
    for move in moves.split():
        board.play(move)
    return board
