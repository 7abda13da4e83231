"""Games and tasks of self-play, as the tests of EZO-CNN make them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from beeline import Board
from beeline.learning.ezo.learner import Learner
from beeline.learning.ezo.self_play import PlayedGame, SelfPlayTask
from beeline.learning.ezo.system import EzoSettings


def game(moves: str, *, start: int, side: int = 3, winner: int = 1, **more: Any) -> PlayedGame:
    board = Board(side)
    cells = tuple(board.cell_of(move) for move in moves.split())
    return PlayedGame(moves=cells, start=start, decided=-1, winner=winner, **more)


def task_of(settings: EzoSettings, learner: Learner, **changes: Any) -> SelfPlayTask:
    task = SelfPlayTask(
        number=0,
        side=settings.side,
        games=settings.games,
        latest_start=settings.latest_start,
        ply=settings.ply,
        noise=settings.noise,
        play_out=settings.play_out > 0,
        solver_nodes=settings.solver_nodes,
        seed=1,
        networks=learner.players(),
    )
    return replace(task, **changes)
