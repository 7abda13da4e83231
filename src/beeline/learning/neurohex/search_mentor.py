"""A mentor that searches, in the place of the resistance heuristic (not in the paper).

A tree search with virtual connections gives every move that it visited a value, 2w - 1 with w the share of
wins, or 1 and -1 where the move is proven. Positions are valued once, before mentoring, and kept in a file.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from beeline.files import read_arrays, write_arrays
from beeline.networks.positions import Positions, board_of, half_turned
from beeline.search.settings import SearchSettings
from beeline.search.tree import TreeSearch
from beeline.workers import Workers

FILE: Final = "mentor.values"
_KIND: Final = "values of a search"
_VERSION: Final = 1
_KNOWLEDGE: Final = 300
_TOGETHER: Final = 200  # positions of one task


class SearchedPositions(NamedTuple):
    """Positions and the values of their moves."""

    positions: Positions
    values: NDArray[np.float32]
    """``[count, cells]``, not a number where a move was not visited."""

    def drawn(self, count: int, random: np.random.Generator) -> SearchedPositions:
        """Sample ``count`` positions, either side up."""
        chosen = random.integers(len(self.positions), size=count)
        positions, values = self.positions[chosen].copy(), self.values[chosen].copy()
        turned = random.random(count) < 0.5
        positions[turned] = half_turned(positions[turned])
        values[turned] = values[turned][:, ::-1]
        return SearchedPositions(positions, values)


class SearchTask(NamedTuple):
    """Positions to be valued by one worker."""

    number: int
    positions: Positions
    simulations: int


def search_values(task: SearchTask) -> tuple[int, NDArray[np.float32]]:
    """The number of the task, and the values of the moves of each position: what a worker does."""
    search = TreeSearch(SearchSettings(knowledge=_KNOWLEDGE))
    found = np.full((len(task.positions), task.positions.shape[-1] ** 2), np.nan, dtype=np.float32)
    for number, position in enumerate(task.positions):
        board = board_of(position)  # with White to move the cells are those that are seen
        search.reset()
        for move in search.run(board, simulations=task.simulations).moves:
            if move.proof is not None or move.visits:
                found[number, board.cell_of(move.move)] = 2 * move.value - 1
    return task.number, found


def searched_positions(
    folder: Path, database: Positions, workers: Workers, *, count: int, simulations: int, seed: int
) -> SearchedPositions:
    """Positions of the database valued by search: those of the folder, or else made there."""
    path = folder / FILE
    if not path.exists():
        chosen = database[np.random.default_rng([seed, 3]).integers(len(database), size=count)]
        tasks = list(_tasks(chosen, simulations))
        values = dict(workers.run(search_values, tasks))  # as they get done
        arrays = {"positions": chosen, "values": np.concatenate([values[at] for at in range(len(tasks))])}
        write_arrays(path, kind=_KIND, version=_VERSION, about={"simulations": simulations}, arrays=arrays)
    _, kept = read_arrays(path, kind=_KIND, version=_VERSION)
    return SearchedPositions(kept["positions"], kept["values"])


def _tasks(positions: Positions, simulations: int) -> Iterator[SearchTask]:
    for start in range(0, len(positions), _TOGETHER):
        yield SearchTask(start // _TOGETHER, positions[start : start + _TOGETHER], simulations)
