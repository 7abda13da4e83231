"""Monte-Carlo tree search with playouts by a policy that evolved in self-play (Hivemind)."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from typing import Final

from beeline.errors import BeelineError, PlayerError
from beeline.networks.hivemind.patterns import PatternGame
from beeline.networks.hivemind.policy import POLICIES, Policy, load_policy
from beeline.players.base import Decision, Player
from beeline.players.kinds import mcts
from beeline.rules.board import Board
from beeline.rules.game import Game
from beeline.rules.go import GoBoard
from beeline.rules.registry import GO, HEX
from beeline.search.limit import Limit
from beeline.search.settings import SearchSettings

PAPER_SEARCH: Final = SearchSettings(
    selection="tuned", exploration=0.5, update="path", expand=50, continuation="default"
)
"""The search of the paper's experiments (section 5): the variance term, expansion after 50 visits, credit to
the path alone. The coefficient of the bonus is the default of the authors' published program."""

_OF_THE_PAPER: Final = ("selection", "exploration", "update", "expand")
"""Settings of the search that the paper's experiments, which are in Hex, decide."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Options(mcts.Options):
    """Options of ``mcts``. In Hex the defaults are the search of the paper's experiments."""

    weights: str = field(default="evolved", metadata={"file": True})
    """A policy: a file that ``beeline evolve`` made, a name in the package (``evolved-7``, ``evolved-go``),
    or ``evolved`` for the package's own for the game."""

    def __post_init__(self) -> None:
        if self.continuation is not None:
            raise PlayerError("the continuation of this player is its policy; mcts has the others")
        mcts.Options.__post_init__(self)


class Hivemind(Player):
    """Plays Hex and Go by policies, every game but Hex in the search of ``mcts``."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self._players: dict[PatternGame | None, mcts.Mcts] = {}
        if options.weights != "evolved":
            Policy.load(POLICIES.path(options.weights))  # complains now, not in the middle of a game

    def decide(self, board: Game, limit: Limit) -> Decision:
        return self._player(_game_of(board)).decide(board, limit)

    def check_board(self, board: Game) -> None:
        self._player(_game_of(board))

    def version(self) -> str:
        """Version with the checksum of a policy that is not the package's: a file may change."""
        if self.options.weights == "evolved":
            return super().version()
        checksum = hashlib.sha256(POLICIES.path(self.options.weights).read_bytes()).hexdigest()
        return f"{super().version()}, policy {checksum[:12]}"

    def _player(self, game: PatternGame | None) -> mcts.Mcts:
        if game not in self._players:
            self._players[game] = self._new_player(game)
        return self._players[game]

    def _new_player(self, game: PatternGame | None) -> mcts.Mcts:
        if game is None:
            return mcts.Mcts(self.options)
        try:
            weights = load_policy(self.options.weights, game).weights
        except BeelineError as error:
            raise PlayerError(f"player {self.spec!r}: {error}") from None
        options = self.options
        if game == HEX:
            left_open = [name for name in _OF_THE_PAPER if getattr(options, name) is None]
            options = replace(options, **{name: getattr(PAPER_SEARCH, name) for name in left_open})
        return mcts.Mcts(options, weights=weights)


def _game_of(board: Game) -> PatternGame | None:
    if isinstance(board, Board):
        return HEX
    return GO if isinstance(board, GoBoard) else None


def create(options: Options) -> Player:
    return Hivemind(options)
