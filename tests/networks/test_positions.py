"""What networks see: symmetries of positions, planes and moves, held against the board."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from beeline import Board
from beeline.errors import BoardSizeError
from beeline.networks.features import neurohex_planes
from beeline.networks.positions import (
    after_moves,
    board_of,
    empty_cells,
    from_moves,
    half_turned,
    half_turned_moves,
    positions_of,
    seen_cell,
    with_other_to_move,
)


@st.composite
def boards(draw: st.DrawFn) -> Board:
    side = draw(st.integers(2, 8))
    board = Board(side)
    for _ in range(draw(st.integers(0, side * side - 1))):
        if board.winner is not None:
            board.undo()
            break
        board.play(draw(st.sampled_from(board.legal_moves)))
    if board.winner is not None:
        board.undo()
    return board


@given(boards())
def test_a_position_is_its_board_again(board: Board) -> None:
    (position,) = positions_of([board])
    assert board_of(position, to_move=board.to_move) == board


@given(boards(), st.data())
def test_moves_of_a_position_are_moves_of_the_board(board: Board, data: st.DataObject) -> None:
    move = data.draw(st.sampled_from(board.legal_moves))
    cell = seen_cell(board.cell_of(move), side=board.rows, to_move=board.to_move)
    positions = positions_of([board])
    assert empty_cells(positions)[0, cell]
    after, won = after_moves(positions, np.array([cell], dtype=np.int32))
    board.play(move)
    assert won[0] == (board.winner is not None)
    assert (after == positions_of([board])).all()
    assert seen_cell(cell, side=board.rows, to_move="black") == seen_cell(
        cell % board.rows * board.rows + cell // board.rows, side=board.rows, to_move="white"
    )


@given(boards(), st.data())
def test_the_half_turn_is_a_symmetry(board: Board, data: st.DataObject) -> None:
    positions = positions_of([board])
    turned = half_turned(positions)
    assert (turned == positions_of([board.rotated()])).all()
    assert (half_turned(turned) == positions).all()
    planes = neurohex_planes(positions)[0]
    # Turned planes: left and right, top and bottom change places.
    assert (neurohex_planes(turned)[0] == planes[[0, 1, 3, 2, 5, 4], ::-1, ::-1]).all()
    cell = seen_cell(
        board.cell_of(data.draw(st.sampled_from(board.legal_moves))), side=board.rows, to_move=board.to_move
    )
    moves = np.array([cell], dtype=np.int32)
    after, won = after_moves(positions, moves)
    after_turned, won_turned = after_moves(turned, half_turned_moves(moves, board.rows))
    assert (half_turned(after) == after_turned).all()
    assert won == won_turned
    told, _ = after_moves(positions, moves, turned=np.array([True]))
    assert (told == after_turned).all()


@given(boards())
def test_the_other_player_sees_the_reflected_board(board: Board) -> None:
    positions = positions_of([board])
    other = board.copy()
    other._native.to_move = 3 - other._native.to_move
    seen = with_other_to_move(positions)
    assert (seen == positions_of([other])).all()
    assert (with_other_to_move(seen) == positions).all()
    planes = neurohex_planes(positions)[0]
    exchanged = planes[[1, 0, 4, 5, 2, 3]].transpose(0, 2, 1)
    assert (neurohex_planes(seen)[0] == exchanged).all()


def test_planes_are_those_of_the_paper() -> None:
    board = Board.from_text(
        """
        . W .
        B W .
        B . .
        """,
        to_move="white",
    )
    white, black, left, right, top, bottom = neurohex_planes(positions_of([board]))[0]
    assert white[2:5, 2:5].tolist() == [[0, 1, 0], [0, 1, 0], [0, 0, 0]]
    assert black[2:5, 2:5].tolist() == [[0, 0, 0], [1, 0, 0], [1, 0, 0]]
    assert left[2:5, 2:5].sum() == right[2:5, 2:5].sum() == top[2:5, 2:5].sum() == 0
    assert bottom[2:5, 2:5].tolist() == black[2:5, 2:5].tolist()
    # Padding: rows of sides, corners of both colours.
    assert white[2:5, 0].tolist() == left[2:5, 1].tolist() == right[2:5, 6].tolist() == [1, 1, 1]
    assert black[0, 2:5].tolist() == top[1, 2:5].tolist() == bottom[6, 2:5].tolist() == [1, 1, 1]
    assert white[0, 0] == black[0, 0] == white[6, 0] == black[6, 0] == 1
    assert white[0, 3] == black[3, 0] == 0


def test_chosen_positions_are_encoded_into_place() -> None:
    board = Board(4)
    boards_of_game = []
    for move in ("a1", "b2", "c3"):
        board.play(move)
        boards_of_game.append(board.copy())
    positions = positions_of(boards_of_game)
    out = np.full((2, 6, 8, 8), 7, dtype=np.float32)
    neurohex_planes(positions, indices=np.array([2, 0]), out=out)
    assert (out == neurohex_planes(positions)[[2, 0]]).all()
    with pytest.raises(ValueError, match="contiguous float32"):
        neurohex_planes(positions, out=np.empty((3, 6, 8, 8)))  # type: ignore[arg-type]


def test_positions_of_games_are_those_that_go_on() -> None:
    assert len(from_moves([("b1", "a1", "a2")], 2)) == 2
    assert len(from_moves([], 5)) == 0
    with pytest.raises(BoardSizeError):
        positions_of([Board(3), Board(4)])
