"""What each kind of player plays on is known before the first move, everywhere alike."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from beeline import Board, Game, GoBoard, Limit, PlayerError, TicTacToe, make_player, player_kinds
from beeline.arena.games import GameTask
from beeline.arena.tournament import Tournament
from beeline.interfaces.gtp import serve
from beeline.players import Player
from beeline.rules.y import YBoard

BOARDS: dict[str, Callable[[], Game]] = {
    "Hex 3×3": lambda: Board(3),
    "Hex 7×7": lambda: Board(7),
    "Hex 7×7 with swap": lambda: Board(7, swap_rule=True),
    "Hex 5×5, for which the package has no network": lambda: Board(5),
    "Hex 3×5": lambda: Board(3, 5),
    "Hex 19×19": lambda: Board(19),
    "Go 5×5": lambda: GoBoard(5),
    "Tic-Tac-Toe": TicTacToe,
    "Y": lambda: YBoard(4),
}
BOARDS_OF_HEX = {name for name in BOARDS if name.startswith("Hex")}
SEVEN = {"Hex 7×7", "Hex 7×7 with swap"}

# What the defaults of each kind play on.
PLAYS = {
    "ezo": SEVEN,
    "hivemind": set(BOARDS),
    "mcts": set(BOARDS),
    "neurodynamic": {"Hex 3×3"},
    "neurohex": SEVEN,
    "oldezo": BOARDS_OF_HEX,
    "random": set(BOARDS),
    "resistance": BOARDS_OF_HEX,
    "wolve": BOARDS_OF_HEX,
    "zero": BOARDS_OF_HEX,
}
QUICK = {
    "ezo": "ezo:ply=1,width=1",
    "hivemind": "hivemind:simulations=10",
    "mcts": "mcts:simulations=10",
    "oldezo": "oldezo:ply=1,width=1",
    "wolve": "wolve:ply=1,width=1",
    "zero": "zero:simulations=2",
}
OUTSIDE = f'gtp:command="{sys.executable} {Path(__file__).parents[1] / "data" / "bad_gtp.py"} obey"'


def quick(kind: str) -> Player:
    return make_player(QUICK.get(kind, kind))


def test_every_kind_is_held_to_what_it_plays() -> None:
    assert PLAYS.keys() | {"gtp"} == player_kinds().keys()


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("kind", PLAYS)
def test_a_player_refuses_or_moves(kind: str, name: str) -> None:
    player, board = quick(kind), BOARDS[name]()
    if name in PLAYS[kind]:
        player.check(board)
        assert player.choose(board).move in board.legal_moves
    else:
        with pytest.raises(PlayerError, match=kind) as checked:
            player.check(board)
        with pytest.raises(PlayerError) as chosen:
            player.choose(board)
        assert str(checked.value) == str(chosen.value)


@pytest.mark.parametrize("name", BOARDS)
def test_an_outside_program_plays_hex_and_go(name: str) -> None:
    player = make_player(OUTSIDE)
    if name in ("Tic-Tac-Toe", "Y"):
        with pytest.raises(PlayerError, match="gtp plays Hex and Go, not "):
            player.check(BOARDS[name]())
    else:
        player.check(BOARDS[name]())


def refused(*players: str, **board: object) -> str:
    template = GameTask(key="", **board)  # type: ignore[arg-type]
    with pytest.raises(PlayerError) as refusal:
        Tournament(players=players, games=2, template=template)
    return str(refusal.value)


def test_a_match_is_refused_before_its_first_game() -> None:
    assert "no trained network for 5×5" in refused("neurohex", "random", rows=5, cols=5)
    assert "square boards, not on 3×5" in refused("random", "ezo", rows=3, cols=5)
    assert refused("wolve", "random", game="go", rows=5, cols=5) == "wolve plays Hex, not Go"
    assert "for hex, not for go" in refused("hivemind:weights=evolved-7", "random", game="go", rows=5, cols=5)


def conversation(player: str, commands: bytes, *, game: str = "hex", size: int = 5) -> str:
    output = io.BytesIO()
    serve(player, game=game, size=size, input=io.BytesIO(commands), output=output)  # type: ignore[arg-type]
    return output.getvalue().decode()


def test_gtp_refuses_a_game_at_its_start_and_a_board_at_the_first_move() -> None:
    with pytest.raises(PlayerError, match="wolve plays Hex, not Go"):
        conversation("wolve", b"quit\n", game="go")
    answer = conversation("neurohex", b"genmove b\nshowboard\nboardsize 7\nreg_genmove b\n")
    assert answer.startswith("? player 'neurohex': the package has no trained network for 5×5 boards")
    assert "●" not in answer  # no move was made
    assert answer.split("\n\n")[-2] == f"= {make_player('neurohex').choose(Board(7)).move}"


def test_the_studio_refuses_before_the_first_move() -> None:
    from starlette.testclient import TestClient

    from beeline.interfaces.studio.app import create_app

    body = {"position": {"rows": 5, "cols": 5}, "player": "neurohex"}
    with TestClient(create_app(), base_url="http://127.0.0.1:8411") as client:
        answer = client.post("/api/move", json=body)
    assert answer.status_code == 400
    assert "the package has no trained network for 5×5 boards" in answer.json()["error"]


def test_limits_are_the_tighter_of_two() -> None:
    limit = Limit(seconds=2, simulations=50)
    assert limit.within() == limit
    assert limit.within(seconds=1) == Limit(seconds=1, simulations=50)
    assert limit.within(seconds=3, simulations=10) == Limit(seconds=2, simulations=10)
    assert Limit().within(simulations=7) == Limit(simulations=7)


@pytest.mark.parametrize("spec", ["mcts:simulations=500", "mcts:seconds=60", "hivemind", "mcts"])
def test_simulations_of_a_limit_cap_those_of_a_player(spec: str) -> None:
    analysis = make_player(spec).choose(Board(7), Limit(simulations=40)).analysis
    assert analysis is not None
    assert analysis.simulations == 40


@pytest.mark.parametrize(
    "wrong", [{"seconds": 0}, {"seconds": -1}, {"seconds": float("nan")}, {"simulations": 0}]
)
def test_impossible_limits_are_named(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        Limit(**wrong)  # type: ignore[arg-type]
