"""The interface of a player."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import Any, ClassVar, SupportsIndex

from beeline.errors import PlayerError
from beeline.rules.cells import SWAP_PIECES
from beeline.rules.game import Game, require_game
from beeline.rules.registry import game_kind, game_names
from beeline.search.analysis import Analysis
from beeline.search.limit import NO_LIMIT, Limit, require_limit


@cache
def _package_version() -> str:
    from importlib.metadata import version

    return version("beeline-hex")


@dataclass(frozen=True, slots=True)
class Decision:
    """A player's answer to a position."""

    move: str
    """A legal move; ``swap-pieces`` where the board's swap rule offers it, or ``resign``."""
    value: float | None = None
    """The player's chance to win, in [0, 1], if it has an opinion."""
    analysis: Analysis | None = None
    """Analysis of the search, if there was one."""

    @classmethod
    def move_or_swap(cls, move: str, board: Game, value: float, analysis: Analysis | None = None) -> Decision:
        """The move, or to swap where that is legal and the move has less than an even chance to win."""
        if value < 0.5 and SWAP_PIECES in board.legal_moves:
            return cls(SWAP_PIECES, 1 - value, analysis)
        return cls(move, value, analysis)

    def _repr_html_(self) -> str:
        chance = "" if self.value is None else f", {self.value:.1%} to win"
        table = "" if self.analysis is None else self.analysis._repr_html_()
        return f"<p><b>{escape(self.move)}</b>{chance}</p>{table}"


def _game_name(board: type[Game]) -> str:
    kinds = map(game_kind, game_names())
    return next((kind.TITLE for kind in kinds if issubclass(board, kind.BOARD)), board.__name__)


class Player(ABC):
    """Someone who chooses moves. ``make_player`` gives it its ``spec``.

    A kind of player declares its ``games``, implements ``decide``, and, where it does not play on every board
    of those games, ``check_board``.
    """

    games: ClassVar[tuple[type[Game], ...] | None] = None
    """The classes of the boards that it plays on; None for every game."""
    spec: str = ""
    """The string that names this player."""

    def choose(self, board: Game, limit: Limit = NO_LIMIT) -> Decision:
        """Chooses a move in a position whose game goes on; raises PlayerError as ``check`` does.

        ``limit`` comes on top of the player's own limits. A player that keeps its tree goes on with it when
        it is asked about the same position again.
        """
        require_game(board, by="a player")
        require_limit(limit)
        self.check(board)
        return self.decide(board, limit)

    def check(self, board: Game) -> None:
        """Raises PlayerError, with the reason, unless this player plays on boards such as this one.

        Matches, GTP and the studio ask before the first move.
        """
        self.check_game(type(board))
        self.check_board(board)

    def check_game(self, game: type[Game]) -> None:
        """Raises PlayerError unless this player plays the game of these boards."""
        if self.games is not None and not issubclass(game, self.games):
            name = self.spec.partition(":")[0] or type(self).__name__
            known = " and ".join(_game_name(each) for each in self.games)
            raise PlayerError(f"{name} plays {known}, not {_game_name(game)}")

    def check_board(self, board: Game) -> None:  # noqa: B027  # most players play on every board
        """Raises PlayerError, with the reason, unless this player plays on such a board of its games."""

    @abstractmethod
    def decide(self, board: Game, limit: Limit) -> Decision:
        """The decision of ``choose``, on a board that is checked."""

    def glance(self, board: Game) -> Analysis | None:
        """Every move without a search, by a network; None for players that have none."""
        return None

    def close(self) -> None:  # noqa: B027  # most players hold nothing
        """Releases what the player holds; it is not used afterwards."""

    def version(self) -> str:
        """The program behind the player, with its version: ``beeline 0.1.0``."""
        return f"beeline {_package_version()}"

    def __reduce_ex__(self, protocol: SupportsIndex) -> str | tuple[Any, ...]:
        """A copy, also of a pickle, is a new player of the same string, which has not thought yet."""
        from beeline.players.registry import make_player

        return (make_player, (self.spec,)) if self.spec else super().__reduce_ex__(protocol)

    def __eq__(self, other: object) -> bool:
        """Whether both are named by the same string; a player without one equals only itself."""
        if not isinstance(other, Player):
            return NotImplemented
        return self is other or (bool(self.spec) and (type(self), self.spec) == (type(other), other.spec))

    def __hash__(self) -> int:
        return hash((type(self), self.spec)) if self.spec else object.__hash__(self)

    def cpu_seconds(self) -> float:
        """Processor time of processes that the player runs itself; 0 for players inside this one."""
        return 0.0
