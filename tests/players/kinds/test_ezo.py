"""The player on a network of EZO-CNN."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from beeline import Board, make_player
from beeline.errors import PlayerError
from beeline.files import FileError
from beeline.networks.ezo.architecture import Architecture
from beeline.networks.ezo.onnx_network import NETWORKS, Evaluator, export_network
from beeline.networks.positions import positions_of
from beeline.networks.weights import random_weights
from beeline.rules.cells import SWAP_PIECES


@pytest.fixture(scope="module")
def network(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A network for 5×5 that was not trained, but has opinions."""
    path = tmp_path_factory.mktemp("networks") / "net.onnx"
    architecture = Architecture(side=5, channels=8, hidden=8)
    weights = random_weights(architecture.shapes(), np.random.default_rng(4))
    weights["output.weight"] *= 6
    export_network(path, architecture, weights, training={})
    return path


def chance_of_the_mover(network: Path, board: Board, move: str) -> float:
    after = board.copy()
    after.play(move)
    (theirs,) = Evaluator(NETWORKS.read(network)).chances(positions_of([after]))
    return 1 - float(theirs)


def test_one_ply_plays_what_leaves_the_opponent_least(network: Path) -> None:
    player = make_player(f"ezo:ply=1,weights={network}")
    for opening in ("a1", "c3", "e2"):
        board = Board(5)
        board.play(opening)
        decision = player.choose(board)
        assert decision.analysis is not None
        open_moves = [move for move in decision.analysis.moves if move.visits and move.proof is None]
        if not open_moves:
            continue
        for move in open_moves:
            assert move.value == pytest.approx(chance_of_the_mover(network, board, move.move), abs=1e-4)
        assert decision.value == max(move.value for move in decision.analysis.moves if move.visits)


def test_two_plies_look_at_the_answers(network: Path) -> None:
    """The value of a move is what the opponent's best answer leaves, unless connections decide."""
    board = Board(5)
    board.play("a2")
    one, two = (make_player(f"ezo:ply={ply},weights={network}").choose(board).analysis for ply in (1, 2))
    assert one is not None
    assert two is not None
    assert two.depth == 2 or two.best.proof
    assert two.nodes > one.nodes


def test_proven_moves_need_no_network(network: Path) -> None:
    board = Board(5)
    board.set_up(black=["c1", "c2", "c4", "c5"], white=["a1", "a2", "e4", "e5"], to_move="black")
    decision = make_player(f"ezo:weights={network}").choose(board)
    assert (decision.move, decision.value) == ("c3", 1.0)


def test_a_swap_is_taken_where_it_is_better(network: Path) -> None:
    board = Board(5, swap_rule=True)
    board.play("c3")
    assert make_player(f"ezo:weights={network}").choose(board).move == SWAP_PIECES


@pytest.mark.parametrize("side", [7, 9])
def test_the_networks_of_the_package_beat_a_random_player(side: int) -> None:
    for ours in ("black", "white"):
        board = Board(side)
        players = {ours: make_player("ezo:ply=1")}
        while board.winner is None:
            player = players.setdefault(board.to_move, make_player("random:seed=1"))
            board.play(player.choose(board).move)
        assert board.winner == ours


def test_what_it_cannot_play_is_named(network: Path, tmp_path: Path) -> None:
    with pytest.raises(PlayerError, match="is for 5×5 boards, not for 6×6"):
        make_player(f"ezo:weights={network}").choose(Board(6))
    with pytest.raises(PlayerError, match="no trained network for 19×19"):
        make_player("ezo").choose(Board(19))
    with pytest.raises(PlayerError, match="square boards, not on 4×5"):
        make_player("ezo").choose(Board(4, 5))
    with pytest.raises(PlayerError, match="no network 'nothing'"):
        make_player("ezo:weights=nothing")
    with pytest.raises(PlayerError, match="threads must be"):
        make_player("ezo:threads=0")
    (tmp_path / "other.onnx").write_text("")
    with pytest.raises((PlayerError, FileError), match="damaged"):
        make_player(f"ezo:weights={tmp_path / 'other.onnx'}")


def test_the_version_tells_the_network(network: Path) -> None:
    assert ", network " in make_player(f"ezo:weights={network}").version()
    assert ", network " not in make_player("ezo").version()


def test_the_package_has_a_network_for_7x7() -> None:
    """It knows the centre from the corner."""
    board = Board(7)
    analysis = make_player("ezo:ply=1,width=49").choose(board).analysis
    assert analysis is not None
    values = {move.move: move.value for move in analysis.moves}
    assert values["d4"] > 0.8
    assert values["a1"] < 0.4
