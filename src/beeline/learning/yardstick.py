"""Positions whose answers are known exactly: what a network is worth without a game being played.

All positions of 3×3 and 4×4 that play can reach are worked out when they are wanted; some thousands of
5×5 to 7×7 midgame positions, each move solved, come with the package (``tools/make_yardstick.py`` made them).

A network for a larger board is measured on them too. The board grows by columns on the right that belong to
the player to move and by rows at the bottom that belong to the opponent, which joins nothing that was not
joined: the position is the same, with the same moves.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from beeline import _core
from beeline.errors import ArgumentError
from beeline.files import FileError, read_arrays, write_arrays
from beeline.learning.greedy import ActionValues
from beeline.networks.positions import Positions, empty_cells, empty_positions, with_other_to_move

YARDSTICK_FILE: Final = Path(__file__).parent / "data" / "yardstick.positions"
EVERY_POSITION: Final = (3, 4)
"""Sides of boards all of whose positions are known."""
SOLVED: Final = (5, 6, 7)

WinChances: TypeAlias = Callable[[Positions], NDArray[np.float32]]
"""Function from positions to ``float32[count]``: the chances that the players to move win."""

_KIND: Final = "yardstick"
_VERSION: Final = 1


@dataclass(frozen=True)
class Measurement:
    """Score of a network on the positions of one size."""

    side: int
    positions: int
    wins_kept: float
    """Share of won positions with a losing move in which the best-valued move keeps the win."""
    chance: float
    """Wins kept by a player without knowledge."""
    signs_right: float
    """Share of positions in which the value of the best move has the sign of the truth."""
    squared_error: float
    """The mean squared difference between that value and the truth, 1 or -1."""

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class Yardstick:
    """Positions of one size, and for each the moves that win."""

    positions: Positions
    winning: NDArray[np.bool_]
    """``[count, cells]``; none where the player to move loses."""

    @property
    def side(self) -> int:
        return int(self.positions.shape[-1])

    def __len__(self) -> int:
        return len(self.positions)

    def sample(self, count: int, *, seed: int = 0) -> Yardstick:
        """Sample ``count`` of them, the same for equal seeds; all if there are no more."""
        if count >= len(self):
            return self
        chosen = np.random.default_rng(seed).choice(len(self), size=count, replace=False)
        return Yardstick(self.positions[chosen], self.winning[chosen])

    def measure(self, values: ActionValues, *, side: int | None = None) -> Measurement:
        """Holds action values against the truth, on boards of ``side`` if that is larger."""
        board = side or self.side
        found = values(grown(self.positions, board))
        within = (np.arange(self.side)[:, None] * board + np.arange(self.side)).ravel()
        legal = empty_cells(self.positions)
        found = np.where(legal, found[:, within], -np.inf)
        best = found.argmax(axis=1)
        every = np.arange(len(self))
        won = self.winning.any(axis=1)
        contested = won & (legal & ~self.winning).any(axis=1)
        value, truth = found[every, best], np.where(won, 1.0, -1.0)
        return Measurement(
            side=self.side,
            positions=len(self),
            wins_kept=float(self.winning[every, best][contested].mean()),
            chance=float((self.winning.sum(axis=1) / legal.sum(axis=1))[contested].mean()),
            signs_right=float((np.sign(value) == truth).mean()),
            squared_error=float(np.square(value - truth).mean()),
        )

    def accuracy(self, chances: WinChances, *, side: int | None = None) -> float:
        """Share of positions whose chance is above ½ where the player to move wins, and not where it
        loses."""
        found = chances(grown(self.positions, side or self.side))
        return float(((found > 0.5) == self.winning.any(axis=1)).mean())


def yardstick(side: int) -> Yardstick:
    """The positions of this size. Those of 4×4 are eight million, and take seconds and a gigabyte."""
    if side in EVERY_POSITION:
        return _every_position(side)
    if side in SOLVED:
        return _solved(side)
    raise ArgumentError(
        f"there are positions of {', '.join(map(str, (*EVERY_POSITION, *SOLVED)))}, not of {side}"
    )


def grown(positions: Positions, side: int) -> Positions:
    """The same positions on a larger board, each cell in the same row and column."""
    count, _, inner = positions.shape
    if side < inner:
        raise ArgumentError(f"positions of {inner}×{inner} do not fit on a board of {side}×{side}")
    large = empty_positions(count, side)
    large[:, :, :inner] = positions
    large[:, 0, :inner] |= np.uint32((1 << side) - (1 << inner))
    large[:, 1, inner:] = np.uint32((1 << side) - 1)
    return large


def write_yardstick(path: Path, parts: dict[int, Yardstick], *, made: dict[str, Any]) -> None:
    arrays: dict[str, NDArray[Any]] = {}
    for side, part in parts.items():
        arrays[f"positions{side}"] = part.positions.astype(np.uint8)  # eight columns at most
        arrays[f"winning{side}"] = np.packbits(part.winning, axis=1)
    write_arrays(path, kind=_KIND, version=_VERSION, about=made, arrays=arrays)


@cache
def _solved(side: int) -> Yardstick:
    _, arrays = read_arrays(YARDSTICK_FILE, kind=_KIND, version=_VERSION)
    try:
        positions = arrays[f"positions{side}"].astype(np.uint32)
        winning = np.unpackbits(arrays[f"winning{side}"], axis=1, count=side * side)
    except (KeyError, ValueError) as error:
        raise FileError(f"{str(YARDSTICK_FILE)!r} is damaged: {error}") from None
    return Yardstick(positions, winning.astype(np.bool_))


def _every_position(side: int) -> Yardstick:
    black, white, winning = np.asarray(_core.every_position(side)).T
    blacks_turn = np.bitwise_count(black) == np.bitwise_count(white)
    positions = np.stack([_rows(white, side), _rows(black, side)], axis=1)
    moves = _cells(winning, side)
    # With Black to move the stones are those of the reflected board, and so are the moves.
    positions[blacks_turn] = with_other_to_move(positions[blacks_turn])
    reflected = np.arange(side * side).reshape(side, side).T.ravel()
    moves[blacks_turn] = moves[blacks_turn][:, reflected]
    return Yardstick(positions, moves)


def _rows(masks: NDArray[np.uint16], side: int) -> NDArray[np.uint32]:
    rows = masks[:, None] >> np.arange(side, dtype=np.uint16) * side
    return (rows & ((1 << side) - 1)).astype(np.uint32)


def _cells(masks: NDArray[np.uint16], side: int) -> NDArray[np.bool_]:
    return (masks[:, None] >> np.arange(side * side, dtype=np.uint16) & 1).astype(np.bool_)
