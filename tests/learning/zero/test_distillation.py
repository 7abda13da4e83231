"""A small network learns what a large one says."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from beeline.arena.store import GameStore
from beeline.learning.training_run import use_torch
from beeline.learning.zero.distillation import DistilledGames, is_held_out, told_by
from beeline.learning.zero.measures import measure
from beeline.learning.zero.samples import Samples, joined
from beeline.learning.zero.self_play import samples_of
from beeline.learning.zero.stored_games import key_of, keyed_games
from beeline.learning.zero.supervised import main
from beeline.learning.zero.system import PRESETS
from beeline.learning.zero.teacher_games import HELD_OUT
from beeline.learning.zero.training import Training
from beeline.networks.zero.answers import chances, distributions
from beeline.networks.zero.integer_network import IntegerNetwork, load_integer_network
from beeline.players.kinds.zero import SHIPPED
from tests.learning.zero.test_training import Here


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    use_torch(threads=1)
    folder = tmp_path_factory.mktemp("teacher")
    Training(replace(PRESETS["tiny"], rounds=2, games=60, boards="4:1 5:1"), folder, Here()).run()
    return folder


@pytest.fixture(scope="module")
def teacher() -> IntegerNetwork:
    return load_integer_network(SHIPPED)


def test_positions_carry_what_the_teacher_says_of_them(run: Path, teacher: IntegerNetwork) -> None:
    games = DistilledGames([run / "self-play.games"], teacher)
    assert set(games.learned) == {4, 5}
    samples = games.learned[5]
    answers = teacher.answers(joined(_plain_samples(run)[5]).views)
    shares = distributions(answers.policies, samples.views.empty)
    assert np.array_equal(samples.moves[:, 0], shares.argmax(axis=1))
    np.testing.assert_allclose(samples.visits.sum(axis=1), 1, atol=1e-5)
    np.testing.assert_allclose(samples.value, chances(answers.values), atol=1e-6)
    values, known = samples.action_values()
    assert not known[~samples.views.empty].any()
    np.testing.assert_allclose(values[known > 0], chances(answers.action_values)[known > 0], atol=1e-6)
    assert shares[samples.policy() > 0].min() > 0


def _plain_samples(run: Path) -> dict[int, list[Samples]]:
    """What is learned from, in the same order, as the games have it."""
    found: dict[int, list[Samples]] = {4: [], 5: []}
    with GameStore(run / "self-play.games", read_only=True) as store:
        for key, game in keyed_games(store):
            if (samples := samples_of(game)) is not None and not is_held_out(key):
                found[samples.side].append(samples)
    return found


def test_half_of_the_positions_come_without_the_last_move(run: Path, teacher: IntegerNetwork) -> None:
    samples = DistilledGames([run / "self-play.games"], teacher).learned[5]
    plain = joined(_plain_samples(run)[5])
    assert (samples.last[::2] == -1).all()
    assert np.array_equal(samples.last[1::2], plain.last[1::2])
    assert (plain.last >= 0).any()


def test_a_game_is_learned_from_or_held_out(run: Path, teacher: IntegerNetwork) -> None:
    games = DistilledGames([run / "self-play.games"], teacher)
    assert games.games <= 120
    counts = [sum(map(len, part.values())) for part in (games.held_out, games.learned)]
    assert 0 < counts[0] < counts[1] / 5
    few = DistilledGames([run / "self-play.games"], teacher, most=50)
    assert few.games < games.games


def test_a_game_stays_held_out_when_the_store_grows(
    run: Path, teacher: IntegerNetwork, tmp_path: Path
) -> None:
    with GameStore(run / "self-play.games", read_only=True) as store:
        results = list(store.results())
    with GameStore(tmp_path / "early.games") as store:
        store.add(results[:-1])  # without the latest game, with which counting would begin
    early = DistilledGames([tmp_path / "early.games"], teacher)
    late = DistilledGames([run / "self-play.games"], teacher)
    for side, samples in early.held_out.items():
        assert _positions(samples) <= _positions(late.held_out[side])
    for side, samples in early.learned.items():
        assert _positions(samples) <= _positions(late.learned[side])


def _positions(samples: Samples) -> set[bytes]:
    return {stones.tobytes() for stones in samples.stones}


def test_one_key_in_twenty_is_held_out() -> None:
    keys = [key_of(round=round, game=game) for round in range(20) for game in range(500)]
    assert sum(map(is_held_out, keys)) == pytest.approx(len(keys) / HELD_OUT, rel=0.1)


def test_on_the_smallest_boards_there_are_fewer_moves_than_are_kept(
    run: Path, teacher: IntegerNetwork
) -> None:
    samples = DistilledGames([run / "self-play.games"], teacher).learned[4]
    small = replace(samples, stones=samples.stones[:, :3, :3], last=np.full(len(samples), -1, np.int32))
    told = told_by(teacher, small)
    assert (told.moves[:, 9:] == -1).all()
    assert np.isnan(told.move_values[:, 9:]).all()


def test_the_small_network_comes_to_agree_with_its_teacher(
    run: Path, teacher: IntegerNetwork, tmp_path: Path
) -> None:
    main([
        *(str(tmp_path), str(run / "self-play.games"), "--teacher", str(SHIPPED)),
        *("--channels", "16", "--blocks", "1", "--pooling", "1", "--outcome", "0"),
        *("--positions", "12000", "--batch", "32", "--learning-rate", "0.005"),
    ])  # fmt: skip
    learned = load_integer_network(tmp_path / "network-12000.safetensors")
    games = DistilledGames([run / "self-play.games"], teacher)
    assert measure(learned, games.held_out[5]).first > 0.25  # by chance 5%
    samples = games.learned[5]
    told = chances(learned.answers(samples.views).values)
    assert np.corrcoef(told, samples.value)[0, 1] > 0.3
