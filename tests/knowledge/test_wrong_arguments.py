"""What the functions about Hex say to a position of another game, and to what is no colour."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import beeline
from beeline import Board, GoBoard, Solver, TicTacToe


@pytest.mark.parametrize("name", ["connections", "inferior", "resistance", "solve"])
@pytest.mark.parametrize("other", [GoBoard(5), TicTacToe(), "a1", None], ids=repr)
def test_a_position_of_another_game_is_refused_in_one_line(name: str, other: Any) -> None:
    ask: Callable[[Any], object] = getattr(beeline, name)
    message = rf"^{name} takes a Hex position \(beeline\.Board\), not {type(other).__name__}$"
    with pytest.raises(TypeError, match=message):
        ask(other)


def test_a_solver_refuses_it_too() -> None:
    go: Any = GoBoard(5)
    with pytest.raises(TypeError, match=r"^solve takes a Hex position \(beeline\.Board\), not GoBoard$"):
        Solver(5).solve(go)


RED: Any = "red"


@pytest.mark.parametrize(
    "ask",
    [
        lambda board: beeline.connections(board).between(RED, "a1", "b2"),
        lambda board: beeline.connections(board).reply(RED, "a1", "b2", "c3"),
        lambda board: next(beeline.connections(board).connections(RED)),
        lambda board: board.stones(RED),
        lambda board: board.play("a1", colour=RED),
    ],
    ids=["between", "reply", "connections", "stones", "play"],
)
def test_a_colour_that_is_none_is_told(ask: Callable[[Board], object]) -> None:
    board = Board(5)
    with pytest.raises(beeline.NotationError, match=r"^a colour is 'black' or 'white', not 'red'$"):
        ask(board)
    assert len(board) == 0
