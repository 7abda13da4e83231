"""The program at the command line, as tests call it.

``run_beeline`` runs it in this process, which spares every call the start of Python and of its libraries.
What only a process has (signals, a terminal, a closed pipe) is tested with processes.
"""

from __future__ import annotations

import io
import sys
from contextlib import ExitStack, chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple
from unittest.mock import patch

from beeline.interfaces.main import main


class Finished(NamedTuple):
    """How a command ended, and what it printed."""

    returncode: int
    stdout: str
    stderr: str


class _Text(io.TextIOWrapper):
    """A file of text in memory, whose bytes can be read and written too."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", write_through=True)

    def text(self) -> str:
        self.seek(0)
        return self.read()


def run_beeline(*arguments: object, folder: Path | None = None) -> Finished:
    """Runs a command in a folder, with nothing to read."""
    output, errors, code = _Text(), _Text(), 0
    with ExitStack() as stack:
        stack.enter_context(chdir(folder or Path()))
        stack.enter_context(patch.object(sys, "argv", ["beeline", *map(str, arguments)]))
        stack.enter_context(patch.object(sys, "stdin", _Text()))
        stack.enter_context(redirect_stdout(output))
        stack.enter_context(redirect_stderr(errors))
        try:
            main()
        except SystemExit as end:
            code = int(end.code or 0)
    return Finished(code, output.text(), errors.text())


def beeline(*arguments: object, folder: Path, code: int = 0) -> str:
    """What a command prints that ends with this code; with another than 0, its complaint."""
    run = run_beeline(*arguments, folder=folder)
    assert run.returncode == code, run.stderr
    return run.stdout if code == 0 else run.stderr
