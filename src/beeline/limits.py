"""Limits on what Beeline accepts from outside, in one place and with the reasons
(docs/reference/limits.md).

Whatever is read from a file, a page or another program is bounded before it costs memory or time. More than
these allow is refused by a named error that says which limit it was.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Final


@dataclass(frozen=True, kw_only=True, slots=True)
class SgfLimits:
    """Limits on what is read of an SGF file. A node costs 0.3 kB empty and 0.7 kB with a move."""

    nodes: int
    """Nodes in all games of the file together."""
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
"""Limits of ``loadsgf``, which wants one game: a game has at most 361 moves, and the rest are variations."""

SGF_PAGE: Final = SgfLimits(nodes=40_000, games=1_000, nesting=10_000)
"""Limits of a page of the studio: twice the moves that a page may hold, as some nodes have comments alone.
The longest such request takes a second and 60 MB."""

SGF_BYTES: Final = 16 << 20
"""Bytes of a file for ``loadsgf``."""

FILE_BYTES: Final = 8 << 30
"""Bytes of a policy or checkpoint. The largest, of NeuroHex with its memory of games, is 0.2 GB."""

NETWORK_BYTES: Final = 256 << 20
"""Bytes of a network. The largest of our own has 3 MB, and the largest of a published paper about 10 MB."""

NETWORK_NODES: Final = 10_000
"""Operators of a network's graph; our own have some hundred."""

NETWORK_BLOCKS: Final = 1_000
"""Residual blocks of a network of zero, of which a file tells the number; ours has eight."""

NETWORK_MEMORY: Final = 1 << 30
"""Bytes that the networks of ONNX Runtime in a process may take for what they compute, all together. Few
numbers of a graph may multiply out to any size; a batch of ours takes some 100 MB."""

HISTORY_BYTES: Final = 64 << 20
"""Bytes of a run's history that the studio shows: 200,000 entries."""

GTP_LINE_BYTES: Final = 1 << 16
"""The most bytes of a line of GTP that are kept, comments and control characters not counted. A line that
places all stones of a board of 19×19 has 3 kB."""

STORE_GAMES: Final = 100_000
"""Games of a store whose table the studio makes: some 300 MB and seven seconds. The list of games has
pages, and no limit."""

ROW_BYTES: Final = 16 << 20
"""Bytes of a game in a store. The longest of ours, of self-play on 19×19 with all that is learned from it,
has some 100 kB; SQLite itself would read a gigabyte."""

SETTINGS_BYTES: Final = 1 << 20
"""Bytes of the settings of a training that the studio lists: ours have 1 kB."""

RUN_FOLDERS: Final = 2000
"""Folders that the studio looks for runs in, so that `beeline serve` in a home folder answers."""

RUNS: Final = 5_000
"""Runs below a folder that the studio lists: each store is opened, and the list is made within seconds."""

RUN_DEPTH: Final = 3
"""Folders within folders that it looks into."""

LIBRARY_GAMES: Final = 20_000
"""Games of a library, those that are deleted and can be restored among them."""

LIBRARY_BYTES: Final = 256 << 20
"""Bytes of the SGF of all games of a library: 20,000 plain games have 10 MB."""

EXPLORED_GAMES: Final = 5_000
"""Games that the opening explorer of the studio knows, the library's first: some 30 MB and three seconds."""

EXPLORED_PLIES: Final = 24
"""Moves of a game by whose positions the explorer finds it."""

CURVES: Final = 200
"""Curves of a run that the studio shows; our own have about twenty."""

CURVE_POINTS: Final = 2000
"""Points of a curve, evenly chosen: more than a screen has columns."""


PLAYER_CHARACTERS: Final = 300
"""Characters of a player string from a page; all options of a kind together have some 200."""

LINK_CHARACTERS: Final = 20_000
"""Characters of a HexWorld link from a page: a game with all its variations."""

TEXT_CHARACTERS: Final = 100_000
"""Characters of a comment or a name in a game from a page."""

REVIEW_SIMULATIONS: Final = 200_000
"""Simulations per position of a review, of which a game has up to 723."""

GAMES_OF_A_PAGE: Final = 500
"""Games of a tournament that a page can ask for at once."""

KEPT_TREES: Final = 3
"""Trees that a page keeps, of the position it shows and of two that it came from; one where memory is
short."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Limits:
    """The bounds of one studio. More than they allow is refused with a sentence that says so."""

    body_bytes: int = 1 << 20
    """Bytes of a request or a message."""
    searches: int = field(default_factory=lambda: os.cpu_count() or 1)
    """Searches that run at once; the others wait for their turn."""
    open_searches: int = 100
    """Searches that run or wait; more are turned away."""
    simulations: int = 2_000_000
    """Simulations of one move."""
    move_seconds: float = 30.0
    """Seconds that a move may take; a player thinks no longer."""
    analysis_seconds: float = 600.0
    """Seconds that a live analysis goes on without being asked again."""
    solve_seconds: float = 60.0
    tree_memory: int = 256
    """Megabytes for the tree of a search, while there are few."""
    all_memory: int = 1024
    """Megabytes for the trees of all searches; late ones get less, but at least 16."""
    cache: int = 1 << 15
    """Predictions of a network that a player keeps: 100 MB on boards of 19×19."""
    moves: int = 20_000
    """Moves of a game with its variations."""
    jobs: int = 2
    """Trainings and tournaments at once that the page has started."""
    connections: int = 500
    """Connections at once; fewer where the process may not open as many files. A browser opens six and a
    WebSocket."""
    pages: int = 300
    """WebSockets at once, so that some connections are left for everything else."""
    head_seconds: float = 10.0
    """Seconds in which the head of a request must arrive; the page's are there at once."""
    body_seconds: float = 30.0
    """Seconds in which the body of a request must arrive: 1 MB at 35 kB/s."""
    read_seconds: float = 30.0
    """Seconds in which a page must read what waits for it; one that does not is let go."""
    outbox: int = 1_000
    """Messages that wait for a page before its next question is read, about 0.5 MB. A review of the longest
    game is 723, and of the views of an analysis only the latest waits."""
