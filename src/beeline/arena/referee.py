"""Playing one game: whose turn it is, how long they take, and what happens when a player fails."""

from __future__ import annotations

import time
import traceback
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from beeline.arena.games import GameResult, GameTask, Reason
from beeline.errors import BeelineError, ProgramError
from beeline.players import Decision, Limit, Player, make_player, with_files, with_seed
from beeline.rules.cells import RESIGN
from beeline.rules.game import Colour, Result, opponent
from beeline.rules.registry import TableGame, game_kind

# Seconds beyond a limit that are not held against a player: the system's, not its own.
_GRACE: Final = 0.1

# Players that take no seed are outside programs: costly to start, and kept for the next game of this process.
_kept: dict[str, Player] = {}


def play_game(task: GameTask, *, files: Mapping[str, str] | None = None) -> GameResult:
    """Plays a game to its end. A player that fails loses it; nothing that a player does raises.

    ``files`` tells where the files that the players name are on this machine, if elsewhere.
    """
    return _Referee(task, files or {}).play()


@dataclass
class _Side:
    """One player in one game."""

    spec: str
    player: Player | None = None
    version: str = ""
    used: float = 0.0
    cpu: float = 0.0


@dataclass
class _Referee:
    task: GameTask
    files: Mapping[str, str]
    started: float = field(default_factory=time.time)
    seconds: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.board = empty_board(self.task)
        self.sides: dict[Colour, _Side] = {"black": _Side(self.task.black), "white": _Side(self.task.white)}

    def play(self) -> GameResult:
        try:
            for move in self.task.opening:
                self.board.play(move)
            while self.board.winner is None:
                ended = self._turn()
                if ended is not None:
                    return ended
            return self._result(self.board.winner, "win")
        finally:
            self._release()

    def _turn(self) -> GameResult | None:
        """One move; the result if it ends the game by other means than the board."""
        mover = self.board.to_move
        side = self.sides[mover]
        try:
            player = self._ready(side)
            start = time.perf_counter()
            decision = self._choose(side, player)
        except ProgramError as error:
            self._discard(side)
            return self._result(opponent(mover), error.reason, f"{error}\n{error.transcript}")
        except Exception:
            self._discard(side)
            return self._result(opponent(mover), "crash", traceback.format_exc())
        seconds = time.perf_counter() - start
        self.seconds.append(seconds)
        side.used += seconds
        return self._judge(mover, side, decision, seconds)

    def _ready(self, side: _Side) -> Player:
        """The player, started before its clock is."""
        if side.player is None:
            side.player = _player(with_files(side.spec, self.files), self.task.seed)
            side.version = side.player.version()
        return side.player

    def _choose(self, side: _Side, player: Player) -> Decision:
        outside, inside = player.cpu_seconds(), time.process_time()
        try:
            return player.choose(self.board.copy(), Limit(seconds=self._time_for(side)))
        finally:
            side.cpu += time.process_time() - inside + player.cpu_seconds() - outside

    def _time_for(self, side: _Side) -> float | None:
        limits = []
        if self.task.move_seconds is not None:
            limits.append(self.task.move_seconds)
        if self.task.game_seconds is not None:
            limits.append(max(self.task.game_seconds - side.used, 0.001))
        return min(limits, default=None)

    def _judge(self, mover: Colour, side: _Side, decision: Decision, seconds: float) -> GameResult | None:
        task = self.task
        if task.move_seconds is not None and seconds > task.move_seconds + _GRACE:
            return self._result(
                opponent(mover),
                "time",
                f"a move took {seconds:.2f} s, and {task.move_seconds} s is the limit",
            )
        if task.game_seconds is not None and side.used > task.game_seconds + _GRACE:
            return self._result(
                opponent(mover),
                "time",
                f"{side.used:.2f} s used, and {task.game_seconds} s is the limit of the game",
            )
        if decision.move == RESIGN:
            return self._result(opponent(mover), "resignation")
        try:
            self.board.play(decision.move)
        except BeelineError as error:
            return self._result(opponent(mover), "illegal move", str(error))
        if task.adjudicate and decision.analysis is not None and self.board.winner is None:
            best = decision.analysis.best
            # A proof is about the best move; a player that swaps makes another.
            if decision.move == best.move and best.proof in ("win", "loss"):
                return self._result(mover if best.proof == "win" else opponent(mover), "proven")
        return None

    def _result(self, winner: Result, reason: Reason, detail: str = "") -> GameResult:
        black, white = self.sides["black"], self.sides["white"]
        return GameResult(
            task=self.task,
            winner=winner,
            reason=reason,
            moves=tuple(self.board.moves),
            seconds=tuple(self.seconds),
            cpu_seconds=(black.cpu, white.cpu),
            versions=(black.version, white.version),
            started=self.started,
            detail=detail,
        )

    def _release(self) -> None:
        for side in self.sides.values():
            if side.player is not None and side.player not in _kept.values():
                side.player.close()

    def _discard(self, side: _Side) -> None:
        """A player that failed is not used again."""
        if side.player is not None:
            for spec in [spec for spec, player in _kept.items() if player is side.player]:
                del _kept[spec]
            side.player.close()


def empty_board(task: GameTask) -> TableGame:
    """The board of a game before its opening."""
    kind = game_kind(task.game)
    return kind.new_board(task.rows, task.cols, swap_rule=task.swap_rule, komi=task.komi)


def _player(spec: str, seed: int) -> Player:
    """A fresh player with this game's seed, or the one that is kept."""
    seeded = with_seed(spec, seed)
    if seeded is not None:
        return make_player(seeded)
    if spec not in _kept:
        _kept[spec] = make_player(spec)
    return _kept[spec]
