"""Native boards as plain data, and back: how boards are pickled.

Nothing is lost: set-up stones, the moves with who made them, and whose turn it was before each.
"""

from __future__ import annotations

from typing import NamedTuple

from beeline import _core


class HexStep(NamedTuple):
    """One entry of the history of a Hex board, in the numbers of the core."""

    kind: _core.StepKind
    colour: int
    cell: int
    turn: int
    """Side to move before the step."""


class HexState(NamedTuple):
    rows: int
    cols: int
    steps: tuple[HexStep, ...]
    to_move: int


class GoState(NamedTuple):
    size: int
    komi: float
    stones: tuple[tuple[int, int], ...]
    """Stones set up, each as its point and its colour."""
    first_to_move: int
    moves: tuple[tuple[int, int], ...]
    """Each as its colour and its point."""
    to_move: int


def hex_state(native: _core.HexBoard) -> HexState:
    board, steps = _core.HexBoard(native), []
    for kind, colour, cell in reversed(native.history):
        board.undo()
        steps.append(HexStep(kind, colour, cell, board.to_move))
    return HexState(native.rows, native.cols, tuple(reversed(steps)), native.to_move)


def hex_board(state: HexState) -> _core.HexBoard:
    board = _core.HexBoard(state.rows, state.cols)
    for step in state.steps:
        board.to_move = step.turn
        _make(board, step)
    board.to_move = state.to_move
    return board


def _make(board: _core.HexBoard, step: HexStep) -> None:
    if step.kind == _core.StepKind.SWAP_PIECES:
        board.swap_pieces()
    elif step.kind == _core.StepKind.SWAP_SIDES:
        board.swap_sides()
    elif step.kind == _core.StepKind.SET_UP:
        board.set_up(step.cell, step.colour)
    else:
        board.play(step.cell, step.colour)


def go_state(native: _core.GoBoard) -> GoState:
    first = _core.GoBoard(native)
    while first.undo():
        pass
    stones = ((point, first.at(point)) for point in range(native.size**2))
    return GoState(
        size=native.size,
        komi=native.komi,
        stones=tuple((point, colour) for point, colour in stones if colour),
        first_to_move=first.to_move,
        moves=tuple(native.moves),
        to_move=native.to_move,
    )


def go_board(state: GoState) -> _core.GoBoard:
    board = _core.GoBoard(state.size, state.komi)
    for point, colour in state.stones:
        board.set_up(point, colour)
    board.to_move = state.first_to_move
    for colour, point in state.moves:
        board.play(point, colour)
    board.to_move = state.to_move
    return board
