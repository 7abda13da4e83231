"""Rates and ratings, against numbers that others published or that a hand can check."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from itertools import product
from statistics import stdev
from typing import Final

import pytest

from beeline.arena.games import GameResult, GameTask
from beeline.arena.statistics import (
    Score,
    bradley_terry,
    elo_difference,
    expected_rate,
    mean_interval,
    wilson,
)
from beeline.rules.game import Result


def game(key: str, *, winner: Result = "black", black: str = "A", white: str = "B") -> GameResult:
    return GameResult(
        task=GameTask(key=key, black=black, white=white),
        winner=winner,
        reason="win",
        moves=(),
        seconds=(),
        cpu_seconds=(0, 0),
        versions=("", ""),
        started=0,
    )


# Rates


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        # R. G. Newcombe 1998, Statistics in Medicine 17:857–872, table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_interval_agrees_with_the_published_table(
    wins: int, games: int, low: float, high: float
) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=5e-5)
    assert wilson(games - wins, games) == pytest.approx((1 - high, 1 - low), abs=5e-5)


def test_wilson_interval_bounds_the_rates_that_the_normal_test_does_not_reject() -> None:
    for confidence, z in ((0.9, 1.6448536), (0.99, 2.5758293)):
        for bound in wilson(30, 80, confidence):
            assert abs(30 / 80 - bound) == pytest.approx(z * math.sqrt(bound * (1 - bound) / 80), rel=1e-6)


def test_wilson_interval_of_no_games_is_everything() -> None:
    assert wilson(0, 0) == (0, 1)


@pytest.mark.parametrize(("wins", "games"), [(-1, 3), (4, 3), (math.nan, 3)])
def test_wilson_refuses_impossible_counts(wins: float, games: int) -> None:
    with pytest.raises(ValueError, match="wins must be from 0"):
        wilson(wins, games)


def test_a_draw_is_half_a_point() -> None:
    score = Score(wins=3, draws=2, losses=5)
    assert (score.games, score.points, score.rate) == (10, 4, 0.4)
    assert score.interval == wilson(4, 10)
    assert score.reversed() == Score(5, 2, 3)
    assert score + score.reversed() == Score(8, 4, 8)


def test_rate_is_not_a_number_before_the_first_game() -> None:
    assert math.isnan(Score().rate)
    assert Score().interval == (0, 1)
    assert Score().superiority == pytest.approx(0.5)


@pytest.mark.parametrize(("rate", "elo"), [(0.5, 0), (10 / 11, 400), (1 / 11, -400), (0.75, 190.8485)])
def test_elo_formula(rate: float, elo: float) -> None:
    assert elo_difference(rate) == pytest.approx(elo, abs=1e-3)
    assert expected_rate(elo) == pytest.approx(rate, abs=1e-6)


def test_elo_of_a_score_has_the_interval_of_its_rate() -> None:
    score = Score(60, 0, 40)
    assert score.elo == pytest.approx(70.437, abs=1e-3)
    assert [expected_rate(elo) for elo in score.elo_interval] == pytest.approx(list(score.interval))
    assert Score(5).elo == math.inf
    assert Score(losses=5).elo == -math.inf
    assert Score(5).elo_interval.high == math.inf
    assert expected_rate(-1e9) == 0


@pytest.mark.parametrize(
    ("score", "chance"),
    [
        (Score(1, 0, 0), 3 / 4),  # ∫ 2p dp over (½, 1)
        (Score(2, 9, 0), 7 / 8),
        (Score(1, 0, 1), 1 / 2),
        (Score(0, 0, 3), 1 / 16),
        (Score(10, 7, 20), 1 - 0.964615),  # the large samples against ½(1 + erf((w − l) / √(2w + 2l)))
        (Score(5050, 300, 4950), 0.841345),
    ],
)
def test_likelihood_of_superiority(score: Score, chance: float) -> None:
    assert score.superiority == pytest.approx(chance, abs=2e-3)
    assert score.reversed().superiority == pytest.approx(1 - score.superiority, abs=1e-9)


def test_score_of_a_player_in_games() -> None:
    games = [
        game("1", winner="black"),
        game("2", winner="black", black="B", white="A"),
        game("3", winner="white"),
        game("4", winner="draw"),
        game("5", black="B", white="C"),
        game("6", black="A", white="A"),
    ]
    assert Score.of(games, "A") == Score(wins=1, draws=1, losses=2)
    assert Score.of(games, "B") == Score(wins=3, draws=1, losses=1)
    assert Score.of(games, "nobody") == Score()


# Ratings

ALMOST_NO_PRIOR = 1e-6


def test_two_players_differ_by_the_elo_of_their_score() -> None:
    first, second = bradley_terry({("B", "A"): Score(25, 0, 75)}, prior=ALMOST_NO_PRIOR)
    assert (first.player, second.player) == ("A", "B")
    assert first.elo - second.elo == pytest.approx(190.8485, abs=1e-3)  # 400 log10 3
    assert first.elo == pytest.approx(-second.elo, abs=1e-6)
    # The information on the difference d in logits is n p (1 − p) = 18.75; each rating is ± d / 2.
    half = 1.959964 * 400 / math.log(10) / math.sqrt(18.75) / 2
    assert first.interval == pytest.approx((first.elo - half, first.elo + half), abs=1e-3)
    assert first.games == 100


def test_three_players_solved_by_hand() -> None:
    # Strengths 4 : 2 : 1 make these the expected scores of 60 games each, hence the most likely strengths.
    games = {("A", "B"): Score(40, 0, 20), ("B", "C"): Score(30, 20, 10), ("C", "A"): Score(12, 0, 48)}
    elo = {rating.player: rating.elo for rating in bradley_terry(games, prior=ALMOST_NO_PRIOR)}
    step = 400 * math.log10(2)
    assert elo == pytest.approx({"A": step, "B": 0, "C": -step}, abs=1e-3)


def test_prior_is_a_draw_with_a_virtual_opponent() -> None:
    # One win: A stands at x and B at −x, where 1 − σ(2x) + ½ − σ(x) = 0.
    x = bisect(lambda x: 1.5 - 1 / (1 + math.exp(-2 * x)) - 1 / (1 + math.exp(-x)), 0, 5)
    best, worst = bradley_terry({("A", "B"): Score(wins=1)})
    assert best.elo == pytest.approx(x * 400 / math.log(10), abs=1e-3)
    assert worst.elo == pytest.approx(-best.elo)
    stronger_prior = bradley_terry({("A", "B"): Score(wins=1)}, prior=10)
    assert stronger_prior[0].elo < best.elo / 2


def test_ratings_are_where_a_search_by_hill_climbing_ends() -> None:
    games = {
        ("A", "B"): Score(7, 2, 3),
        ("A", "C"): Score(12, 0, 0),
        ("B", "C"): Score(5, 1, 4),
        ("C", "D"): Score(9, 0, 2),
        ("D", "A"): Score(0, 0, 8),
        ("B", "A"): Score(1, 0, 0),
    }

    def log_likelihood(elo: dict[str, float]) -> float:
        total = 0.0
        for (first, second), score in games.items():
            rate = 1 / (1 + 10 ** ((elo[second] - elo[first]) / 400))
            total += score.points * math.log(rate) + (score.games - score.points) * math.log(1 - rate)
        for own in elo.values():
            rate = 1 / (1 + 10 ** (-own / 400))
            total += math.log(rate) / 2 + math.log(1 - rate) / 2
        return total

    found = hill_climb(log_likelihood, dict.fromkeys("ABCD", 0.0))
    average = sum(found.values()) / 4
    ratings = bradley_terry(games)
    assert [rating.player for rating in ratings] == sorted(found, key=lambda player: -found[player])
    for rating in ratings:
        assert rating.elo == pytest.approx(found[rating.player] - average, abs=0.01)


def test_anchor_stands_at_zero_and_the_differences_stay() -> None:
    games = {("A", "B"): Score(40, 0, 20), ("B", "C"): Score(30, 20, 10)}
    free = {rating.player: rating.elo for rating in bradley_terry(games)}
    anchored = {rating.player: rating for rating in bradley_terry(games, anchor="C")}
    assert anchored["C"].elo == 0
    assert anchored["C"].interval == (0, 0)
    assert anchored["A"].elo == pytest.approx(free["A"] - free["C"])
    assert anchored["A"].interval.high - anchored["A"].elo > 40


def test_interval_holds_the_true_rating_about_95_times_in_100() -> None:
    rng = random.Random(4)
    true = {"A": 80.0, "B": 0.0, "C": -80.0}
    held = 0
    for _ in range(300):
        games = {}
        for first, second in (("A", "B"), ("A", "C"), ("B", "C")):
            wins = sum(rng.random() < expected_rate(true[first] - true[second]) for _ in range(40))
            games[first, second] = Score(wins, 0, 40 - wins)
        ratings = bradley_terry(games, prior=ALMOST_NO_PRIOR)
        held += sum(rating.interval.low <= true[rating.player] <= rating.interval.high for rating in ratings)
    assert 0.92 <= held / 900 <= 0.98


def test_confidence_widens_the_interval() -> None:
    games = {("A", "B"): Score(40, 0, 20)}
    narrow, wide = (bradley_terry(games, confidence=part)[0].interval for part in (0.8, 0.99))
    assert wide.low < narrow.low < narrow.high < wide.high


def test_who_wins_everything_is_rated_all_the_same() -> None:
    for prior in (1.0, ALMOST_NO_PRIOR):
        best, worst = bradley_terry({("A", "B"): Score(wins=5000)}, prior=prior)
        assert math.isfinite(best.elo)
        assert best.elo > 500 > worst.elo


def test_players_that_no_game_connects_are_named() -> None:
    games = {("A", "B"): Score(1, 0, 1), ("C", "D"): Score(1, 0, 1), ("A", "C"): Score()}
    with pytest.raises(ValueError, match="rate each group alone: A, B; C, D"):
        bradley_terry(games)


def test_ratings_of_nobody() -> None:
    assert bradley_terry({}) == []


@pytest.mark.parametrize(
    ("options", "message"), [({"anchor": "X"}, "none of the players"), ({"prior": 0}, "prior")]
)
def test_ratings_refuse(options: dict[str, str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        bradley_terry({("A", "B"): Score(1)}, **options)  # type: ignore[arg-type]


def bisect(function: Callable[[float], float], low: float, high: float) -> float:
    """Where a falling function is 0."""
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if function(middle) > 0 else (low, middle)
    return low


def hill_climb(height: Callable[[dict[str, float]], float], place: dict[str, float]) -> dict[str, float]:
    """The top of a hill, by steps along one axis or two that get ever smaller."""
    step = 256.0
    while step > 1e-4:
        moves = [
            place | {a: place[a] + s * step, b: place[b] + t * step}
            for a, b in product(place, repeat=2)
            for s, t in product((-1, 1), repeat=2)
        ]
        best = max(moves, key=height)
        if height(best) > height(place):
            place = best
        else:
            step /= 2
    return place


STUDENT: Final = [
    (1, 0.95, 12.706204736174694),
    (2, 0.95, 4.302652729749462),
    (3, 0.95, 3.1824463052837078),
    (4, 0.95, 2.7764451051977934),
    (5, 0.95, 2.5705818356363146),
    (6, 0.95, 2.4469118511449786),
    (10, 0.95, 2.228138851986274),
    (29, 0.95, 2.045229642132703),
    (100, 0.95, 1.9839715185235518),
    (1000, 0.95, 1.9623390808264083),
    (3, 0.99, 5.840909309733355),
    (10, 0.99, 3.16927267261695),
    (7, 0.999999, 15.767009437672508),
]
"""Degrees of freedom, confidence, and the two-sided quantile by SciPy's ``t.ppf``."""


@pytest.mark.parametrize(("freedom", "confidence", "quantile"), STUDENT)
def test_the_interval_of_a_mean_is_as_wide_as_students_table_says(
    freedom: int, confidence: float, quantile: float
) -> None:
    numbers = [float(number) for number in range(freedom + 1)]
    mean, low, high = mean_interval(numbers, confidence)
    error = stdev(numbers) / math.sqrt(len(numbers))
    assert (high - mean) / error == pytest.approx(quantile, rel=1e-9)
    assert (mean - low) / error == pytest.approx(quantile, rel=1e-9)
