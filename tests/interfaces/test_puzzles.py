"""Every puzzle has one winning move, by the solver."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from beeline import ArgumentError, Solver
from beeline.interfaces.puzzles import (
    PUZZLE_FILE,
    PUZZLE_HEAD,
    PUZZLE_VERSION,
    THEMES,
    Puzzle,
    puzzle,
    puzzles,
)
from beeline.versioned import head_line

SAMPLE = random.Random().sample(range(len(puzzles())), 12)
"""Other ones on every run."""


def assert_one_move_wins(found: Puzzle) -> None:
    board = found.board()
    assert board.winner is None
    assert board.to_move == found.to_move
    answer = Solver(found.size).solve(board, all_moves=True, variation=False)
    assert (answer.winner, answer.winning_moves) == (found.to_move, (found.solution,)), found.line()


@pytest.mark.parametrize("at", SAMPLE)
def test_a_sample_of_puzzles_has_one_winning_move(at: int) -> None:
    assert_one_move_wins(puzzles()[at])


@pytest.mark.slow
def test_all_puzzles_have_one_winning_move() -> None:
    for found in puzzles():
        assert_one_move_wins(found)


def test_there_are_enough_of_every_kind() -> None:
    found = puzzles()
    assert len(found) >= 500
    assert sum(each.size >= 9 for each in found) >= 200
    assert [each.grade for each in found] == sorted(each.grade for each in found)
    assert {each.grade for each in found} == {1, 2, 3, 4, 5}
    themes = Counter(theme for each in found for theme in each.themes)
    assert all(themes[theme] >= 30 for theme in THEMES), themes
    assert all(each.themes and each.hints for each in found)


def test_no_position_comes_twice() -> None:
    boards = [each.board() for each in puzzles()]
    assert (
        len({board.hash for board in boards} | {board.rotated().hash for board in boards})
        >= 2 * len(boards) - 8
    )
    assert len({board.hash for board in boards}) == len(boards)
    assert len({each.id for each in puzzles()}) == len(boards)


def test_a_line_is_read_as_it_was_written() -> None:
    head, *lines = PUZZLE_FILE.read_text(encoding="utf-8").splitlines()
    assert head == head_line(PUZZLE_HEAD, PUZZLE_VERSION)
    assert [Puzzle.read(line).line() for line in lines] == lines


def test_a_number_that_is_not_there_is_refused() -> None:
    with pytest.raises(ArgumentError, match=rf"puzzles 1 to {len(puzzles())}, not 0"):
        puzzle(0)
