"""What every player offers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from beeline.rules.game import Game
from beeline.search.analysis import Analysis


@dataclass(frozen=True, slots=True)
class Decision:
    """A player's answer to a position."""

    move: str
    """A legal move; ``swap-pieces`` where the board's swap rule offers it, or ``resign``."""
    value: float | None = None
    """The player's chance to win, in [0, 1], if it has an opinion."""
    analysis: Analysis | None = None
    """What a search found, if there was one."""


class Player(ABC):
    """Someone who chooses moves. ``make_player`` gives it its ``spec``."""

    spec: str = ""
    """The string that names this player."""

    @abstractmethod
    def choose(self, board: Game, *, seconds: float | None = None) -> Decision:
        """Chooses a move in a position whose game goes on.

        ``seconds`` caps the thinking time of this move, on top of the player's own limits.
        """

    def close(self) -> None:  # noqa: B027  # most players hold nothing
        """Releases what the player holds; it is not used afterwards."""
