"""Places of handicap stones in Go: the fixed ones of GTP 2 (section 4.1.1), and more for free placement."""

from __future__ import annotations

import math
from typing import Final

from beeline.rules.cells import go_name

_LOW, _MIDDLE, _HIGH = range(3)
_CORNERS: Final = [(_LOW, _LOW), (_HIGH, _HIGH), (_LOW, _HIGH), (_HIGH, _LOW)]
_SIDES: Final = [(_LOW, _MIDDLE), (_HIGH, _MIDDLE), (_MIDDLE, _LOW), (_MIDDLE, _HIGH)]
_CENTRE: Final = (_MIDDLE, _MIDDLE)


def most_fixed_stones(size: int) -> int:
    """The most stones that have fixed places; 0 on boards too small for any."""
    if size < 7:
        return 0
    return 4 if size % 2 == 0 or size == 7 else 9


def fixed_handicap(stones: int, size: int) -> list[str]:
    """The places of 2 to ``most_fixed_stones`` stones: corners, sides, and the centre for an odd one."""
    # Columns count from the left and rows from the bottom.
    places = [*_CORNERS, *_SIDES][: stones - stones % 2 if stones > 4 else stones]
    if stones > 4 and stones % 2:
        places.append(_CENTRE)
    line = 3 if size >= 13 else 2
    lines = (line, size // 2, size - 1 - line)
    return [go_name((size - 1 - lines[row]) * size + lines[col], size) for col, row in places]


def free_handicap(stones: int, size: int) -> list[str]:
    """The fixed places as far as they go, then always the point farthest from every stone so far."""
    fixed = min(stones, most_fixed_stones(size))
    chosen = fixed_handicap(fixed, size) if fixed else []
    middle = (size - 1) / 2
    spots = {go_name(point, size): divmod(point, size) for point in range(size * size)}
    gaps = {
        name: min((_distance(spot, spots[s]) for s in chosen), default=math.inf)
        for name, spot in spots.items()
    }
    while len(chosen) < stones:
        # Among equals, the one nearest the centre.
        best = max(spots, key=lambda name: (gaps[name], -_distance(spots[name], (middle, middle))))
        chosen.append(best)
        gaps = {name: min(gaps[name], _distance(spot, spots[best])) for name, spot in spots.items()}
    return chosen


def _distance(one: tuple[float, float], other: tuple[float, float]) -> float:
    """Squared, for comparison only."""
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2
