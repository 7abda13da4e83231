"""A game to be played, and a game that was."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from beeline.rules.game import Colour, Result
from beeline.rules.registry import HEX

Reason = Literal["win", "resignation", "time", "illegal move", "crash", "proven"]
"""Ending of a game: on the board (``win``), by resignation, by a forfeit (``time``, ``illegal move``,
``crash``), or by adjudication of a proven win."""

FORFEITS: frozenset[Reason] = frozenset({"time", "illegal move", "crash"})


@dataclass(frozen=True, kw_only=True, slots=True)
class GameTask:
    """A game to be played. Equal tasks with equal seeds are equal games, if the players are repeatable."""

    key: str
    """Names the game within its run: no two games of a run share one."""
    game: str = HEX
    """One of ``beeline.rules.registry.game_names``."""
    rows: int = 11
    cols: int = 11
    komi: float = 7.5
    """Komi of Go."""
    black: str = ""
    """The player string of Black; of White likewise."""
    white: str = ""
    opening: tuple[str, ...] = ()
    """Moves made for the players before they begin."""
    swap_rule: bool = False
    seed: int = 0
    """Given to both players where they take a seed and their strings have none."""
    move_seconds: float | None = None
    """The most that one answer may take; more forfeits the game."""
    game_seconds: float | None = None
    """The most that all answers of a player may take together."""
    adjudicate: bool = False
    """End the game when a player's own search has proven the result."""


@dataclass(frozen=True, kw_only=True, slots=True)
class GameResult:
    """A game that was played to its end."""

    task: GameTask
    winner: Result
    reason: Reason
    moves: tuple[str, ...]
    """All moves, the opening's included."""
    seconds: tuple[float, ...]
    """Seconds of each move after the opening."""
    cpu_seconds: tuple[float, float]
    """Processor time of Black and of White, outside programs included."""
    versions: tuple[str, str]
    """The program behind each player, with its version."""
    started: float
    """Seconds since 1970."""
    detail: str = ""
    """The error of a forfeited game, with the transcript of an outside program."""

    def player(self, colour: Colour) -> str:
        return self.task.black if colour == "black" else self.task.white
