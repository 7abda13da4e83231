"""Plays any legal move, each equally likely."""

from __future__ import annotations

import random as randomness
from dataclasses import dataclass

from beeline.players.base import Decision, Player
from beeline.rules.game import Game
from beeline.search.limit import Limit


@dataclass(frozen=True, kw_only=True, slots=True)
class Options:
    seed: int | None = None
    """Equal seeds give equal games; without one every game differs."""


class RandomPlayer(Player):
    def __init__(self, options: Options) -> None:
        self._random = randomness.Random(options.seed)

    def decide(self, board: Game, limit: Limit) -> Decision:
        return Decision(self._random.choice(board.legal_moves))


def create(options: Options) -> Player:
    return RandomPlayer(options)
