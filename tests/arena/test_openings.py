"""Sets of openings, and how the balanced ones are found."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from beeline.arena.balance import (
    BalanceSettings,
    balanced_openings,
    two_move_openings,
    write_balanced,
)
from beeline.arena.openings import BALANCED_FILE, BALANCED_VERSION, default_openings, openings
from beeline.errors import BoardSizeError, NotationError
from beeline.rules.board import Board

BALANCED = json.loads(BALANCED_FILE.read_text(encoding="utf-8"))["boards"]


def test_empty_is_one_opening_of_no_move() -> None:
    assert openings("empty", 11, 11) == [()]


@pytest.mark.parametrize(
    ("rows", "cols", "move"),
    [(7, 7, "c4"), (11, 11, "c8"), (9, 9, "c6"), (13, 13, "c10"), (6, 9, "c3"), (2, 2, "b1"), (1, 1, "a1")],
)
def test_swap_safe_move(rows: int, cols: int, move: str) -> None:
    assert openings("swap-safe", rows, cols) == [(move,)]


@pytest.mark.parametrize(("size", "count"), [(7, 40), (9, 56), (11, 72), (3, 9)])
def test_edge2_is_every_cell_within_two_rows_of_a_side(size: int, count: int) -> None:
    found = openings("edge2", size, size)
    assert len(found) == len(set(found)) == count
    assert ("c3",) not in found or size < 5
    assert {("a1",), ("b2",)} <= set(found)


def test_all_is_every_cell() -> None:
    assert [move for (move,) in openings("all", 3, 4)] == Board(3, 4).legal_moves


@pytest.mark.parametrize("size", [5, 6, 7, 8, 9, 11, 13])
def test_balanced_openings_are_shipped_and_playable(size: int) -> None:
    found = openings("balanced", size, size)
    entry = BALANCED[f"{size}x{size}"]
    assert len(found) == len(set(found)) == len(entry["openings"])
    assert len(found) >= (40 if size > 5 else 4)
    for opening in found:
        board = Board(size)
        for move in opening:
            board.play(move)
        assert len(board) == 2
    for opening in entry["openings"]:
        assert all(abs(value - 0.5) <= entry["settings"]["epsilon"] for value in opening["values"])


def test_balanced_openings_of_other_sizes_are_not_made_up() -> None:
    with pytest.raises(ValueError, match=r"for 5x5, .*13x13, not for 3x3"):
        openings("balanced", 3, 3)


# Files


def test_openings_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "my openings"
    file.write_text("# the first\na2 b3\n\nA10, swap-pieces # reflected\n1. c2 2. d4 3. e5\n")
    assert openings(str(file), 11, 11) == [("a2", "b3"), ("a10", "swap-pieces"), ("c2", "d4", "e5")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a1\nb2 b2\n", "line 2: illegal move 'b2'"),
        ("a1\nz9\n", "line 2: expected a cell"),
        ("d4\n", "line 1: expected a letter and a number"),
        ("a1 c1 a2 c2 a3\n", "line 1: the opening ends the game"),
        ("a1 resign\n", "line 1: illegal move 'resign'"),
        ("\xff\xfe", "line 1"),
        ("# nothing\n", "holds no opening"),
    ],
)
def test_a_bad_file_is_refused_with_its_line(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "openings.txt"
    file.write_bytes(text.encode("latin-1"))
    with pytest.raises(NotationError, match=message):
        openings(str(file), 3, 3)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("balance", r"got 'balance'; did you mean 'balanced'\?"),
        ("edge", r"did you mean 'edge2'\?"),
        ("nowhere.txt", r"expected openings empty, swap-safe, edge2, all, balanced, or a file"),
        ("", "got ''"),
        (".", "got '.'"),
    ],
)
def test_an_unknown_name_is_refused_with_a_suggestion(name: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        openings(name, 7, 7)


def test_a_size_that_no_board_has_is_refused() -> None:
    with pytest.raises(BoardSizeError):
        openings("empty", 20, 20)


# Looking for balanced openings

QUICK = BalanceSettings(simulations=400, screening=100, sample=60, candidates=20, epsilon=0.15, most=8)


def test_openings_that_a_half_turn_makes_equal_count_once() -> None:
    found = two_move_openings(3, 4)
    assert len(found) == 12 * 11 / 2
    turned = {tuple(rotated(move, 3, 4) for move in opening) for opening in found}
    assert not turned & set(found)


def test_no_opening_is_left_out() -> None:
    found = set(two_move_openings(3, 3))
    every = {
        (black, white) for black in Board(3).legal_moves for white in Board(3).legal_moves if black != white
    }
    turned = {(rotated(black, 3, 3), rotated(white, 3, 3)) for black, white in found}
    assert found | turned == every


def test_balanced_openings_are_even_in_both_searches() -> None:
    found = balanced_openings(6, 6, settings=QUICK)
    assert 0 < len(found) <= QUICK.most
    assert [opening.difference for opening in found] == sorted(opening.difference for opening in found)
    for opening in found:
        assert all(abs(value - 0.5) <= QUICK.epsilon for value in opening.values)
        assert opening.values[0] != opening.values[1]


def test_search_for_balance_repeats_with_its_seed() -> None:
    assert balanced_openings(6, 6, settings=QUICK) == balanced_openings(6, 6, settings=QUICK)
    other = balanced_openings(6, 6, settings=replace(QUICK, seed=9))
    assert other != balanced_openings(6, 6, settings=QUICK)


def test_narrower_settings_find_less() -> None:
    found = balanced_openings(6, 6, settings=QUICK)
    few = balanced_openings(6, 6, settings=replace(QUICK, most=2))
    strict = balanced_openings(6, 6, settings=replace(QUICK, epsilon=found[1].difference))
    assert few == strict == found[:2]


def test_progress_counts_the_searches() -> None:
    told: list[tuple[int, int]] = []
    balanced_openings(4, 4, settings=QUICK, progress=lambda done, total: told.append((done, total)))
    assert told == [(done, 80) for done in range(1, 81)]


def test_file_holds_settings_and_keeps_other_sizes(tmp_path: Path) -> None:
    path = tmp_path / "data" / "balanced.json"
    write_balanced([6], path=path, settings=QUICK)
    write_balanced([5], path=path, settings=QUICK)
    written = json.loads(path.read_text(encoding="utf-8"))
    assert written["version"] == BALANCED_VERSION
    entries = written["boards"]
    assert list(entries) == ["5x5", "6x6"]
    assert entries["6x6"]["settings"]["simulations"] == 400
    assert entries["6x6"]["settings"]["search"]["rave"] == 1000
    moves = [opening["moves"] for opening in entries["6x6"]["openings"]]
    assert moves == [" ".join(opening.moves) for opening in balanced_openings(6, 6, settings=QUICK)]


def rotated(move: str, rows: int, cols: int) -> str:
    """The cell that a half turn of the board brings this one to."""
    board = Board(rows, cols)
    return board.name_of(rows * cols - 1 - board.cell_of(move))


@pytest.mark.parametrize(
    ("rows", "cols", "name"), [(11, 11, "balanced"), (14, 14, "edge2"), (3, 3, "edge2"), (4, 6, "edge2")]
)
def test_every_board_has_openings_without_naming_any(rows: int, cols: int, name: str) -> None:
    assert default_openings(rows, cols) == name
    assert openings(name, rows, cols)
