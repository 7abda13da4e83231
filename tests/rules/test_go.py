"""The Go board as Python sees it; its rules are tested in the core, against a naive referee."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from beeline.errors import BeelineError, BoardSizeError, GameOver, IllegalMove, NotationError
from beeline.rules.board import Step
from beeline.rules.cells import go_name
from beeline.rules.game import Colour, Result
from beeline.rules.go import GoBoard


def board_of(drawing: str, *, to_move: Colour = "black", komi: float = 7.5) -> GoBoard:
    """Rows of ``.``, ``X`` (Black) and ``O`` (White), the top row first."""
    rows = drawing.split()
    board = GoBoard(len(rows), komi=komi)
    points = dict(
        zip((go_name(point, len(rows)) for point in range(len(rows) ** 2)), "".join(rows), strict=True)
    )
    board.set_up(
        black=[name for name, symbol in points.items() if symbol == "X"],
        white=[name for name, symbol in points.items() if symbol == "O"],
        to_move=to_move,
    )
    return board


def rows_of(board: GoBoard) -> list[str]:
    """The stones as drawn, without coordinates."""
    return ["".join(line.split()[1:]) for line in str(board).splitlines()[1:]]


def everything(board: GoBoard) -> dict[str, Any]:
    """All that a caller can see of a board, to tell whether anything changed."""
    return {
        "text": str(board),
        "to_move": board.to_move,
        "winner": board.winner,
        "hash": board.hash,
        "legal_moves": board.legal_moves,
        "steps": board.steps,
        "captures": (board.captures("black"), board.captures("white")),
        "score": board.score,
        "komi": board.komi,
    }


KO = """
    .XO.
    XO.O
    .XO.
    ....
    """


def test_rows_count_from_the_bottom_and_letters_skip_i() -> None:
    board = GoBoard(9)
    board.play("A1")
    board.play("j9")
    assert str(board).splitlines() == [
        "   A B C D E F G H J",
        " 9 . . . . . . . . O",
        *(f" {row} . . . . . . . . ." for row in range(8, 1, -1)),
        " 1 X . . . . . . . .",
    ]
    assert (board["a1"], board["J9"], board["E5"]) == ("black", "white", None)
    assert board.steps == [Step("black", "A1"), Step("white", "J9")]
    assert board.moves == ["A1", "J9"]
    assert repr(board) == "<GoBoard(9): 2 moves, black to move>"


def test_legal_moves_are_points_in_reading_order_and_then_pass() -> None:
    assert board_of("X. ..", to_move="white").legal_moves == ["B2", "A1", "B1", "pass"]
    assert GoBoard(1).legal_moves == ["pass"]


def test_a_chain_without_liberties_is_captured() -> None:
    board = board_of("""
        OO.
        XXO
        ...
        """)
    board.play("C3")
    assert rows_of(board) == ["..X", "XXO", "..."]
    assert (board.captures("black"), board.captures("white")) == (2, 0)


def test_a_colour_may_move_out_of_turn() -> None:
    board = GoBoard(5)
    board.play("C3", colour="white")
    assert (board["C3"], board.to_move) == ("white", "black")
    board.undo()
    assert everything(board) == everything(GoBoard(5))


def test_two_passes_in_a_row_end_the_game() -> None:
    board = GoBoard(3)
    board.play("pass")
    board.play("B2")
    board.play("PASS")
    assert board.winner is None
    board.play("pass")
    assert board.winner == "white"
    assert board.legal_moves == []
    assert board.undo() == "pass"
    assert board.winner is None


@pytest.mark.parametrize(
    ("komi", "score", "winner"), [(8.5, 0.5, "black"), (9.0, 0.0, "draw"), (9.5, -0.5, "white")]
)
def test_the_larger_area_wins(komi: float, score: float, winner: Result) -> None:
    board = board_of("... .X. ...", to_move="white", komi=komi)
    assert board.score == score
    board.play("pass")
    board.play("pass")
    assert board.winner == winner


def test_komi_can_be_changed() -> None:
    board = GoBoard(9)
    assert (board.komi, board.score) == (7.5, -7.5)
    board.komi = 0
    assert (board.komi, board.score) == (0, 0)


def test_area_counts_stones_and_points_that_touch_one_colour() -> None:
    board = board_of(
        """
        .XO..
        XXO..
        ..XOO
        .XXO.
        X.XO.
        """,
        komi=0,
    )
    assert board.score == 13 - 12


def test_handicap_stones_are_set_up_before_the_first_move() -> None:
    board = GoBoard(9)
    board.set_up(black=["C3", "G7"], to_move="white")
    assert (board["C3"], board["G7"], board.to_move) == ("black", "black", "white")
    assert board.moves == []
    board.play("E5")
    assert board["E5"] == "white"
    before = everything(board)
    with pytest.raises(IllegalMove, match="stones are set up before the first move"):
        board.set_up(black=["A1"])
    assert everything(board) == before
    board.undo()
    assert (board["C3"], board.to_move) == ("black", "white")
    with pytest.raises(IllegalMove, match="there is no move to take back"):
        board.undo()


@pytest.mark.parametrize(
    ("black", "white", "error", "message"),
    [
        (["A1", "B2"], ["C3", "A1"], IllegalMove, "cannot set up 'A1': not an empty point"),
        (["A1", "pass"], [], IllegalMove, "cannot set up 'pass': not an empty point"),
        (["A1", "I2"], [], NotationError, "got 'I2'"),
        (["A2", "B1"], ["A1"], IllegalMove, "cannot set up 'A1': .* without a liberty"),
    ],
)
def test_set_up_places_all_stones_or_none(
    black: list[str], white: list[str], error: type[BeelineError], message: str
) -> None:
    board = GoBoard(5)
    board.set_up(white=["E5"])
    before = everything(board)
    with pytest.raises(error, match=message):
        board.set_up(black=black, white=white, to_move="white")
    assert everything(board) == before


@pytest.mark.parametrize(
    ("drawing", "to_move", "moves", "bad", "error", "message"),
    [
        ("X. ..", "white", "", "A2", IllegalMove, "illegal move 'A2' for white: the point is taken"),
        (".O. O.. ...", "black", "", "A3", IllegalMove, "'A3' for black: suicide is not allowed"),
        (KO, "black", "C3", "B3", IllegalMove, r"'B3' for white: it repeats an earlier position \(superko\)"),
        (KO, "black", "C3 pass pass", "B3", GameOver, "illegal move 'B3': the game has ended by two passes"),
        (KO, "black", "pass pass", "pass", GameOver, "the game has ended by two passes"),
        ("... ... ...", "black", "", "I1", NotationError, r"expected 'pass' or a point .*, got 'I1'"),
        (
            "... ... ...",
            "black",
            "",
            "D1",
            NotationError,
            r"columns A to C without I, rows 1 to 3\), got 'D1'",
        ),
        ("... ... ...", "black", "", "", NotationError, "got ''"),
        ("... ... ...", "black", "", "resign", NotationError, "got 'resign'"),
    ],
)
def test_a_bad_move_is_refused_by_name(
    drawing: str, to_move: Colour, moves: str, bad: str, error: type[BeelineError], message: str
) -> None:
    board = board_of(drawing, to_move=to_move)
    for move in moves.split():
        board.play(move)
    before = everything(board)
    assert not board.is_legal(bad)
    with pytest.raises(error, match=message) as caught:
        board.play(bad)
    assert type(caught.value) is error
    assert everything(board) == before


def test_a_ko_may_be_retaken_after_a_move_elsewhere() -> None:
    board = board_of(KO)
    for move in ["C3", "A1", "B1"]:
        board.play(move)
    assert board.is_legal("B3")
    board.play("B3")
    assert (board["B3"], board["C3"], board.captures("white")) == ("white", None, 1)


@pytest.mark.parametrize("size", [0, 20, -1])
def test_no_board_has_such_a_size(size: int) -> None:
    with pytest.raises(BoardSizeError, match=f"a Go board has 1 to 19 lines, not {size}"):
        GoBoard(size)


@pytest.mark.parametrize("size", ["9", 9.0, None])
def test_a_size_is_a_whole_number(size: Any) -> None:
    with pytest.raises(TypeError, match=f"size must be a whole number, not {size!r}"):
        GoBoard(size)


def test_equality_is_of_positions() -> None:
    assert board_of("X. .O") == board_of("X. .O", komi=0)
    assert board_of("X. .O") != board_of("X. .O", to_move="white")
    assert board_of("X. .O") != board_of("O. .X")
    assert GoBoard(3) != GoBoard(4)
    assert GoBoard(3) != "GoBoard(3)"
    with pytest.raises(TypeError, match="unhashable"):
        hash(GoBoard(3))


@settings(deadline=None)
@given(st.integers(1, 7), st.randoms(use_true_random=False), st.integers(0, 60))
def test_undo_restores_everything_and_a_copy_goes_its_own_way(size: int, chance: Any, length: int) -> None:
    board = GoBoard(size)
    past = []
    for _ in range(length):
        moves = board.legal_moves
        if not moves:
            break
        past.append(everything(board))
        # Passing ends most games at once, so it is the exception.
        board.play(chance.choice(moves[:-1] if len(moves) > 1 and chance.random() < 0.9 else moves))
    end = everything(board)
    copy = board.copy()
    assert everything(copy) == end
    while past:
        copy.undo()
        assert everything(copy) == past.pop()
    assert everything(board) == end
