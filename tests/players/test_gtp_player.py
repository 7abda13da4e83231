"""Outside programs as players: games, positions and options."""

from __future__ import annotations

import dataclasses
import os
import sys
import time

import pytest

from beeline import Board, GoBoard, PlayerError, TicTacToe, make_player, player_kinds
from beeline.errors import ProgramError
from beeline.players.kinds.gtp import GtpPlayer, Options
from beeline.players.kinds.mcts import Options as MctsOptions
from beeline.players.kinds.random import Options as RandomOptions
from tests.players.outside_stage import DOCS, Stage, beeline_gtp, board_after

# Games


def test_a_game_of_hex_against_an_outside_program() -> None:
    outside, inside = beeline_gtp("--player", "mcts:simulations=100"), make_player("random:seed=1")
    assert outside.version() == make_player("random").version().replace("beeline", "Beeline")
    for outside_colour in ("black", "white"):  # the second game on another board, with the same program
        board = Board(5) if outside_colour == "black" else Board(3, 5)
        while board.winner is None:
            player = outside if board.to_move == outside_colour else inside
            board.play(player.choose(board).move)
        if board.rows == board.cols:
            assert board.winner == outside_colour
    outside.close()


def test_a_game_of_go_against_an_outside_program() -> None:
    outside = beeline_gtp("--game go --player", "random:seed=3")
    inside = make_player("random:seed=1")
    board = GoBoard(3, komi=1.5)
    board.set_up(black=["B2"], to_move="white")
    while board.winner is None:
        board.play((outside if board.to_move == "black" else inside).choose(board).move)
    assert {step.colour for step in board.steps} == {"black", "white"}
    outside.close()


def test_other_games_are_refused(stage: Stage) -> None:
    with pytest.raises(PlayerError, match="play Hex and Go, not TicTacToe"):
        stage.player("obey").choose(TicTacToe())


# Following the game


def test_only_new_moves_are_told_and_the_programs_own_are_not(stage: Stage) -> None:
    player = stage.player("obey", "b2", "C3")
    board = Board(5)
    board.play(player.choose(board).move)
    assert stage.commands() == ["boardsize 5", "clear_board", "genmove black"]
    board.play("d4")
    assert player.choose(board).move == "c3"
    assert stage.commands() == ["play white d4", "genmove black"]


def test_another_position_is_told_from_the_start(stage: Stage) -> None:
    player = stage.player("obey", "c3", "c4", "c5", "c6")
    board = board_after("a1 b1")
    board.play(player.choose(board).move)
    board.undo()
    board.play("e5")
    stage.commands()
    player.choose(board)
    assert stage.commands() == [
        "boardsize 5",
        "clear_board",
        "play black a1",
        "play white b1",
        "play black e5",
        "genmove white",
    ]
    player.choose(board_after("a1 b1 e5 c4", 6))  # the same moves on another board
    assert stage.commands()[:2] == ["boardsize 6", "clear_board"]
    player.choose(Board(7))
    assert stage.commands() == ["boardsize 7", "clear_board", "genmove black"]


def test_a_question_asked_twice_is_asked_about_the_same_position(stage: Stage) -> None:
    player = stage.player("obey", "c3", "c4")
    assert [player.choose(Board(5)).move for _ in range(2)] == ["c3", "c4"]
    assert stage.commands()[3:] == ["boardsize 5", "clear_board", "genmove black"]


def test_stones_set_up_are_told_black_first(stage: Stage) -> None:
    board = Board.from_text(
        """
        . W .
        B . W
        B . ."""
    )
    board.play("c3")
    stage.player("obey", "b2").choose(board)
    assert stage.commands() == [
        "boardsize 3",
        "clear_board",
        *("play black a2", "play black a3", "play white b1", "play white c2"),
        "play black c3",
        "genmove white",
    ]


def test_a_rectangular_board_has_its_columns_before_its_rows(stage: Stage) -> None:
    assert stage.player("obey", "e3").choose(Board(3, 5)).move == "e3"
    assert stage.commands()[0] == "boardsize 5 3"


def test_go_is_told_with_komi_handicap_and_captures(stage: Stage) -> None:
    player = stage.player("obey", "d4", "PASS", "resign", "c3")
    board = GoBoard(5, komi=0.5)
    board.set_up(black=["A2"], white=["A1"], to_move="black")
    board.play("B1")  # takes A1
    assert player.choose(board).move == "D4"
    assert stage.commands() == [
        "boardsize 5",
        "komi 0.5",
        "clear_board",
        *("play black A2", "play white A1", "play black B1"),
        "genmove white",
    ]
    board.play("D4")
    assert player.choose(board).move == "pass"
    assert player.choose(board).move == "resign"
    stage.commands()
    board.komi = 1.5
    player.choose(board)
    assert stage.commands()[:3] == ["boardsize 5", "komi 1.5", "clear_board"]


@pytest.mark.parametrize("spelling", ["swap-pieces", "swap", "SWAP-PIECES", "swap-sides"])
def test_a_program_swaps(stage: Stage, spelling: str) -> None:
    player = stage.player("obey", spelling, "b2")
    board = board_after("a3", swap_rule=True)
    board.play(player.choose(board).move)
    assert board.last_move == "swap-pieces"
    board.play("a1")
    stage.commands()
    player.choose(board)
    told = ["boardsize 5", "clear_board", "play white c1", "play black a1", "genmove white"]
    assert stage.commands() == told


def test_a_program_is_told_the_outcome_of_a_swap(stage: Stage) -> None:
    player = stage.player("obey", "a3", "b2", "b2")
    board = board_after("", swap_rule=True)
    board.play(player.choose(board).move)
    board.play("swap-pieces")
    stage.commands()
    player.choose(board)
    assert stage.commands() == ["boardsize 5", "clear_board", "play white c1", "genmove black"]
    player.choose(board_after("a3 swap-sides"))
    assert stage.commands() == ["boardsize 5", "clear_board", "play black a3", "genmove white"]


@pytest.mark.parametrize(
    ("board", "move"),
    [
        (board_after("c3"), "swap-pieces"),
        (board_after("c3 c2", swap_rule=True), "swap"),
        (board_after("", swap_rule=True), "swap-sides"),
    ],
)
def test_a_swap_against_the_rules_is_an_illegal_move(stage: Stage, board: Board, move: str) -> None:
    with pytest.raises(ProgramError, match="illegal move 'swap-pieces'") as caught:
        stage.player("obey", move).choose(board)
    assert caught.value.reason == "illegal move"


def test_a_program_resigns_and_is_ready_for_the_next_game(stage: Stage) -> None:
    player = stage.player("obey", "resign", "b2")
    board = board_after("c3 a1")
    assert player.choose(board).move == "resign"
    board.play("d1")
    stage.commands()
    assert player.choose(board).move == "b2"
    assert stage.commands() == ["play black d1", "genmove white"]


# Options


def test_setup_commands_follow_the_start(stage: Stage) -> None:
    options = 'setup="param_mohex max_games 1000; param_game allow_swap 0;"'
    player = stage.player("obey", "b2", options=options)
    player.choose(Board(3))
    setup = ["param_mohex max_games 1000", "param_game allow_swap 0"]
    assert stage.commands() == [*setup, "boardsize 3", "clear_board", "genmove black"]


def test_a_program_is_named_by_itself_or_by_its_option(stage: Stage) -> None:
    assert stage.player("obey").version() == "Bad 1.2"
    assert stage.player("obey", options="name=Good").version() == "Good 1.2"
    nameless = stage.player("error-at-start")
    assert nameless.version() == f"{os.path.basename(sys.executable)} 1.2"
    dead = stage.player("die-at-start")
    with pytest.raises(ProgramError):
        dead.version()
    dead.close()
    assert dead.version() == os.path.basename(sys.executable)  # and nothing was started for it


def test_an_answer_has_its_own_time_and_the_first_has_another(stage: Stage) -> None:
    started = time.monotonic()
    with pytest.raises(ProgramError, match=r"no answer to 'genmove black' within 0\.2 seconds"):
        stage.player("hang", options="seconds=30").choose(Board(3), seconds=0.2)
    with pytest.raises(ProgramError, match=r"no answer to 'genmove black' within 0\.5 seconds"):
        stage.player("hang", options="seconds=0.5").choose(Board(3), seconds=9)
    with pytest.raises(ProgramError, match=r"no answer to 'play black a1' within 0\.5 seconds"):
        stage.player("hang-at-play", options="seconds=0.5").choose(board_after("a1"))
    with pytest.raises(ProgramError, match=r"no answer to 'name' within 0\.4 seconds"):
        stage.player("slow-start", options="start_seconds=0.4").choose(Board(3))
    assert time.monotonic() - started < 8
    assert stage.player("obey", "a1", options="seconds=1e300").choose(Board(3)).move == "a1"


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("gtp", "needs its command, for example gtp:command="),
        ('gtp:command=" "', "needs its command"),
        ("gtp:command=no-such-program --x", "there is no program 'no-such-program' to run"),
        ('gtp:command="sh -c \'true"', "no closing quotation"),
        ('gtp:command="sh', 'a " is opened and not closed'),
        ("gtp:command=sh,seconds=0", "seconds must be more than 0"),
        ("gtp:command=sh,start_seconds=nan", "start_seconds must be more than 0"),
        ("outside", "unknown player 'outside'"),
    ],
)
def test_mistakes_are_named(spec: str, message: str) -> None:
    with pytest.raises(PlayerError, match=message):
        make_player(spec)


@pytest.mark.parametrize(
    ("written", "arguments"),
    [
        ("engine", ["engine"]),
        ("engine --size 11", ["engine", "--size", "11"]),
        (
            '"engine --player mcts:simulations=5,threads=2"',
            ["engine", "--player", "mcts:simulations=5,threads=2"],
        ),
        ("""'engine "one word" two'""", ["engine", "one word", "two"]),
        ("""engine 'one, word'""", ["engine", "one, word"]),
        ("""'engine "one, word"'""", ["engine", "one, word"]),
        ('''"an engine" "one word"''', ["an engine", "one word"]),
        ('''"engine ""it's, so"" end"''', ["engine", "it's, so", "end"]),
        ("""'engine "it''s"'""", ["engine", "it's"]),
    ],
)
def test_quotes_around_a_command_and_within_it(
    monkeypatch: pytest.MonkeyPatch, written: str, arguments: list[str]
) -> None:
    monkeypatch.setattr("shutil.which", lambda name: name)
    player = make_player(f"gtp:command={written},seconds=5")
    assert isinstance(player, GtpPlayer)
    assert (player.options.arguments, player.options.seconds) == (arguments, 5)
    again = make_player(player.spec)
    assert isinstance(again, GtpPlayer)
    assert (again.options, again.spec) == (player.options, player.spec)


# The guide


@pytest.mark.parametrize("options", [MctsOptions, RandomOptions, Options])
def test_the_guide_lists_every_option_with_its_default(options: type) -> None:
    guide = DOCS.read_text(encoding="utf-8")
    for field in dataclasses.fields(options):
        default = "none" if field.default in (None, "") else str(field.default).lower().removesuffix(".0")
        assert f"\n| `{field.name}` | {default} |" in guide


def test_the_transport_is_no_kind_of_player() -> None:
    assert "gtp" in player_kinds()
    assert "outside" not in player_kinds()
