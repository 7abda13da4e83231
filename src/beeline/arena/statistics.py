"""Statistics of games: rates, ratings and tests, each with its error.

Elo here is logistic: a player ``d`` points better is expected to score 1 / (1 + 10^(−d/400)) a game.
A draw counts as half a win and half a loss throughout.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add
from statistics import NormalDist
from typing import Final, Literal, NamedTuple

from beeline.arena.games import GameResult
from beeline.errors import ArgumentError
from beeline.rules.game import Colour

_ELO_PER_LOGIT: Final = 400 / math.log(10)
_MOST_ELO: Final = 2000
_KEY: Final = re.compile(r"(.+)/([0-9]+)/(ab|ba)")
_FIRST: Final[dict[str, Colour]] = {"ab": "black", "ba": "white"}
"""The colour of a pairing's first player, by the end of the game's key."""


class Interval(NamedTuple):
    low: float
    high: float


# Rates of two players


@dataclass(frozen=True, slots=True)
class Score:
    """Score of one player against one opponent or several. Scores add up."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @classmethod
    def of(cls, results: Iterable[GameResult], player: str) -> Score:
        """The score of a player in these games; games without it, or against itself, do not count."""
        return reduce(add, (_score_of_one(result, player) for result in results), cls())

    def __add__(self, other: Score) -> Score:
        return Score(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)

    def reversed(self) -> Score:
        """The score of the other side."""
        return Score(self.losses, self.draws, self.wins)

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2

    @property
    def rate(self) -> float:
        """Points a game, from 0 to 1; not a number before the first game."""
        return self.points / self.games if self.games else math.nan

    @property
    def interval(self) -> Interval:
        """The 95% Wilson interval of the rate."""
        return wilson(self.points, self.games)

    @property
    def elo(self) -> float:
        """The difference in Elo that would explain the rate; infinite where all games went one way."""
        return elo_difference(self.rate)

    @property
    def elo_interval(self) -> Interval:
        """The 95% interval of the difference in Elo: that of the rate, converted."""
        return Interval(*map(elo_difference, self.interval))

    @property
    def superiority(self) -> float:
        """The likelihood of superiority: how probable it is that this side is the stronger one.

        P(p > ½) for the chance p to win a decisive game, from a uniform prior: with w wins and l losses it
        is the chance of at most w heads in w + l + 1 throws of a coin. Draws do not count.
        """
        throws = self.wins + self.losses + 1
        all_ways = math.lgamma(throws + 1) - throws * math.log(2)
        return math.fsum(
            math.exp(all_ways - math.lgamma(heads + 1) - math.lgamma(throws - heads + 1))
            for heads in range(self.wins + 1)
        )


def wilson(wins: float, games: int, confidence: float = 0.95) -> Interval:
    """The Wilson score interval of a rate (E. B. Wilson 1927, J. Am. Stat. Assoc. 22:209–212).

    Draws count half a win, which makes the interval too wide rather than too narrow. Before the first game
    it is everything from 0 to 1.
    """
    if not 0 <= wins <= games:
        raise ArgumentError(f"wins must be from 0 to the number of games, not {wins} of {games}")
    if games == 0:
        return Interval(0.0, 1.0)
    z = _quantile(confidence)
    rate, weight = wins / games, z * z / games
    centre = (rate + weight / 2) / (1 + weight)
    half = math.sqrt(weight * (rate * (1 - rate) + weight / 4)) / (1 + weight)
    return Interval(0.0 if wins == 0 else centre - half, 1.0 if wins == games else centre + half)


def mean_interval(numbers: Sequence[float], confidence: float = 0.95) -> tuple[float, float, float]:
    """The mean and Student's interval for it; of one number, the number alone."""
    count = len(numbers)
    mean = math.fsum(numbers) / count
    if count < 2:
        return mean, mean, mean
    freedom = count - 1
    variance = math.fsum((number - mean) ** 2 for number in numbers) / freedom
    half = _student_quantile(confidence, freedom) * math.sqrt(variance / count)
    return mean, mean - half, mean + half


def _student_quantile(confidence: float, freedom: int) -> float:
    """Number of standard errors on either side that hold ``confidence`` of Student's distribution.

    With t = √ν tan θ for ν degrees of freedom, by Newton's method on θ. What lies within θ is a concave
    function of it, so that the method comes nearer from below with every step.
    """
    angle = 0.0
    peak = 2 / math.sqrt(math.pi) * math.exp(math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2))
    while (short := confidence - _student_within(angle, freedom)) > 0:
        following = angle + short / (peak * math.cos(angle) ** (freedom - 1))
        if following - angle <= 1e-15:
            break
        angle = following
    return math.sqrt(freedom) * math.tan(angle)


def _student_within(angle: float, freedom: int) -> float:
    """Share of Student's distribution between -t and t (Abramowitz and Stegun 1964, 26.7.3 and 26.7.4).

    ``angle`` is θ = arctan(t / √ν). The share is

    - for odd ν, 2/π (θ + sin θ Σ) with Σ = cos θ + 2/3 cos³ θ + 2·4/(3·5) cos⁵ θ + ...
    - for even ν, sin θ Σ with Σ = 1 + 1/2 cos² θ + 1·3/(2·4) cos⁴ θ + ...

    where the last term of Σ has the power ν - 2.
    """
    cosine, odd = math.cos(angle), freedom % 2 == 1
    term, total = (cosine, 0.0) if odd else (1.0, 0.0)
    for power in range(1 if odd else 0, freedom - 1, 2):
        total += term
        term *= (power + 1) / (power + 2) * cosine * cosine
    share = math.sin(angle) * total
    return 2 / math.pi * (angle + share) if odd else share


def elo_difference(rate: float) -> float:
    """The difference in Elo at which a player is expected to score this rate; infinite at 0 and 1."""
    if rate in (0, 1):
        return math.copysign(math.inf, rate - 0.5)
    return _ELO_PER_LOGIT * math.log(rate / (1 - rate))


def expected_rate(elo: float) -> float:
    """The rate that a player ``elo`` points better than its opponent is expected to score."""
    return (1 + math.tanh(elo / _ELO_PER_LOGIT / 2)) / 2


# Ratings of many players


@dataclass(frozen=True, slots=True)
class Rating:
    player: str
    elo: float
    interval: Interval
    """Confidence interval of ``elo``, as compared with the anchor or the average."""
    games: int


def bradley_terry(
    results: Mapping[tuple[str, str], Score],
    *,
    anchor: str | None = None,
    prior: float = 1.0,
    confidence: float = 0.95,
) -> list[Rating]:
    """Maximum-likelihood Elo ratings of players who met each other, the best first.

    ``results`` gives the first player's score against the second; a pair may occur in either order, or both.
    A player of strength s beats one of strength t with probability 1 / (1 + e^(t−s)) (R. A. Bradley and
    M. E. Terry 1952, Biometrika 39:324–345). The likelihood is made greatest by Newton's method; the
    intervals come from the inverse of the Fisher information there. The average is 0, or ``anchor`` is.

    ``prior`` is the number of draws that every player is credited with against a virtual opponent of
    strength 0. It keeps those who won or lost all their games finite, and draws the others together a little.
    """
    players = sorted({player for pair in results for player in pair})
    games = _games_between(results, players)
    if anchor is not None and anchor not in players:
        raise ArgumentError(f"the anchor {anchor!r} is none of the players: {', '.join(players)}")
    if prior <= 0:
        raise ArgumentError(f"prior must be more than 0, not {prior}")
    _check_connected(players, games)
    strengths, covariance = _most_likely(len(players), games, prior)
    # A rating is a contrast: a strength less the anchor's, or less the average of all.
    weights = [float(player == anchor) if anchor else 1 / len(players) for player in players]
    z = _quantile(confidence)
    ratings = []
    for index, player in enumerate(players):
        contrast = [(i == index) - weight for i, weight in enumerate(weights)]
        elo = _ELO_PER_LOGIT * _dot(contrast, strengths)
        variance = _dot(contrast, [_dot(row, contrast) for row in covariance])
        error = z * _ELO_PER_LOGIT * math.sqrt(max(variance, 0.0))
        played = sum(score.games for pair, score in games.items() if pair[0] == index)
        ratings.append(Rating(player, elo, Interval(elo - error, elo + error), played))
    return sorted(ratings, key=lambda rating: -rating.elo)


def performance(
    met: Sequence[tuple[float, Score]], *, prior: float = 1.0, confidence: float = 0.95
) -> tuple[float, Interval]:
    """The most likely Elo of a player by its scores against opponents whose Elo is known, with its interval.

    ``prior`` is the number of draws credited against an opponent of the average Elo of those met, which keeps
    the rating finite where all games went one way. The interval is that of the score alone: the opponents'
    ratings are taken as exact.
    """
    games = sum(score.games for _, score in met)
    if not games:
        raise ArgumentError("a performance needs a game at least")
    centre = sum(elo * score.games for elo, score in met) / games
    facts = [((elo - centre) / _ELO_PER_LOGIT, score.points, float(score.games)) for elo, score in met]
    facts.append((0.0, prior / 2, prior))
    strength, information = 0.0, 1.0
    for _ in range(100):
        chances = [(1 / (1 + math.exp(other - strength)), points, count) for other, points, count in facts]
        information = sum(count * chance * (1 - chance) for chance, _, count in chances)
        step = sum(points - count * chance for chance, points, count in chances) / information
        strength += max(-1.0, min(1.0, step))  # far away the curve is flat, and a whole step too long
        if abs(step) < 1e-9:
            break
    elo = centre + _ELO_PER_LOGIT * strength
    error = _quantile(confidence) * _ELO_PER_LOGIT / math.sqrt(information)
    return elo, Interval(elo - error, elo + error)


def _games_between(
    results: Mapping[tuple[str, str], Score], players: Sequence[str]
) -> dict[tuple[int, int], Score]:
    """The score of each player, by number, against each other that it met."""
    number = {player: index for index, player in enumerate(players)}
    games: defaultdict[tuple[int, int], Score] = defaultdict(Score)
    for (first, second), score in results.items():
        if first != second and score.games:
            games[number[first], number[second]] += score
            games[number[second], number[first]] += score.reversed()
    return games


def _check_connected(players: Sequence[str], games: Iterable[tuple[int, int]]) -> None:
    group = {index: {index} for index in range(len(players))}
    for first, second in games:
        if group[first] is not group[second]:
            group[first] |= group[second]
            group.update(dict.fromkeys(group[second], group[first]))
    apart = list({id(members): members for members in group.values()}.values())
    if len(apart) > 1:
        named = "; ".join(", ".join(players[index] for index in sorted(members)) for members in apart)
        raise ArgumentError(
            f"players that no game connects cannot be compared; rate each group alone: {named}"
        )


def _most_likely(
    count: int, games: Mapping[tuple[int, int], Score], prior: float
) -> tuple[list[float], list[list[float]]]:
    """The strengths of greatest likelihood, in logits, and their covariance."""
    strengths = [0.0] * count
    while True:
        information = [[0.0] * count for _ in range(count)]
        slope = [0.0] * count
        for i in range(count):
            rate = _logistic(strengths[i])
            slope[i] += prior * (0.5 - rate)
            information[i][i] += prior * rate * (1 - rate)
        for (i, j), score in games.items():
            rate = _logistic(strengths[i] - strengths[j])
            slope[i] += score.points - score.games * rate
            information[i][i] += score.games * rate * (1 - rate)
            information[i][j] -= score.games * rate * (1 - rate)
        covariance = _inverse(information)
        step = [_dot(row, slope) for row in covariance]
        if _dot(slope, step) < 1e-12:  # the square of the way left to go, in standard errors
            return strengths, covariance
        # Where the likelihood is flat a full step overshoots; one of at most half a logit always climbs.
        scale = min(1.0, 0.5 / max(map(abs, step)))
        strengths = [strength + scale * change for strength, change in zip(strengths, step, strict=True)]


def _inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """The inverse of a symmetric positive definite matrix, by Gauss–Jordan elimination."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for pivot in range(size):
        lead = rows[pivot][pivot]
        rows[pivot] = [value / lead for value in rows[pivot]]
        for i in range(size):
            if i != pivot and (factor := rows[i][pivot]):
                rows[i] = [value - factor * by for value, by in zip(rows[i], rows[pivot], strict=True)]
    return [row[size:] for row in rows]


# Sequential tests


Status = Literal["running", "accept H0", "accept H1"]


class Sprt:
    """A sequential probability ratio test of H0 "the difference is ``elo0``" against H1 "it is ``elo1``".

    ``alpha`` is the chance to accept H1 where H0 holds, ``beta`` that to accept H0 where H1 holds. Every
    observation is the points of a player in ``games`` games: pairs on one opening with the colours exchanged
    (0, ½, 1, 1½ or 2 points, the pentanomial model), or single games (the trinomial model). Pairs need fewer
    games, since what the opening gives to one colour cancels out.

    The log-likelihood ratio is the generalised one: with n_i observations of rate a_i, and p^s the most
    likely distribution of the rates whose mean is s,

        LLR = Σ n_i log(p^s1_i / p^s0_i),    p^s_i = (n_i / N) / (1 + θ (a_i − s)),

    where θ solves Σ n_i (a_i − s) / (1 + θ (a_i − s)) = 0. H1 is accepted at LLR ≥ log((1−β)/α) and H0 at
    LLR ≤ log(β/(1−α)) (A. Wald 1945, Ann. Math. Stat. 16:117–186). This is the exact form of M. Van den Bergh
    that Stockfish's fishtest uses (https://www.cantate.be/Fishtest/support_MLE_multinomial.pdf, proposition
    1.1). Its common approximation N (s1 − s0)(2m − s0 − s1) / 2v by the mean m and the variance v of the
    rates fails in Hex, which has no draws: after a first pair or two the variance is 0.
    """

    def __init__(
        self, elo0: float, elo1: float, *, alpha: float = 0.05, beta: float = 0.05, games: Literal[1, 2] = 2
    ) -> None:
        if not -_MOST_ELO <= elo0 < elo1 <= _MOST_ELO:
            raise ArgumentError(
                f"elo0 must be less than elo1, both within ±{_MOST_ELO}, not {elo0:g} and {elo1:g}"
            )
        if not (0 < alpha < 0.5 and 0 < beta < 0.5):
            raise ArgumentError(f"alpha and beta must be between 0 and 0.5, not {alpha:g} and {beta:g}")
        self.elo0, self.elo1, self.alpha, self.beta, self.games = elo0, elo1, alpha, beta, games
        self.counts = [0] * (2 * games + 1)
        """Number of observations for each sum of half points."""
        self.llr = 0.0
        self.status: Status = "running"
        """Once a hypothesis is accepted, later observations change ``llr`` but not this."""

    @property
    def bounds(self) -> Interval:
        """The values of ``llr`` at which H0 and H1 are accepted."""
        return Interval(math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha))

    def update(self, score: float) -> Status:
        """Takes in the points of one observation."""
        if score not in (possible := [half / 2 for half in range(len(self.counts))]):
            raise ArgumentError(f"a score must be one of {possible}, not {score}")
        self.counts[round(2 * score)] += 1
        self.llr = _log_likelihood_ratio(self.counts, expected_rate(self.elo0), expected_rate(self.elo1))
        if self.status == "running":
            low, high = self.bounds
            self.status = "accept H1" if self.llr >= high else "accept H0" if self.llr <= low else "running"
        return self.status


def _log_likelihood_ratio(counts: Sequence[int], rate0: float, rate1: float) -> float:
    # What was not seen may yet come: a thousandth of an observation keeps it possible, as fishtest does.
    seen = [(i / (len(counts) - 1), count or 1e-3) for i, count in enumerate(counts)]
    tilt0, tilt1 = _tilt(seen, rate0), _tilt(seen, rate1)
    return sum(
        count * math.log((1 + tilt0 * (value - rate0)) / (1 + tilt1 * (value - rate1)))
        for value, count in seen
    )


def _tilt(seen: Sequence[tuple[float, float]], mean: float) -> float:
    """θ of the formula of ``Sprt``, by Newton's method kept within its bracket. Values go from 0 to 1."""
    low, high = -1 / (1 - mean), 1 / mean
    tolerance = 1e-12 * (high - low)
    tilt = 0.0
    while True:
        slope = curvature = 0.0
        for value, count in seen:
            part = (value - mean) / (1 + tilt * (value - mean))
            slope += count * part
            curvature += count * part * part
        low, high = (tilt, high) if slope > 0 else (low, tilt)
        following = tilt + slope / curvature
        if not low < following < high:
            following = (low + high) / 2
        if abs(following - tilt) <= tolerance:
            return tilt
        tilt = following


class PairScore(NamedTuple):
    """Two games on one opening with the colours exchanged."""

    pairing: str
    number: int
    score: float
    """Points of the pairing's first player: 0, ½, 1, 1½ or 2."""


def pair_scores(results: Iterable[GameResult], *, unbroken: bool = False) -> list[PairScore]:
    """The pairs of which both games are there, by pairing and number.

    The key of a game is ``PAIRING/NUMBER/ab`` where the pairing's first player is Black, and ``.../ba`` where
    it is White; games with other keys are passed over. ``unbroken`` leaves out what follows the first missing
    pair of a pairing: a sequential test then gives the same answer in whatever order the games end.
    """
    points: defaultdict[tuple[str, int], dict[str, float]] = defaultdict(dict)
    for result in results:
        if key := _KEY.fullmatch(result.task.key):
            pairing, number, order = key.groups()
            won = 0.5 if result.winner == "draw" else float(result.winner == _FIRST[order])
            points[pairing, int(number)][order] = won
    whole = [PairScore(*key, sum(points[key].values())) for key in sorted(points) if len(points[key]) == 2]
    if not unbroken:
        return whole
    present = {(pair.pairing, pair.number) for pair in whole}
    reach: defaultdict[str, int] = defaultdict(int)
    for pairing, number in sorted(present):
        reach[pairing] += number == reach[pairing]
    return [pair for pair in whole if pair.number < reach[pair.pairing]]


# Small helpers


def _score_of_one(result: GameResult, player: str) -> Score:
    black, white = result.task.black, result.task.white
    if player not in (black, white) or black == white:
        return Score()
    if result.winner == "draw":
        return Score(draws=1)
    return Score(wins=1) if result.player(result.winner) == player else Score(losses=1)


def _quantile(confidence: float) -> float:
    """Number of standard deviations around the mean that hold this part of a normal distribution."""
    return NormalDist().inv_cdf((1 + confidence) / 2)


def _logistic(x: float) -> float:
    return expected_rate(x * _ELO_PER_LOGIT)


def _dot(a: Sequence[float], b: Sequence[float]) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))
