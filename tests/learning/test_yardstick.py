"""The yardstick's answers are right, and measurements of known players are what they must be."""

from __future__ import annotations

import random

import numpy as np
import pytest
from numpy.typing import NDArray

from beeline import Board, Solver
from beeline.learning.greedy import resistance_values, win_rate
from beeline.learning.yardstick import Yardstick, grown, yardstick
from beeline.networks.positions import Positions, board_of, empty_cells, seen_cell


def test_all_positions_of_small_boards_are_there() -> None:
    # The known counts of positions, less those that end the game.
    small = yardstick(3)
    assert len(small) == 5514 - 994
    assert len(np.unique(small.positions.reshape(len(small), -1), axis=0)) <= len(small)
    empty = small.positions.reshape(len(small), -1).sum(axis=1) == 0
    winning = small.winning[empty][0]
    assert [Board(3).name_of(int(cell)) for cell in np.flatnonzero(winning)] == ["b1", "c1", "b2", "a3", "b3"]


@pytest.mark.parametrize("side", [3, 5, 6, 7])
def test_the_solver_agrees(side: int) -> None:
    part = yardstick(side).sample(25, seed=side)
    solver = Solver(side)
    for position, winning in zip(part.positions, part.winning, strict=True):
        colour = random.Random(int(winning.sum())).choice(["black", "white"])
        board = board_of(position, to_move=colour)  # type: ignore[arg-type]
        answer = solver.solve(board, all_moves=True, variation=False)
        cells = [
            seen_cell(board.cell_of(move), side=side, to_move=board.to_move)
            for move in answer.winning_moves or ()
        ]
        assert sorted(cells) == np.flatnonzero(winning).tolist()


def test_the_shipped_positions_are_many_and_mixed() -> None:
    for side in (5, 6, 7):
        part = yardstick(side)
        assert len(part) == 1200
        assert len(np.unique(part.positions.reshape(len(part), -1), axis=0)) > 1150
        assert 0.4 < part.winning.any(axis=1).mean() < 0.6
        assert not (part.winning & ~empty_cells(part.positions)).any()


def test_a_larger_board_changes_nothing() -> None:
    solver = Solver(6)
    part = yardstick(5).sample(30)
    for position, large, winning in zip(part.positions, grown(part.positions, 6), part.winning, strict=True):
        board = board_of(large, to_move="white")
        answer = solver.solve(board, all_moves=True, variation=False)
        cells = [row * 6 + col for row, col in (divmod(int(cell), 5) for cell in np.flatnonzero(winning))]
        assert sorted(board.cell_of(move) for move in answer.winning_moves or ()) == cells
        assert empty_cells(large[None]).sum() == empty_cells(position[None]).sum()
    with pytest.raises(ValueError, match="do not fit"):
        grown(part.positions, 4)


def oracle(part: Yardstick, *, sign: float = 1.0) -> NDArray[np.float32]:
    """The truth as action values."""
    return sign * np.where(part.winning, 1, -1).astype(np.float32)


def test_the_truth_scores_full_marks_and_its_opposite_none() -> None:
    part = yardstick(5)
    best = part.measure(lambda positions: oracle(part))
    assert (best.wins_kept, best.signs_right, best.squared_error) == (1.0, 1.0, 0.0)
    worst = part.measure(lambda positions: oracle(part, sign=-1.0))
    assert worst.wins_kept == 0.0
    assert 0 < best.chance < 1


def test_a_player_without_knowledge_scores_by_chance() -> None:
    def noise(positions: Positions) -> NDArray[np.float32]:
        return np.random.default_rng(1).uniform(-1, 1, (len(positions), 49)).astype(np.float32)

    found = yardstick(7).measure(noise)
    assert abs(found.wins_kept - found.chance) < 0.05
    heuristic = yardstick(7).measure(resistance_values())
    assert heuristic.wins_kept > found.wins_kept + 0.3


def test_samples_are_equal_for_equal_seeds() -> None:
    one, other = yardstick(6).sample(50), yardstick(6).sample(50)
    assert (one.positions == other.positions).all()
    assert len(yardstick(6).sample(10**6)) == 1200
    with pytest.raises(ValueError, match="not of 8"):
        yardstick(8)


def test_games_over_all_openings_are_paired() -> None:
    assert win_rate(resistance_values(), resistance_values(), side=5) == 0.5

    def first_cell(positions: Positions) -> NDArray[np.float32]:
        return np.zeros((len(positions), 25), dtype=np.float32)

    assert win_rate(resistance_values(), first_cell, side=5) > 0.95
    assert win_rate(first_cell, resistance_values(), side=5) < 0.05
