"""Replies that keep bridges, as weights of local patterns (``cpp/tracker/continuation.hpp``).

Two stones that are a bridge apart have two cells in common. When the opponent has taken one, the other lies
between it and them: around it, an opponent's stone stands between two own ones. Sides of the board count as
stones of their owners.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_AROUND: Final = (0, 1, 3, 5, 4, 2)
"""The neighbours of a cell in the order of patterns, as one meets them going round it."""
_ABOVE, _RIGHT_ABOVE, _LEFT, _RIGHT, _LEFT_BELOW, _BELOW = range(6)
_OFF: Final = 3
_KEEPS, _OTHER = 100.0, 0.1  # a bridge is kept 999 times in a thousand, or there is none and all are alike


@cache
def bridge_weights() -> NDArray[np.float32]:
    """Weights for ``continuation=patterns`` in Hex."""
    import numpy as np

    indices = np.arange(2 * 4**6)
    states = indices[:, None] >> 2 * np.arange(6) & 3
    black = indices >> 12 > 0
    owners = _with_owned_sides(states)[:, _AROUND]
    own = owners == np.where(black, 1, 2)[:, None]
    other = states[:, _AROUND] == np.where(black, 2, 1)[:, None]
    keeps = (other & np.roll(own, 1, axis=1) & np.roll(own, -1, axis=1)).any(axis=1)
    return np.where(keeps, _KEEPS, _OTHER).astype(np.float32)


def _with_owned_sides(states: NDArray[np.int64]) -> NDArray[np.int64]:
    """Patterns with the owner's colour where a neighbour is off the board; 0 for the corner between two
    owners."""
    import numpy as np

    off = states == _OFF
    above, below, left, right = (off[:, side] for side in (_ABOVE, _BELOW, _LEFT, _RIGHT))
    found = states.copy()
    found[above, _ABOVE], found[below, _BELOW] = 1, 1
    found[left, _LEFT], found[right, _RIGHT] = 2, 2
    for corner, blacks, whites in ((_RIGHT_ABOVE, above, right), (_LEFT_BELOW, below, left)):
        owner = np.where(blacks & whites, 0, np.where(blacks, 1, 2))
        found[:, corner] = np.where(off[:, corner], owner, found[:, corner])
    return found
