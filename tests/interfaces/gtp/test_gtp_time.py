"""The clocks of GTP."""

from __future__ import annotations

import time

import pytest

from beeline.interfaces.gtp.clock import Clock, TimeSettings
from tests.interfaces.gtp.gtp_talk import (
    converse,
    results,
)


def test_absolute_time_is_shared_among_the_moves_to_come() -> None:
    clock = Clock(TimeSettings(100))
    assert clock.budget(10) == pytest.approx(9)
    clock.spend(60)
    assert clock.budget(10) == pytest.approx(3.6)
    clock.spend(60)
    assert clock.budget(10) == 0.01  # too late, so quickly


def test_main_time_goes_over_into_canadian_byo_yomi() -> None:
    clock = Clock(TimeSettings(10, 30, 3))
    assert clock.budget(20) == pytest.approx(9)  # a move has 10 seconds in byo-yomi
    clock.spend(14)
    assert (clock.seconds, clock.moves) == (26, 2)
    assert clock.budget(20) == pytest.approx(0.9 * 13)
    clock.spend(1)
    assert clock.budget(20) == pytest.approx(0.9 * 25)
    clock.spend(1)
    assert (clock.seconds, clock.moves) == (30, 3)


def test_byo_yomi_from_the_start() -> None:
    clock = Clock(TimeSettings(0, 30, 3))
    assert (clock.seconds, clock.moves) == (30, 3)


@pytest.mark.parametrize("settings", [None, TimeSettings(0), TimeSettings(100, 5, 0), TimeSettings(0, 5, 0)])
def test_no_limit(settings: TimeSettings | None) -> None:
    clock = Clock(settings)
    clock.spend(1_000)
    assert clock.budget(10) is None


def test_the_controllers_clock_counts() -> None:
    clock = Clock()
    clock.set(20, 4)
    assert clock.budget(99) == pytest.approx(4.5)
    clock.set(20, 0)
    assert clock.budget(10) == pytest.approx(1.8)


@pytest.mark.parametrize("game", ["hex", "go"])
@pytest.mark.parametrize("setting", ["time_settings 0 2 4", "time_settings 4 0 0", "time_left b 1 2"])
def test_genmove_keeps_to_the_clock(game: str, setting: str) -> None:
    started = time.monotonic()
    *_, left = results(f"{setting}\ngenmove b\ntime_left b\n", player="mcts:seconds=60", game=game)
    assert time.monotonic() - started < 2.0
    assert 0 < float(left) < 4


def test_a_new_game_has_full_clocks() -> None:
    script = "time_settings 600 0 0\ntime_left b 5\ntime_left\nclear_board\ntime_left\ntime_left w\n"
    _, _, *shown = results(script)
    assert shown == ["Black: 5, White: 600", "", "Black: 600, White: 600", "600"]
    assert results("param_game game_time 60\ntime_left\n")[1] == "Black: 60, White: 60"
    assert results("time_left") == ["Black: no limit, White: no limit"]


@pytest.mark.parametrize(
    "command", ["time_settings -1 0 0", "time_settings 1e3 0 0", "time_left b x", "time_left b 1 y"]
)
def test_time_that_is_none(command: str) -> None:
    assert converse(command)[0].startswith("? syntax error: expected ")
