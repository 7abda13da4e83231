"""Beeline: a computer-Hex laboratory.

>>> import beeline
>>> board = beeline.Board(5)
>>> board.play("c3")
>>> player = beeline.make_player("mcts:simulations=2000")
>>> player.choose(board).move in board.legal_moves
True
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from beeline.errors import (
        ArgumentError,
        BeelineError,
        BoardSizeError,
        FileError,
        GameOver,
        IllegalMove,
        NotationError,
        PlayerError,
        ProgramError,
        SgfError,
    )
    from beeline.knowledge.connections import Connection, ConnectionReport, SideConnections, connections
    from beeline.knowledge.inferior import InferiorCells, inferior
    from beeline.knowledge.resistance import Resistance, resistance
    from beeline.knowledge.solver import Answer, Certificate, Solver, solve
    from beeline.players import Decision, Limit, Player, make_player, player_kinds
    from beeline.rules.board import Board, Step
    from beeline.rules.game import Colour, Game, Result, opponent
    from beeline.rules.go import GoBoard
    from beeline.rules.tictactoe import TicTacToe
    from beeline.search.analysis import Analysis, MoveAnalysis
    from beeline.search.settings import SearchSettings
    from beeline.search.tree import TreeSearch

__version__ = "0.2.0"

__all__ = [
    "Analysis",
    "Answer",
    "ArgumentError",
    "BeelineError",
    "Board",
    "BoardSizeError",
    "Certificate",
    "Colour",
    "Connection",
    "ConnectionReport",
    "Decision",
    "FileError",
    "Game",
    "GameOver",
    "GoBoard",
    "IllegalMove",
    "InferiorCells",
    "Limit",
    "MoveAnalysis",
    "NotationError",
    "Player",
    "PlayerError",
    "ProgramError",
    "Resistance",
    "Result",
    "SearchSettings",
    "SgfError",
    "SideConnections",
    "Solver",
    "Step",
    "TicTacToe",
    "TreeSearch",
    "connections",
    "inferior",
    "make_player",
    "opponent",
    "player_kinds",
    "resistance",
    "solve",
]

_NAMES: Final = {
    "beeline.errors": (
        "ArgumentError",
        "BeelineError",
        "BoardSizeError",
        "FileError",
        "GameOver",
        "IllegalMove",
        "NotationError",
        "PlayerError",
        "ProgramError",
        "SgfError",
    ),
    "beeline.knowledge.connections": ("Connection", "ConnectionReport", "SideConnections", "connections"),
    "beeline.knowledge.inferior": ("InferiorCells", "inferior"),
    "beeline.knowledge.resistance": ("Resistance", "resistance"),
    "beeline.knowledge.solver": ("Answer", "Certificate", "Solver", "solve"),
    "beeline.players": ("Decision", "Limit", "Player", "make_player", "player_kinds"),
    "beeline.rules.board": ("Board", "Step"),
    "beeline.rules.game": ("Colour", "Game", "Result", "opponent"),
    "beeline.rules.go": ("GoBoard",),
    "beeline.rules.tictactoe": ("TicTacToe",),
    "beeline.search.analysis": ("Analysis", "MoveAnalysis"),
    "beeline.search.settings": ("SearchSettings",),
    "beeline.search.tree": ("TreeSearch",),
}
"""The names by their modules, which are imported when one of their names is first used."""
_HOMES: Final = {name: module for module, names in _NAMES.items() for name in names}

if not TYPE_CHECKING:  # so that type checkers know every name, and no other

    def __getattr__(name):
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(_HOMES[name]), name)
        return value


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
