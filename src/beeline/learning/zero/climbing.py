"""A training of zero on the ladder of opponents: when it is measured, and against whom."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from beeline.learning.ladder import Ladder, read_curve, snapshots_in
from beeline.learning.zero.system import ZeroSettings
from beeline.players.registry import PlayerSpec
from beeline.workers import Workers

_GAMES: Final = 10  # for each two players
_SIMULATIONS: Final = 200


def ladder_is_due(settings: ZeroSettings, *, hours: float, last: float) -> bool:
    """Whether a training of so many hours, of which its last entry took ``last``, is measured now."""
    every = settings.ladder_hours
    return every > 0 and hours // every > (hours - last) // every


def climb(folder: Path, settings: ZeroSettings, workers: Workers) -> None:
    """Plays the ladder with the snapshots that it has seen before and the latest one."""
    side = side_of(settings)
    found = snapshots_in(folder, suffix=".safetensors")
    steps = {point.step for point in read_curve(folder, side)} | {max(found)}
    players = {step: player_with(found[step]) for step in steps if step in found}
    thinking = f"simulations={_SIMULATIONS}"
    ladder = Ladder(folder=folder, snapshots=players, thinking=thinking, side=side, games=_GAMES)
    ladder.record(ladder.play(workers), command="beeline train zero")


def player_with(network: Path) -> str:
    given = {"weights": str(network), "simulations": str(_SIMULATIONS)}
    return str(PlayerSpec("zero", given))


def side_of(settings: ZeroSettings) -> int:
    """The board that most of the games are on."""
    shares = settings.board_shares()
    return max(shares, key=lambda side: (shares[side], side))
