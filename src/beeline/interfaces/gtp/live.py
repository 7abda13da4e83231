"""A search told while it runs: ``info`` lines of KataGo and Leela Zero, and live graphics of GoGui."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from typing import Final, Literal

from beeline.players import Decision, Limit, Player
from beeline.players.registry import PlayerSpec
from beeline.rules.cells import PASS
from beeline.rules.game import Game, opponent
from beeline.search.analysis import Analysis, MoveAnalysis

Dialect = Literal["kata", "lz"]

_SLICE: Final = 1.0
"""Seconds between two drawings."""
_Z: Final = 1.96
_REST: Final = 0.02
_OVER: Final = ("proven", "decided")
_SHOWN: Final = 4
"""Moves of the line that are drawn, as MoHex draws."""


def rounds(
    player: Player,
    position: Game,
    *,
    interval: float,
    should_stop: Callable[[], bool],
    is_interrupted: Callable[[], bool],
) -> Iterator[Analysis]:
    """Reports the player's analysis every so many seconds until the next command has come.

    A command that was there before the analysis began lets the first round finish: a script gets a report.
    """
    is_script = is_interrupted()

    def stops() -> bool:
        return should_stop() or (not is_script and is_interrupted())

    while True:
        analysis = player.choose(position, Limit(seconds=interval, should_stop=stops)).analysis
        if analysis is None:
            return
        yield analysis
        if analysis.stopped in _OVER or not analysis.simulations:
            while not (should_stop() or is_interrupted()):
                time.sleep(_REST)
        if should_stop() or is_interrupted():
            return


def slices(player: Player, spec: PlayerSpec, position: Game, limit: Limit) -> Iterator[Decision]:
    """A search within a player's own limits and these, told after every second of it; the move at last.

    It goes on with its tree from slice to slice. A player that keeps none, or that names no limit and so has
    one of its own, is told of at its end alone.
    """
    own = spec.given
    if own.get("reuse", "true") == "false" or not (limit.seconds or {"seconds", "simulations"} & set(own)):
        yield player.choose(position, limit)
        return
    seconds = [float(own["seconds"])] if own.get("seconds", "none") != "none" else []
    left = min([*seconds, *([limit.seconds] if limit.seconds else [])], default=math.inf)
    simulations = int(own.get("simulations", 0)) if own.get("simulations", "none") != "none" else 0
    until = time.monotonic() + left
    while True:
        piece = Limit(
            seconds=max(0.01, min(_SLICE, until - time.monotonic())),
            simulations=simulations or None,
            should_stop=limit.should_stop,
        )
        decision = player.choose(position, piece)
        yield decision
        found = decision.analysis
        if found is None or found.stopped != "seconds" or time.monotonic() >= until:
            return
        simulations = max(1, simulations - found.simulations) if simulations else 0


# The lines of KataGo and Leela Zero


def info_line(analysis: Analysis, dialect: Dialect, *, most: int | None = None, least: int = 0) -> str:
    """One line with a part for every move that was visited, and for so many at least."""
    moves = [move for place, move in enumerate(analysis.moves) if move.visits or move.proof or place < least]
    parts = (_info(analysis, move, order, dialect) for order, move in enumerate(moves[:most]))
    return " ".join(parts)


def _info(analysis: Analysis, move: MoveAnalysis, order: int, dialect: Dialect) -> str:
    line = " ".join(analysis.variation if analysis.variation[:1] == [move.move] else [move.move])
    value, low = move.value, _lower_bound(move)
    if dialect == "lz":
        numbers = f"winrate {_share(value)} prior {_share(move.prior)} lcb {_share(low)}"
    else:
        numbers = (
            f"utility {2 * value - 1:.6g} winrate {value:.6g} prior {move.prior:.6g} "
            f"lcb {low:.6g} utilityLcb {2 * low - 1:.6g}"
        )
    return f"info move {move.move} visits {move.visits} {numbers} order {order} pv {line}"


def _share(number: float) -> int:
    return round(10_000 * number)


def _lower_bound(move: MoveAnalysis) -> float:
    """The win rate less 1.96 standard errors of a rate over so many visits."""
    if move.proof is not None:
        return move.value
    spread = math.sqrt(move.value * (1 - move.value) / move.visits) if move.visits else 1.0
    return max(0.0, move.value - _Z * spread)


# GoGui's live graphics


def graphics(analysis: Analysis) -> str:
    """The search as MoHex draws it in HexGui: the line, win rates as influence, visits as labels."""
    visited = [move for move in analysis.moves if move.visits and move.move != PASS]
    colours = (analysis.to_move, opponent(analysis.to_move))
    line = (f"{colours[ply % 2][0].upper()} {move}" for ply, move in enumerate(analysis.variation[:_SHOWN]))
    return "\n".join(
        [
            "gogui-gfx:",
            "uct",
            " ".join(["VAR", *line]),
            " ".join(["INFLUENCE", *(f"{move.move} {move.value:.3f}" for move in visited)]),
            " ".join(["LABEL", *(f"{move.move} {_count(move.visits)}" for move in visited)]),
            f"TEXT {analysis.simulations} simulations, {analysis.seconds:.1f} s, "
            f"{analysis.best.move} {analysis.best.value:.1%}",
            "\n",
        ]
    )


def _count(visits: int) -> str:
    return str(visits) if visits < 10_000 else f"{visits // 1_000}k"
