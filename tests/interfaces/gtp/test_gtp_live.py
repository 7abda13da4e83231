"""Live analysis and live graphics, as KataGo's, Leela Zero's and MoHex's users know them."""

from __future__ import annotations

import re
import time

import pytest

from beeline.interfaces.gtp import live
from beeline.interfaces.gtp.live import graphics, info_line
from beeline.players import Limit, make_player
from beeline.players.registry import PlayerSpec
from beeline.rules.board import Board
from tests.interfaces.gtp.gtp_talk import beeline_program, converse, results

KATA = re.compile(
    r"info move (\w+) visits (\d+) utility (\S+) winrate (\S+) prior (\S+) lcb (\S+) utilityLcb (\S+) "
    r"order (\d+) pv ([\w ]+?)(?= info|$)"
)
LZ = re.compile(
    r"info move (\w+) visits (\d+) winrate (\d+) prior (\d+) lcb (\d+) order (\d+) pv ([\w ]+?)(?= info|$)"
)


def test_a_script_gets_one_report_of_the_whole_search() -> None:
    answers = converse("boardsize 5\n7 kata-analyze b 6000\nname\n", player="mcts:simulations=300,seed=1")
    head, line = answers[1].split("\n")
    assert head == "=7 "
    moves = KATA.findall(line)
    assert sum(int(move[1]) for move in moves) == 300
    assert [int(move[7]) for move in moves] == list(range(len(moves)))
    assert all(0 <= float(move[5]) <= float(move[3]) <= 1 for move in moves)
    assert moves[0][8].split()[0] == moves[0][0]
    assert answers[2] == "= Beeline"


def test_leela_zero_counts_in_ten_thousandths() -> None:
    answers = converse("boardsize 5\nlz-analyze 100\n", player="mcts:simulations=300,seed=1")
    moves = LZ.findall(answers[1])
    assert sum(int(move[1]) for move in moves) == 300
    assert all(0 <= int(move[4]) <= int(move[2]) <= 10_000 for move in moves)


@pytest.mark.parametrize(
    ("options", "shown"), [("maxmoves 3", 3), ("minmoves 25", 25), ("ownership true", None)]
)
def test_the_number_of_moves_can_be_asked_for(options: str, shown: int | None) -> None:
    answers = converse(f"boardsize 5\nkata-analyze w 100 {options}", player="mcts:simulations=10,seed=1")
    assert len(KATA.findall(answers[1])) == shown or shown is None


@pytest.mark.parametrize("words", ["maxmoves", "b 10 depth 3", "interval x"])
def test_what_cannot_be_asked_is_told_at_once(words: str) -> None:
    (answer,) = converse(f"kata-analyze {words}")
    assert answer.startswith("? syntax error: expected ")


def test_analysis_of_a_finished_game_fails() -> None:
    assert converse("boardsize 1\nplay b a1\nkata-analyze")[2] == "? game over"


def test_a_player_without_a_search_says_so() -> None:
    assert converse("lz-analyze", player="random:seed=1") == ["? player 'random' shows no search"]


def test_an_analysis_goes_on_until_the_next_command() -> None:
    with beeline_program("mcts:seconds=60,seed=1", size=7) as program:
        assert program.ask("name") == "Beeline"
        program.send("kata-analyze b 5")
        assert program.stdout.readline() == b"= \n"
        visits = [sum(int(move[1]) for move in KATA.findall(_line(program))) for _ in range(3)]
        assert visits == sorted(visits)
        assert visits[0] < visits[-1]
        began = time.monotonic()
        program.send("version")
        while program.stdout.readline() != b"\n":
            pass
        assert time.monotonic() - began < 5
        assert program.stdout.readline().startswith(b"= ")


def test_two_commands_in_one_piece_are_both_answered() -> None:
    with beeline_program("mcts:simulations=50", size=5) as program:
        program.send("lz-analyze 1\nname")
        text = b""
        while b"Beeline" not in text:
            text += program.stdout.readline()
        assert text.startswith(b"= \ninfo move ")


def _line(program) -> str:
    return program.stdout.readline().decode().rstrip("\n")


def test_a_move_with_its_analysis_is_played() -> None:
    script = "boardsize 3\nplay b b2\nkata-genmove_analyze w\nall_legal_moves\nlz-genmove_analyze"
    answers = converse(script, player="mcts:simulations=100,seed=1")
    head, info, played = answers[2].split("\n")
    assert head == "= "
    assert KATA.match(info)
    assert played.removeprefix("play ") not in answers[3].split()
    assert answers[4].split("\n")[-1].startswith("play ")


def test_a_proven_move_has_no_doubt_in_its_bound() -> None:
    analysis = make_player("mcts:simulations=500,seed=1,knowledge=1").choose(Board(3)).analysis
    assert analysis is not None
    assert analysis.best.proof == "win"
    assert " winrate 1 " in info_line(analysis, "kata", most=1)
    assert " lcb 10000 " in info_line(analysis, "lz", most=1)


def test_live_graphics_come_before_the_move_and_only_when_asked_for() -> None:
    script = "boardsize 4\nreg_genmove b\nclear_cache\nparam_mohex use_livegfx 1\nreg_genmove b\n"
    answers = converse(script, player="mcts:simulations=100,seed=1")
    plain, drawing, move = answers[1], answers[4], answers[5]
    assert plain == move
    head, kind, line, influence, labels, text = drawing.split("\n")
    assert (head, kind) == ("gogui-gfx:", "uct")
    assert line.startswith(f"VAR B {move.removeprefix('= ')}")
    assert len(influence.split()) == len(labels.split())
    assert text.startswith("TEXT 100 simulations, ")


def test_the_line_is_drawn_in_both_colours() -> None:
    board = Board(5)
    board.play("c3")
    analysis = make_player("mcts:simulations=2000,seed=1").choose(board).analysis
    assert analysis is not None
    words = graphics(analysis).split("\n")[2].split()[1:]
    assert words[::2] == ["W", "B", "W", "B"][: len(words) // 2]


def test_a_search_that_is_drawn_keeps_to_its_time() -> None:
    began = time.monotonic()
    answers = converse(
        "boardsize 9\nparam_mohex use_livegfx 1\ngenmove b\n", player="mcts:seconds=2.2,seed=1"
    )
    assert 2 < time.monotonic() - began < 10
    assert sum(answer.startswith("gogui-gfx:") for answer in answers) >= 2


def test_a_network_tells_its_first_view() -> None:
    (_, answer) = results("boardsize 5\nkata-raw-nn 0", player="zero:simulations=1")
    lines = answer.strip("\n").split("\n")
    assert lines[0] == "symmetry 0"
    chances = dict(line.split() for line in lines[1:3])
    assert sum(map(float, chances.values())) == pytest.approx(1, abs=1e-5)
    assert (lines[4], lines[10]) == ("policy", "policyPass NAN")
    assert sum(float(prior) for row in lines[5:10] for prior in row.split()) == pytest.approx(1, abs=1e-3)


@pytest.mark.parametrize("player", ["zero", "mcts:simulations=300,reuse=false,seed=1"])
def test_a_player_without_limits_or_without_a_tree_to_keep_is_drawn_once(
    player: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "_SLICE", 0.01)
    board = Board(7)
    made = make_player(player)
    decisions = list(live.slices(made, PlayerSpec.parse(player), board, Limit()))
    assert len(decisions) == 1
    assert decisions[0].analysis is not None
    assert decisions[0].analysis.simulations == (800 if player == "zero" else 300)
