"""Games as people write them down, and as PlayOK saves them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from beeline.errors import BeelineError, NotationError
from beeline.rules.move_list import read_move_lists
from beeline.rules.variations import tree_of

PLAYOK = """[Event "?"]
[Site "PlayOK"]
[Date "2024.05.05"]
[Round "-"]
[Black "ada"]
[White "bob"]
[Result "0-1"]
[TimeControl "300"]

1. c2 swap 2. f6 e8 3. k11
d4 0-1

[Event "?"]
[Site "PlayOK"]
[White "cleo"]
[Black "dan"]
[Result "1-0"]

1. a10 f6 1-0
"""


@pytest.mark.parametrize(
    "text",
    [
        "a3 f6 d4",
        "1. a3 f6 2. d4",
        "1.a3 2.f6 3.d4",
        "A3, F6, D4",
        "a3f6d4",
        "1) a3 2) f6 3) d4",
        "1 a3 2 f6 3 d4",
    ],
)
def test_moves_with_and_without_numbers(text: str) -> None:
    (game,) = read_move_lists(text)
    assert game.moves == [("black", "a3"), ("white", "f6"), ("black", "d4")]
    assert (game.rows, game.cols) == (11, 11)


def test_swaps_resignations_and_remarks() -> None:
    (game,) = read_move_lists("1. a3 {a quiet start} swap (10) 2. f6 resigns")
    assert game.moves == [("black", "a3"), ("white", "swap-pieces"), ("black", "f6"), ("white", "resign")]
    assert game.winner == "black"


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("a3 b2", (11, 11)),
        ("a13 b2", (13, 13)),
        ("s1 b2", (19, 19)),
        ("5x5 c3 b2", (5, 5)),
        ("9×7: c3 b2", (7, 9)),
        ("size 8 c3 b2", (8, 8)),
        ('[Size "14"] 1. c3 b2', (14, 14)),
    ],
)
def test_the_board_is_given_or_has_room(text: str, size: tuple[int, int]) -> None:
    (game,) = read_move_lists(text.replace(":", " "))
    assert (game.rows, game.cols) == size
    assert len(game.moves) == 2


def test_the_games_of_a_playok_file() -> None:
    first, second = read_move_lists(PLAYOK)
    assert (first.black_player, first.white_player, first.result) == ("ada", "bob", "W+")
    assert first.moves[1] == ("white", "swap-pieces")
    assert (first.date, len(first.moves)) == ("2024-05-05", 6)
    # Who is named first moves first.
    assert (second.black_player, second.white_player, second.result) == ("cleo", "dan", "B+")
    assert len(tree_of(first).moves) == 6


@pytest.mark.parametrize("text", ["", "   ", "hello", "a3 b", "20x20 a1", '[Event "x"]'])
def test_what_is_no_game_is_a_sentence(text: str) -> None:
    with pytest.raises(NotationError):
        read_move_lists(text)


def test_a_list_is_bounded() -> None:
    with pytest.raises(NotationError, match="more than 3 moves"):
        read_move_lists("a1 a2 a3 a4", most_moves=3)


@given(st.text(alphabet='ab19. []"x(){}swp-,\n', max_size=60))
def test_any_text_is_games_or_a_named_error(text: str) -> None:
    try:
        for game in read_move_lists(text):
            tree_of(game)
    except BeelineError:
        pass
