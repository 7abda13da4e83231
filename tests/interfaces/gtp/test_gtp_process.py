"""The engine as a process of its own."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time

import pytest

from tests.interfaces.gtp.gtp_talk import (
    SERVE,
    Program,
    beeline_program,
)


def test_a_process_answers_at_once_and_ends_on_quit() -> None:
    with beeline_program("mcts:simulations=100") as program:
        assert program.ask("name") == "Beeline"
        assert re.fullmatch(r"[a-k]\d+", program.ask("genmove b"))
        assert program.ask("quit") == ""
        assert program.end() == (0, "")


def test_a_process_ends_with_its_input() -> None:
    with beeline_program("random") as program:
        assert program.ask("name") == "Beeline"
        assert program.end() == (0, "")


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("busy", [False, True])
def test_a_signal_ends_a_process_quietly(stop: signal.Signals, busy: bool) -> None:
    with beeline_program("mcts:seconds=60") as program:
        assert program.ask("name") == "Beeline"
        if busy:
            program.send("genmove b")
            time.sleep(0.2)
        program.process.send_signal(stop)
        assert program.process.wait(timeout=10) == 0
        assert program.end() == (0, "")


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_signals_in_quick_succession_end_a_process_as_one_does(stop: signal.Signals) -> None:
    command = [sys.executable, "-m", "beeline", "gtp", "--player", "mcts:seconds=60"]
    for pause in (0.0, 0.002, 0.02, 0.1):
        with Program(*command) as program:
            assert program.ask("name") == "Beeline"
            program.send("genmove b")
            time.sleep(0.2)
            for _ in range(4):
                program.process.send_signal(stop)
                time.sleep(pause)
            assert program.process.wait(timeout=10) == 0
            assert program.end() == (0, "")


def test_a_process_ends_quietly_when_nobody_reads_its_answers() -> None:
    with beeline_program("random") as program:
        assert program.ask("name") == "Beeline"
        program.stdout.close()
        program.send("list_commands")
        assert program.process.wait(timeout=10) == 0
        assert program.end() == (0, "")


@pytest.mark.parametrize("command", ["genmove b", "dfpn-solve-state b"])
@pytest.mark.parametrize("end", ["stdin", "stdout"])
def test_a_search_ends_when_the_other_side_has_gone(command: str, end: str) -> None:
    with beeline_program("mcts:seconds=50") as program:
        assert program.ask("name") == "Beeline"
        program.send(command)
        time.sleep(1.5)
        getattr(program, end).close()
        start = time.monotonic()
        if end == "stdout":
            program.stdin.close()
        assert program.process.wait(timeout=15) == 0
        assert time.monotonic() - start < 10


def test_a_script_gets_all_its_answers_in_full() -> None:
    script = b"boardsize 5\ngenmove b\ngenmove w\n"
    command = [sys.executable, "-c", SERVE, "mcts:seconds=1.5", "hex", "11"]
    start = time.monotonic()
    ran = subprocess.run(command, input=script, capture_output=True, check=True, timeout=60)
    assert len(ran.stdout.split(b"\n\n")) == 4
    assert time.monotonic() - start > 3


def test_the_package_is_light() -> None:
    """The first move waits for every import, so nothing heavy is among them."""
    heavy = "numpy", "rich", "typer", "torch", "asyncio", "json", "http"
    script = (
        "import sys, io; from beeline.interfaces.gtp import serve; "
        "serve('mcts:simulations=10', input=io.BytesIO(b'genmove b'), output=io.BytesIO()); "
        f"print([name for name in {heavy!r} if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


def test_the_first_move_costs_a_fifth_of_a_second() -> None:
    """Processor time, which other programs do not spoil, from the start of the process to its end."""
    resource = pytest.importorskip("resource")

    def seconds(*command: str) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(
            [sys.executable, "-c", *command], input=b"genmove b", stdout=subprocess.PIPE, check=True
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    bare = min(seconds("pass") for _ in range(3))
    assert min(seconds(SERVE, "mcts:simulations=1000", "hex", "11") for _ in range(3)) - bare < 0.2
