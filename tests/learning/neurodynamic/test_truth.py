"""The exact measure against the plain rules."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from beeline import Board, solve
from beeline.learning.greedy import resistance_values
from beeline.learning.neurodynamic.measurements import Exact, ManyValues, Truth, beats_every_defence, truth
from beeline.networks.positions import empty_cells, positions_of, seen_cell

WINNING = ("a2", "a3", "b2", "c1", "c2")
KNOWN = truth(3)
LEGAL = empty_cells(KNOWN.positions)


def perfect() -> np.ndarray:
    return np.where(KNOWN.winning, 1.0, -1.0).astype(np.float32)


def exact_of(values: np.ndarray, known: Truth = KNOWN) -> Exact:
    """Of values ``[runs, positions, cells]``."""

    def seen(runs: slice, positions: np.ndarray) -> np.ndarray:
        return values[runs][:, numbers_of(positions)]

    return known.measure(len(values), seen)


def numbers_of(positions: np.ndarray) -> list[int]:
    places = {each.tobytes(): number for number, each in enumerate(KNOWN.positions)}
    return [places[each.tobytes()] for each in positions]


def number_of(board: Board) -> int:
    return numbers_of(positions_of([board]))[0]


def test_perfect_values_are_perfect() -> None:
    exact = exact_of(perfect()[None])
    assert [float(number[0]) for number in exact] == [0, 1, 1, 1]


def test_the_worst_values_keep_nothing() -> None:
    """They still win where every move does."""
    exact = exact_of(-perfect()[None])
    assert (exact.error[0], exact.keeps[0]) == (2, 0)
    assert 0 < exact.wins[0] < exact.first[0] < 0.1


def test_values_of_one_everywhere_are_half_wrong() -> None:
    """What the study's printed targets lead to."""
    ones = np.ones((1, *LEGAL.shape), dtype=np.float32)
    lost = 1 - KNOWN.winning.sum() / LEGAL.sum()
    assert exact_of(ones).error[0] == pytest.approx(2 * np.sqrt(lost))


def test_a_network_that_diverged_has_no_measure() -> None:
    values = np.stack([perfect(), np.full_like(perfect(), np.nan)])
    assert np.isnan(exact_of(values).keeps).tolist() == [False, True]


def test_the_chance_to_win_is_that_of_all_games() -> None:
    """Against a defender who tries every move with equal chance, by playing all games out."""
    values = np.random.default_rng(1).random(LEGAL.shape).astype(np.float32)

    @cache
    def chance(moves: tuple[str, ...], ours: str) -> float:
        board = Board(3)
        for move in moves:
            board.play(move)
        if board.winner is not None:
            return float(board.winner == ours)
        number = number_of(board)

        def seen(name: str) -> int:
            return seen_cell(board.cell_of(name), side=3, to_move=board.to_move)

        legal = board.legal_moves
        if board.to_move == ours:
            return chance((*moves, max(legal, key=lambda name: values[number, seen(name)])), ours)
        keeping = [name for name in legal if KNOWN.winning[number, seen(name)]]
        found = [chance((*moves, name), ours) for name in keeping or legal]
        return sum(found) / len(found)

    opened = [chance((opening,), "black") for opening in WINNING]
    answered = [chance((name,), "white") for name in Board(3).legal_moves if name not in WINNING]
    exact = exact_of(values[None])
    assert 0 < np.mean(opened) < 1
    assert exact.first[0] == pytest.approx(np.mean(opened))
    assert exact.wins[0] == pytest.approx(np.mean(opened + answered))


def test_a_sample_of_positions_leaves_the_chance_to_win_exact() -> None:
    """As on 4×4, where the networks are asked for their moves on the way; several runs at once."""
    values = np.random.default_rng(2).random((3, *LEGAL.shape)).astype(np.float32)
    every, some = exact_of(values), exact_of(values, replace(KNOWN, sample=KNOWN.sample[::7]))
    assert len(set(every.wins)) == 3
    np.testing.assert_array_equal(some.wins, every.wins)
    np.testing.assert_array_equal(some.first, every.first)
    np.testing.assert_allclose(some.error, every.error, atol=0.05)
    assert (some.error != every.error).all()


@pytest.mark.parametrize("every", [1, 7])
def test_a_policy_chooses_the_moves_and_values_make_the_error(every: int) -> None:
    """On all positions, and on some of them with the policy asked on the way."""
    known = replace(KNOWN, sample=KNOWN.sample[::every])
    wrong = np.zeros((2, *LEGAL.shape), dtype=np.float32)
    policies = np.stack([perfect(), -perfect()])

    def of(numbers: np.ndarray) -> ManyValues:
        return lambda runs, at: numbers[runs][:, numbers_of(at)]

    exact = known.measure(2, of(wrong), policy=of(policies))
    assert exact.error.tolist() == [1, 1]
    assert [float(number[0]) for number in exact[1:]] == [1, 1, 1]
    assert exact.keeps[1] == 0
    assert exact.wins[1] < 0.1


def test_a_policy_that_diverged_leaves_the_error_of_the_values() -> None:
    values, broken = np.zeros((2, 1, *LEGAL.shape), dtype=np.float32)
    broken[:, 5] = np.nan
    exact = KNOWN.measure(1, lambda runs, at: values, policy=lambda runs, at: broken)
    assert exact.error.tolist() == [1]
    assert np.isnan([exact.keeps, exact.wins, exact.first]).all()


def test_following_positions_are_those_after_the_moves() -> None:
    board = Board(3)
    board.play("b2")
    after = board.copy()
    after.play("a1")
    cell = seen_cell(board.cell_of("a1"), side=3, to_move="white")
    assert KNOWN.after(np.array([number_of(board)]), np.array([cell])).tolist() == [number_of(after)]
    assert len(KNOWN.positions) == 4520


def test_every_defence_is_tried() -> None:
    board = Board(3)

    def values(positions: np.ndarray) -> np.ndarray:
        return perfect()[numbers_of(positions)]

    for name in board.legal_moves:
        found = beats_every_defence(values, side=3, opening=board.cell_of(name))
        assert found == (name in WINNING), name


def test_a_mistake_in_one_line_is_found() -> None:
    """The resistance heuristic wins most openings of 4×4, which the measure has to tell apart."""
    board = Board(4)
    winning = solve(board, all_moves=True).winning_moves
    assert winning == ("d1", "c2", "b3", "a4")
    losing = beats_every_defence(resistance_values(), side=4, opening=board.cell_of("a1"))
    assert losing is False
