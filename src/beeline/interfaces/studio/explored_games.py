"""Games of the library and of the runs, by the positions of their openings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from threading import Lock
from typing import Final

from beeline.arena.games import GameResult
from beeline.arena.library import Entry, Library
from beeline.arena.opening_index import IndexedGame, OpeningIndex
from beeline.arena.store import GameStore
from beeline.errors import BeelineError, Stopped
from beeline.interfaces.studio.recorded_runs import Runs
from beeline.limits import EXPLORED_GAMES, EXPLORED_PLIES
from beeline.rules.board import Board
from beeline.rules.hexworld import HexWorldLink
from beeline.rules.records import replay
from beeline.rules.registry import HEX
from beeline.rules.variations import read_game_trees

LIBRARY: Final = "library"

ShouldStop = Callable[[], bool]
State = tuple[tuple[str, float], ...]


class Explorer:
    """Keeps an index of the games, which is made anew when they have changed."""

    def __init__(self, library: Library | None, runs: Runs) -> None:
        self._library, self._runs = library, runs
        self._lock = Lock()
        self._state: State | None = None
        self._index = OpeningIndex()

    def index(self, should_stop: ShouldStop) -> OpeningIndex:
        """The index of what is there now. ``should_stop`` must not wait: others wait for the same index."""
        with self._lock:
            if (state := self._now()) != self._state:
                self._index = self._made(should_stop)
                self._state = state
            return self._index

    def _made(self, should_stop: ShouldStop) -> OpeningIndex:
        index = OpeningIndex()
        for game, board in islice(self._games(), EXPLORED_GAMES):
            index.add(game, board)
            if should_stop():
                raise Stopped("the search was stopped")
        return index

    def _now(self) -> State:
        """Places of games, each with the time of its last change."""
        kept = self._library.changed() if self._library else 0.0
        runs = sorted((run.id, run.changed) for run in self._runs.all() if run.kind == "tournament")
        return ((LIBRARY, kept), *runs)

    def _games(self) -> Iterator[tuple[IndexedGame, Board]]:
        """Games that can be read; what is damaged is left out."""
        if self._library is not None:
            with suppress(BeelineError):
                _, entries = self._library.find(limit=EXPLORED_GAMES)
                for entry in entries:
                    with suppress(BeelineError):
                        yield _kept(entry, self._library.get(entry.id)[1])
        for run in self._runs.all():
            if run.kind == "tournament":
                with suppress(BeelineError, OSError), GameStore(run.path, read_only=True) as store:
                    for result in store.results():
                        if result.task.game == HEX:
                            with suppress(BeelineError):
                                yield _played(run.id, result)


def _kept(entry: Entry, sgf: str) -> tuple[IndexedGame, Board]:
    record = read_game_trees(sgf)[0].record
    game = IndexedGame(
        source=LIBRARY,
        key=entry.id,
        black=entry.black or "?",
        white=entry.white or "?",
        winner=record.winner or replay(record).winner,
    )
    return game, replay(record, moves=EXPLORED_PLIES + 1)


def _played(run: str, result: GameResult) -> tuple[IndexedGame, Board]:
    task = result.task
    game = IndexedGame(
        source=run,
        key=task.key,
        black=task.black,
        white=task.white,
        winner=None if result.winner == "draw" else result.winner,
    )
    link = HexWorldLink(rows=task.rows, cols=task.cols, moves=list(result.moves[: EXPLORED_PLIES + 1]))
    return game, replay(link)
