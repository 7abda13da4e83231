"""Inferior cells from Python; their soundness is tested in cpp/tests/inferior_test.cpp."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from beeline import Board, inferior

ROOT = Path(__file__).parents[2]


TABLE = ROOT / "cpp" / "connection" / "captured_table.inc"


def derive_captured(argument: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "tools" / "derive_captured.py"), argument]
    return subprocess.run(command, check=False, capture_output=True, text=True)


def test_the_table_is_what_the_proof_derives() -> None:
    assert derive_captured("--check").returncode == 0, "run tools/derive_captured.py"


def test_only_a_plain_run_writes_the_table() -> None:
    written = TABLE.stat().st_mtime_ns
    assert "--check" in derive_captured("--help").stdout
    assert derive_captured("--chekc").returncode == 2
    assert TABLE.stat().st_mtime_ns == written


def test_a_dead_cell() -> None:
    board = Board(7)
    board.set_up(black=["d3", "e3", "c4"], white=["e4", "d5"])
    assert inferior(board).dead == ("d4",)


def test_captured_at_both_edges() -> None:
    board = Board(7)
    board.set_up(black=["d6"], white=["f4"])
    found = inferior(board)
    assert found.captured == {"black": ("c7", "d7"), "white": ("g3", "g4")}


def test_first_row_is_dominated_by_the_second() -> None:
    found = inferior(Board(7))
    assert "d1" in found.dominated
    assert "d2" not in found.dominated
    assert found.captured == {"black": (), "white": ()}
