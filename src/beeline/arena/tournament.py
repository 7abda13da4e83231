"""Running a match or a tournament into a game store."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any, Literal

from beeline.arena.games import GameResult, GameTask
from beeline.arena.openings import openings
from beeline.arena.referee import empty_board, play_game
from beeline.arena.statistics import Sprt, pair_scores
from beeline.arena.store import GameStore
from beeline.errors import ArgumentError, NotationError, PlayerError
from beeline.players import make_player, player_files
from beeline.rules.registry import HEX, game_kind
from beeline.workers import Workers

_WRITE_EVERY = 0.2  # seconds: games that finish together are written together


@dataclass(frozen=True, kw_only=True)
class Tournament:
    """All that decides which games are played."""

    players: Sequence[str]
    games: int
    """Games per pair of players; rounded up to pairs of games with the colours exchanged."""
    opening_set: str = "empty"
    format: Format = "round-robin"
    paired: bool = True
    """Whether colours are exchanged; if not, the earlier of two players is always Black."""
    template: GameTask
    """Board, rules and limits of all games."""
    seed: int = 0

    def __post_init__(self) -> None:
        if len(self.players) < 2:
            raise PlayerError("a match needs two players or more")
        if len(set(self.players)) < len(self.players):
            raise PlayerError("two players have the same string; give one of them a seed or another option")
        if self.games < 1:
            raise ArgumentError(f"games must be 1 or more, not {self.games}")
        if self.template.game != HEX and self.opening_set != "empty":
            title = game_kind(self.template.game).TITLE
            raise NotationError(
                f"the opening sets are for Hex; {title} begins from 'empty', not {self.opening_set!r}"
            )
        board = empty_board(self.template)
        for spec in self.players:
            with closing(make_player(spec)) as player:
                player.check(board)

    def tasks(self) -> Iterator[GameTask]:
        return match_tasks(
            self.players,
            games=self.games,
            openings=openings(self.opening_set, self.template.rows, self.template.cols),
            template=self.template,
            seed=self.seed,
            format=self.format,
            paired=self.paired,
        )

    @property
    def total(self) -> int:
        games = 2 * ((self.games + 1) // 2) if self.paired else self.games
        return len(pairings(self.players, self.format)) * games

    def description(self) -> dict[str, Any]:
        """Description for the store, without the number of games, so that a run can be extended."""
        description = asdict(self)
        del description["games"]
        return description


def run_tournament(
    tournament: Tournament,
    store: GameStore,
    workers: Workers,
    *,
    sprt: Sprt | None = None,
    on_result: Callable[[GameResult], None] | None = None,
) -> list[GameResult]:
    """Plays what the store does not hold yet, and returns all games of the tournament.

    With ``sprt`` the run ends as soon as the test accepts a hypothesis. ``on_result`` is told of every game,
    those found in the store first.
    """
    store.begin(tournament.description(), total=tournament.total)
    results = {result.task.key: result for result in store.results()}
    watch = _SequentialTest(sprt)
    for result in results.values():
        _tell(on_result, result)
    if watch.is_over(results.values()):
        return _in_order(results)
    missing = (task for task in tournament.tasks() if task.key not in results)
    played = play_into(store, missing, workers, players=tournament.players)
    try:
        for result in played:
            results[result.task.key] = result
            _tell(on_result, result)
            if watch.is_over([result]):
                break
    finally:
        played.close()
    return _in_order(results)


def play_into(
    store: GameStore, tasks: Iterable[GameTask], workers: Workers, *, players: Iterable[str]
) -> Generator[GameResult, None, None]:
    """Plays games and writes them into the store, yielding them as they get done.

    ``players`` are all that take part. Closing the iterator writes what is finished.
    """
    unwritten: list[GameResult] = []
    written = time.monotonic()
    games = workers.run(partial(play_game, files=_shared_files(players, workers)), tasks)
    try:
        for result in games:
            unwritten.append(result)
            if time.monotonic() - written > _WRITE_EVERY:
                store.add(unwritten)
                unwritten, written = [], time.monotonic()
            yield result
    finally:
        games.close()
        known = store.keys()  # Ctrl-C may have come between writing and noting that it was done
        store.add(result for result in unwritten if result.task.key not in known)


def _shared_files(players: Iterable[str], workers: Workers) -> dict[str, str]:
    """Paths at which the workers find the files that the players name."""
    names = {name for player in players for name in player_files(player)}
    return {name: str(workers.share(Path(name))) for name in names}


def _in_order(results: dict[str, GameResult]) -> list[GameResult]:
    return [results[key] for key in sorted(results)]


def _tell(on_result: Callable[[GameResult], None] | None, result: GameResult) -> None:
    if on_result is not None:
        on_result(result)


class _SequentialTest:
    """Feeds a test the pairs of games in the order of the schedule, not the quick ones first."""

    def __init__(self, sprt: Sprt | None) -> None:
        self._sprt = sprt
        self._waiting: list[GameResult] = []
        self._next = 0

    def is_over(self, results: Iterable[GameResult]) -> bool:
        """Takes in more results; True once a hypothesis is accepted."""
        if self._sprt is None:
            return False
        self._waiting.extend(results)
        for pair in pair_scores(self._waiting):
            if pair.number != self._next:
                break
            self._next += 1
            if self._sprt.update(pair.score) != "running":
                return True
        self._waiting = [game for game in self._waiting if int(game.task.key.split("/")[1]) >= self._next]
        return False


Format = Literal["round-robin", "gauntlet"]


def pairings(players: Sequence[str], format: Format = "round-robin") -> list[tuple[int, int]]:
    """Pairs of players, by their numbers: everyone with everyone, or the first with each of the others."""
    if format == "gauntlet":
        return [(0, other) for other in range(1, len(players))]
    return list(combinations(range(len(players)), 2))


def match_tasks(
    players: Sequence[str],
    *,
    games: int,
    openings: Sequence[tuple[str, ...]],
    template: GameTask,
    seed: int,
    format: Format = "round-robin",
    paired: bool = True,
) -> Iterator[GameTask]:
    """The games of a match or tournament, in the order in which they should be played.

    ``games`` is the number for each two players, rounded up to pairs; openings are used in order,
    cycling. ``template`` has what all games share. A round is one pair for each two players, so that
    a run cut short is still a fair one. Unless ``paired``, the earlier of two players is always Black.
    """
    orders = ("ab", "ba") if paired else ("ab",)
    for pair in range(-(-games // len(orders))):
        opening = openings[pair % len(openings)]
        for first, second in pairings(players, format):
            for order in orders:
                black, white = (first, second) if order == "ab" else (second, first)
                key = f"{first}-{second}/{pair:05d}/{order}"
                yield replace(
                    template,
                    key=key,
                    black=players[black],
                    white=players[white],
                    opening=opening,
                    seed=game_seed(seed, key),
                )


def game_seed(seed: int, key: str) -> int:
    """The seed of a game, from that of the run: games differ, and repeat with the run."""
    digest = hashlib.blake2b(f"{seed}/{key}".encode(), digest_size=8).digest()
    return int.from_bytes(digest) >> 1  # SQLite's integers have 63 bits and a sign
