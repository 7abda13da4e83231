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

PatternGame = Literal["hex", "go"]

EMPTY, BLACK, WHITE, OFF = range(4)

# Steps to the neighbours as (row, column), in the order of the index.
NEIGHBOURS: Final[dict[PatternGame, tuple[tuple[int, int], ...]]] = {
    "hex": ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)),
    "go": ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)),
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
    """Which patterns can occur on a board of three rows and columns or more.

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
def tied_classes(game: PatternGame) -> NDArray[np.int32]:
    """The number of each pattern's class, for weights that are tied: one a class.

    Hex: patterns that the half turn and the reflection in the long diagonal with colours exchanged make of
    each other. Go: patterns with as many stones of either player, and as many points off the board, at the
    four sides and at the four corners; so many that symmetries leave apart are too many to learn.
    """
    images = _hex_images() if game == "hex" else _go_counts()
    _, numbers = np.unique(images, return_inverse=True)
    return numbers.astype(np.int32)


def _hex_images() -> NDArray[np.int64]:
    """The smallest index that the symmetries of Hex make of each pattern's."""
    states, black = _all_states("hex")
    k = states.shape[1]
    smallest = np.arange(len(states))
    for order, exchange in _hex_symmetries():
        image = states[:, order]
        if exchange:
            image = np.array([EMPTY, WHITE, BLACK, OFF])[image]
        indices = (image * 4 ** np.arange(k)).sum(axis=1) + (black ^ exchange) * 4**k
        smallest = np.minimum(smallest, indices)
    return smallest


def _go_counts() -> NDArray[np.int64]:
    """A number for what is at the sides and at the corners of each pattern, as the player to move sees it."""
    states, black = _all_states("go")
    own = np.where(black, BLACK, WHITE)[:, None]
    at_side = np.array([0 in step for step in NEIGHBOURS["go"]])
    number = np.zeros(len(states), dtype=np.int64)
    for place in (at_side, ~at_side):
        for kind in (states == own, states == BLACK + WHITE - own, states == OFF):
            number = 5 * number + (kind & place).sum(axis=1)
    return number


def _all_states(game: PatternGame) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """The states of all patterns, a row each, and whether Black is to play."""
    k = len(NEIGHBOURS[game])
    indices = np.arange(2 * 4**k)
    return indices[:, None] >> 2 * np.arange(k) & 3, indices >> 2 * k > 0


def _hex_symmetries() -> list[tuple[list[int], bool]]:
    """Each as the order in which it takes the neighbours, and whether it exchanges the colours.

    All of them, not only generators: the smallest image over the whole group names the class.
    """
    steps = NEIGHBOURS["hex"]
    found = []
    for sign, swap in product((1, -1), (False, True)):
        images = [(sign * col, sign * row) if swap else (sign * row, sign * col) for row, col in steps]
        found.append(([steps.index(image) for image in images], swap))
    return found
