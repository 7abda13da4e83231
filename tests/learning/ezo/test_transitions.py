"""Games become transitions: positions that lead to the next, and what they are worth."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from beeline import Board
from beeline.learning.ezo.self_play import Transitions, transitions
from beeline.networks.positions import half_turned, positions_of
from tests.learning.ezo.played import game

NAN = float("nan")


def positions_after(moves: str, *, side: int = 3) -> list[bytes]:
    """What the players to move see, from the empty board on."""
    board = Board(side)
    found = [positions_of([board])[0].tobytes()]
    for move in moves.split():
        board.play(move)
        found.append(positions_of([board])[0].tobytes())
    return found


def test_positions_from_the_start_on_lead_to_the_next_and_the_last_is_lost() -> None:
    won = "a1 b1 a2 c1 a3"  # Black goes down the first column
    data = transitions([game(won, start=2), game(won, start=4)], side=3)
    seen = positions_after(won)
    assert [position.tobytes() for position in data.positions] == [*seen[2:], *seen[4:]]
    assert data.after.tolist() == [1, 2, 3, -1, 5, -1]
    assert np.isnan(data.results[[0, 1, 2, 4]]).all()
    assert data.results[[3, 5]].tolist() == [0, 0]


def test_a_game_that_was_won_by_its_start_is_left_out() -> None:
    assert len(transitions([game("a1 b1 a2 c1 a3", start=5)], side=3)) == 0
    assert len(transitions([game("a1 b1 a2 c1 a3", start=9)], side=3)) == 0
    decided = replace(game("a1 b1 a2", start=3), decided=3)
    data = transitions([decided], side=3)
    assert (len(data), data.results.tolist()) == (1, [0])


def test_a_whole_game_is_broken_where_the_random_move_was() -> None:
    won = "a1 b1 a2 c1 a3"
    data = transitions([game(won, start=3)], side=3, whole=True)
    assert [position.tobytes() for position in data.positions] == positions_after(won)[1:]
    assert data.after.tolist() == [1, -1, 3, 4, -1]
    assert data.told.tolist() == [True, False, True, True, True]


def test_results_are_those_of_the_player_to_move() -> None:
    won = game("a1 b1 a2 c1", start=1, winner=1, proven=(2, 0, 1, 1))
    data = transitions([won], side=3)
    # White is to move after a1, and White was to win then; Black is to move at the end, and wins.
    assert data.results.tolist()[0] == 1
    assert np.isnan(data.results[1])
    assert data.results.tolist()[2:] == [0, 1]


def test_half_turns_follow_with_their_own_numbers() -> None:
    data = transitions([game("a1 b1 a2 c1 a3", start=3)], side=3)
    both = data.with_half_turns()
    assert (both.positions[3:] == half_turned(data.positions)).all()
    assert both.after.tolist() == [1, 2, -1, 4, 5, -1]
    assert both.results[[2, 5]].tolist() == [0, 0]


def test_traces_lead_from_the_next_value_to_the_result() -> None:
    data = Transitions(
        np.zeros((5, 2, 3), dtype=np.uint32),
        np.array([1, 2, -1, 4, -1]),
        np.array([NAN, NAN, 0, NAN, NAN], dtype=np.float32),
        np.full(5, NAN, dtype=np.float32),
    )
    values = np.array([0.5, 0.3, 0.9, 0.6, 0.7], dtype=np.float32)
    # The third is lost whatever its value; the last says nothing but its own value.
    assert data.targets(values, trace=0.0) == pytest.approx([0.7, 0.1, 0, 0.3, 0.7])
    assert data.targets(values, trace=1.0) == pytest.approx([0, 1, 0, 0.3, 0.7])
    second = 1 - (0.5 * 0.9 + 0.5 * 0)
    assert data.targets(values, trace=0.5)[:2] == pytest.approx([1 - (0.5 * 0.3 + 0.5 * second), second])
