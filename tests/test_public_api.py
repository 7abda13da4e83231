"""What ``import beeline`` gives, and what it costs."""

from __future__ import annotations

import doctest
import importlib
import importlib.metadata
import os
import pkgutil
import subprocess
import sys
import types
from pathlib import Path

import pytest

import beeline
import beeline.knowledge
import beeline.rules

ROOT = Path(__file__).parents[1]


def run(*command: str, text: str | None = None) -> str:
    done = subprocess.run([sys.executable, *command], input=text, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_exported_names() -> None:
    assert beeline.__all__ == [
        "Analysis",
        "Answer",
        "ArgumentError",
        "BeelineError",
        "Board",
        "BoardSizeError",
        "Certificate",
        "Colour",
        "Connection",
        "ConnectionReport",
        "Decision",
        "FileError",
        "Game",
        "GameOver",
        "GoBoard",
        "IllegalMove",
        "InferiorCells",
        "Limit",
        "MoveAnalysis",
        "NotationError",
        "Player",
        "PlayerError",
        "ProgramError",
        "Resistance",
        "Result",
        "SearchSettings",
        "SgfError",
        "SideConnections",
        "Solver",
        "Step",
        "TicTacToe",
        "TreeSearch",
        "connections",
        "inferior",
        "make_player",
        "opponent",
        "player_kinds",
        "resistance",
        "solve",
    ]


def test_nothing_else_is_in_sight() -> None:
    for name in beeline.__all__:
        assert getattr(beeline, name) is not None
    names = {name for name, value in vars(beeline).items() if not isinstance(value, types.ModuleType)}
    hidden = {"annotations", "import_module", "TYPE_CHECKING", "Final"}
    assert {name for name in names if not name.startswith("_")} - hidden == set(beeline.__all__)
    assert [name for name in dir(beeline) if not name.startswith("_")] == beeline.__all__
    with pytest.raises(AttributeError, match="module 'beeline' has no attribute 'boards'"):
        _ = beeline.boards  # type: ignore[attr-defined]


def test_nothing_is_imported_before_it_is_used() -> None:
    code = "import sys, beeline; print([name for name in sys.modules if name.startswith('beeline.')])"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "[]"


def test_version_is_that_of_the_package() -> None:
    assert beeline.__version__ == importlib.metadata.version("beeline-hex")


def test_every_error_is_a_beeline_error_and_a_value_error() -> None:
    errors = [value for name in beeline.__all__ if isinstance(value := getattr(beeline, name), type)]
    errors = [error for error in errors if issubclass(error, Exception) and error is not beeline.BeelineError]
    assert len(errors) == 9
    for error in errors:
        assert issubclass(error, beeline.BeelineError)
        # What an outside program does is no value that was wrong.
        assert issubclass(error, ValueError) or error is beeline.ProgramError


def test_import_leaves_heavy_packages_alone() -> None:
    heavy = ["numpy", "onnxruntime", "rich", "torch", "typer"]
    assert (
        run("-c", f"import beeline, sys; print(*(name for name in {heavy} if name in sys.modules))") == "\n"
    )


def test_import_takes_a_fraction_of_a_second() -> None:
    def processor_seconds(code: str) -> float:
        """Of the quickest of five: wall time would depend on what else the machine does."""
        times = []
        for _ in range(5):
            start = os.times()
            run("-c", code)
            end = os.times()
            times.append(
                end.children_user - start.children_user + end.children_system - start.children_system
            )
        return min(times)

    assert processor_seconds("import beeline") - processor_seconds("pass") < 0.15


def test_type_stub_of_the_core_is_up_to_date(tmp_path: Path) -> None:
    pytest.importorskip("nanobind")
    stub = ROOT / "src" / "beeline" / "_core.pyi"
    run("-m", "nanobind.stubgen", "-q", "-m", "beeline._core", "-o", str(tmp_path / "_core.pyi"))
    fresh = (tmp_path / "_core.pyi").read_text(encoding="utf-8")
    formatted = run("-m", "ruff", "format", "--stdin-filename", str(stub), "-", text=fresh)
    assert stub.read_text(encoding="utf-8") == formatted, "run `make stubs`"


DOCUMENTED = [
    "beeline",
    "beeline.learning.batch",
    *(f"beeline.knowledge.{module.name}" for module in pkgutil.iter_modules(beeline.knowledge.__path__)),
    *(f"beeline.rules.{module.name}" for module in pkgutil.iter_modules(beeline.rules.__path__)),
]


@pytest.mark.parametrize("name", DOCUMENTED)
def test_examples_in_docstrings_run(name: str) -> None:
    results = doctest.testmod(importlib.import_module(name))
    assert results.failed == 0
    if name in ("beeline", "beeline.rules.board"):
        assert results.attempted > 0
