"""What a request may ask for."""

from __future__ import annotations

import os
from dataclasses import dataclass, field


@dataclass(frozen=True, kw_only=True, slots=True)
class Limits:
    """The bounds of one studio. More than they allow is refused with a sentence that says so."""

    body_bytes: int = 1 << 20
    """Of a request or a message."""
    searches: int = field(default_factory=lambda: os.cpu_count() or 1)
    """That run at once; the others wait for their turn."""
    open_searches: int = 100
    """That run or wait; more are turned away."""
    simulations: int = 2_000_000
    """Of one move."""
    move_seconds: float = 30.0
    """That a move may take; a player thinks no longer."""
    analysis_seconds: float = 600.0
    """That a live analysis goes on without being asked again."""
    solve_seconds: float = 60.0
    tree_memory: int = 256
    """Megabytes for the tree of a search, while there are few."""
    all_memory: int = 1024
    """Megabytes for the trees of all searches; late ones get less, but at least 16."""
    moves: int = 20_000
    """Of a game with its variations."""
    connections: int = 500
    """At once; fewer where the process may not open as many files. A browser opens six and a WebSocket."""
    pages: int = 300
    """WebSockets at once, so that some connections are left for everything else."""
    head_seconds: float = 10.0
    """In which the head of a request is to be there; the page's are there at once."""
    body_seconds: float = 30.0
    """In which the body of a request is to be there: 1 MB at 35 kB/s."""
    read_seconds: float = 30.0
    """In which a page reads what waits for it; one that does not is let go."""
    outbox: int = 1_000
    """Messages that wait for a page before its next question is read, about 0.5 MB. A review of the longest
    game is 723, and of the views of an analysis only the latest waits."""
