"""The fair queue of searches."""

from __future__ import annotations

import threading
import time
from itertools import pairwise

import pytest

from beeline.interfaces.studio.turns import Busy, Stopped, Turn, Turns


def searching(turns: Turns, *, until: threading.Event, log: list[float]) -> threading.Thread:
    """A search that asks every few milliseconds whether to stop, and notes when it ran."""

    def run() -> None:
        turn = turns.open()
        with turn:
            while not until.is_set() and not turn.should_stop():
                log.append(time.monotonic())
                time.sleep(0.002)
        turn.close()

    thread = threading.Thread(target=run)
    thread.start()
    return thread


def test_no_more_run_at_once_than_there_are_places() -> None:
    turns, running, most = Turns(2, most=20), 0, 0
    lock = threading.Lock()

    def work() -> None:
        nonlocal running, most
        with turns.open():
            with lock:
                running += 1
                most = max(most, running)
            time.sleep(0.02)
            with lock:
                running -= 1

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == 2
    assert turns.state == {"places": 2, "running": 0, "waiting": 0}


def test_long_searches_take_turns() -> None:
    turns, end = Turns(1, most=20), threading.Event()
    logs: list[list[float]] = [[] for _ in range(6)]
    threads = [searching(turns, until=end, log=log) for log in logs]
    time.sleep(2.5)
    end.set()
    for thread in threads:
        thread.join()
    counts = sorted(map(len, logs))
    assert counts[0] > counts[-1] / 3, counts
    for log in logs:  # nobody waited longer than a few rounds
        gaps = [later - earlier for earlier, later in pairwise(log)]
        assert max(gaps, default=0) < 2.4


def test_a_search_alone_keeps_its_place() -> None:
    turns = Turns(1, most=2)
    with turns.open() as turn:
        time.sleep(0.3)
        assert not turn.should_stop()
        assert turns.state["running"] == 1


def test_one_who_waits_knows_its_place_and_can_be_stopped() -> None:
    turns = Turns(1, most=5)
    waiting: list[Turn] = [turns.open() for _ in range(2)]
    ends: list[str] = []

    def wait(turn: Turn) -> None:
        try:
            with turn:
                ends.append("ran")
        except Stopped:
            ends.append("stopped")

    with turns.open():
        threads = []
        for turn in waiting:
            threads.append(threading.Thread(target=wait, args=[turn]))
            threads[-1].start()
            while not turn.ahead:
                time.sleep(0.001)
        assert [turn.ahead for turn in waiting] == [1, 2]
        waiting[0].stop()
        threads[0].join()
        assert ends == ["stopped"]
        assert waiting[1].ahead == 1
    threads[1].join()
    assert ends == ["stopped", "ran"]
    assert turns.state["running"] == 0


def test_a_search_that_is_stopped_while_others_have_their_turn_gives_no_place_away_twice() -> None:
    turns = Turns(1, most=5)
    first = turns.open()
    paused, done = threading.Event(), threading.Event()

    def work() -> None:
        with first:
            time.sleep(0.4)  # longer than a turn
            paused.set()
            while not first.should_stop():
                time.sleep(0.005)
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    time.sleep(0.05)
    with turns.open():  # has its turn once the first gives way
        assert paused.wait(5)
        first.stop()
        assert done.wait(5)
        assert turns.state["running"] == 1
    thread.join()
    assert turns.state == {"places": 1, "running": 0, "waiting": 0}


def test_more_than_the_studio_takes_on_are_turned_away() -> None:
    turns = Turns(1, most=2)
    first, _ = turns.open(), turns.open()
    with pytest.raises(Busy, match="busy with 2 searches"):
        turns.open()
    first.close()
    turns.open()
