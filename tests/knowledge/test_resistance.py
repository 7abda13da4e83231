"""Circuits of positions, as Python sees them. The solver itself is tested in C++."""

from __future__ import annotations

import dataclasses
from math import inf, log

import pytest

from beeline import Board, Resistance, resistance


def reversed_cells(board: Board) -> dict[str, str]:
    """Each cell to where a turn of the board by 180° takes it."""
    names = [board.name_of(cell) for cell in range(board.rows * board.cols)]
    return dict(zip(names, reversed(names), strict=True))


def test_a_single_cell() -> None:
    report = resistance(Board(1))
    assert report.black.current == report.white.current == pytest.approx(1 / 2)
    assert report.score == 0
    assert report.action_values == {"a1": 1.0}
    assert report.best == "a1"


def test_a_row_of_cells_is_a_series_and_a_column_is_parallel() -> None:
    report = resistance(Board(1, 4), links="none")
    assert report.black.current == pytest.approx(4 / 2)
    assert report.white.current == pytest.approx(1 / 8)
    assert report.score == pytest.approx(log(16))
    assert list(report.white.potential.values()) == pytest.approx([7 / 8, 5 / 8, 3 / 8, 1 / 8])
    assert list(report.white.through.values()) == pytest.approx([1 / 8] * 4)
    assert sum(report.white.energy.values()) == pytest.approx(report.white.current)


def test_a_game_that_is_over() -> None:
    board = Board.from_text("B W\n B W")
    report = resistance(board)
    assert report.black.current == inf
    assert report.white.current == 0
    assert report.score == inf
    assert report.action_values == {}
    assert report.best is None


def test_links_raise_the_current() -> None:
    board = Board(6)
    board.play("c3")
    currents = [resistance(board, links=links).black.current for links in ("none", "bridges", "connections")]
    assert currents == sorted(currents)
    assert len(set(currents)) == 3


def test_the_reflected_board_has_the_circuits_of_the_other_colour() -> None:
    board = Board.from_text(". . B . .\n . W . . .\n  . . . B .\n   . W . . .")
    here, there = resistance(board), resistance(board.reflected())
    assert there.to_move != here.to_move
    assert there.white.current == pytest.approx(here.black.current)
    assert there.black.current == pytest.approx(here.white.current)
    assert there.score == pytest.approx(-here.score)


def test_a_turn_of_the_board_turns_everything() -> None:
    board = Board.from_text(". . B . .\n . W . . .\n  . . . B .\n   . W . . .")
    turned = reversed_cells(board)
    here, there = resistance(board), resistance(board.rotated())
    for name, value in here.action_values.items():
        assert there.action_values[turned[name]] == pytest.approx(value)
    for name, value in here.black.energy.items():
        assert there.black.energy[turned[name]] == pytest.approx(value)
        assert there.black.potential[turned[name]] == pytest.approx(
            1 - here.black.potential[name] if board[name] != "white" else 0
        )


@pytest.mark.parametrize("links", ["none", "bridges", "connections"])
def test_estimated_values_order_moves_like_exact_ones(links: str) -> None:
    board = Board(6)
    for move in ("b5", "c3", "d4"):
        board.play(move)
    exact = resistance(board, links=links, exact=True).action_values  # type: ignore[arg-type]
    estimated = resistance(board, links=links).action_values  # type: ignore[arg-type]
    assert exact.keys() == estimated.keys() == set(board.legal_moves)
    assert all(-1 <= value <= 1 for value in (*exact.values(), *estimated.values()))
    best = sorted(exact, key=exact.__getitem__)[-8:]
    assert max(estimated, key=estimated.__getitem__) in best
    assert exact != estimated


def test_a_winning_move_has_the_value_1() -> None:
    board = Board.from_text(". B .\n W . W\n  . B .", to_move="black")
    exact = resistance(board, exact=True)
    assert exact.action_values["b2"] == 1
    assert exact.best == "b2"


def test_exact_values_are_those_of_the_position_after_the_move() -> None:
    board = Board(4, 5)
    board.play("b2")
    values = resistance(board, links="bridges", exact=True).action_values
    for move in ("c3", "a1"):
        after = board.copy()
        after.play(move)
        currents = resistance(after, links="bridges")
        own, other = currents.white.current, currents.black.current
        assert values[move] == pytest.approx(1 - other / own if own > other else own / other - 1)


@pytest.mark.parametrize("size", [(1, 1), (2, 3), (8, 8), (9, 8), (11, 11), (13, 14), (19, 19)])
def test_boards_of_every_size(size: tuple[int, int]) -> None:
    report = resistance(Board(*size))
    assert 0 < report.black.current < inf
    assert len(report.action_values) == size[0] * size[1]


def test_a_report_is_frozen() -> None:
    report = resistance(Board(3))
    assert isinstance(report, Resistance)
    with pytest.raises(dataclasses.FrozenInstanceError):
        report.to_move = "white"  # type: ignore[misc]


def test_unknown_links_are_refused() -> None:
    with pytest.raises(ValueError, match="links must be one of none, bridges, connections, not 'wires'"):
        resistance(Board(3), links="wires")  # type: ignore[arg-type]
