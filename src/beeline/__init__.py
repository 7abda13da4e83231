"""Beeline: a computer-Hex laboratory.

>>> import beeline
>>> board = beeline.Board(5)
>>> board.play("c3")
>>> player = beeline.make_player("mcts:simulations=2000")
>>> player.choose(board).move in board.legal_moves
True
"""

from __future__ import annotations

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
