"""The Hex board: positions, moves, swaps and set-up."""

from __future__ import annotations

from typing import Literal

import pytest

from beeline.errors import GameOver, IllegalMove
from beeline.rules.board import Board, Step
from beeline.rules.game import Colour
from tests.rules.hex_referee import everything


def board_after(moves: str, rows: int = 5, cols: int | None = None, *, swap_rule: bool = False) -> Board:
    board = Board(rows, cols, swap_rule=swap_rule)
    for move in moves.split():
        board.play(move)
    return board


# Reading a position


def test_black_moves_first_and_the_turn_changes() -> None:
    turns = [board_after(moves).to_move for moves in ("", "c3", "c3 d2")]
    assert turns == ["black", "white", "black"]
    board = board_after("c3 d2")
    assert (board["c3"], board["d2"], board["a1"]) == ("black", "white", None)
    assert (board.stones("black"), board.stones("white")) == (["c3"], ["d2"])
    assert len(board) == 2
    assert repr(board) == "<Board(5): 2 stones, black to move>"
    assert repr(Board(3, 7)) == "<Board(3, 7): 0 stones, black to move>"


def test_black_joins_top_and_bottom() -> None:
    board = Board.from_text("""
        . B . .
         . B . .
          B W . W
        """)
    assert board.winner == "black"
    assert board.winning_chain == ["b1", "b2", "a3"]
    assert board.legal_moves == []


def test_white_joins_left_and_right() -> None:
    board = Board.from_text("""
        . . W W
         . W B B
          W B . B
        """)
    assert board.winner == "white"
    assert board.winning_chain == ["c1", "d1", "b2", "a3"]


def test_cells_on_the_other_diagonal_do_not_touch() -> None:
    board = Board.from_text("""
        B . .
         . B .
          . . B
        """)
    assert board.winner is None
    assert board.winning_chain == []


def test_a_board_is_eleven_by_eleven_unless_told_otherwise() -> None:
    assert (Board().rows, Board().cols) == (11, 11)
    assert (Board(7).rows, Board(7).cols) == (7, 7)
    assert (Board(4, 9).rows, Board(4, 9).cols) == (4, 9)


def test_legal_moves_are_the_empty_cells_in_reading_order() -> None:
    assert board_after("b1", 2, 3).legal_moves == ["a1", "c1", "a2", "b2", "c2"]


def test_moves_may_have_capitals_and_blanks_and_are_recorded_in_one_spelling() -> None:
    board = board_after("C3 d2 ")
    assert board.moves == ["c3", "d2"]
    assert board.steps == [Step("black", "c3"), Step("white", "d2")]
    assert board.last_move == "d2"
    assert Board(5).last_move is None


def test_a_colour_may_move_out_of_turn() -> None:
    board = Board(5)
    board.play("a1", colour="white")
    assert (board["a1"], board.to_move) == ("white", "black")
    board.play("a2", colour="black")
    board.play("a3", colour="black")
    assert board.steps == [Step("white", "a1"), Step("black", "a2"), Step("black", "a3")]
    assert board.to_move == "white"


def test_undo_of_a_move_out_of_turn_gives_the_turn_back() -> None:
    board = Board(5)
    board.play("a1", colour="white")
    board.undo()
    assert board.to_move == "black"
    assert board == Board(5)


def test_undo_names_what_it_took_back() -> None:
    board = Board(5, swap_rule=True)
    board.play("a3")
    board.swap()
    board.set_up(white=["e5"])
    assert [board.undo() for _ in range(3)] == ["e5", "swap-pieces", "a3"]
    with pytest.raises(IllegalMove, match="there is no move to take back"):
        board.undo()


def test_a_board_is_no_dictionary_key_and_equals_no_other_thing() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(Board(3))
    assert Board(3) != "Board(3)"
    assert Board(3, 4) != Board(4, 3)
    assert Board(3) != Board(4)


# Swapping


def test_swapped_pieces_are_reflected_and_recoloured() -> None:
    board = board_after("a3")
    board.swap()
    assert board.stones("black") == []
    assert board.stones("white") == ["c1"]
    assert board.to_move == "black"
    assert board.steps == [Step("black", "a3"), Step("white", "swap-pieces")]
    assert (board.last_move, len(board), board.can_swap) == ("swap-pieces", 1, False)


def test_a_stone_on_the_long_diagonal_only_changes_colour() -> None:
    assert board_after("c3 swap").stones("white") == ["c3"]


def test_swapped_sides_leave_the_stone_and_white_to_move() -> None:
    board = board_after("a3")
    board.swap("sides")
    assert board.stones("black") == ["a3"]
    assert board.stones("white") == []
    assert board.to_move == "white"
    assert board.moves == ["a3", "swap-sides"]
    board.play("c3")
    assert (board["c3"], board.to_move) == ("white", "black")


def test_a_swap_is_written_in_several_ways() -> None:
    assert board_after("a3 swap").moves == board_after("a3 SWAP-PIECES").moves == ["a3", "swap-pieces"]


@pytest.mark.parametrize("swap_rule", [False, True])
def test_legal_moves_offer_a_swap_only_under_the_rule_and_only_on_the_second_move(swap_rule: bool) -> None:
    board = Board(4, swap_rule=swap_rule)
    assert "swap-pieces" not in board.legal_moves
    board.play("a3")
    assert board.legal_moves[-1:] == (["swap-pieces"] if swap_rule else ["d4"])
    assert len(board.legal_moves) == 15 + swap_rule
    assert board.is_legal("swap-pieces")  # by agreement, even where the rule does not offer it
    board.play("b2")
    assert "swap-pieces" not in board.legal_moves


@pytest.mark.parametrize("kind", ["pieces", "sides"])
@pytest.mark.parametrize("moves", ["", "a3 b2", "a3 b2 c1", "a3 swap-pieces", "a3 swap-sides"])
def test_a_swap_answers_the_first_move_and_no_other(moves: str, kind: Literal["pieces", "sides"]) -> None:
    board = board_after(moves, swap_rule=True)
    before = everything(board)
    with pytest.raises(
        IllegalMove, match=r"illegal move 'swap-\w+': a swap answers the first move of the game"
    ):
        board.swap(kind)
    assert everything(board) == before


def test_a_set_up_stone_is_no_first_move() -> None:
    board = Board(5, swap_rule=True)
    board.set_up(black=["a3"], to_move="white")
    assert not board.can_swap
    assert "swap-pieces" not in board.legal_moves


def test_pieces_are_not_swapped_on_a_board_that_is_not_square() -> None:
    board = board_after("a3", 3, 5, swap_rule=True)
    assert "swap-pieces" not in board.legal_moves
    assert not board.is_legal("swap-pieces")
    before = everything(board)
    with pytest.raises(IllegalMove, match="swapped on square boards, not 3×5; use 'swap-sides'"):
        board.swap()
    assert everything(board) == before
    board.swap("sides")
    assert board.to_move == "white"


def test_a_swap_can_end_no_game_on_one_cell() -> None:
    board = board_after("a1", 1)
    assert board.winner == "black"
    with pytest.raises(GameOver, match="black has won"):
        board.swap()


# Set-up


def test_set_up_places_stones_outside_the_order_of_play() -> None:
    board = Board(5)
    board.set_up(black=["a1", "b2"], white=["c3"], to_move="white")
    assert board.set_up_stones == {"black": ["a1", "b2"], "white": ["c3"]}
    assert board.steps == []
    assert board.last_move is None
    assert (board.to_move, len(board)) == ("white", 3)
    board.play("d4")
    assert board.set_up_stones == {"black": ["a1", "b2"], "white": ["c3"]}
    assert board.steps == [Step("white", "d4")]


def test_set_up_can_decide_the_game() -> None:
    board = Board(3)
    board.set_up(black=["b1", "b2", "b3"])
    assert board.winner == "black"
    board.set_up(white=["a1"])
    assert board.winner == "black"
    board.undo()
    assert board.undo() == "b3"
    assert board.winner is None


def test_undo_of_a_set_up_stone_gives_the_turn_back() -> None:
    board = Board(5)
    board.set_up(black=["a1"], to_move="white")
    board.undo()
    assert board == Board(5)


@pytest.mark.parametrize(
    ("text", "to_move"),
    [(". .\n. .", "black"), ("B .\n. .", "white"), ("B .\nW .", "black"), ("B B\nB W", "white")],
)
def test_from_text_infers_the_turn_from_the_stones(text: str, to_move: Colour) -> None:
    assert Board.from_text(text).to_move == to_move
    assert Board.from_text(text, to_move="white").to_move == "white"


def test_from_text_passes_over_coordinates_and_slant() -> None:
    drawn = Board.from_text("""
          a b c
        1  . . B
         2  W B .
        """)
    assert drawn == Board.from_text("..B\nWB.")
    assert (drawn.rows, drawn.cols) == (2, 3)
