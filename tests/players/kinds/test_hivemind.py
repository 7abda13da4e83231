"""The player that uses learned policies."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

from beeline import Board, GoBoard, PlayerError, TicTacToe, make_player
from beeline.networks.hivemind.policy import Policy
from beeline.players import player_files, with_files
from beeline.players.kinds.hivemind import Options
from beeline.players.kinds.mcts import Options as MctsOptions

PAPER = "simulations=300,selection=tuned,exploration=0.5,update=path,expand=50"


def save(path: Path, weight: float, *, game: str = "hex", count: int = 8192) -> str:
    weights = np.full(count, weight, dtype=np.float32)
    weights[3::4] = (
        50  # of neighbours off the board where none can be: not the plain policies by another name
    )
    Policy(game=game, size=7, weights=weights).save(path)  # type: ignore[arg-type]
    return str(path)


@pytest.mark.parametrize("board", [Board(5), Board(4, 6), GoBoard(5), TicTacToe()])
def test_it_plays_every_game_with_its_defaults(board: Board | GoBoard | TicTacToe) -> None:
    player = make_player("hivemind:simulations=200")
    assert player.choose(board).move in board.legal_moves


def test_the_search_is_that_of_the_paper(tmp_path: Path) -> None:
    weights = np.full(8192, 1, dtype=np.float32)
    Policy(game="hex", size=7, weights=weights).save(tmp_path / "ones.policy")
    board = Board(7)
    board.play("c4")
    ones = make_player(f"hivemind:simulations=300,weights={tmp_path / 'ones.policy'}").choose(board)
    local = make_player(f"mcts:{PAPER},continuation=local").choose(board)
    assert ones.analysis is not None
    assert local.analysis is not None
    assert ones.analysis.moves == local.analysis.moves


def test_the_policy_changes_the_playouts(tmp_path: Path) -> None:
    board = Board(7)
    board.play("c4")
    evolved = make_player("hivemind:simulations=300").choose(board).analysis
    default = make_player(f"mcts:{PAPER},continuation=default").choose(board).analysis
    assert evolved is not None
    assert default is not None
    assert evolved.moves != default.moves


def test_a_bad_file_is_refused_when_the_player_is_made(tmp_path: Path) -> None:
    path = tmp_path / "bad.policy"
    path.write_bytes(b"nonsense")
    with pytest.raises(PlayerError, match=r"bad.policy' is damaged, or no policy file"):
        make_player(f"hivemind:weights={path}")
    with pytest.raises(PlayerError, match="No such file"):
        make_player(f"hivemind:weights={tmp_path / 'none.policy'}")
    with pytest.raises(PlayerError, match="there is no policy 'best': name a file, or one of"):
        make_player("hivemind:weights=best")


def test_a_policy_for_another_game_is_refused(tmp_path: Path) -> None:
    go = save(tmp_path / "go.policy", 1, game="go", count=131072)
    player = make_player(f"hivemind:simulations=10,weights={go}")
    player.check(GoBoard(5))
    assert player.choose(GoBoard(5)).move
    for refused in (player.check, player.choose):
        with pytest.raises(PlayerError, match="is for go, not for hex"):
            refused(Board(5))


def test_its_continuation_is_its_policy() -> None:
    with pytest.raises(PlayerError, match="the continuation of this player is its policy"):
        make_player("hivemind:continuation=local")
    with pytest.raises(PlayerError, match="that is the player hivemind"):
        make_player("mcts:continuation=patterns")


def test_the_version_names_the_content_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "x.policy"
    versions = {make_player(f"hivemind:weights={save(path, weight)}").version() for weight in (1, 2)}
    assert len(versions) == 2
    assert "policy" not in make_player("hivemind").version()


def test_the_guide_lists_what_differs_from_mcts() -> None:
    guide = (Path(__file__).parents[3] / "docs" / "reference" / "players.md").read_text(encoding="utf-8")
    section = guide[guide.index("## `hivemind`") :]
    usual = {field.name: field.default for field in fields(MctsOptions)}
    for field in fields(Options):
        if field.default != usual.get(field.name, "none of mcts"):
            assert f"\n| `{field.name}` | {str(field.default).removesuffix('.0')} |" in section


def test_files_in_a_player_string_can_be_moved(tmp_path: Path) -> None:
    path = save(tmp_path / "x.policy", 1)
    spec = f"hivemind:simulations=5,weights={path}"
    assert player_files(spec) == [path]
    assert with_files(spec, {path: "/elsewhere/x"}) == "hivemind:simulations=5,weights=/elsewhere/x"
    for other in ("hivemind", "hivemind:weights=evolved-7", "mcts:simulations=5"):
        assert player_files(other) == []
        assert with_files(other, {path: "/elsewhere/x"}) == other
