"""A position as the GTP commands that lead to it, and so what a program must be told to get there.

A swap is sent as the resulting stone, for programs differ on what ``play white swap-pieces`` does: in some
the stone is reflected and recoloured, in MoHex and Wolve it stays and the players exchange colours, and
others refuse.
"""

from __future__ import annotations

from typing import NamedTuple

from beeline.errors import PlayerError
from beeline.rules.board import Board, Step
from beeline.rules.cells import SWAP_PIECES, SWAP_SIDES, go_name, transpose_name
from beeline.rules.game import COLOURS, Colour, Game, opponent
from beeline.rules.go import GoBoard


class Position(NamedTuple):
    game: tuple[str, ...]
    """The board: ``boardsize 11``, and in Go ``komi 7.5``."""
    plays: tuple[str, ...] = ()
    """The stones set up, Black's first, then the moves: ``play black a3``."""

    def after(self, colour: Colour, move: str) -> Position:
        return self._replace(plays=(*self.plays, _play(colour, move)))


def position_of(board: Game) -> Position:
    """Raises ``PlayerError`` for a game that GTP does not know."""
    if isinstance(board, Board):
        size = f"{board.cols}" if board.rows == board.cols else f"{board.cols} {board.rows}"
        return Position((f"boardsize {size}",), _plays(board.set_up_stones, _without_swap(board.steps)))
    if isinstance(board, GoBoard):
        game = (f"boardsize {board.size}", f"komi {board.komi:g}")
        return Position(game, _plays(_go_set_up_stones(board), board.steps))
    raise PlayerError(f"outside programs play Hex and Go, not {type(board).__name__}")


def commands_between(known: Position | None, wanted: Position) -> list[str]:
    """Moves from the position that a program knows to another: new ones, or all from the start."""
    if known is not None and known.game == wanted.game:
        common = len(known.plays)
        if wanted.plays[:common] == known.plays:
            return list(wanted.plays[common:])
    return [*wanted.game, "clear_board", *wanted.plays]


def _plays(stones: dict[Colour, list[str]], steps: list[Step]) -> tuple[str, ...]:
    set_up = [_play(colour, cell) for colour in COLOURS for cell in stones[colour]]
    return (*set_up, *(_play(*step) for step in steps))


def _play(colour: Colour, move: str) -> str:
    return f"play {colour} {move}"


def _without_swap(steps: list[Step]) -> list[Step]:
    """Moves of the same outcome without a swap, which could only be the second."""
    swap = steps[1].move if len(steps) > 1 else ""
    if swap == SWAP_PIECES:
        return [Step(opponent(steps[0].colour), transpose_name(steps[0].move)), *steps[2:]]
    if swap == SWAP_SIDES:
        return [steps[0], *steps[2:]]
    return steps


def _go_set_up_stones(board: GoBoard) -> dict[Colour, list[str]]:
    """Go boards hold set-up stones from before the first move only."""
    start = board.copy()
    for _ in board.steps:
        start.undo()
    points = [go_name(point, board.size) for point in range(board.size**2)]
    return {colour: [point for point in points if start[point] == colour] for colour in COLOURS}
