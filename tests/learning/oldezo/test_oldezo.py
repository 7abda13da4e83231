"""Comparison training of characteristics, and the weights in files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from beeline import Board, make_player
from beeline.files import FileError
from beeline.learning.oldezo.comparison import Choice, agreement, choices, learned_weights
from beeline.networks.oldezo.characteristics import (
    COUNT,
    LEARNED,
    WeightsFile,
    load_weights,
    read_weights,
    write_weights,
)


def made_choices(weights: np.ndarray, *, count: int, seed: int) -> list[Choice]:
    """Choices of someone who follows these weights as the model says, and wins as they say."""
    chance = np.random.default_rng(seed)
    data = []
    for _ in range(count):
        options = chance.normal(size=(6, 12))
        odds = np.exp(-options @ weights)
        chosen = int(chance.choice(6, p=odds / odds.sum()))
        loses = chance.random() < 1 / (1 + np.exp(-(options[chosen] @ weights / 2 + 1)))
        data.append(Choice(options, chosen, not loses))
    return data


def test_weights_are_found_again_in_choices_that_follow_them() -> None:
    weights = np.linspace(-1.0, 1.2, 12)
    learned = learned_weights(made_choices(weights, count=4000, seed=1))
    np.testing.assert_allclose(
        learned[:12] / np.linalg.norm(learned[:12]), weights / np.linalg.norm(weights), atol=0.05
    )
    # Who wins depends on half the weights and a constant of 1.
    np.testing.assert_allclose(learned[:12], weights / 2, atol=0.08)
    assert learned[12] == pytest.approx(1.0, abs=0.1)


def test_agreement_counts_the_best_moves() -> None:
    weights = np.zeros(COUNT)
    weights[1] = 1.0
    options = np.zeros((3, 12))
    options[:, 1] = [2.0, 1.0, 3.0]
    assert agreement([Choice(options, 1, True), Choice(options, 0, True)], weights) == 0.5


def test_choices_of_a_game_while_nothing_is_decided() -> None:
    moves = ["a2", "d4", "b4", "c2", "d2"]
    found = choices([moves], 6)
    assert [choice.wins for choice in found] == [False, True, False, True][: len(found)]
    board = Board(6)
    board.play("a2")
    assert found[0].options.shape[1] == 12
    # Only moves of the must-play region are options.
    assert 1 < len(found[0].options) <= 35


def test_a_file_of_weights_is_read_back_and_a_bad_one_refused(tmp_path: Path) -> None:
    path = tmp_path / "some.weights"
    write_weights(path, WeightsFile(7, np.arange(COUNT, dtype=np.float64), {"games": 3}))
    file = read_weights(path)
    assert (file.side, file.training) == (7, {"games": 3})
    np.testing.assert_array_equal(file.weights, np.arange(COUNT))
    path.write_bytes(path.read_bytes()[:-4])
    with pytest.raises(FileError, match="damaged"):
        read_weights(path)
    write_weights(path, WeightsFile(7, np.zeros(3), {}))
    with pytest.raises(FileError, match="not 13 of them"):
        read_weights(path)


def test_the_package_has_weights_for_every_size() -> None:
    assert load_weights(LEARNED, 7).side == 7
    assert load_weights(LEARNED, 3).side == 7
    assert load_weights(LEARNED, 9).side == 9
    assert load_weights(LEARNED, 19).side == 11


def test_other_weights_change_the_game(tmp_path: Path) -> None:
    board = Board(7)
    board.play("b2")
    path = tmp_path / "backwards.weights"
    learned = load_weights(LEARNED, 7)
    write_weights(path, WeightsFile(7, -learned.weights, {}))
    plain = make_player("oldezo:ply=1").choose(board)
    backwards = make_player(f"oldezo:ply=1,weights={path}").choose(board)
    assert plain.move != backwards.move
    with pytest.raises(ValueError, match="no file of weights 'nothing'"):
        make_player("oldezo:weights=nothing")
