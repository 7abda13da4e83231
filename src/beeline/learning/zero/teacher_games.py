"""Games of a searching teacher, as positions to learn from.

One game per line of JSON, in files that may be gzipped and may still grow::

    {"size": 11, "first": "a2", "winner": "white", "moves": [[move, value, [[cell, visits, value], …]], …]}

``first`` is Black's first move. Each row is a position: the move that was played, the chance of the side to
move, and the most visited moves with the chance after each; where that list is empty, the move played was the
only one. Every twentieth game, chosen by its text, is held out of learning.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np

from beeline.files import FileError
from beeline.learning.zero.samples import MOST_MOVES, NO_MOVE, Samples, joined
from beeline.rules.cells import parse_cell

HELD_OUT: Final = 20
"""One game in so many is held out."""


class TeacherGames:
    """The positions of files of games, by side of the board; ``update`` reads what was added since."""

    def __init__(self, paths: Iterable[Path]) -> None:
        self._paths = list(paths)
        self._read: dict[Path, int] = defaultdict(int)
        self._learned: dict[int, list[Samples]] = defaultdict(list)
        self._held_out: dict[int, list[Samples]] = defaultdict(list)
        self.games = 0
        self.update()

    @property
    def learned(self) -> Mapping[int, Samples]:
        return _together(self._learned)

    @property
    def held_out(self) -> Mapping[int, Samples]:
        return _together(self._held_out)

    def update(self) -> None:
        for path in self._paths:
            for line in self._new_lines(path):
                self._add(line, path)

    def _new_lines(self, path: Path) -> list[bytes]:
        """Whole lines: the end of a file that is being written may not be one yet."""
        data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        whole = data[self._read[path] : data.rfind(b"\n") + 1]
        self._read[path] += len(whole)
        return whole.splitlines()

    def _add(self, line: bytes, path: Path) -> None:
        try:
            game = json.loads(line)
            samples = samples_of(game)
        except (ValueError, KeyError, TypeError, IndexError) as error:
            raise FileError(f"{str(path)!r} has a line that is no game of a teacher: {error!r}") from None
        kept = self._held_out if zlib.crc32(line) % HELD_OUT == 0 else self._learned
        if samples is not None:
            kept[int(game["size"])].append(samples)
        self.games += 1


def _together(parts: dict[int, list[Samples]]) -> dict[int, Samples]:
    for side, samples in parts.items():
        parts[side] = [joined(samples)]
    return {side: samples[0] for side, samples in sorted(parts.items())}


def samples_of(game: Mapping[str, Any]) -> Samples | None:
    """The positions of one game; None if it has none."""
    side, rows = int(game["size"]), game["moves"]
    if not rows:
        return None
    stones = np.zeros((side, side), dtype=np.uint8)  # 1 Black, 2 White
    stones[parse_cell(game["first"], rows=side, cols=side)] = 1
    last, told = game["first"], []
    for ply, (move, value, visited) in enumerate(rows):
        mover = 2 if ply % 2 == 0 else 1
        won = (game["winner"] == "white") == (mover == 2)
        told.append(_sample(stones, last, mover, visited or [[move, 1, None]], value=value, won=won))
        stones[parse_cell(move, rows=side, cols=side)] = mover
        last = move
    return Samples(**{name: np.stack([sample[name] for sample in told]) for name in told[0]})


def _sample(
    stones: np.ndarray[Any, np.dtype[np.uint8]],
    last: str,
    mover: int,
    visited: list[Any],
    *,
    value: float,
    won: bool,
) -> dict[str, Any]:
    """A position as its player to move sees it: White's is transposed and recoloured."""
    side = len(stones)
    white = mover == 2

    def seen(name: str) -> int:
        row, col = parse_cell(name, rows=side, cols=side)
        return col * side + row if white else row * side + col

    best = sorted(visited, key=lambda move: -move[1])[:MOST_MOVES]
    missing = MOST_MOVES - len(best)
    visits = np.array([move[1] for move in best] + [0] * missing, dtype=np.float32)
    values = [np.nan if move[2] is None else move[2] for move in best]
    own = np.array([0, 1, 2] if mover == 1 else [0, 2, 1], dtype=np.uint8)[stones]
    return {
        "stones": own.T if white else own,
        "last": np.int32(seen(last)),
        "moves": np.array([seen(move[0]) for move in best] + [NO_MOVE] * missing, dtype=np.int16),
        "visits": visits / visits.sum(),
        "move_values": np.array(values + [np.nan] * missing, dtype=np.float32),
        "outcome": np.float32(won),
        "value": np.float32(value),
        "winning": np.zeros_like(stones),
    }
