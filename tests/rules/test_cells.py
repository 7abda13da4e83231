import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beeline import errors
from beeline.errors import BoardSizeError, NotationError, SgfError
from beeline.rules.cells import (
    MAX_SIZE,
    cell_name,
    go_name,
    normalise_move,
    parse_cell,
    parse_go,
    split_moves,
    transpose_name,
)

lines = st.integers(0, MAX_SIZE - 1)
cells = st.builds(cell_name, lines, lines)
moves = st.one_of(cells, st.sampled_from(["swap-pieces", "swap-sides", "resign", "pass"]))


def test_a1_is_the_top_left_and_letters_are_columns() -> None:
    assert parse_cell("a1") == (0, 0)
    assert parse_cell("e4") == (3, 4)
    assert cell_name(3, 4) == "e4"
    assert cell_name(18, 18) == "s19"


def test_cell_names_may_have_capitals_and_outer_blanks() -> None:
    assert parse_cell(" E4\n") == (3, 4)


@given(lines, lines)
def test_a_cell_name_reads_back(row: int, col: int) -> None:
    assert parse_cell(cell_name(row, col)) == (row, col)


@pytest.mark.parametrize(
    "name", ["", "e", "4", "4e", "e0", "e04", "e-4", "e 4", "e4e", "ee4", "t1", "a20", "é4", "e\uff14", "e²"]
)
def test_nonsense_is_no_cell(name: str) -> None:
    with pytest.raises(NotationError, match="expected a letter and a number such as 'e4'") as caught:
        parse_cell(name)
    assert repr(name) in str(caught.value)


def test_a_cell_must_lie_on_the_board_asked_for() -> None:
    assert parse_cell("k9", rows=9, cols=11) == (8, 10)
    with pytest.raises(NotationError, match="from a1 to k9, got 'k10'"):
        parse_cell("k10", rows=9, cols=11)
    with pytest.raises(NotationError, match="from a1 to k9, got 'l9'"):
        normalise_move("l9", rows=9, cols=11)


@pytest.mark.parametrize(("row", "col"), [(-1, 0), (0, -1), (19, 0), (0, 19)])
def test_no_name_outside_the_largest_board(row: int, col: int) -> None:
    with pytest.raises(NotationError, match=f"got {row} and {col}"):
        cell_name(row, col)


def test_special_moves_have_one_spelling() -> None:
    assert normalise_move("SWAP") == "swap-pieces"
    assert normalise_move("swap-sides") == "swap-sides"
    assert normalise_move("forfeit") == "resign"
    assert normalise_move(" Pass ") == "pass"


def test_transposing_reflects_in_the_long_diagonal() -> None:
    assert transpose_name("a3") == "c1"
    assert transpose_name("d4") == "d4"
    assert transpose_name("swap-sides") == "swap-sides"


@given(moves)
def test_transposing_twice_changes_nothing(move: str) -> None:
    assert transpose_name(transpose_name(move)) == move


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" , ", []),
        ("a2 b3 swap-pieces c4", ["a2", "b3", "swap-pieces", "c4"]),
        ("1. a2 2. b3", ["a2", "b3"]),
        ("1.a2 b3 2.c4 resign", ["a2", "b3", "c4", "resign"]),
        ("a2,b3; C4", ["a2", "b3", "c4"]),
        ("a2b3c11d4", ["a2", "b3", "c11", "d4"]),
        ("a2 swap", ["a2", "swap-pieces"]),
        ("a2\nPASS\tb3", ["a2", "pass", "b3"]),
        ("s19s1", ["s19", "s1"]),
    ],
)
def test_move_lists_in_every_style(text: str, expected: list[str]) -> None:
    assert split_moves(text) == expected


@given(st.lists(moves), st.sampled_from([" ", ",", ", ", "\n", "; "]))
def test_a_joined_move_list_splits_again(names: list[str], separator: str) -> None:
    assert split_moves(separator.join(names)) == names


@given(st.lists(cells))
def test_cells_run_together_split_again(names: list[str]) -> None:
    assert split_moves("".join(names)) == names


@pytest.mark.parametrize(
    ("text", "word", "character"),
    [
        ("a2 x9z b3", "x9z", 4),
        ("a2b3 4e", "4e", 6),
        ("hello", "hello", 1),
        ("a2:sb3", ":sb3", 3),
        ("a2 b0", "b0", 4),
    ],
)
def test_a_bad_move_is_quoted_with_its_place(text: str, word: str, character: int) -> None:
    with pytest.raises(NotationError, match=f"got '{word}' at character {character} of the moves"):
        split_moves(text)


@given(st.text())
def test_any_text_is_a_move_list_or_a_notation_error(text: str) -> None:
    try:
        names = split_moves(text)
    except NotationError:
        return
    assert split_moves(" ".join(names)) == names


def test_go_points_skip_i_and_count_rows_from_the_bottom() -> None:
    assert go_name(0, 19) == "A19"
    assert go_name(15 * 19 + 3, 19) == "D4"
    assert go_name(8, 9) == "J9"
    assert parse_go("d4", 19) == 15 * 19 + 3
    assert parse_go("PASS", 9) == 81
    assert go_name(81, 9) == "pass"


@given(st.data(), st.integers(1, MAX_SIZE))
def test_a_go_name_reads_back(data: st.DataObject, size: int) -> None:
    point = data.draw(st.integers(0, size * size))
    assert parse_go(go_name(point, size), size) == point


@pytest.mark.parametrize("name", ["", "I4", "K1", "A0", "A10", "4D", "A01", "resign", "A1 B2"])
def test_nonsense_is_no_go_point(name: str) -> None:
    with pytest.raises(NotationError, match=r"columns A to J without I, rows 1 to 9"):
        parse_go(name, 9)


def test_go_boards_have_limits() -> None:
    with pytest.raises(BoardSizeError, match="got 20"):
        go_name(0, 20)
    with pytest.raises(NotationError, match="got 82"):
        go_name(82, 9)


def test_every_error_is_a_beeline_error_and_a_value_error() -> None:
    named = [errors.IllegalMove, errors.GameOver, BoardSizeError, NotationError, SgfError, errors.PlayerError]
    assert all(issubclass(error, errors.BeelineError) and issubclass(error, ValueError) for error in named)
    assert issubclass(errors.GameOver, errors.IllegalMove)
    assert issubclass(SgfError, NotationError)


def test_an_sgf_error_survives_the_way_between_processes() -> None:
    error = pickle.loads(pickle.dumps(SgfError("expected ')'", line=3, column=7)))
    assert (str(error), error.line, error.column) == ("expected ')' (line 3, column 7)", 3, 7)
