"""The table of solved first moves, against the solver and what others published."""

from __future__ import annotations

import pytest

from beeline import Board, Solver
from beeline.knowledge.opening_table import opening_table, solved_opening

WINNING = {
    3: "a2 a3 b2 c1 c2",
    4: "a4 b3 c2 d1",
    5: "a4 a5 b2 b3 b4 c2 c3 c4 d2 d3 d4 e1 e2",
    6: "a3 a4 a5 a6 b2 b3 b4 b5 c2 c3 c4 c5 d2 d3 d4 d5 e2 e3 e4 e5 f1 f2 f3 f4",
}


def winning(size: int) -> list[str]:
    return sorted(name for name, opening in opening_table(size).items() if opening.winner == "black")


@pytest.mark.parametrize(("size", "published"), WINNING.items())
def test_the_winning_first_moves_are_the_published_ones(size: int, published: str) -> None:
    assert winning(size) == published.split()
    assert len(opening_table(size)) == size * size


def test_7x7_has_its_27_winning_first_moves() -> None:
    assert len(winning(7)) == 27
    assert len(opening_table(7)) == 49


@pytest.mark.parametrize("size", [5, 6, 7, 8])
def test_openings_that_are_one_by_a_half_turn_have_one_outcome(size: int) -> None:
    table, names = opening_table(size), Board(size).legal_moves
    for name, opening in table.items():
        assert table[names[-1 - names.index(name)]].winner == opening.winner


@pytest.mark.parametrize("size", [4, 5, 6])
def test_the_recorded_reply_wins(size: int) -> None:
    solver = Solver(size)
    for name, opening in opening_table(size).items():
        if opening.reply:
            board = Board(size)
            board.play(name)
            board.play(opening.reply)
            assert solver.solve(board).winner == "white", name


SAMPLE = ["d4", pytest.param("a7", marks=pytest.mark.slow), "b6", "a1", "g7", "b1"]


@pytest.mark.parametrize("opening", SAMPLE)
def test_a_sample_of_7x7_is_what_the_solver_finds(opening: str) -> None:
    board = Board(7)
    board.play(opening)
    found = solved_opening(board)
    assert found is not None
    assert found.winner == Solver(7).solve(board, variation=False).winner


def test_a_swapped_stone_is_the_same_opening_with_the_roles_exchanged() -> None:
    board = Board(7, swap_rule=True)
    board.play("a2")
    before = solved_opening(board)
    board.swap()
    after = solved_opening(board)
    assert before is not None
    assert after is not None
    assert (before.winner, before.winning_moves) == ("white", ("e3",))
    assert (after.winner, after.winning_moves) == ("black", ("c5",))


def test_what_is_not_solved_is_not_claimed() -> None:
    assert solved_opening(Board(9)) is None
    assert solved_opening(Board(5, 6)) is None
    board = Board(8)
    board.play("a1")
    assert solved_opening(board) is None
    board.play("d4")
    assert solved_opening(board) is None
