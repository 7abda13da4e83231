"""The package on a system without the names of POSIX, as Windows is."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from beeline import portable

ROOT = Path(__file__).parents[1]


def like_windows(code: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Runs Python without the names that Windows lacks; text must be read and written in a named encoding."""
    warned = "import warnings; warnings.filterwarnings('error', category=EncodingWarning, module='beeline')"
    return subprocess.run(
        [
            *(sys.executable, "-X", "warn_default_encoding", "-c"),
            f"import tests.like_windows, sys\n{warned}\n{code}",
            *map(str, arguments),
        ],
        capture_output=True,
        text=True,
        timeout=300,
        cwd=ROOT,
    )


def run(code: str, *arguments: str | Path) -> str:
    done = like_windows(code, *arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout


def command(*arguments: str | Path) -> str:
    """Runs a command of the command line."""
    return run("from beeline.interfaces.main import main; main()", *arguments)


def test_every_module_is_imported() -> None:
    run(
        """
import importlib, pkgutil, beeline
from beeline.errors import MissingExtra
from tests.like_windows import MISSING_MODULES

for module in pkgutil.walk_packages(beeline.__path__, "beeline."):
    try:
        if module.name != "beeline.__main__":
            importlib.import_module(module.name)
    except (MissingExtra, ModuleNotFoundError) as error:
        assert getattr(error, "name", None) not in MISSING_MODULES, (module.name, error)
"""
    )


def test_a_match_is_played_and_its_games_are_stored(tmp_path: Path) -> None:
    out = tmp_path / "match.db"
    match = ("match", "mcts:simulations=20", "random", "--size", "4", "--games", "4", "--workers", "1")
    assert "mcts" in command(*match, "--out", out)
    assert [path.name for path in tmp_path.iterdir()] == ["match.db"]
    assert "4 games" in command("games", out)


def test_files_are_replaced_whole(tmp_path: Path) -> None:
    (tmp_path / ".file.1").write_bytes(b"left by a process that was killed")
    run(
        """
from pathlib import Path
from beeline import disk

path = Path(sys.argv[1])
for data in (b"one\\n", b"two\\n"):
    disk.write_whole(path, data)
assert disk.read_regular(path, most=10) == b"two\\n"
""",
        tmp_path / "file",
    )
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


HOLD = """
from pathlib import Path
from beeline.locks import held

with held(Path(sys.argv[1]), what="the run"):
    print("held", flush=True)
    sys.stdin.readline()
"""


def test_a_lock_is_held_by_one_process_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    start = [sys.executable, "-c", f"import tests.like_windows, sys\n{HOLD}", path]
    with subprocess.Popen(
        start, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        refused = like_windows(HOLD, path)
        assert f"InUse: the run is being written by process {holder.pid} on" in refused.stderr
        holder.communicate("\n")
    assert holder.returncode == 0
    assert not path.exists()
    assert run(HOLD, path) == "held\n"


@pytest.mark.parametrize("spec", ["mcts:simulations=50,threads=2", "neurohex", "zero:simulations=4"])
def test_players_choose_a_move(spec: str) -> None:
    run("from beeline import Board, make_player; make_player(sys.argv[1]).choose(Board(7))", spec)


def test_the_studio_answers(tmp_path: Path) -> None:
    run(
        """
from pathlib import Path
from fastapi.testclient import TestClient
from beeline.interfaces.studio.app import create_app
from beeline.interfaces.studio.memory import give_back_memory, share_memory
from beeline.interfaces.studio.open_sockets import http_protocol
from beeline.limits import Limits

folder = Path(sys.argv[1])
app = create_app(folders=[folder], library_file=folder / "library.db")
with TestClient(app, base_url="http://localhost") as client:
    assert client.get("/").status_code == 200
assert http_protocol(Limits()).most == Limits().connections
share_memory(2)
give_back_memory()
""",
        tmp_path,
    )


def test_ctrl_break_interrupts_as_ctrl_c_does() -> None:
    code = """
import signal
signal.SIGBREAK = signal.SIGUSR1
from beeline.portable import interrupt_by_ctrl_break
interrupt_by_ctrl_break()
assert signal.getsignal(signal.SIGUSR1) is signal.default_int_handler
"""
    run(code)


def test_a_letter_that_the_output_cannot_show_is_no_error() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "beeline", "solve", "--size", "4"],
        capture_output=True,
        timeout=120,
        env=os.environ | {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"?" in done.stdout


def test_a_replacement_waits_for_who_reads_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, target = tmp_path / "source", tmp_path / "target"
    source.write_bytes(b"new")
    replace, refusals = Path.replace, [PermissionError, PermissionError]

    def busy(path: Path, other: Path) -> Path:
        if refusals:
            raise refusals.pop()
        return replace(path, other)

    monkeypatch.setattr(Path, "replace", busy)
    portable.replace_when_closed(source, target)
    assert target.read_bytes() == b"new"
