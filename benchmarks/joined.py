"""Pairs of ends that full connections join in fixed midgames, beside benzene's builder.

``BENZENE=wolve python -m benchmarks.joined``, with the command of a GTP program that knows ``vc-build`` and
``vc-connected-to-full`` as benzene's programs do. Neither side fills in cells before, so
that the builders alone are compared; all other settings are the defaults. Pairs that an empty carrier joins
(neighbours, and what touches the same chain) do not count.
"""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from beeline import Board, _core
from beeline.players.outside.program import Program
from beeline.rules.game import Colour, colour_number
from benchmarks.machine import made_by
from benchmarks.midgames import midgames

FILE = Path(__file__).parent / "results" / "joined.json"
SIZES = (9,)
EVERY = 10
"""Of the midgames, one in so many is looked at."""
LIMITS: Final[dict[str, dict[str, Any]]] = {
    "default": {},
    "captured": {"captured": True},
    "thorough": {"fulls": 10, "semis": 64, "or_width": 3, "over_edges": True, "captured": True},
}
_PATIENCE = 60.0  # seconds for an answer of the peer
_EDGES: Final[dict[Colour, tuple[str, str]]] = {"black": ("north", "south"), "white": ("west", "east")}

Pairs = set[tuple[int, int]]


class Peer:
    """An outside builder, one process for all positions."""

    def __init__(self, command: str) -> None:
        self._program = Program(shlex.split(command), label="the peer")
        self.close = self._program.close
        self.name = f"{self._demand('name')} {self._demand('version')}"
        for setting in ("use_ice", "use_decompositions"):
            self._demand(f"param_player_board {setting} 0")

    def build(self, board: Board) -> None:
        self._demand(f"boardsize {board.rows}")
        for index, move in enumerate(board.moves):
            self._demand(f"play {('black', 'white')[index % 2]} {move}")
        self._demand(f"vc-build {board.to_move}")

    def joined(self, board: Board, colour: Colour) -> list[tuple[int, int]]:
        """The pairs of the last build, as numbers of ends."""
        ends = {name: board.cell_of(name) for name in map(board.name_of, range(board.rows * board.cols))}
        ends |= dict(zip(_EDGES[colour], (_core.FIRST_EDGE, _core.SECOND_EDGE), strict=True))
        return [
            (end, ends[other])
            for name, end in ends.items()
            for other in self._demand(f"vc-connected-to-full {colour} {name}").split()
        ]

    def _demand(self, line: str) -> str:
        return self._program.demand(line, seconds=_PATIENCE)


def worth_counting(native: _core.Connections, colour: Colour, pairs: list[tuple[int, int]]) -> Pairs:
    """The pairs under the names that ours has for chains, without those that an empty carrier joins."""
    number = colour_number(colour)
    named = {
        tuple(sorted((native.representative(number, a), native.representative(number, b)))) for a, b in pairs
    }
    return {
        (a, b) for a, b in named if a != b and not any(not cells for _, cells in native.full(number, a, b))
    }


def compare(board: Board, peer: Peer, totals: dict[str, Counter[str]]) -> None:
    peer.build(board)
    colours: tuple[Colour, Colour] = ("black", "white")
    for name, limits in LIMITS.items():
        native = _core.Connections(board._native, stop_at_win=False, **limits)
        for colour in colours:
            ours = worth_counting(native, colour, native.joined_pairs(colour_number(colour)))
            theirs = worth_counting(native, colour, peer.joined(board, colour))
            win = (_core.FIRST_EDGE, _core.SECOND_EDGE)
            totals[name].update(
                {
                    "both": len(ours & theirs),
                    "ours": len(ours - theirs),
                    "peer": len(theirs - ours),
                    "wins of both": win in ours & theirs,
                    "wins of ours": win in ours - theirs,
                    "wins of peer": win in theirs - ours,
                }
            )


def measure() -> dict[str, Any]:
    command = os.environ.get("BENZENE")
    if command is None:
        sys.exit("BENZENE must be the command of a program of benzene, for example /usr/games/wolve")
    sizes = {}
    with closing(Peer(command)) as peer:
        for size in SIZES:
            boards = midgames(size)[::EVERY]
            totals: dict[str, Counter[str]] = {name: Counter() for name in LIMITS}
            for board in boards:
                compare(board, peer, totals)
            sizes[str(size)] = {"positions": len(boards), **totals}
        return {"made_by": made_by(programs=[peer.name]), "sizes": sizes}


def table(results: dict[str, Any]) -> str:
    """The results as Markdown: pairs per position, both colours together."""
    kinds = ("both", "ours", "peer")
    lines = [
        "| board | positions | limits | pairs of both | only ours | only benzene "
        "| wins of both | only ours | only benzene |",
        "|---|---:|---|---:|---:|---:|---:|---:|---:|",
    ]
    for size, found in results["sizes"].items():
        count = found["positions"]
        for name in LIMITS:
            pairs = " | ".join(f"{found[name][kind] / count:.0f}" for kind in kinds)
            wins = " | ".join(str(found[name][f"wins of {kind}"]) for kind in kinds)
            lines.append(f"| {size}×{size} | {count} | {name} | {pairs} | {wins} |")
    return "\n".join(lines)


if __name__ == "__main__":
    measured = measure()
    FILE.write_text(json.dumps(measured, indent=1) + "\n")
    print(table(measured))
