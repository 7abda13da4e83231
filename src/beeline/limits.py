"""How much Beeline takes on from outside, in one place and with the reasons (docs/limits.md has the table).

Whatever is read from a file, a page or another program is bounded before it costs memory or time. More than
these allow is refused by a named error that says which limit it was.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, kw_only=True, slots=True)
class SgfLimits:
    """How much of an SGF file is read. A node costs 0.3 kB empty and 0.7 kB with a move."""

    nodes: int
    """In all games of the file together."""
    games: int
    """Game trees."""
    nesting: int
    """Variations within variations."""
    set_up: int = 4_000
    """Cells that AB, AW and AE of one game list, rectangles counted in full: eleven whole boards of 19×19.
    Twelve characters list 361 cells, so that the length of a file does not bound them."""


SGF_FILE: Final = SgfLimits(nodes=1_000_000, games=100_000, nesting=1_000_000)
"""Files that a program reads at once: about 0.7 GB at the most."""

SGF_COLLECTION: Final = SgfLimits(nodes=20_000_000, games=1_000_000, nesting=1_000_000)
"""Collections that are read one game after the other, as ``beeline games --import-sgf`` does. The archive of
a games server has some hundred thousand games of about 50 nodes."""

SGF_GTP: Final = SgfLimits(nodes=100_000, games=10_000, nesting=100_000)
"""Of ``loadsgf``, which wants one game: a game has at most 361 moves, and the rest are variations."""

SGF_PAGE: Final = SgfLimits(nodes=40_000, games=1_000, nesting=10_000)
"""From a page of the studio: twice the moves that a page may hold, as some nodes have comments alone. The
longest such request takes a second and 60 MB."""

SGF_BYTES: Final = 16 << 20
"""Of a file for ``loadsgf``."""

FILE_BYTES: Final = 8 << 30
"""Of a policy, network or checkpoint. The largest, of NeuroHex with its memory of games, is 0.2 GB."""

HISTORY_BYTES: Final = 64 << 20
"""Of a run's history that the studio shows: 200,000 entries."""
