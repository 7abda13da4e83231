"""What can go wrong is in one tree, and a program ends with a line for it alone."""

from __future__ import annotations

import inspect
import pkgutil
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import Any

import pytest

import beeline
from beeline import Board, GoBoard, TicTacToe, errors
from beeline.errors import BeelineError
from beeline.interfaces.main import main


def every_error() -> set[type[BeelineError]]:
    found: set[type[BeelineError]] = set()
    todo: list[type[BeelineError]] = [BeelineError]
    for error in todo:
        found.add(error)
        todo.extend(error.__subclasses__())
    return found


def test_every_error_is_defined_and_drawn_in_one_place() -> None:
    for module in pkgutil.walk_packages(beeline.__path__, "beeline."):
        if not module.name.endswith("__main__"):
            with suppress(errors.MissingExtra):
                import_module(module.name)
    ours = {error for error in every_error() if error.__module__.startswith("beeline")}
    assert {error.__module__ for error in ours} == {"beeline.errors"}
    drawn = set(re.findall(r"[├└]── (\w+)", inspect.getdoc(errors) or "")) | {"BeelineError"}
    assert {error.__name__ for error in ours} == drawn


def ended_by(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise error

    monkeypatch.setattr("beeline.interfaces.main.application", lambda: fail)
    monkeypatch.setattr(sys, "argv", ["beeline", "bench"])
    main()


@pytest.mark.parametrize(
    "error", [errors.PlayerError("no such player"), FileNotFoundError(2, "no such file")]
)
def test_what_is_ours_or_the_systems_is_one_line(
    error: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        ended_by(error, monkeypatch)
    assert end.value.code == 2
    assert capsys.readouterr().err == f"beeline: {error}\n"


@pytest.mark.parametrize("error", [ValueError("shapes do not match"), TypeError("a bug"), KeyError("x")])
def test_a_bug_is_not_swallowed(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(type(error)):
        ended_by(error, monkeypatch)


@pytest.mark.parametrize("move", [None, 3, ("a", 1), b"a1"])
@pytest.mark.parametrize(
    "use",
    [
        lambda move: Board(3).play(move),
        lambda move: Board(3).is_legal(move),
        lambda move: Board(3)[move],
        lambda move: Board(3).set_up(black=[move]),
        lambda move: Board(3).neighbours(move),
        lambda move: GoBoard(3).play(move),
        lambda move: TicTacToe().play(move),
    ],
)
def test_a_move_that_is_no_text_is_a_type_error(use: Callable[[Any], object], move: object) -> None:
    with pytest.raises(TypeError, match="a move is its name, a text such as 'e4', not"):
        use(move)
