"""What every player offers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from beeline.rules.cells import SWAP_PIECES
from beeline.rules.game import Game
from beeline.search.analysis import Analysis


@cache
def _package_version() -> str:
    from importlib.metadata import version

    return version("beeline")


@dataclass(frozen=True, slots=True)
class Decision:
    """A player's answer to a position."""

    move: str
    """A legal move; ``swap-pieces`` where the board's swap rule offers it, or ``resign``."""
    value: float | None = None
    """The player's chance to win, in [0, 1], if it has an opinion."""
    analysis: Analysis | None = None
    """What a search found, if there was one."""


def swap_or(move: str, board: Game, value: float, analysis: Analysis | None = None) -> Decision:
    """The move, or to swap where that is legal and the move has less than an even chance to win."""
    if value < 0.5 and SWAP_PIECES in board.legal_moves:
        return Decision(SWAP_PIECES, 1 - value, analysis)
    return Decision(move, value, analysis)


class Player(ABC):
    """Someone who chooses moves. ``make_player`` gives it its ``spec``."""

    spec: str = ""
    """The string that names this player."""

    @abstractmethod
    def choose(
        self,
        board: Game,
        *,
        seconds: float | None = None,
        should_stop: Callable[[], bool] | None = None,
    ) -> Decision:
        """Chooses a move in a position whose game goes on.

        ``seconds`` caps the thinking time of this move, on top of the player's own limits. ``should_stop`` is
        asked every 20 ms or so by players that search: once it says True, they answer with what they have.
        A player that keeps its tree goes on with it when it is asked about the same position again.
        """

    def check(self, board: Game) -> None:  # noqa: B027  # most players find out as they play
        """Raises PlayerError, with the reason, if this player is made for another game than this board's."""

    def close(self) -> None:  # noqa: B027  # most players hold nothing
        """Releases what the player holds; it is not used afterwards."""

    def version(self) -> str:
        """The program behind the player, with its version: ``beeline 0.1.0``."""
        return f"beeline {_package_version()}"

    def cpu_seconds(self) -> float:
        """Processor time of processes that the player runs itself; 0 for players inside this one."""
        return 0.0
