"""Minimax tree optimisation: weights under which a search of two plies plays the moves of a teacher."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from beeline import Board, _core
from beeline.learning.oldezo.system import OldEzoSettings, preset
from beeline.learning.oldezo.training import Training
from beeline.learning.oldezo.tree_optimisation import (
    Trees,
    _cost,
    grown_trees,
    optimised_weights,
    tree_agreement,
)
from beeline.learning.training_run import TrainingError

GAMES = [
    ("a1", "c5", "e4", "d6", "c6", "d5", "e6", "f2", "e2"),
    ("a6", "b6", "a7", "b3", "f2", "f1", "g1", "d3", "c3"),
]


def drawn_trees(seed: int, teacher: np.ndarray) -> Trees:
    """Random leaves; the first move of each position is the one that the teacher's weights have best."""
    random = np.random.default_rng(seed)
    leaves = random.normal(size=(120, 4, 5, 12)).astype(np.float32)
    best = (leaves @ teacher).min(axis=2).argmax(axis=1)
    for number, move in enumerate(best):
        leaves[number, [0, move]] = leaves[number, [move, 0]]
    return Trees(leaves, np.ones(leaves.shape[:3], dtype=np.bool_))


def test_the_weights_of_a_teacher_that_searches_two_plies_are_found() -> None:
    random = np.random.default_rng(3)
    teacher = random.normal(size=12)
    trees = drawn_trees(4, teacher)
    start = np.append(random.normal(size=12), 0.5)
    learned = optimised_weights(trees, start)
    assert tree_agreement(trees, start) < 0.5
    assert tree_agreement(trees, learned) > 0.9
    assert np.corrcoef(learned[:-1], teacher)[0, 1] > 0.95
    assert learned[-1] == 0.5


def test_the_gradient_is_that_of_the_cost() -> None:
    trees = drawn_trees(5, np.ones(12))
    random = np.random.default_rng(6)
    weights, scale = random.normal(size=12), random.uniform(0.5, 2, size=12)
    _, gradient = _cost(trees, weights, scale)
    for number in range(12):
        step = np.zeros(12)
        step[number] = 1e-6
        above, below = (_cost(trees, weights + sign * step, scale)[0] for sign in (1, -1))
        assert gradient[number] == pytest.approx((above - below) / 2e-6, abs=1e-5)


def test_a_move_is_worth_its_best_reply_as_the_player_who_chose_sees_it() -> None:
    weights = np.append(np.random.default_rng(7).normal(size=12), 0.0)
    trees = grown_trees(GAMES, 7, weights, moves=3)
    assert len(trees) > 0
    board = Board(7)
    board.play(GAMES[0][0])
    after = dict(_core.characteristics_after_moves(board._native))
    chosen = board.cell_of(GAMES[0][1])
    assert chosen in after  # so the tree is the first
    board.play(GAMES[0][1])
    replies = [numbers for _, numbers in _core.characteristics_after_moves(board._native)]
    assert trees.leaves[0, 0, : len(replies)] == pytest.approx(np.array(replies), rel=1e-5)
    assert not trees.known[0, 0, len(replies) :].any()


def test_a_training_with_moves_is_by_trees_and_one_without_is_not(tmp_path: Path) -> None:
    settings = OldEzoSettings(games=2)
    plain = Training(settings, GAMES, tmp_path / "plain")
    plain.run()
    by_trees = Training(OldEzoSettings(games=2, moves=3), GAMES, tmp_path / "trees")
    by_trees.run()
    assert (plain._weights != by_trees._weights).any()
    assert preset("tree-9").moves > 0
    with pytest.raises(TrainingError, match="moves must not be negative"):
        OldEzoSettings(moves=-1)


def test_games_without_a_position_to_learn_from_are_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match="hold no position to learn from"):
        Training(OldEzoSettings(games=1), [["d4"]], tmp_path / "nothing").run()
