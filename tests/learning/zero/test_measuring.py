"""Nothing that networks are measured on is learned from."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from beeline.learning.yardstick import SOLVED, yardstick
from beeline.learning.zero.measuring import measure_on_yardstick, views_of_positions, without_measured
from beeline.learning.zero.samples import MOST_MOVES, Samples
from beeline.networks.positions import board_of
from beeline.networks.zero.answers import Answers
from beeline.networks.zero.integer_network import load_integer_network
from beeline.networks.zero.views import Views, views_of

SHIPPED = Path(__file__).parents[3] / "src" / "beeline" / "networks" / "zero" / "data" / "zero.safetensors"


def samples_with(stones: np.ndarray) -> Samples:
    count = len(stones)
    return Samples(
        stones=stones,
        last=np.full(count, -1, dtype=np.int32),
        moves=np.full((count, MOST_MOVES), -1, dtype=np.int16),
        visits=np.zeros((count, MOST_MOVES), dtype=np.float32),
        move_values=np.full((count, MOST_MOVES), np.nan, dtype=np.float32),
        outcome=np.zeros(count, dtype=np.float32),
        value=np.zeros(count, dtype=np.float32),
        winning=np.zeros_like(stones),
    )


@pytest.mark.parametrize("side", SOLVED)
def test_positions_are_seen_as_boards_are(side: int) -> None:
    positions = yardstick(side).positions[:20]
    boards = [board_of(position) for position in positions]
    np.testing.assert_array_equal(views_of_positions(positions).stones, views_of(boards).stones)


@pytest.mark.parametrize("side", SOLVED)
def test_measured_positions_and_their_half_turns_are_left_out(side: int) -> None:
    stones = views_of_positions(yardstick(side).positions[:50]).stones
    turned = np.ascontiguousarray(stones[:, ::-1, ::-1])
    other = np.zeros((1, side, side), dtype=np.uint8)
    kept = without_measured(samples_with(np.concatenate([stones, turned, other])))
    np.testing.assert_array_equal(kept.stones, other)


def test_other_boards_are_left_as_they_are() -> None:
    samples = samples_with(np.zeros((3, 9, 9), dtype=np.uint8))
    assert without_measured(samples) is samples


def test_a_network_that_knows_the_truth_keeps_every_win() -> None:
    known = yardstick(5).sample(600)

    class Truth:
        def answers(self, views: Views) -> Answers:
            winning = known.winning.reshape(-1, 5, 5).transpose(0, 2, 1).reshape(len(known), -1)
            values = np.where(known.winning.any(axis=1), 3.0, -3.0).astype(np.float32)
            policies = np.where(winning, 9.0, 0.0).astype(np.float32)
            return Answers(values, policies, policies)

    told = measure_on_yardstick(Truth(), 5)
    assert told["wins_kept"] == told["accuracy"] == 1


def test_the_network_of_the_package_is_far_better_than_chance() -> None:
    told = measure_on_yardstick(load_integer_network(SHIPPED), 7)
    assert told["wins_kept"] > 0.6
