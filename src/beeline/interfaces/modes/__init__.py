"""The modes of the command line: ``beeline MODE ...``.

Each mode imports what it needs when it runs, so that ``--help`` answers at once.
"""

from __future__ import annotations

from beeline.interfaces.modes.app import app

# In the order of the help.
# isort: off
from beeline.interfaces.modes import studio, positions, arena, learning

__all__ = ["app", "arena", "learning", "positions", "studio"]
