"""The application with all its commands."""

from __future__ import annotations

from beeline.interfaces.cli.options import app

# In the order of the help.
# isort: off
from beeline.interfaces.cli import (
    serve,
    play,
    analyse,
    review,
    solve,
    gtp,
    bench,
    players,
    match,
    tournament,
    games,
    reproduce,
    evolve,
    train,
    ladder,
)

__all__ = [
    "analyse",
    "app",
    "bench",
    "evolve",
    "games",
    "gtp",
    "ladder",
    "match",
    "play",
    "players",
    "reproduce",
    "review",
    "serve",
    "solve",
    "tournament",
    "train",
]
