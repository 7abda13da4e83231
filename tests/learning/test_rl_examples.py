"""The examples for reinforcement learners run, each with the library that it is for."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
CASES = [
    ("rl_sb3", "sb3_contrib", "512", "of 50 games won"),
    ("rl_tianshou", "tianshou", "8", "8 games of"),
    ("rl_cleanrl", "torch", "40", "of the last games won"),
]


@pytest.mark.parametrize(("name", "library", "amount", "says"), CASES, ids=[case[0] for case in CASES])
def test_an_example_runs(name: str, library: str, amount: str, says: str) -> None:
    if importlib.util.find_spec(library) is None:
        pytest.skip(f"{library} is not installed")
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / f"{name}.py"), amount], capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stderr
    assert says in done.stdout
