"""A player before positions whose answers are known: how often its move keeps a win.

Where ``Yardstick.measure`` asks a network for values, this asks any player for its move, outside programs by
``genmove``. Only positions that are won but have a losing move are asked: there an answer says something.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from beeline.arena.statistics import Interval, wilson
from beeline.errors import BeelineError
from beeline.learning.yardstick import Yardstick, yardstick
from beeline.networks.positions import Positions, board_of, empty_cells
from beeline.players import Player, make_player
from beeline.rules.board import Board


@dataclass(frozen=True, kw_only=True)
class Examination:
    """Score of a player on the won positions of one size."""

    side: int
    positions: int
    kept: int
    """Moves that keep the win."""
    failed: int
    """Questions without a legal move for an answer; they count as not kept."""
    chance: float
    """The share that random moves would keep."""

    @property
    def rate(self) -> float:
        return self.kept / self.positions

    @property
    def interval(self) -> Interval:
        """The 95% Wilson interval of the rate."""
        return wilson(self.kept, self.positions)

    def as_dict(self) -> dict[str, Any]:
        return asdict(self) | {"rate": self.rate, "interval": list(self.interval)}


def examine(
    player: str,
    *,
    side: int,
    positions: int,
    seed: int = 0,
    on_answer: Callable[[bool], None] | None = None,
) -> Examination:
    """Asks a player for its move in so many positions, the same for equal seeds."""
    part = contested(yardstick(side)).sample(positions, seed=seed)
    kept = failed = 0
    with closing(make_player(player)) as asked:
        asked.check(Board(side))
        for board, winning in questions(part):
            move = _answer(asked, board)
            failed += move is None
            kept += move in winning
            if on_answer is not None:
                on_answer(move in winning)
    legal = empty_cells(part.positions).sum(axis=1)
    chance = float((part.winning.sum(axis=1) / legal).mean())
    return Examination(side=side, positions=len(part), kept=kept, failed=failed, chance=chance)


def contested(part: Yardstick) -> Yardstick:
    """The positions in which some moves win and others lose."""
    legal = empty_cells(part.positions)
    asked = part.winning.any(axis=1) & (legal & ~part.winning).any(axis=1)
    return Yardstick(part.positions[asked], part.winning[asked])


def questions(part: Yardstick) -> Iterator[tuple[Board, set[str]]]:
    """Boards as play reaches them, Black to move where there are as many stones, and the moves that win."""
    for position, winning in zip(part.positions, part.winning, strict=True):
        board = board_of(position, to_move="white")
        cells = [divmod(int(cell), part.side) for cell in np.flatnonzero(winning)]
        if _stones(position, 0) == _stones(position, 1):
            board, cells = board.reflected(), [(col, row) for row, col in cells]
        yield board, {board.name_of(row * part.side + col) for row, col in cells}


def _stones(position: Positions, owner: int) -> int:
    return int(np.bitwise_count(position[owner]).sum())


def _answer(player: Player, board: Board) -> str | None:
    """The player's move, or None where it broke off; an outside program is started again after that."""
    try:
        return player.choose(board).move
    except BeelineError:
        return None
