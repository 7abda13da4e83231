"""The replay memory gives back what was noted, and forgets the oldest."""

from __future__ import annotations

import numpy as np
import pytest

from beeline.learning.batch import HexBatch
from beeline.learning.replay import ReplayMemory
from beeline.networks.positions import after_moves, half_turned

SIDE = 4


def filled(capacity: int, rounds: int) -> tuple[ReplayMemory, list[tuple[bytes, int, bool]]]:
    games, memory = HexBatch(3, side=SIDE, seed=1), ReplayMemory(capacity, SIDE)
    chance = np.random.default_rng(2)
    noted = []
    for _ in range(rounds):
        moves, turned = games.random_moves().copy(), chance.random(3) < 0.5
        memory.add(games.positions, moves, turned)
        noted += [
            (position.tobytes(), int(move), bool(flip))
            for position, move, flip in zip(games.positions, moves, turned, strict=True)
        ]
        games.step(moves)
    return memory, noted


def test_only_the_last_are_kept() -> None:
    memory, noted = filled(20, 11)
    assert len(memory) == 20
    assert memory.added == 33
    drawn = memory.sample(2000, np.random.default_rng(3))
    seen = {
        (memory.positions[index].tobytes(), int(move))
        for index, move in zip(drawn.indices, drawn.moves, strict=True)
    }
    assert seen == {(position, move) for position, move, _ in noted[-20:]}


def test_what_followed_is_worked_out() -> None:
    memory, noted = filled(60, 18)
    drawn = memory.sample(200, np.random.default_rng(4))
    for number, index in enumerate(drawn.indices):
        position, move, turned = noted[index]
        before = np.frombuffer(position, dtype=np.uint32).reshape(1, 2, SIDE).copy()
        after, won = after_moves(before, np.array([move], dtype=np.int32))
        expected = half_turned(after) if turned else after
        assert (drawn.after[number] == expected[0]).all()
        assert drawn.won[number] == won[0]
    assert drawn.won.any()


def test_a_restored_memory_draws_the_same() -> None:
    memory, _ = filled(20, 11)
    other = ReplayMemory(20, SIDE)
    other.restore(memory.arrays())
    one, two = (each.sample(50, np.random.default_rng(5)) for each in (memory, other))
    assert (one.after == two.after).all()
    assert (one.indices == two.indices).all()
    assert other.added == memory.added


def test_a_transition_is_small() -> None:
    memory = ReplayMemory(100_000, 13)
    assert sum(array.nbytes for array in (memory.positions, memory._moves, memory._turned)) < 12_000_000
    with pytest.raises(ValueError, match="1 transition or more"):
        ReplayMemory(0, 5)
