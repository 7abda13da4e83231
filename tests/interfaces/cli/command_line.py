"""The program at the command line, as tests call it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def beeline(*arguments: object, folder: Path, code: int = 0) -> str:
    run = subprocess.run(
        [sys.executable, "-m", "beeline", *map(str, arguments)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        cwd=folder,
    )
    assert run.returncode == code, run.stderr
    assert "Traceback" not in run.stderr
    return run.stdout if code == 0 else run.stderr
