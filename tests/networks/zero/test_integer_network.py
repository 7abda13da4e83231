"""Networks on integers: their files, their kernels, and what they see of a board."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from beeline import _core
from beeline.files import FileError
from beeline.networks.zero.answers import Answers
from beeline.networks.zero.architecture import Architecture
from beeline.networks.zero.integer_network import IntegerNetwork, IntegerNetworkFile, load_integer_network
from beeline.networks.zero.views import views_of
from beeline.rules.board import Board
from tests.networks.zero.random_networks import SMALL, random_integers, random_views

SHAPES = [(1, 1), (5, 5), (3, 7), (11, 11), (19, 19)]


def same(one: Answers, other: Answers) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(vars(one).values(), vars(other).values(), strict=True))


@pytest.mark.parametrize(("rows", "cols"), SHAPES)
def test_every_kernel_gives_the_same_answer_to_the_bit(rows: int, cols: int) -> None:
    network, views = random_integers(Architecture(), seed=rows), random_views(3, rows, cols)
    plain = IntegerNetwork(network, kernel="plain").answers(views)
    for kernel in _core.network_kernels():
        assert same(IntegerNetwork(network, kernel=kernel).answers(views), plain)


def test_one_position_is_answered_as_many_are() -> None:
    network, views = IntegerNetwork(random_integers(SMALL)), random_views(4, 5, 6)
    many = network.answers(views)
    for index in range(len(views)):
        value, policy, action_values = network.native.evaluate(
            5, 6, views.stones[index].reshape(-1), int(views.last[index])
        )
        assert value == many.values[index]
        assert np.array_equal(policy, many.policies[index])
        assert np.array_equal(action_values, many.action_values[index])


def test_a_board_and_its_reflection_have_the_same_answers() -> None:
    board = Board(5, 4)
    for move in ("b2", "c3", "a5", "d1", "b4"):
        board.play(move)
    network = IntegerNetwork(random_integers(SMALL))
    seen, reflected = views_of([board]), views_of([board.reflected()])
    assert np.array_equal(seen.stones, reflected.stones)
    # A reflected board is set up, and has no last move.
    reflected.last[:] = seen.last
    assert same(network.answers(seen), network.answers(reflected))


def test_white_to_move_sees_the_board_transposed_and_recoloured() -> None:
    board = Board(3)
    board.play("c1")
    views = views_of([board])
    assert views.stones.tolist() == [[[0, 0, 0], [0, 0, 0], [2, 0, 0]]]
    assert views.last.tolist() == [6]
    board.play("b1")
    views = views_of([board])
    assert views.stones.tolist() == [[[0, 2, 1], [0, 0, 0], [0, 0, 0]]]
    assert views.last.tolist() == [1]


def test_the_frame_is_of_the_stones_of_its_owners() -> None:
    own, opposing, board, last = random_views(1, 2, 2).planes()[0]
    assert own[0].tolist() == own[-1].tolist() == [1, 1, 1, 1]
    assert opposing[:, 0].tolist() == opposing[:, -1].tolist() == [1, 1, 1, 1]
    assert board.sum() == board[1:-1, 1:-1].sum() == 4
    assert last.sum() <= 1


def test_a_file_gives_the_network_back(tmp_path: Path) -> None:
    file, views = random_integers(SMALL), random_views(3, 7, 7)
    file.write(tmp_path / "network.safetensors")
    read = IntegerNetworkFile.read(tmp_path / "network.safetensors")
    assert (read.architecture, read.name) == (SMALL, "random")
    network = load_integer_network(tmp_path / "network.safetensors")
    assert same(network.answers(views), IntegerNetwork(file).answers(views))


def test_a_tensor_of_another_shape_is_named(tmp_path: Path) -> None:
    file = random_integers(SMALL)
    wrong = {**file.tensors, "policy.weight": np.zeros(31, dtype=np.float32)}
    IntegerNetworkFile(architecture=SMALL, tensors=wrong).write(tmp_path / "wrong.safetensors")
    with pytest.raises(FileError, match=r"policy.weight .* is float32\[31\], not float32\[32\]"):
        IntegerNetworkFile.read(tmp_path / "wrong.safetensors")
    del wrong["policy.weight"]
    with pytest.raises(FileError, match=r"the network lacks policy.weight"):
        IntegerNetwork(IntegerNetworkFile(architecture=SMALL, tensors=wrong))


def test_a_kernel_that_this_processor_does_not_have_is_refused() -> None:
    with pytest.raises(ValueError, match=r"no kernel 'abacus', only .*plain"):
        IntegerNetwork(random_integers(SMALL), kernel="abacus")


@pytest.mark.parametrize("wrong", [{"channels": 20}, {"hidden": 0}, {"pooling": (9,)}])
def test_an_impossible_architecture_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"network|block"):
        Architecture(**wrong)  # type: ignore[arg-type]


def test_the_integer_file_of_the_usual_size_is_small(tmp_path: Path) -> None:
    random_integers(Architecture()).write(tmp_path / "network.safetensors")
    assert (tmp_path / "network.safetensors").stat().st_size < 800_000
