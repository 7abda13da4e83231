"""Matches and tournaments: the right games, each once, whatever happens."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from beeline import PlayerError
from beeline.arena.games import GameTask
from beeline.arena.statistics import Score, Sprt
from beeline.arena.store import GameStore
from beeline.arena.tournament import Tournament, game_seed, match_tasks, pairings, run_tournament
from beeline.networks.hivemind.policy import Policy
from beeline.workers import LocalWorkers

BAD = Path(__file__).parents[1] / "data" / "bad_gtp.py"
SMALL = GameTask(key="", rows=4, cols=4)


# Schedules


def test_pairs_share_an_opening_with_the_colours_exchanged() -> None:
    tasks = list(match_tasks(["x", "y"], games=6, openings=[("a1",), ("b2",)], template=SMALL, seed=1))
    assert [(task.black, task.white) for task in tasks] == [("x", "y"), ("y", "x")] * 3
    assert [task.opening for task in tasks] == [("a1",)] * 2 + [("b2",)] * 2 + [("a1",)] * 2
    assert len({task.key for task in tasks}) == len({task.seed for task in tasks}) == 6
    assert tasks[0].key == "0-1/00000/ab"


def test_formats() -> None:
    assert pairings(["a", "b", "c"]) == [(0, 1), (0, 2), (1, 2)]
    assert pairings(["a", "b", "c"], "gauntlet") == [(0, 1), (0, 2)]


def test_an_odd_number_of_games_is_rounded_up_to_pairs() -> None:
    assert len(list(match_tasks(["x", "y"], games=5, openings=[()], template=SMALL, seed=1))) == 6


def test_seeds_follow_the_run_and_the_game() -> None:
    assert game_seed(1, "a") == game_seed(1, "a") != game_seed(2, "a")
    assert 0 <= game_seed(1, "b") < 2**63


def test_without_pairs_the_earlier_player_is_always_black() -> None:
    tasks = list(
        match_tasks(["x", "y"], games=3, openings=[("a1",), ("b2",)], template=SMALL, seed=1, paired=False)
    )
    assert [(task.black, task.opening) for task in tasks] == [("x", ("a1",)), ("x", ("b2",)), ("x", ("a1",))]
    unpaired = Tournament(players=["random", "mcts"], games=3, template=SMALL, paired=False)
    assert unpaired.total == len(list(unpaired.tasks())) == 3


# Runs


class Elsewhere(LocalWorkers):
    """Workers who find files in another place than we do."""

    def __init__(self, folder: Path) -> None:
        super().__init__(1)
        self.folder = folder

    def share(self, path: Path) -> Path:
        return path.rename(self.folder / "moved")


def test_workers_find_the_files_that_players_name_where_they_share_them(tmp_path: Path) -> None:
    weights = tmp_path / "x.policy"
    Policy(game="hex", size=4, weights=np.ones(8192, dtype=np.float32)).save(weights)
    player = f"hivemind:simulations=5,weights={weights}"
    tournament = Tournament(players=[player, "random"], games=2, template=SMALL)
    with GameStore(tmp_path / "games.db") as store, Elsewhere(tmp_path) as pool:
        results = run_tournament(tournament, store, pool)
    assert not weights.exists()
    assert [result.reason for result in results] == ["win", "win"]
    assert {result.task.black for result in results} == {player, "random"}


def run(
    path: Path, tournament: Tournament, *, workers: int = 2, sprt: Sprt | None = None
) -> list[tuple[str, str]]:
    with GameStore(path) as store, LocalWorkers(workers) as pool:
        results = run_tournament(tournament, store, pool, sprt=sprt)
    return [(result.task.key, " ".join(result.moves)) for result in results]


def test_a_run_is_repeatable_and_goes_on_where_it_stopped(tmp_path: Path) -> None:
    short, long = (
        Tournament(
            players=["random", "mcts:simulations=20", "mcts:simulations=40"],
            games=games,
            template=SMALL,
            opening_set="all",
        )
        for games in (4, 10)
    )
    whole = run(tmp_path / "whole.db", long)
    part = run(tmp_path / "part.db", short)
    assert len(whole) == long.total == 30
    assert len(part) == short.total == 12
    assert run(tmp_path / "part.db", long, workers=1) == whole


def test_a_stronger_player_is_found_stronger(tmp_path: Path) -> None:
    players = ["mcts:simulations=300", "mcts:simulations=10"]
    tournament = Tournament(
        players=players, games=30, template=GameTask(key="", rows=5, cols=5), opening_set="all"
    )
    with GameStore(tmp_path / "run.db") as store, LocalWorkers(2) as pool:
        score = Score.of(run_tournament(tournament, store, pool), players[0])
    assert score.games == 30
    assert score.interval.low > 0.5


def test_a_sequential_test_ends_a_match_early(tmp_path: Path) -> None:
    tournament = Tournament(
        players=["mcts:simulations=300", "random"], games=1000, template=SMALL, opening_set="all"
    )
    sprt = Sprt(0, 100)
    games = run(tmp_path / "run.db", tournament, sprt=sprt)
    assert sprt.status == "accept H1"
    # Some 40 decide; a worker that lags behind with an early pair lets the others play on meanwhile.
    assert len(games) < 500


def test_two_equal_players_score_about_half(tmp_path: Path) -> None:
    players = ["mcts:simulations=5", "mcts:simulations=5,threads=1"]
    tournament = Tournament(players=players, games=200, template=SMALL, opening_set="all", seed=3)
    with GameStore(tmp_path / "run.db") as store, LocalWorkers(2) as pool:
        score = Score.of(run_tournament(tournament, store, pool), players[0])
    assert score.interval.low < 0.5 < score.interval.high


@pytest.mark.slow
def test_two_equal_players_score_half_over_a_thousand_games(tmp_path: Path) -> None:
    players = ["mcts:simulations=100", "mcts:simulations=100,threads=1"]
    template = GameTask(key="", rows=7, cols=7)
    tournament = Tournament(players=players, games=1000, template=template, opening_set="edge2", seed=1)
    with GameStore(tmp_path / "run.db") as store, LocalWorkers(2) as pool:
        score = Score.of(run_tournament(tournament, store, pool), players[0])
    print(f"\n{score.points} of {score.games}, interval {score.interval}")
    assert score.interval.low < 0.5 < score.interval.high


@pytest.mark.parametrize(
    ("players", "message"),
    [
        (["random"], "two players"),
        (["random", "random"], "the same string"),
        (["random", "nobody"], "unknown player"),
        (["random", "hivemind:weights=evolved-go"], "is for go, not for hex"),
    ],
)
def test_mistakes_are_named_before_anything_is_played(players: list[str], message: str) -> None:
    with pytest.raises(PlayerError, match=message):
        Tournament(players=players, games=2, template=SMALL)


@pytest.mark.parametrize(
    ("opening_set", "cols", "message"),
    [("all", 9, "Go begins from 'empty'"), ("empty", 7, "a Go board is square")],
)
def test_go_has_no_hex_openings_and_square_boards(opening_set: str, cols: int, message: str) -> None:
    template = GameTask(key="", game="go", rows=9, cols=cols)
    with pytest.raises(ValueError, match=message):
        Tournament(players=["random", "mcts"], games=2, template=template, opening_set=opening_set)


def test_a_tournament_with_bad_programs_finishes_and_records_each_case(tmp_path: Path) -> None:
    modes = {
        "hang": "time",
        "die": "crash",
        "nonsense": "crash",
        "occupied": "illegal move",
        "close-stdout": "crash",
    }
    bad = {
        f'gtp:command="{sys.executable} {BAD} {mode}",seconds=0.5': reason for mode, reason in modes.items()
    }
    tournament = Tournament(players=["mcts:simulations=20", *bad], games=2, template=SMALL, format="gauntlet")
    with GameStore(tmp_path / "run.db") as store, LocalWorkers(2) as pool:
        results = run_tournament(tournament, store, pool)
    assert len(results) == 2 * len(modes)
    for result in results:
        program = next(spec for spec in (result.task.black, result.task.white) if spec in bad)
        assert result.winner != ("black" if result.task.black == program else "white")
        assert result.reason == bad[program]


def test_speed_with_everything_recorded(tmp_path: Path) -> None:
    """At least 2,000 games a minute on 7×7 between players that answer at once."""
    players = ["random", "random:seed=7"]
    tournament = Tournament(players=players, games=400, template=GameTask(key="", rows=7, cols=7))
    with GameStore(tmp_path / "run.db") as store, LocalWorkers(2) as pool:
        list(pool.run(abs, range(4)))  # the processes are up
        start = time.perf_counter()
        games = len(run_tournament(tournament, store, pool))
        a_minute = games / (time.perf_counter() - start) * 60
    print(f"\n{a_minute:.0f} games a minute")
    assert a_minute > 2000


# Kills

PROGRAM = """
import sys
from beeline.arena.games import GameTask
from beeline.arena.store import GameStore
from beeline.arena.tournament import Tournament, run_tournament
from beeline.workers import LocalWorkers

if __name__ == "__main__":
    tournament = Tournament(
        players=["random", "mcts:simulations=200", "mcts:simulations=400"],
        games=int(sys.argv[2]), template=GameTask(key="", rows=5, cols=5), opening_set="all",
    )
    with GameStore(sys.argv[1]) as store, LocalWorkers(2) as pool:
        run_tournament(tournament, store, pool)
"""


def killed_runs(folder: Path, *, kills: int, games: int) -> None:
    """Kills a tournament at random moments, again and again, and compares the end with an unbroken run."""
    program = folder / "program.py"
    program.write_text(PROGRAM)
    chance = random.Random(1)
    store = folder / "killed.db"

    def start() -> subprocess.Popen[bytes]:
        return subprocess.Popen([sys.executable, program, store, str(games)])

    seen: set[str] = set()
    for _ in range(kills):
        process = start()
        time.sleep(chance.uniform(0.2, 2.5))
        process.send_signal(signal.SIGKILL)
        process.wait()
        with GameStore(store) as opened:
            keys = opened.keys()
        assert seen <= keys, "a finished game is missing"
        seen = keys
    assert start().wait(timeout=300) == 0
    subprocess.run([sys.executable, program, folder / "whole.db", str(games)], check=True, timeout=300)

    def table(path: Path) -> list[tuple[str, str, str]]:
        with GameStore(path) as opened:
            return [(result.task.key, result.winner, " ".join(result.moves)) for result in opened.results()]

    assert table(store) == table(folder / "whole.db")
    assert set(Counter(key for key, _, _ in table(store)).values()) == {1}


@pytest.mark.skipif(os.name != "posix", reason="kills the POSIX way")
def test_a_killed_tournament_loses_nothing_that_was_finished(tmp_path: Path) -> None:
    killed_runs(tmp_path, kills=4, games=60)


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="kills the POSIX way")
def test_a_tournament_killed_twenty_times_loses_nothing(tmp_path: Path) -> None:
    killed_runs(tmp_path, kills=20, games=400)
