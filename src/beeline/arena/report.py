"""Report of a match or tournament: as numbers, as text and as data for JSON."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, Final

from beeline.arena.games import FORFEITS, GameResult, GameTask, Reason
from beeline.arena.statistics import Interval, Rating, Score, bradley_terry
from beeline.notebook import html_table
from beeline.rules.game import COLOURS, Colour, opponent
from beeline.rules.registry import game_kind

ENDINGS: Final[dict[Reason, str]] = {"win": "on the board", "proven": "proven win"}
"""Names for the ends of games that say too little on their own."""


@dataclass(slots=True)
class PlayerReport:
    """Results of one player against all others."""

    player: str
    colours: dict[Colour, Score] = field(default_factory=lambda: dict.fromkeys(COLOURS, Score()))
    """The score with either colour."""
    lost_by: Counter[Reason] = field(default_factory=Counter)
    """Lost games by how they ended."""
    cpu_seconds: float = 0.0
    """Processor time in all its games."""
    rating: Rating | None = None

    @property
    def total(self) -> Score:
        return self.colours["black"] + self.colours["white"]

    @property
    def forfeits(self) -> int:
        return sum(self.lost_by[reason] for reason in FORFEITS)


@dataclass(slots=True)
class Report:
    """A match or tournament in numbers. Games of a player against itself count for Black or White alone."""

    players: list[PlayerReport] = field(default_factory=list)
    """The best first where three or more have ratings, else in the order given."""
    games: int = 0
    moves: int = 0
    """Moves of all games together."""
    boards: Counter[str] = field(default_factory=Counter)
    """Number of games per board."""
    black: Score = field(default_factory=Score)
    """Black's score, whoever played it."""
    cross: dict[tuple[str, str], Score] = field(default_factory=dict)
    """The first player's score against the second, in both orders, for those who met."""
    note: str = ""
    """Reason why there are no ratings, if there are none."""

    def pairings(self) -> list[tuple[PlayerReport, PlayerReport, Score]]:
        """Pairs of players that met, with the score of the first."""
        return [
            (first, second, self.cross[first.player, second.player])
            for first, second in combinations(self.players, 2)
            if (first.player, second.player) in self.cross
        ]

    def text(self) -> str:
        """Tables for a terminal."""
        parts = [headline(self)]
        if self.games:
            parts += [_player_list(self), _player_table(self), _pairing_table(self)]
        if len(self.players) > 2:
            parts.append(_cross_table(self))
        if any(player.lost_by for player in self.players):
            parts.append(_losses(self))
        return "\n\n".join([*parts, self.note] if self.note else parts)

    def _repr_html_(self) -> str:
        rows = [
            (
                player.player,
                signed(player.rating.elo) if player.rating else "–",
                signed_interval(player.rating.interval) if player.rating else "",
                _percent_of(player.total),
            )
            for player in self.players
        ]
        return html_table(headline(self), ("player", "Elo", "95%", "score"), rows)

    def as_dict(self) -> dict[str, Any]:
        """Plain data, for JSON; what is infinite or not a number is None."""
        return {
            "games": self.games,
            "moves": self.moves,
            "boards": dict(self.boards),
            "black": _score_data(self.black),
            "players": [_player_data(player) for player in self.players],
            "pairings": [
                {
                    "first": first.player,
                    "second": second.player,
                    **_score_data(score),
                    "elo": _finite(score.elo),
                    "elo_interval": [_finite(bound) for bound in score.elo_interval],
                    "superiority": score.superiority,
                }
                for first, second, score in self.pairings()
            ],
            "note": self.note,
        }


def report(
    results: Iterable[GameResult], *, players: Sequence[str] | None = None, anchor: str | None = None
) -> Report:
    """Adds up games.

    ``players`` are listed in any case, even without a game. ``anchor`` is the player rated 0; without it the
    average is.
    """
    made = Report()
    known = {player: PlayerReport(player) for player in players or ()}
    cross: defaultdict[tuple[str, str], Score] = defaultdict(Score)
    for result in results:
        made.games += 1
        made.moves += len(result.moves)
        made.boards[board_name(result.task)] += 1
        made.black += _score(result, "black")
        if result.task.black != result.task.white:
            for colour, cpu_seconds in zip(COLOURS, result.cpu_seconds, strict=True):
                own, other = result.player(colour), result.player(opponent(colour))
                player = known.setdefault(own, PlayerReport(own))
                score = _score(result, colour)
                player.colours[colour] += score
                player.cpu_seconds += cpu_seconds
                player.lost_by.update([result.reason] * score.losses)
                cross[own, other] += score
    made.cross = dict(cross)
    made.players = list(known.values())
    _rate(made, anchor)
    return made


def _rate(made: Report, anchor: str | None) -> None:
    """Gives the players their ratings and puts them in order, if their games compare them."""
    # The table has every game from both sides; ratings want it once.
    once = {(first, second): score for (first, second), score in made.cross.items() if first < second}
    if not once:
        return
    try:
        ratings = {rating.player: rating for rating in bradley_terry(once, anchor=anchor)}
    except ValueError as error:
        made.note = f"No ratings: {error}"
        return
    for player in made.players:
        player.rating = ratings.get(player.player)
    if len(made.players) > 2:  # the two of a match stay as they were named
        made.players.sort(key=lambda player: -player.rating.elo if player.rating else math.inf)


def headline(made: Report) -> str:
    """The whole of it in a few words."""
    if not made.games:
        return "No games."
    boards = ", ".join(made.boards)
    games = "1 game" if made.games == 1 else f"{made.games:,} games"
    return (
        f"{games} of {boards}, {made.moves / made.games:.1f} moves on average. "
        f"Black scored {percent(made.black)}. Intervals are 95%."
    )


def board_name(task: GameTask) -> str:
    return f"{game_kind(task.game).TITLE} {task.rows}×{task.cols}"


def percent(score: Score) -> str:
    """A rate with its interval: ``56.2% [51.3, 61.0]``."""
    if not score.games:
        return "–"
    low, high = score.interval
    return f"{score.rate:.1%} [{100 * low:.1f}, {100 * high:.1f}]"


def signed(elo: float) -> str:
    """An Elo difference: ``+31``, ``−4``, ``+∞``."""
    size = "∞" if math.isinf(elo) else f"{abs(elo):.0f}"
    return size if size == "0" else f"{'−' if elo < 0 else '+'}{size}"


def signed_interval(interval: Interval) -> str:
    return f"[{signed(interval.low)}, {signed(interval.high)}]"


def won_lost(score: Score) -> str:
    """Wins and losses, and draws between them if there are any."""
    return f"{score.wins}–{score.draws}–{score.losses}" if score.draws else f"{score.wins}–{score.losses}"


def losses(player: PlayerReport) -> str:
    """Lost games by how they ended, in words: ``on the board 44, time 2``."""
    counts = ((ENDINGS.get(reason, reason), count) for reason, count in player.lost_by.most_common())
    return ", ".join(f"{ending} {count}" for ending, count in counts)


def _score(result: GameResult, colour: Colour) -> Score:
    if result.winner == "draw":
        return Score(draws=1)
    return Score(wins=1) if result.winner == colour else Score(losses=1)


# Text


def _percent_of(score: Score) -> str:
    return f"{percent(score)} of {score.games}" if score.games else "–"


def _player_list(made: Report) -> str:
    return "\n".join(f"{number:3}  {player.player}" for number, player in enumerate(made.players, start=1))


def _player_table(made: Report) -> str:
    rows = [["", "Elo", "", "score", "as Black", "as White", "CPU s/game"]]
    for number, player in enumerate(made.players, start=1):
        total, rating = player.total, player.rating
        rows.append([
            str(number),
            signed(rating.elo) if rating else "–",
            signed_interval(rating.interval) if rating else "",
            _percent_of(total),
            _percent_of(player.colours["black"]),
            _percent_of(player.colours["white"]),
            f"{player.cpu_seconds / total.games:.2f}" if total.games else "–",
        ])  # fmt: skip
    return _table(rows)


def _pairing_table(made: Report) -> str:
    numbers = {player.player: number for number, player in enumerate(made.players, start=1)}
    rows = [["", "", "score", "Elo difference", "", "LOS"]]
    for first, second, score in made.pairings():
        rows.append([
            f"{numbers[first.player]} – {numbers[second.player]}",
            won_lost(score),
            _percent_of(score),
            signed(score.elo),
            signed_interval(score.elo_interval),
            f"{score.superiority:.1%}",
        ])  # fmt: skip
    return _table(rows)


def _cross_table(made: Report) -> str:
    """Points of the row's player against the column's."""
    names = [player.player for player in made.players]
    rows = [["", *(str(number) for number in range(1, len(names) + 1))]]
    for number, own in enumerate(names, start=1):
        scores = [made.cross.get((own, other)) for other in names]
        rows.append([str(number), *(f"{score.points:g}/{score.games}" if score else "·" for score in scores)])
    return _table(rows)


def _losses(made: Report) -> str:
    lines = []
    for number, player in enumerate(made.players, start=1):
        if player.lost_by:
            forfeited = f" ({player.forfeits} forfeited)" if player.forfeits else ""
            lines.append(f"{number:3}  {losses(player)}{forfeited}")
    return "Lost games by how they ended:\n" + "\n".join(lines)


def _table(rows: Sequence[Sequence[str]]) -> str:
    """Columns two blanks apart, flush right."""
    widths = [max(3, *map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows
    )


# Data


def _player_data(player: PlayerReport) -> dict[str, Any]:
    return {
        "player": player.player,
        "elo": player.rating.elo if player.rating else None,
        "elo_interval": list(player.rating.interval) if player.rating else None,
        **_score_data(player.total),
        "as_black": _score_data(player.colours["black"]),
        "as_white": _score_data(player.colours["white"]),
        "lost_by": dict(player.lost_by),
        "forfeits": player.forfeits,
        "cpu_seconds": player.cpu_seconds,
    }


def _score_data(score: Score) -> dict[str, Any]:
    return {
        "games": score.games,
        "wins": score.wins,
        "draws": score.draws,
        "losses": score.losses,
        "rate": _finite(score.rate),
        "interval": list(score.interval),
    }


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None
