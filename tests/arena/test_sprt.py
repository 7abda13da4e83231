"""The sequential test and the pairs of games that it takes in."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import pytest

from beeline.arena.games import GameResult, GameTask
from beeline.arena.statistics import Sprt, expected_rate, pair_scores
from beeline.rules.game import Result

# Sequential tests


def fed(test: Sprt, counts: list[int]) -> Sprt:
    """The test after so many observations of 0, ½, 1, ... points, mixed well."""
    scores = [half / 2 for half, count in enumerate(counts) for _ in range(count)]
    random.Random(0).shuffle(scores)
    for score in scores:
        test.update(score)
    return test


def test_ratio_agrees_with_fishtest() -> None:
    # A test of montytest.muzhen.org: bounds 0 and 2.716 logistic Elo, "Logistic (exact) -0.53772".
    test = fed(Sprt(0, 2.716), [13, 37, 50, 25, 3])
    assert test.llr == pytest.approx(-0.53772, abs=1e-4)
    assert test.status == "running"
    assert test.bounds == pytest.approx((-2.9444, 2.9444), abs=1e-4)


def test_ratio_of_single_decisive_games_is_the_binomial_one() -> None:
    test = fed(Sprt(-20, 60, games=1), [20, 0, 35])
    rate0, rate1 = expected_rate(-20), expected_rate(60)
    exact = 35 * math.log(rate1 / rate0) + 20 * math.log((1 - rate1) / (1 - rate0))
    assert test.llr == pytest.approx(exact, abs=1e-3)


def test_even_pairs_alone_speak_for_the_nearer_hypothesis() -> None:
    assert fed(Sprt(0, 50), [0, 0, 10, 0, 0]).llr < 0 < fed(Sprt(-50, 0), [0, 0, 10, 0, 0]).llr
    assert fed(Sprt(-50, 50), [0, 0, 10, 0, 0]).llr == pytest.approx(0, abs=1e-9)


def test_one_pair_decides_nothing() -> None:
    for score in (0, 0.5, 1, 1.5, 2):
        assert Sprt(0, 20).update(score) == "running"


def test_bounds_follow_the_error_rates() -> None:
    test = Sprt(0, 10, alpha=0.01, beta=0.1)
    assert test.bounds == pytest.approx((math.log(0.1 / 0.99), math.log(90)))
    assert fed(Sprt(0, 60), [5, 0, 20, 0, 22]).status == "accept H1"
    assert fed(Sprt(0, 60, alpha=0.001), [5, 0, 20, 0, 22]).status == "running"
    assert fed(Sprt(0, 60), [22, 0, 20, 0, 5]).status == "accept H0"


def test_an_accepted_hypothesis_stays_accepted() -> None:
    test = fed(Sprt(0, 100), [0, 0, 0, 0, 30])
    assert test.status == "accept H1"
    before = test.llr
    for _ in range(100):
        test.update(0)
    assert test.llr < before
    assert test.status == "accept H1"


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Sprt(10, 0), "elo0 must be less than elo1"),
        (lambda: Sprt(0, math.nan), "elo0 must be less than elo1"),
        (lambda: Sprt(0, math.inf), "within ±2000"),
        (lambda: Sprt(0, 10, alpha=0), "alpha and beta"),
        (lambda: Sprt(0, 10, beta=0.6), "alpha and beta"),
        (lambda: Sprt(0, 10).update(2.5), "a score must be one of"),
        (lambda: Sprt(0, 10).update(0.7), "a score must be one of"),
        (lambda: Sprt(0, 10, games=1).update(2), "a score must be one of"),
    ],
)
def test_sprt_refuses(make: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()


def strength_of(rate: float, colour: float) -> float:
    """The Elo of a player who scores ``rate`` over both colours."""
    low, high = -2000.0, 2000.0
    for _ in range(60):
        middle = (low + high) / 2
        scored = (expected_rate(middle + colour) + expected_rate(middle - colour)) / 2
        low, high = (middle, high) if scored < rate else (low, middle)
    return low


def share_accepted(
    *, truth: float, elo0: float, elo1: float, colour: float, matches: int, draws: float = 0.0
) -> float:
    """How many of the matches of synthetic players end with H1 accepted.

    ``truth`` is the Elo of the player's overall rate; ``colour`` is what Black has over White, in Elo,
    and ``draws`` the part of games that end so whoever plays.
    """
    rng = random.Random(f"{truth} {elo0} {elo1} {colour} {draws}")
    strength = strength_of(expected_rate(truth), colour)
    chances = [expected_rate(strength + edge) - draws / 2 for edge in (colour, -colour)]
    accepted = 0
    for _ in range(matches):
        test = Sprt(elo0, elo1)
        while test.status == "running":
            score = 0.0
            for chance in chances:
                throw = rng.random()
                score += 1.0 if throw < chance else 0.5 if throw < chance + draws else 0.0
            test.update(score)
        accepted += test.status == "accept H1"
    return accepted / matches


TOLERANCE = 1.25
"""Bounds by Wald are approximate; and the rates measured here vary by chance."""


@pytest.mark.parametrize("colour", [0, 200])
def test_error_rates_of_sprt_hold(colour: float) -> None:
    matches = 400
    chance = 2.5 * math.sqrt(0.05 * 0.95 / matches)
    false_h1 = share_accepted(truth=0, elo0=0, elo1=150, colour=colour, matches=matches)
    false_h0 = 1 - share_accepted(truth=150, elo0=0, elo1=150, colour=colour, matches=matches)
    assert false_h1 <= 0.05 * TOLERANCE + chance
    assert false_h0 <= 0.05 * TOLERANCE + chance


@pytest.mark.slow
@pytest.mark.parametrize(
    ("elo0", "elo1", "colour", "draws"),
    [(0, 50, 0, 0.0), (0, 50, 200, 0.0), (0, 50, 100, 0.3), (-30, 30, 300, 0.0), (0, 100, 200, 0.0)],
)
def test_error_rates_of_sprt_hold_over_10_000_matches(
    elo0: float, elo1: float, colour: float, draws: float
) -> None:
    settings = {"elo0": elo0, "elo1": elo1, "colour": colour, "draws": draws}
    false_h1 = share_accepted(truth=elo0, matches=10_000, **settings)
    false_h0 = 1 - share_accepted(truth=elo1, matches=10_000, **settings)
    print(f"{settings}: H1 accepted under H0 {false_h1:.4f}, H0 accepted under H1 {false_h0:.4f}")
    assert false_h1 <= 0.05 * TOLERANCE
    assert false_h0 <= 0.05 * TOLERANCE


# Pairs of games


def game(key: str, *, winner: Result = "black") -> GameResult:
    return GameResult(
        task=GameTask(key=key),
        winner=winner,
        reason="win",
        moves=(),
        seconds=(),
        cpu_seconds=(0, 0),
        versions=("", ""),
        started=0,
    )


def test_pairs_score_for_the_first_player_of_the_pairing() -> None:
    games = [
        game("0-1/00000/ab", winner="black"),
        game("0-1/00000/ba", winner="white"),
        game("0-1/00001/ba", winner="black"),
        game("0-1/00001/ab", winner="draw"),
        game("0-2/00000/ab", winner="white"),
        game("0-2/00000/ba", winner="white"),
    ]
    scores = {(pair.pairing, pair.number): pair.score for pair in pair_scores(games)}
    assert scores == {("0-1", 0): 2, ("0-1", 1): 0.5, ("0-2", 0): 1}


def test_pairs_are_in_order_whatever_order_the_games_came_in() -> None:
    games = [game(f"0-1/{number:05d}/{order}") for number in range(12) for order in ("ab", "ba")]
    random.Random(3).shuffle(games)
    assert [pair.number for pair in pair_scores(games)] == list(range(12))


def test_incomplete_pairs_and_foreign_keys_are_passed_over() -> None:
    keys = ["0-1/00000/ab", "0-1/00001/ba", "game.sgf/00001", "", "0-1/x/ab", "0-1/00000/aa", "/00002/ab"]
    assert pair_scores(map(game, keys)) == []


def test_a_pairing_may_contain_slashes() -> None:
    name = "gtp:command=/usr/bin/x|mcts"
    assert pair_scores([game(f"{name}/7/ab"), game(f"{name}/7/ba")]) == [(name, 7, 1)]


def test_unbroken_pairs_end_before_the_first_gap() -> None:
    whole = [0, 1, 3, 4]
    games = [game(f"0-1/{number:05d}/{order}") for number in whole for order in ("ab", "ba")]
    half = game("0-1/00002/ab")
    assert [pair.number for pair in pair_scores([*games, half])] == whole
    assert [pair.number for pair in pair_scores([*games, half], unbroken=True)] == [0, 1]
