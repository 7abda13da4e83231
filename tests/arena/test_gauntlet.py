"""Ratings against opponents of known strength."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest

from beeline.arena.games import GameResult, GameTask
from beeline.arena.gauntlet import LADDER, standing
from beeline.arena.statistics import Score, bradley_terry, performance
from beeline.errors import ArgumentError
from beeline.players.levels import level_player, levels
from beeline.rules.game import Colour


def test_an_even_score_gives_the_rating_of_the_opponent() -> None:
    elo, (low, high) = performance([(1200.0, Score(wins=50, losses=50))])
    assert elo == pytest.approx(1200)
    assert low < 1200 < high
    assert high - elo == pytest.approx(elo - low)


def test_a_rating_explains_the_scores_it_was_made_from() -> None:
    met = [(0.0, Score(wins=75, losses=25)), (400.0, Score(wins=25, losses=75))]
    elo, _ = performance(met, prior=1e-9)
    expected = sum(100 / (1 + 10 ** ((other - elo) / 400)) for other, _ in met)
    assert expected == pytest.approx(100)
    assert elo == pytest.approx(200)


def test_against_one_opponent_it_is_the_difference_that_bradley_and_terry_find() -> None:
    score = Score(wins=30, losses=10)
    elo, _ = performance([(0.0, score)], prior=1e-9)
    (first, second) = bradley_terry({("a", "b"): score}, prior=1e-9)
    assert elo == pytest.approx(first.elo - second.elo, abs=0.01)
    assert elo == pytest.approx(400 * math.log10(3), abs=0.01)


@pytest.mark.parametrize("score", [Score(wins=40), Score(losses=40)])
def test_who_wins_or_loses_every_game_still_has_a_rating(score: Score) -> None:
    elo, (low, high) = performance([(1000.0, score)])
    assert low < elo < high
    assert (elo > 1400) == (score.wins > 0)
    assert abs(elo - 1000) < 1000


def test_more_games_make_the_interval_smaller() -> None:
    few, many = (performance([(0.0, Score(wins=n, losses=n))])[1] for n in (10, 1000))
    assert many.high - many.low < (few.high - few.low) / 5


def test_without_a_game_there_is_no_performance() -> None:
    with pytest.raises(ArgumentError, match="a game at least"):
        performance([])


def game(black: str, white: str, winner: Colour) -> GameResult:
    task = GameTask(key="0-1/00000/ab", black=black, white=white, rows=11, cols=11)
    return GameResult(
        task=task,
        moves=("a1",),
        winner=winner,
        reason="win",
        seconds=(0.0, 0.0),
        cpu_seconds=(0.0, 0.0),
        versions=("", ""),
        started=0.0,
    )


def test_a_player_stands_where_its_games_with_levels_put_it() -> None:
    club = level_player("club")
    even = [game("mine", club, winner) for winner in ("black", "white") * 10]
    found = standing("mine", [*even, game("mine", "random", "black")])
    assert found is not None
    assert found.nearest == "Club"
    assert found.games == 20
    assert found.elo == pytest.approx(next(level.elo for level in levels() if level.name == "Club"))


def test_who_met_no_level_has_no_standing() -> None:
    assert standing("mine", [game("mine", "random", "black")]) is None


def test_the_ladder_is_of_levels_far_apart() -> None:
    elos = [level.elo for level in levels() if level.name.lower() in LADDER]
    assert len(elos) == len(LADDER)
    assert all(later - earlier > 350 for earlier, later in pairwise(elos))
