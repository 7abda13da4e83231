"""The processes of outside programs: none is left behind, and their processor time is known."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable

import psutil
import pytest

from beeline import Board, Player, make_player
from beeline.errors import ProgramError
from tests.players.outside_stage import Stage, all_gone, exists, needs_proc


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
    os.kill(psutil.Process(stage.pids[0]).ppid(), signal.SIGKILL)
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
