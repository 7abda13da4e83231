"""Outside programs as players: good ones, bad ones, and that none is left behind."""

from __future__ import annotations

import dataclasses
import os
import pickle
import re
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from beeline import Board, GoBoard, Player, PlayerError, TicTacToe, make_player, player_kinds
from beeline.errors import BeelineError, ProgramError
from beeline.players.gtp import GtpPlayer, Options
from beeline.players.mcts import Options as MctsOptions
from beeline.players.outside.keeper import process_entry
from beeline.players.random import Options as RandomOptions

PROGRAM = Path(__file__).parents[1] / "data" / "bad_gtp.py"
DOCS = Path(__file__).parents[2] / "docs" / "players.md"
needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")


class Stage:
    """Makes players on bad_gtp.py, and knows their processes and the commands they get."""

    def __init__(self, folder: Path) -> None:
        self.pids_file, self.log_file, self.once = folder / "pids", folder / "log", folder / "once"
        self.players: list[Player] = []

    def command(self, *words: str) -> str:
        files = f"--pids {self.pids_file} --log {self.log_file}"
        return f"{sys.executable} -S {PROGRAM} {files} {' '.join(words)}"

    def player(self, *words: str, options: str = "seconds=20") -> Player:
        self.players.append(make_player(f'gtp:command="{self.command(*words)}",{options}'))
        return self.players[-1]

    @property
    def pids(self) -> list[int]:
        return [int(word) for word in self.pids_file.read_text(encoding="utf-8").split()]

    def commands(self) -> list[str]:
        """What the program was told since the last call, without the questions at its start."""
        lines = self.log_file.read_text(encoding="utf-8").splitlines()
        self.log_file.write_text("", encoding="utf-8")
        return [line for line in lines if line not in ("name", "version")]


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    stage = Stage(tmp_path)
    yield stage
    for player in stage.players:
        player.close()
    if stage.pids_file.exists():
        assert all_gone(stage.pids)


def all_gone(pids: list[int], *, within: float = 2.0) -> bool:
    deadline = time.monotonic() + within
    while any(map(exists, pids)):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def exists(pid: int) -> bool:
    """Whether a process lives; those that are dead but not yet buried do not count."""
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"
    except ProcessLookupError:
        return False
    except FileNotFoundError:
        return not Path("/proc/self/stat").exists()


def beeline_gtp(*arguments: str) -> Player:
    words = " ".join(arguments)
    return make_player(f'gtp:command="{sys.executable} -m beeline gtp {words}"')


def board_after(moves: str, size: int = 5, *, swap_rule: bool = False) -> Board:
    board = Board(size, swap_rule=swap_rule)
    for move in moves.split():
        board.play(move)
    return board


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


# Bad programs


@pytest.mark.parametrize(
    ("mode", "reason", "message"),
    [
        ("hang", "time", "Bad gave no answer to 'genmove white' within 0.4 seconds"),
        ("late-answer", "time", "no answer to 'genmove white'"),
        ("partial-line", "time", "no answer to 'genmove white'"),
        ("partial-answer", "time", "no answer to 'genmove white'"),
        ("die", "crash", "ended (exit code 3) at 'genmove white'; it said 'out of luck'"),
        ("die-by-signal", "crash", "ended (killed by SIGABRT) at 'genmove white'"),
        ("die-at-start", "crash", "ended (exit code 3) at 'name'"),
        ("close-stdout", "crash", "Bad closed its input or output at 'genmove white'"),
        ("close-stdin", "crash", "Bad closed its input or output at 'boardsize 5'"),
        (
            "nonsense",
            "crash",
            "answered 'genmove white' with 'I think a1', which starts with neither = nor ?",
        ),
        ("error", "crash", "refused 'genmove white': 'cannot think'"),
        ("error-at-play", "crash", "refused 'play black a1': 'illegal move'"),
        ("flood-line", "crash", "answered 'genmove white' without end"),
        ("flood-lines", "crash", "answered 'genmove white' with 'hello'"),
        ("flood-empty-lines", "crash", "answered 'genmove white' without end"),
        ("flood-answer", "crash", "answered 'genmove white' without end"),
        ("occupied", "illegal move", "answered 'genmove white' with 'a1': illegal move 'a1': the cell holds"),
        ("off-board", "illegal move", "expected a letter and a number such as 'e4', from a1 to e5, got 'z9'"),
        ("no-move", "illegal move", "got 'the corner'"),
        ("long-move", "illegal move", "got 'aaaaaaaaaaaaaaaaaa"),
        ("empty", "illegal move", "got ''"),
        ("pass", "illegal move", "in Hex every move is a cell or a swap"),
    ],
)
def test_a_bad_program_is_named_and_ended(stage: Stage, mode: str, reason: str, message: str) -> None:
    player = stage.player("--once", str(stage.once), mode, "a2")
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    started = time.monotonic()
    with pytest.raises(ProgramError, match=re.escape(message)) as caught:
        player.choose(board_after("a1"), seconds=0.4 if reason == "time" else None)
    assert caught.value.reason == reason
    assert isinstance(caught.value, BeelineError)
    assert "> name" in caught.value.transcript
    assert len(str(caught.value)) < 500
    assert len(caught.value.transcript) < 20_000
    assert time.monotonic() - started < 8
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory < 30_000  # kilobytes
    assert all_gone(stage.pids)
    # The next move is asked of a fresh program, which is told the whole game.
    stage.commands()
    assert player.choose(board_after("a1 b1 c1")).move == "a2"
    assert stage.commands()[-4:] == ["play black a1", "play white b1", "play black c1", "genmove white"]


def test_a_program_that_stops_reading_is_late(stage: Stage) -> None:
    player = stage.player("stop-reading", options=f"seconds=0.4,setup={'x' * 200_000}")
    with pytest.raises(ProgramError, match=r"Bad did not read 'x{80}…' in time") as caught:
        player.choose(Board(3))
    assert caught.value.reason == "time"
    assert len(caught.value.transcript) < 1000


@pytest.mark.parametrize("mode", ["flood-stderr", "flood-stderr-for-ever", "control-characters"])
def test_noise_does_not_hurt(stage: Stage, mode: str) -> None:
    player = stage.player(mode)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert player.choose(Board(3)).move == "a2"
    assert player.choose(Board(4)).move == "a2"
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory < 30_000


def test_an_answer_that_nobody_asked_for_is_not_taken_for_the_next(stage: Stage) -> None:
    player = stage.player("two-answers")
    assert player.choose(Board(3)).move == "a2"
    with pytest.raises(ProgramError, match="spoke before it was asked 'boardsize 3'") as caught:
        player.choose(Board(3))
    assert caught.value.reason == "crash"


def test_the_transcript_shows_the_conversation_and_standard_error(stage: Stage) -> None:
    with pytest.raises(ProgramError) as caught:
        stage.player("die").choose(board_after("a1", 3))
    assert caught.value.transcript.splitlines() == [
        *("> name", "= Bad", "> version", "= 1.2"),
        *("> boardsize 3", "=", "> clear_board", "=", "> play black a1", "="),
        *("> genmove white", "standard error:", "out of luck"),
    ]
    with pytest.raises(ProgramError) as caught:
        stage.player("partial-line", options="seconds=0.5").choose(Board(3))
    assert caught.value.transcript.splitlines()[-2:] == ["no complete answer:", "= a2"]


def test_the_transcript_of_a_long_game_is_its_end(stage: Stage) -> None:
    board = Board(12)
    for move in board.legal_moves[:90]:
        board.play(move)
    with pytest.raises(ProgramError) as caught:
        stage.player("error").choose(board)
    lines = caught.value.transcript.splitlines()
    assert len(lines) == 150
    assert lines[-2:] == ["> genmove black", "? cannot think"]


def test_program_errors_cross_process_borders() -> None:
    error = pickle.loads(pickle.dumps(ProgramError("it broke", reason="crash", transcript="> name")))
    assert (str(error), error.reason, error.transcript) == ("it broke", "crash", "> name")


# Nobody is left behind


@pytest.mark.parametrize("mode", ["obey", "ignores-quit", pytest.param("children", marks=needs_proc)])
def test_closing_ends_the_program_and_what_it_started(stage: Stage, mode: str) -> None:
    player = stage.player(mode, "a1")
    player.choose(Board(3))
    assert all(map(exists, stage.pids))
    assert len(stage.pids) == (4 if mode == "children" else 1)
    player.close()
    assert not any(map(exists, stage.pids))
    assert stage.commands()[-1] == "quit"
    player.close()


@needs_proc
def test_a_dead_program_takes_what_it_started_along(stage: Stage) -> None:
    player = stage.player("children", "a1")
    player.choose(Board(3))
    os.kill(stage.pids[0], signal.SIGKILL)
    assert all_gone(stage.pids)
    with pytest.raises(ProgramError, match="killed by SIGKILL"):
        player.choose(Board(3))


def test_an_interrupted_question_ends_the_program(stage: Stage) -> None:
    class Interrupt(BaseException):
        pass

    def interrupt(*_: object) -> None:
        raise Interrupt

    player = stage.player("--once", str(stage.once), "hang", "b3")
    player.version()
    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        with pytest.raises(Interrupt):
            player.choose(Board(3))
    finally:
        signal.signal(signal.SIGALRM, before)
    assert not any(map(exists, stage.pids))
    assert player.choose(Board(3)).move == "b3"


def test_a_forgotten_player_ends_its_program(stage: Stage) -> None:
    stage.player("ignores-quit", "a1").choose(Board(3))
    assert exists(stage.pids[0])
    stage.players.clear()
    assert not any(map(exists, stage.pids))


OWNER = """
import sys, time
from beeline import Board, make_player

player = make_player(f'gtp:command="{sys.argv[1]}"')
player.version()
print("ready", flush=True)
if sys.argv[2] == "choose":
    player.choose(Board(3))
elif sys.argv[2] == "wait":
    time.sleep(60)
"""


def start_owner(stage: Stage, mode: str, action: str) -> subprocess.Popen[str]:
    arguments = [sys.executable, "-c", OWNER, stage.command(mode), action]
    owner = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True)
    assert owner.stdout is not None
    assert owner.stdout.readline() == "ready\n"
    return owner


@pytest.mark.parametrize(
    ("mode", "action"),
    [
        ("ignores-quit", "wait"),
        pytest.param("children", "wait", marks=needs_proc),
        ("hang", "choose"),
        ("flood-stderr-for-ever", "choose"),
    ],
)
def test_a_killed_owner_leaves_nobody_behind(stage: Stage, mode: str, action: str) -> None:
    with start_owner(stage, mode, action) as owner:
        time.sleep(0.1)
        owner.kill()
    assert all_gone(stage.pids)


def test_an_owner_that_ends_without_closing_leaves_nobody_behind(stage: Stage) -> None:
    with start_owner(stage, "ignores-quit", "end") as owner:
        assert owner.wait(10) == 0
    assert not any(map(exists, stage.pids))


@needs_proc
def test_a_killed_keeper_takes_the_program_along(stage: Stage) -> None:
    player = stage.player("ignores-quit", "a1")
    player.version()
    entry = process_entry(stage.pids[0])
    assert entry is not None
    os.kill(entry[0], signal.SIGKILL)
    assert all_gone(stage.pids)


def test_a_program_outlives_the_thread_that_started_it(stage: Stage) -> None:
    player = stage.player("obey", "a1")
    starter = threading.Thread(target=player.version)
    starter.start()
    starter.join()
    time.sleep(0.2)
    assert player.choose(Board(3)).move == "a1"


def test_a_forked_copy_of_the_owner_does_not_end_the_program(stage: Stage) -> None:
    script = "\n".join(
        [
            "import os, sys",
            "from beeline import Board, make_player",
            "player = make_player(f'gtp:command=\"{sys.argv[1]}\"')",
            "player.version()",
            "if os.fork() == 0:",
            "    del player",
            "    os._exit(0)",
            "os.wait()",
            "print(player.choose(Board(3)).move)",
        ]
    )
    arguments = [sys.executable, "-W", "ignore", "-c", script, stage.command("obey", "a1")]
    done = subprocess.run(arguments, capture_output=True, text=True, check=True)
    assert done.stdout == "a1\n"


# Processor time


@needs_proc
@pytest.mark.parametrize("end", [Player.close, lambda player: None])
def test_processor_time_of_the_program_and_its_children(stage: Stage, end: Callable[[Player], None]) -> None:
    player = stage.player("work")
    assert player.cpu_seconds() == 0
    player.choose(Board(3))
    end(player)
    used = player.cpu_seconds()
    assert 0.3 < used < 1.5
    player.choose(Board(3))
    assert player.cpu_seconds() > used


@needs_proc
def test_processor_time_of_a_program_that_died_is_kept(stage: Stage) -> None:
    player = stage.player("work")
    player.choose(Board(3))
    os.kill(stage.pids[0], signal.SIGKILL)
    with pytest.raises(ProgramError):
        player.choose(Board(3))
    assert player.cpu_seconds() > 0.3


def test_players_inside_have_no_processor_time_of_their_own() -> None:
    player = make_player("mcts:simulations=10")
    player.choose(Board(3))
    assert player.cpu_seconds() == 0
    assert re.fullmatch(r"beeline \d+\.\d+\.\d+", player.version())


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
