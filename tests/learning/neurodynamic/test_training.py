"""Training an agent: where it is kept, that it goes on as if never broken, and what players get of it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from beeline import Board, PlayerError, make_player
from beeline.files import FileError
from beeline.learning.neurodynamic import measurements
from beeline.learning.neurodynamic.measurements import measured, truth, values_of
from beeline.learning.neurodynamic.system import PRESETS, NeurodynamicSettings, preset
from beeline.learning.neurodynamic.torch_network import sequence_values
from beeline.learning.neurodynamic.training import Entry, Training, report_html
from beeline.learning.training_run import TrainingError
from beeline.learning.yardstick import yardstick
from beeline.networks.action_values import Evaluator
from beeline.networks.features import neurohex_planes
from beeline.networks.neurodynamic.architecture import Architecture
from beeline.networks.neurodynamic.onnx_network import NETWORKS, export_network
from beeline.networks.positions import positions_of, seen_cell

TINY = PRESETS["tiny"]


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    torch.set_num_threads(1)


def trained(settings: NeurodynamicSettings, folder: Path, *, resume: bool = False) -> Training:
    run = Training(settings, folder, resume=resume)
    run.run()
    return run


def timeless(history: list[Entry]) -> list[Entry]:
    return [replace(entry, seconds=0.0) for entry in history]


class Killed(Exception):
    pass


@pytest.mark.parametrize("recurrent", [False, True])
def test_a_broken_run_goes_on_to_the_same_network(tmp_path: Path, recurrent: bool) -> None:
    settings = replace(TINY, recurrent=recurrent, objective="pbe", target="sarsa")
    whole = trained(settings, tmp_path / "whole")
    for _ in range(2):
        broken = Training(settings, tmp_path / "broken", resume=True)

        def die(entry: Entry) -> None:
            raise Killed

        with pytest.raises(Killed):
            broken.run(on_entry=die)
    again = trained(settings, tmp_path / "broken", resume=True)
    assert timeless(again.history) == timeless(whole.history)
    assert len(again.history) == 4
    assert torch.equal(again.runs.learner.weights, whole.runs.learner.weights)
    one, other = ((tmp_path / run / "trained.onnx").read_bytes() for run in ("whole", "broken"))
    assert one == other


def test_a_folder_in_use_and_a_damaged_one_are_refused(tmp_path: Path) -> None:
    trained(TINY, tmp_path)
    with pytest.raises(TrainingError, match="--resume"):
        Training(TINY, tmp_path)
    with pytest.raises(TrainingError, match=r"was begun with seed 1 \(now 5\)"):
        Training(replace(TINY, seed=5), tmp_path, resume=True)
    path = tmp_path / "checkpoint"
    path.write_bytes(path.read_bytes()[:1000])
    with pytest.raises(FileError, match="damaged"):
        Training(TINY, tmp_path, resume=True)


def test_other_sizes_are_trained_and_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measurements, "_MOST", 2000)  # defences beyond which a network is not examined
    run = trained(replace(TINY, side=5, updates=5), tmp_path)
    (entry,) = run.history
    assert entry.wins_kept is not None
    assert entry.exact == {}
    winning = ("a4", "a5", "b2", "b3", "b4", "c2", "c3", "c4", "d2", "d3", "d4", "e1", "e2")
    assert set(entry.beaten) == set(winning)
    assert not any(entry.beaten.values())


def test_a_solved_board_has_the_exact_measure_in_entries_and_report(tmp_path: Path) -> None:
    run = trained(replace(TINY, updates=10), tmp_path)
    last = run.history[-1]
    expected = measured(run.architecture, truth(3), run.runs.learner.weights)
    assert last.exact == {name: float(number[0]) for name, number in expected._asdict().items()}
    assert last.wins_kept == last.exact["keeps"]
    page = report_html(run.settings, run.history, title="A run")
    assert "Won against perfect play" in page
    assert f"exact error {last.exact['error']:.3f}" in page
    broken = replace(last, wins_kept=float("nan"), exact=dict.fromkeys(last.exact, float("nan")))
    assert "nan" not in report_html(run.settings, [*run.history, broken], title="A run")


def test_the_exported_network_is_the_trained_one(tmp_path: Path) -> None:
    positions = yardstick(3).sample(200).positions
    architecture = Architecture()
    weights = 3 * architecture.random_weights(np.random.default_rng(1))
    export_network(tmp_path / "plain.onnx", architecture, weights, training={})
    found = Evaluator(NETWORKS.read(tmp_path / "plain.onnx")).values(positions)
    expected = values_of(architecture, torch.from_numpy(weights[None]), positions)[0]
    assert found == pytest.approx(expected, abs=1e-5)


def test_a_recurrent_player_has_the_whole_game_in_mind(tmp_path: Path) -> None:
    architecture = Architecture(recurrent=True)
    weights = 3 * architecture.random_weights(np.random.default_rng(2))
    path = tmp_path / "recurrent.onnx"
    export_network(path, architecture, weights, training={})
    player = make_player(f"neurodynamic:weights={path}")
    board = Board(3)
    boards = [board.copy()]
    for move in ("b2", "a3", "c1"):
        board.play(move)
        boards.append(board.copy())
    planes = torch.from_numpy(neurohex_planes(positions_of(boards)))[None, None]
    starts = torch.tensor([[[True, False, False, False]]])
    values = sequence_values(architecture, torch.from_numpy(weights[None]), planes, starts)[0, 0, -1]
    analysis = player.choose(board).analysis
    assert analysis is not None
    for move in analysis.moves:
        cell = seen_cell(board.cell_of(move.move), side=3, to_move=board.to_move)
        assert move.value == pytest.approx((1 + float(values[cell])) / 2, abs=1e-5)


def test_the_players_complain_about_what_is_not_theirs(tmp_path: Path) -> None:
    path = tmp_path / "three.onnx"
    architecture = Architecture()
    export_network(path, architecture, architecture.random_weights(np.random.default_rng(1)), training={})
    player = make_player(f"neurodynamic:weights={path}")
    with pytest.raises(PlayerError, match="for 3×3 boards, not for 4×4"):
        player.choose(Board(4))
    with pytest.raises(PlayerError, match="square boards"):
        player.choose(Board(3, 4))
    with pytest.raises(PlayerError, match="neurohex, not of neurodynamic"):
        make_player("neurodynamic:weights=src/beeline/networks/neurohex/data/trained-7.onnx")
    with pytest.raises(PlayerError, match="no trained network for 11×11"):
        make_player("neurodynamic").choose(Board(11))
    assert "network" in player.version()


def test_the_network_of_the_package_plays_3x3_perfectly() -> None:
    from beeline.learning.neurodynamic.measurements import beats_every_defence, every_defence

    values = Evaluator(NETWORKS.load("trained", 3)).values
    board = Board(3)
    for opening in ("a2", "a3", "b2", "c1", "c2"):
        assert beats_every_defence(values, side=3, opening=board.cell_of(opening))
    for opening in ("a1", "b1", "b3", "c3"):  # as second player, where the opening loses
        assert every_defence(values, side=3, opening=board.cell_of(opening), answering=True).beaten
    assert "trained-3" in NETWORKS.shipped.all()


def test_the_network_of_the_package_knows_every_position_of_3x3() -> None:
    values = Evaluator(NETWORKS.load("trained", 3)).values
    assert yardstick(3).measure(values).wins_kept == 1.0


def test_presets_have_names() -> None:
    assert preset("perfect-3").discount == -1
    assert preset("study-rnn-pbe").discount == 1
    with pytest.raises(TrainingError, match="did you mean 'perfect-3'"):
        preset("perfect3")
    with pytest.raises(TrainingError, match="log_every must be 1"):
        replace(TINY, log_every=0)


FITTED = replace(TINY, method="fitted", widening=2, own_share=0.5, relist=5, games=16)


def test_a_broken_run_of_fitted_value_iteration_goes_on_to_the_same_network(tmp_path: Path) -> None:
    whole = trained(FITTED, tmp_path / "whole")
    broken = Training(FITTED, tmp_path / "broken")

    def die(entry: Entry) -> None:
        raise Killed

    with pytest.raises(Killed):
        broken.run(on_entry=die)
    again = trained(FITTED, tmp_path / "broken", resume=True)
    assert timeless(again.history) == timeless(whole.history)
    assert torch.equal(again.runs.weights, whole.runs.weights)
    one, other = ((tmp_path / run / "trained.onnx").read_bytes() for run in ("whole", "broken"))
    assert one == other


def test_fitted_value_iteration_learns_every_legal_move(tmp_path: Path) -> None:
    run = trained(replace(FITTED, games=64, updates=150, log_every=150, rate=0.01), tmp_path)
    assert run.history[-1].exact["keeps"] > 0.9  # a random move keeps 0.37
    assert run.history[-1].exact["error"] < 0.7


def test_only_the_method_that_has_them_takes_filters_and_own_positions() -> None:
    for change in ({"widening": 2}, {"own_share": 0.5}):
        with pytest.raises(TrainingError, match="are for the method fitted"):
            replace(TINY, **change)  # type: ignore[arg-type]
    for change in ({"recurrent": True}, {"discount": 1.0}):
        with pytest.raises(TrainingError, match="zero-sum targets and no recurrent network"):
            replace(FITTED, games=20, **change)  # type: ignore[arg-type]
