"""The alpha-beta player: tactics, options and play. The search itself is tested in C++."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from beeline import Analysis, Board, GoBoard, Limit, Player, PlayerError, make_player
from beeline.players import option_help

DOCS = Path(__file__).parents[3] / "docs" / "reference" / "players.md"


def analysis_of(spec: str, board: Board) -> Analysis:
    analysis = make_player(spec).choose(board).analysis
    assert analysis is not None
    return analysis


def play_out(black: Player, white: Player, board: Board) -> str:
    while board.winner is None:
        board.play((black if board.to_move == "black" else white).choose(board).move)
    return board.winner


@pytest.mark.parametrize("connections", ["true", "false"])
def test_a_win_is_taken_and_a_threat_is_met(connections: str) -> None:
    for to_move in ("black", "white"):
        board = Board.from_text("W W B .\n W W B .\n  W W . .\n   W W B .", to_move=to_move)  # type: ignore[arg-type]
        assert make_player(f"wolve:connections={connections}").choose(board).move == "c3"


def test_an_intruded_bridge_is_kept() -> None:
    board = Board.from_text(". W B .\n . W . .\n  W B . .\n   . . . .", to_move="black")
    decision = make_player("wolve").choose(board)
    assert decision.move == "c2"
    assert decision.value == 1
    assert decision.analysis is not None
    assert decision.analysis.best.proof == "win"
    assert decision.analysis.stopped == "proven"


@pytest.mark.parametrize("connections", ["true", "false"])
def test_random_play_never_wins(connections: str) -> None:
    for seed in range(10):
        wolve, other = make_player(f"wolve:connections={connections}"), make_player(f"random:seed={seed}")
        assert play_out(wolve, other, Board(5)) == "black"
        assert play_out(other, wolve, Board(5)) == "white"


def test_every_winning_opening_of_a_small_board_is_won() -> None:
    # a4, b3, c2 and d1 are Black's winning first moves on 4×4; from all others White wins.
    for opening in Board(4).legal_moves:
        board = Board(4)
        board.play(opening)
        winner = "black" if opening in ("a4", "b3", "c2", "d1") else "white"
        assert play_out(make_player("wolve"), make_player("wolve"), board) == winner


def test_more_ply_is_not_weaker() -> None:
    deep, shallow = make_player("wolve:ply=3,connections=false"), make_player("wolve:ply=1,connections=false")
    score = 0
    for opening in ("a1", "a3", "b5", "c1", "e2", "d5", "f1", "f6", "e6", "a6"):
        for players in ((deep, shallow), (shallow, deep)):
            board = Board(6)
            board.play(opening)
            score += (play_out(*players, board) == "black") == (players[0] is deep)
    assert score >= 10


def test_games_repeat_to_the_bit() -> None:
    def game() -> list[tuple[str, float | None]]:
        player, board, moves = make_player("wolve"), Board(7), []
        board.play("b6")
        while board.winner is None:
            decision = player.choose(board)
            moves.append((decision.move, decision.value))
            board.play(decision.move)
        return moves

    assert game() == game()


def test_a_draw_of_moves_follows_the_temperature_and_the_seed() -> None:
    def moves(temperature: float) -> list[str]:
        player = make_player(f"wolve:ply=1,temperature={temperature},seed=5,connections=false")
        return [player.choose(Board(6)).move for _ in range(30)]

    assert moves(0.1) == moves(0.1)
    assert len(set(moves(1e-6))) <= 2  # the empty board is the same upside down
    assert len(set(moves(0.01))) < len(set(moves(10.0)))
    best = make_player("wolve:ply=1,connections=false").choose(Board(6)).move
    assert moves(0.02).count(best) > moves(10.0).count(best)


def test_a_noisy_player_takes_a_proven_win() -> None:
    board = Board.from_text("W W B .\n W W B .\n  W W . .\n   W W B .", to_move="black")
    assert make_player("wolve:temperature=100,seed=1").choose(board).move == "c3"


def test_the_analysis_lists_every_move_with_its_value() -> None:
    board = Board(5, 6)
    board.play("a2")
    analysis = analysis_of("wolve:ply=2,connections=false", board)
    assert sorted(move.move for move in analysis.moves) == sorted(board.legal_moves)
    assert all(0 <= move.value <= 1 for move in analysis.moves)
    assert analysis.depth == 2
    assert analysis.stopped == "ply"
    assert analysis.variation[0] == analysis.best.move
    assert analysis.to_move == "white"


def test_width_ply_and_connections_change_the_search() -> None:
    board = Board(7)
    board.play("b6")
    positions = {
        spec: analysis_of(spec, board).simulations
        for spec in ("wolve", "wolve:width=3", "wolve:ply=3", "wolve:connections=false")
    }
    assert positions["wolve:width=3"] < positions["wolve"] < positions["wolve:ply=3"]
    assert positions["wolve:connections=false"] != positions["wolve"]


def test_time_stops_the_search() -> None:
    analysis = analysis_of("wolve:ply=100,width=100,seconds=0.05", Board(9))
    assert analysis.stopped == "seconds"
    decision = make_player("wolve:ply=100,width=100").choose(Board(9), Limit(seconds=0.05))
    assert decision.analysis is not None
    assert decision.analysis.stopped == "seconds"


def test_a_strong_opening_is_swapped_and_a_weak_one_is_not() -> None:
    player = make_player("wolve")
    for opening, answer in (("c3", True), ("a1", False)):
        board = Board(5, swap_rule=True)
        board.play(opening)
        decision = player.choose(board)
        assert (decision.move == "swap-pieces") == answer
        assert decision.value is not None
        assert decision.value > 0.5


@pytest.mark.parametrize("size", [(1, 1), (1, 5), (3, 7), (12, 13), (19, 19)])
def test_boards_of_every_size(size: tuple[int, int]) -> None:
    board = Board(*size)
    assert make_player("wolve:ply=1,width=2").choose(board).move in board.legal_moves


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("wolve:ply=0", "ply must be from 1 to 100, not 0"),
        ("wolve:width=0", "width must be 1 or more, not 0"),
        ("wolve:seconds=0", "seconds must be more than 0"),
        ("wolve:temperature=-1", "temperature must be 0 or more, not -1"),
    ],
)
def test_mistakes_are_named(spec: str, message: str) -> None:
    with pytest.raises(PlayerError, match=message):
        make_player(spec)


def test_only_hex_is_played() -> None:
    with pytest.raises(PlayerError, match="wolve plays Hex, not Go"):
        make_player("wolve").choose(GoBoard(5))


def test_every_option_is_documented() -> None:
    section = DOCS.read_text(encoding="utf-8").split("## `wolve`")[1].split("\n## ")[0]
    documented = re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE)
    assert sorted(documented) == sorted(option_help("wolve"))
