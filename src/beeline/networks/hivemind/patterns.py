"""Local patterns: what a continuation policy sees of a candidate reply (section 4.1).

A pattern is the colour to play and the state of each neighbour of an empty point: empty, black, white or off
the board. Its index is that of ``cpp/tracker/continuation.hpp``:

    (Black to play ? 1 : 0) << 2k  |  sum over the k neighbours i of state(i) << 2i

with the neighbours row by row from the top left: six in Hex, eight in Go.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from beeline.rules.registry import GO, HEX

PatternGame = Literal["hex", "go"]

EMPTY, BLACK, WHITE, OFF = range(4)

# Steps to the neighbours as (row, column), in the order of the index.
NEIGHBOURS: Final[dict[PatternGame, tuple[tuple[int, int], ...]]] = {
    HEX: ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)),
    GO: ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)),
}


def pattern_count(game: PatternGame) -> int:
    """Weights of a policy: 8,192 in Hex, 131,072 in Go."""
    return int(2 * 4 ** len(NEIGHBOURS[game]))


def pattern_index(states: Sequence[int], *, black_to_play: bool) -> int:
    """The index of a neighbourhood, its states in the order of NEIGHBOURS."""
    index = int(black_to_play) << 2 * len(states)
    return index | sum(state << 2 * i for i, state in enumerate(states))


def pattern_of(index: int, game: PatternGame) -> tuple[tuple[int, ...], bool]:
    """The states and whether Black is to play: the inverse of ``pattern_index``."""
    k = len(NEIGHBOURS[game])
    return tuple(index >> 2 * i & 3 for i in range(k)), bool(index >> 2 * k)


@cache
def reachable(game: PatternGame) -> NDArray[np.bool_]:
    """Patterns that can occur on a board of three rows and columns or more.

    Off the board are all neighbours above, below, left or right of some line next to the point.
    """
    steps = NEIGHBOURS[game]
    states, _ = _all_states(game)
    found = np.zeros(len(states), dtype=np.bool_)
    for top, bottom, left, right in product((False, True), repeat=4):
        if (top and bottom) or (left and right):
            continue
        off = np.array(
            [
                (top and row < 0) or (bottom and row > 0) or (left and col < 0) or (right and col > 0)
                for row, col in steps
            ]
        )
        found |= ((states == OFF) == off).all(axis=1)
    return found


@cache
def orbits(game: PatternGame, *, exchange_colours: bool = True) -> NDArray[np.int32]:
    """The number of each pattern's class under the symmetries of the game.

    Hex: the half turn, and the reflection in the long diagonal with colours exchanged. Go: the symmetries of
    the square, and the exchange of colours. Those that exchange colours can be left out.
    """
    states, black = _all_states(game)
    k = states.shape[1]
    powers = 4 ** np.arange(k)
    smallest = np.arange(len(states))
    for order, exchange in _symmetries(game):
        if exchange and not exchange_colours:
            continue
        image = states[:, order]
        to_play = black
        if exchange:
            image = np.array([EMPTY, WHITE, BLACK, OFF])[image]
            to_play = ~black
        smallest = np.minimum(smallest, (image * powers).sum(axis=1) + to_play * 4**k)
    _, numbers = np.unique(smallest, return_inverse=True)
    return numbers.astype(np.int32)


@cache
def count_classes() -> NDArray[np.int32]:
    """The number of the class of each pattern of Go by counts alone, as the player to move sees them.

    Counted are own stones, enemy stones and points off the board, at the four sides and at the four corners.
    """
    states, black = _all_states(GO)
    own = np.where(black, BLACK, WHITE)[:, None]
    at_side = np.array([0 in step for step in NEIGHBOURS[GO]])
    number = np.zeros(len(states), dtype=np.int64)
    for place in (at_side, ~at_side):
        for kind in (states == own, states == BLACK + WHITE - own, states == OFF):
            number = 5 * number + (kind & place).sum(axis=1)
    _, numbers = np.unique(number, return_inverse=True)
    return numbers.astype(np.int32)


def _all_states(game: PatternGame) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """The states of all patterns, a row each, and whether Black is to play."""
    k = len(NEIGHBOURS[game])
    indices = np.arange(2 * 4**k)
    return indices[:, None] >> 2 * np.arange(k) & 3, indices >> 2 * k > 0


def _symmetries(game: PatternGame) -> list[tuple[list[int], bool]]:
    """Each as the order in which it takes the neighbours, and whether it exchanges the colours.

    All of them, not only generators: the smallest image over the whole group names the class.
    """
    steps = NEIGHBOURS[game]

    def order(a: int, b: int, c: int, d: int) -> list[int]:
        return [steps.index((a * row + b * col, c * row + d * col)) for row, col in steps]

    if game == HEX:
        return [
            (order(sign * (1 - swap), sign * swap, sign * swap, sign * (1 - swap)), bool(swap))
            for sign in (1, -1)
            for swap in (0, 1)
        ]
    square = [
        order(a * (1 - swap), a * swap, d * swap, d * (1 - swap))
        for a in (1, -1)
        for d in (1, -1)
        for swap in (0, 1)
    ]
    return [(one, exchange) for one in square for exchange in (False, True)]
