"""Edge templates hold, need every cell, and are found at every edge."""

from __future__ import annotations

import pytest

from beeline import Board, Solver
from beeline.knowledge.edge_templates import Edge, Offset, edge_template, height, shape, template_names
from beeline.rules.cells import cell_name
from beeline.rules.game import Colour

COLS = 16
STONE = 7
"""Its column, with room for every template on both sides."""


def holds(name: str, cells: set[Offset], solver: Solver) -> bool:
    """Whether the stone reaches the bottom if all other cells are White's, and White moves."""
    rows = height(name) + 1
    board = Board(rows, COLS)
    free = {(1 + down, STONE + along) for down, along in cells}
    black = [cell_name(0, STONE), cell_name(1, STONE)]
    every = [(row, col) for row in range(rows) for col in range(COLS)]
    white = [cell_name(*at) for at in every if at not in free and cell_name(*at) not in black]
    board.set_up(black=black, white=white, to_move="white")
    return (board.winner or solver.solve(board, variation=False).winner) == "black"


@pytest.mark.parametrize("name", template_names())
def test_a_template_holds_and_needs_every_cell(name: str) -> None:
    solver, cells = Solver(height(name) + 1, COLS), set(shape(name))
    assert holds(name, cells, solver)
    for cell in cells:
        assert not holds(name, cells - {cell}, solver), cell


@pytest.mark.parametrize(
    ("stone", "colour", "edge", "name"),
    [
        ("f10", "black", "bottom", "II"),
        ("f2", "black", "top", "II"),
        ("b6", "white", "left", "II"),
        ("j6", "white", "right", "II"),
        ("f9", "black", "bottom", "IIIa"),
        ("f3", "black", "top", "IIIa"),
        ("c6", "white", "left", "IIIa"),
        ("i6", "white", "right", "IIIa"),
        ("f8", "black", "bottom", "IVa"),
        ("d6", "white", "left", "IVa"),
    ],
)
def test_templates_are_found_at_every_edge(stone: str, colour: Colour, edge: Edge, name: str) -> None:
    board = Board(11)
    black, white = ([stone], []) if colour == "black" else ([], [stone])
    board.set_up(black=black, white=white, to_move="black")
    found = edge_template(board, colour, stone, edge)
    assert found is not None
    assert found.name == name
    assert all(board[cell] is None for cell in found.cells)


def test_an_intrusion_leaves_the_mirror_image_or_another_template() -> None:
    board = Board(11)
    board.set_up(black=["f9"], white=["e9"], to_move="black")
    found = edge_template(board, "black", "f9", "bottom")
    assert found is not None
    assert "e9" not in found.cells
    assert found.name == "IIIa"
    board.set_up(white=["e11"], to_move="black")
    found = edge_template(board, "black", "f9", "bottom")
    assert found is None


def test_cells_that_others_need_are_left_alone() -> None:
    board = Board(7)
    board.play("d6")
    assert edge_template(board, "black", "d6", "bottom", within={"c7", "d7"}) is not None
    assert edge_template(board, "black", "d6", "bottom", within={"d7"}) is None
