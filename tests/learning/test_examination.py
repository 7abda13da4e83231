"""Players before solved positions: the questions are right, and known players do as they must."""

from __future__ import annotations

import sys

import pytest

from beeline.knowledge.solver import Solver
from beeline.learning.examination import contested, examine, questions
from beeline.learning.yardstick import yardstick


@pytest.mark.parametrize("side", [3, 5])
def test_the_answers_that_count_are_those_that_the_solver_finds(side: int) -> None:
    part = contested(yardstick(side)).sample(20, seed=1)
    solver = Solver(side)
    for board, winning in questions(part):
        answer = solver.solve(board, all_moves=True, variation=False)
        assert set(answer.winning_moves or ()) == winning
        assert winning < set(board.legal_moves)


def test_every_question_is_a_position_that_play_reaches() -> None:
    for board, _ in questions(contested(yardstick(5)).sample(50, seed=2)):
        stones = {colour: len(cells) for colour, cells in board.set_up_stones.items()}
        assert stones["black"] - stones["white"] == (board.to_move == "white")


def test_random_moves_keep_about_the_share_of_chance() -> None:
    found = examine("random:seed=1", side=5, positions=400)
    low, high = found.interval
    assert low - 0.05 < found.chance < high + 0.05
    assert found.failed == 0


def test_the_solver_in_the_search_keeps_every_win() -> None:
    told: list[bool] = []
    found = examine("mcts:simulations=200,knowledge=1,seed=1", side=3, positions=60, on_answer=told.append)
    assert found.rate == 1
    assert told == [True] * 60


def test_an_outside_program_is_asked_by_genmove() -> None:
    command = f"{sys.executable} -m beeline gtp --player mcts:simulations=100,seed=1"
    found = examine(f'gtp:command="{command}"', side=3, positions=10)
    assert found.failed == 0
    assert found.rate > found.chance


def test_a_program_that_fails_keeps_nothing() -> None:
    found = examine('gtp:command="true"', side=3, positions=3)
    assert (found.kept, found.failed) == (0, 3)
