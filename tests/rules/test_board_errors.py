"""Bad input to the Hex board: each error has its name, says what is right, and changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from beeline.errors import BeelineError, BoardSizeError, GameOver, IllegalMove, NotationError
from beeline.rules.board import Board
from tests.rules.hex_referee import everything


def fresh() -> Board:
    return Board.from_text(
        """
        . . . . .
         . . . W .
          . . B . .
           . . . . .
            . . . . W
        """,
        to_move="black",
    )


def won() -> Board:
    return Board.from_text("""
        . . B
         W B .
          W B .
        """)


BAD_MOVES: list[tuple[Callable[[], Board], str, type[BeelineError], str]] = [
    (fresh, "c3", IllegalMove, r"'c3': the cell holds a black stone \(5×5, 3 stones, black to move\)"),
    (fresh, "D2", IllegalMove, "illegal move 'D2': the cell holds a white stone"),
    (fresh, "f1", NotationError, "expected a letter and a number such as 'e4', from a1 to e5, got 'f1'"),
    (fresh, "a6", NotationError, "from a1 to e5, got 'a6'"),
    (fresh, "a0", NotationError, "got 'a0'"),
    (fresh, "", NotationError, "got ''"),
    (fresh, "castle", NotationError, "got 'castle'"),
    (fresh, "c 3", NotationError, "got 'c 3'"),
    (fresh, "pass", IllegalMove, "illegal move 'pass': in Hex every move is a cell or a swap"),
    (fresh, "resign", IllegalMove, "illegal move 'resign': in Hex every move is a cell or a swap"),
    (fresh, "swap", IllegalMove, "a swap answers the first move of the game"),
    (won, "a1", GameOver, r"illegal move 'a1': black has won \(3×3, 5 stones, white to move\)"),
    (won, "b2", GameOver, "black has won"),
    (won, "pass", GameOver, "black has won"),
    (lambda: Board(3, 5), "d4", NotationError, "from a1 to e3, got 'd4'"),
]


@pytest.mark.parametrize(("make", "move", "error", "message"), BAD_MOVES)
def test_a_bad_move_is_refused_by_name(
    make: Callable[[], Board], move: str, error: type[BeelineError], message: str
) -> None:
    board = make()
    before = everything(board)
    assert not board.is_legal(move)
    with pytest.raises(error, match=message) as caught:
        board.play(move)
    assert type(caught.value) is error
    assert isinstance(caught.value, ValueError)
    with pytest.raises(error, match=message):
        board.play(move, colour="white")
    assert everything(board) == before


@pytest.mark.parametrize("cell", ["f1", "nonsense", "pass"])
def test_only_cells_can_be_looked_up(cell: str) -> None:
    with pytest.raises(NotationError, match=f"from a1 to e5, got '{cell}'"):
        Board(5)[cell]


@pytest.mark.parametrize("size", [0, 20, -1])
def test_no_board_has_such_a_size(size: int) -> None:
    with pytest.raises(BoardSizeError, match=f"a Hex board has 1 to 19 rows and columns, not {size} × "):
        Board(size)
    with pytest.raises(BoardSizeError, match=f"not 5 × {size}"):
        Board(5, size)


@pytest.mark.parametrize("size", ["7", 7.0, None])
def test_a_size_is_a_whole_number(size: Any) -> None:
    with pytest.raises(TypeError, match=f"rows must be a whole number, not {size!r}"):
        Board(size)
    if size is not None:
        with pytest.raises(TypeError, match=f"cols must be a whole number, not {size!r}"):
            Board(5, size)


@pytest.mark.parametrize(
    ("black", "white", "error", "message"),
    [
        (["a1", "c3", "a2"], [], IllegalMove, "cannot set up 'c3': the cell is taken"),
        (["a1", "b1", "a1"], [], IllegalMove, "cannot set up 'a1': the cell is taken"),
        (["a1", "b1"], ["a2", "b1"], IllegalMove, "cannot set up 'b1': the cell is taken"),
        (["a1", "f9"], ["a2"], NotationError, "got 'f9'"),
        (["a1"], ["a2", "swap"], NotationError, "got 'swap'"),
    ],
)
def test_set_up_places_all_stones_or_none(
    black: list[str], white: list[str], error: type[BeelineError], message: str
) -> None:
    board = fresh()
    before = everything(board)
    with pytest.raises(error, match=message):
        board.set_up(black=black, white=white, to_move="white")
    assert everything(board) == before


@pytest.mark.parametrize("text", ["", "no board here", "a b c"])
def test_from_text_wants_a_board(text: str) -> None:
    with pytest.raises(NotationError, match=r"expected rows of equally many .*, got rows of none in"):
        Board.from_text(text)


def test_from_text_wants_rows_of_equal_length() -> None:
    with pytest.raises(NotationError, match=r"got rows of 3, 2, 3 in:\n\.B\.\nW\.\n\.\.\."):
        Board.from_text(".B.\nW.\n...")


def test_from_text_wants_at_most_nineteen_rows() -> None:
    with pytest.raises(BoardSizeError, match="not 20 × 2"):
        Board.from_text("..\n" * 20)
