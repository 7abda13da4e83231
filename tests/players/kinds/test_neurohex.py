"""The players that value moves without search: neurohex and resistance."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from beeline import Board, GoBoard, PlayerError, make_player, resistance, solve
from beeline.learning.greedy import resistance_values, win_rate
from beeline.learning.yardstick import yardstick
from beeline.networks.action_values import Evaluator
from beeline.networks.neurohex.architecture import Architecture
from beeline.networks.neurohex.onnx_network import export_network, load_network
from beeline.networks.positions import positions_of, seen_cell

SMALL = Architecture(side=5, layers=((3, 4), (0, 6)))


def write(path: Path, *, bias: float = 0.0, favourite: int | None = None) -> Path:
    """A network that is untrained, but has an opinion."""
    random = np.random.default_rng(1)
    weights = {
        name: random.normal(0, 0.3, shape).astype(np.float32) for name, shape in SMALL.shapes().items()
    }
    weights["output.bias"] += np.float32(bias)
    if favourite is not None:
        weights["output.bias"][favourite] = 9
    export_network(path, SMALL, weights, training={})
    return path


@pytest.fixture
def network(tmp_path: Path) -> Path:
    return write(tmp_path / "net.onnx")


def test_the_best_valued_move_is_played(network: Path) -> None:
    player = make_player(f"neurohex:weights={network}")
    board = Board(5)
    while board.winner is None:
        decision = player.choose(board)
        assert decision.analysis is not None
        values = [move.value for move in decision.analysis.moves]
        assert values == sorted(values, reverse=True)
        assert {move.move for move in decision.analysis.moves} == set(board.legal_moves)
        assert decision.move == decision.analysis.best.move
        assert decision.value == values[0]
        board.play(decision.move)


def test_colours_are_played_alike(network: Path) -> None:
    player = make_player(f"neurohex:weights={network}")
    board = Board.from_text("B . . . .\n. W . . .\n. . . . .\n. . B . .\n. . . . .", to_move="white")
    ours, theirs = player.choose(board), player.choose(board.reflected())
    cell = board.cell_of(ours.move)
    assert theirs.move == board.name_of(seen_cell(cell, side=5, to_move="black"))
    assert theirs.value == pytest.approx(ours.value)


@pytest.mark.parametrize(("bias", "swaps"), [(-9.0, True), (9.0, False)])
def test_whoever_thinks_itself_lost_swaps(tmp_path: Path, bias: float, swaps: bool) -> None:
    player = make_player(f"neurohex:weights={write(tmp_path / 'net.onnx', bias=bias)}")
    board = Board(5, swap_rule=True)
    board.play("c3")
    decision = player.choose(board)
    assert (decision.move == "swap-pieces") == swaps
    assert decision.value is not None
    assert decision.value > 0.5
    without = Board(5)
    without.play("c3")
    assert player.choose(without).move in without.legal_moves


def test_playing_needs_no_pytorch(network: Path) -> None:
    code = (
        "import sys\n"
        "sys.modules['torch'] = None; sys.modules['onnx'] = None\n"
        "import beeline\n"
        f"player = beeline.make_player('neurohex:weights={network}')\n"
        "print(player.choose(beeline.Board(5)).move)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() in Board(5).legal_moves


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("neurohex:weights=nothing", "there is no network 'nothing'"),
        ("neurohex:weights=missing.onnx", "No such file"),
        ("neurohex:threads=0", "threads must be from 1 to 256"),
        ("neurohex:prior=0", "prior must be from 1 to"),
        ("neurohex:simulations=0", "simulations must be 1 or more"),
        ("resistance:links=wires", "option 'links' cannot be 'wires'"),
    ],
)
def test_mistakes_in_the_string_are_named(spec: str, message: str) -> None:
    with pytest.raises(PlayerError, match=message):
        make_player(spec)


def test_other_boards_are_refused(network: Path) -> None:
    player = make_player(f"neurohex:weights={network}")
    with pytest.raises(PlayerError, match="is for 5×5 boards, not for 7×7"):
        player.choose(Board(7))
    with pytest.raises(PlayerError, match="square boards, not on 5×4"):
        player.choose(Board(5, 4))
    with pytest.raises(PlayerError, match="plays Hex"):
        player.choose(GoBoard(5, komi=0.5))
    with pytest.raises(PlayerError, match="no trained network for 19×19"):
        make_player("neurohex").choose(Board(19))
    with pytest.raises(PlayerError, match="plays Hex"):
        make_player("resistance").choose(GoBoard(5, komi=0.5))


def test_the_network_guides_a_search(tmp_path: Path) -> None:
    """A short search follows a strong prior, and a long one forgets a weak one."""
    network = write(tmp_path / "net.onnx", favourite=4)
    plain = make_player(f"neurohex:weights={network}")
    board = Board(5)
    board.play("a1")
    best = plain.choose(board).move
    assert best == "e1"
    guided = make_player(f"neurohex:weights={network},simulations=100,prior=100000")
    assert guided.choose(board).move == best
    decision = make_player(f"neurohex:weights={network},simulations=20000,prior=1").choose(board)
    assert decision.analysis is not None
    assert decision.analysis.simulations > 1000
    winning = solve(board, all_moves=True).winning_moves
    assert winning is not None
    assert best not in winning
    assert decision.move in winning


def test_the_network_of_the_package_has_learned() -> None:
    """It beats the heuristic that it was mentored by, and keeps three wins in four where chance keeps one."""
    values = Evaluator(load_network("trained", 7)).values
    assert win_rate(values, resistance_values(), side=7) > 0.6
    found = yardstick(7).measure(values)
    assert found.wins_kept > 0.7
    assert found.signs_right > 0.75
    assert make_player("neurohex").choose(Board(7)).move in Board(7).legal_moves


def test_a_network_file_has_a_version(network: Path) -> None:
    version = make_player(f"neurohex:weights={network}").version()
    assert "network " in version
    assert make_player("neurohex").version() in version


def test_resistance_plays_its_best_move() -> None:
    player = make_player("resistance:links=bridges")
    board = Board(5)
    for _ in range(4):
        report = resistance(board, links="bridges")
        decision = player.choose(board)
        assert report.action_values[decision.move] == max(report.action_values.values())
        board.play(decision.move)
    assert make_player("resistance").choose(board).move in board.legal_moves


def test_resistance_is_the_mentor() -> None:
    """The player and the values that networks are mentored by choose the same moves."""
    player, board = make_player("resistance"), Board(6)
    board.play("b2")
    while board.winner is None:
        (values,) = resistance_values()(positions_of([board]))
        best = int(np.nan_to_num(values, nan=-9).argmax())
        move = player.choose(board).move
        mine = seen_cell(board.cell_of(move), side=6, to_move=board.to_move)
        assert values[mine] == pytest.approx(values[best], abs=1e-6)
        board.play(move)


def test_resistance_swaps_a_strong_opening() -> None:
    board = Board(5, swap_rule=True)
    board.play("c3")
    assert make_player("resistance:links=connections").choose(board).move == "swap-pieces"
