"""The move that the resistance heuristic of the NeuroHex paper values most, without search."""

from __future__ import annotations

from dataclasses import dataclass

from beeline.knowledge.resistance import Links, resistance
from beeline.players.base import Decision, Player
from beeline.rules.board import Board
from beeline.rules.game import Game
from beeline.search.limit import Limit


@dataclass(frozen=True, kw_only=True, slots=True)
class Options:
    links: Links = "none"
    """Links besides neighbours: nothing (``none``), ``bridges``, or all virtual ``connections``."""


class ResistancePlayer(Player):
    """Deterministic. Its chance to win is (1 + Q) / 2 of the best move (section 2.5)."""

    games = (Board,)

    def __init__(self, options: Options) -> None:
        self.options = options

    def decide(self, board: Game, limit: Limit) -> Decision:
        assert isinstance(board, Board)
        values = resistance(board, links=self.options.links).action_values
        # The first of equals as the player to move sees the board, so that colours play alike.
        turned = board.to_move == "black"
        move = max(values, key=lambda name: (values[name], _reading_order(board, name, turned)))
        return Decision.move_or_swap(move, board, (1 + values[move]) / 2)


def _reading_order(board: Board, name: str, turned: bool) -> int:
    row, col = divmod(board.cell_of(name), board.cols)
    return -(col * board.rows + row) if turned else -(row * board.cols + col)


def create(options: Options) -> Player:
    return ResistancePlayer(options)
