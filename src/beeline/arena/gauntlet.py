"""Gauntlets: games of one player with opponents of known strength, and a rating on their scale."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from beeline.arena.games import GameResult
from beeline.arena.statistics import Interval, Score, performance
from beeline.players.levels import Level, levels
from beeline.rules.registry import HEX

LADDER: Final = ("newcomer", "casual", "strong", "strongest")
"""The levels that a player meets unless others are named: 370 to 560 Elo apart."""
SCALE_SIDE: Final = 11
"""The board on which the levels were rated against each other."""


@dataclass(frozen=True)
class Standing:
    """A player's rating on the scale of the levels, on which ``newcomer`` is 0."""

    elo: float
    interval: Interval
    games: int
    nearest: str
    """The level whose rating is nearest."""

    def as_dict(self) -> dict[str, Any]:
        return {
            "elo": self.elo,
            "interval": list(self.interval),
            "games": self.games,
            "nearest": self.nearest,
        }


def standing(player: str, results: Iterable[GameResult]) -> Standing | None:
    """The rating of a player by its games with levels on the board of the scale; None if there are none.

    The ratings of the levels are taken as they were measured: the interval is that of this player's games
    alone.
    """
    scores = _scores_against_levels(player, results)
    if not scores:
        return None
    elo, interval = performance([(level.elo, score) for level, score in scores])
    nearest = min(levels(), key=lambda level: abs(level.elo - elo))
    return Standing(elo, interval, sum(score.games for _, score in scores), nearest.name)


def _scores_against_levels(player: str, results: Iterable[GameResult]) -> list[tuple[Level, Score]]:
    games = [game for game in results if _is_on_scale(game)]
    found = []
    for level in levels():
        met = [game for game in games if {game.task.black, game.task.white} == {player, level.player}]
        if met:
            found.append((level, Score.of(met, player)))
    return found


def _is_on_scale(game: GameResult) -> bool:
    return (game.task.game, game.task.rows, game.task.cols) == (HEX, SCALE_SIDE, SCALE_SIDE)
