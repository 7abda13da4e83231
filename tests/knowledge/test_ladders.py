"""Ladders are found in lines of moves, with the row, the direction and the stone that they run into."""

from __future__ import annotations

from beeline import Board
from beeline.knowledge.ladders import ladder_in


def position(*, black: str, white: str, to_move: str = "black") -> Board:
    board = Board(9)
    board.set_up(black=black.split(), white=white.split(), to_move=to_move)  # type: ignore[arg-type]
    return board


def test_a_ladder_on_the_second_row_is_named_with_its_escape() -> None:
    board = position(black="b7 g8", white="a8 a9 b9")
    found = ladder_in(board, ["b8", "a7", "c8", "c9", "d8", "d9", "e8", "e9", "f8"])
    assert found is not None
    assert (found.colour, found.edge, found.row, found.title) == ("black", "bottom", 2, "2nd row ladder")
    assert found.moves == ("c8", "d8", "e8", "f8")
    assert found.escape == "g8"


def test_a_ladder_without_an_escape_says_so() -> None:
    board = position(black="b8", white="a8 a9 b9")
    found = ladder_in(board, ["c8", "c9", "d8", "d9", "e8", "e9"])
    assert found is not None
    assert found.moves == ("c8", "d8", "e8")
    assert found.escape is None


def test_white_climbs_along_left_and_right() -> None:
    board = position(black="h1 i1 i2", white="h2", to_move="white")
    found = ladder_in(board, ["h3", "i3", "h4", "i4", "h5", "i5"])
    assert found is not None
    assert (found.colour, found.edge, found.row) == ("white", "right", 2)
    assert found.moves == ("h3", "h4", "h5")


def test_stones_in_a_row_that_threaten_nothing_are_no_ladder() -> None:
    board = position(black="b5", white="a9")
    assert ladder_in(board, ["c5", "h1", "d5", "h2", "e5", "h3"]) is None


def test_a_ladder_on_the_third_row() -> None:
    board = position(black="b7", white="a8 a9 b8 b9")
    found = ladder_in(board, ["c7", "c8", "d7", "d8", "e7", "e8"])
    assert found is not None
    assert (found.row, found.title) == (3, "3rd row ladder")
