"""Code of users is checked by mypy against the types that the package ships."""

from __future__ import annotations

import doctest
import os
import subprocess
import sys
from pathlib import Path

import beeline
from tests.test_docs import blocks

ROOT = Path(__file__).parents[1]

USER = """
import copy

import beeline
from beeline import Analysis, Board, Decision, Limit, Player, SearchSettings, TreeSearch

board = Board(7, swap_rule=True)
board.play("c4")
player: Player = beeline.make_player("mcts:simulations=100,seed=1")
decision: Decision = player.choose(board, Limit(seconds=1.0))
move: str = decision.move
analysis: Analysis = TreeSearch(SearchSettings(threads=2)).run(board, simulations=100)
visits: int = analysis.best.visits
line: list[str] = list(analysis.variation)
winner: str | None = beeline.solve(Board(3)).winner
same: Board = copy.deepcopy(board)
current: float = beeline.resistance(board).black.current
"""

WRONG = """
import beeline

beeline.Board(7).play(3)
beeline.make_player("random").choose("c4")
size: int = beeline.solve(beeline.Board(3)).winner
"""


def mypy(folder: Path, **files: str) -> str:
    """What ``mypy --strict`` says of the files, in a folder of a project of one's own."""
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    package = Path(beeline.__file__).parents[1]
    installed = package.name == "site-packages"  # an editable installation is found by its path alone
    environment = os.environ if installed else os.environ | {"MYPYPATH": str(package)}
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(folder / "cache")]
    return subprocess.run(
        [*command, *(f"{name}.py" for name in files)],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
    ).stdout


def test_the_code_of_a_user_passes(tmp_path: Path) -> None:
    files = {
        "user": USER,
        "readme": doctest.script_from_examples((ROOT / "README.md").read_text(encoding="utf-8")),
        "centre": "\n".join(blocks(ROOT / "docs/how-to/add-a-player.md", "python")),
        "solve": "\n".join(blocks(ROOT / "docs/how-to/solve-a-position.md", "python")),
        "matches": "\n".join(blocks(ROOT / "docs/how-to/matches-from-python.md", "python")),
        "files": "\n".join(blocks(ROOT / "docs/reference/files.md", "python")),
        "connect_four": (ROOT / "docs/examples/connect_four.py").read_text(encoding="utf-8"),
    }
    assert mypy(tmp_path, **files) == f"Success: no issues found in {len(files)} source files\n"


def test_a_wrong_type_is_found(tmp_path: Path) -> None:
    said = mypy(tmp_path, wrong=WRONG)
    assert [line.split(":")[1] for line in said.splitlines()[:-1]] == ["4", "5", "6"], said
