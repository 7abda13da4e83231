"""Outside programs that fail: each is named for what it did, ended, and its conversation kept."""

from __future__ import annotations

import pickle
import re
import resource
import time

import pytest

from beeline import Board
from beeline.errors import BeelineError, ProgramError
from tests.players.outside_stage import Stage, all_gone, board_after


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
