"""Virtual connections as Python sees them; that they hold under play is tested in the core."""

from __future__ import annotations

import dataclasses
import doctest
from itertools import pairwise

import pytest

import beeline.knowledge.connections
from beeline.errors import NotationError
from beeline.knowledge.connections import Connection, connections
from beeline.rules.board import Board


def test_the_middle_of_a_small_board_wins() -> None:
    board = Board(3)
    board.play("b2")
    report = connections(board)
    assert report.to_move == "white"
    assert report.black.winning == Connection(("top", "bottom"), ("b1", "c1", "a3", "b3"), None)
    assert report.white.winning is None
    assert report.must_play == ()
    assert report.most_obstructive in {"b1", "c1", "a3", "b3"}


def test_must_play_answers_every_threat() -> None:
    board = Board.from_text(
        """
        . . . .
         . . B .
          . W . .
           . . . .
        """,
        to_move="white",
    )
    report = connections(board)
    assert report.black.winning is None
    threat = report.black.threat
    assert threat is not None
    assert threat.key in threat.carrier
    assert report.must_play
    assert set(report.must_play) <= set(threat.carrier)
    assert report.most_obstructive is None


def test_an_empty_board_leaves_every_move_open() -> None:
    assert len(connections(Board(11)).must_play) == 121


def test_connections_between_named_endpoints() -> None:
    board = Board(11)
    board.play("f6")
    report = connections(board)
    full, *semis = report.between("black", "f6", "e8")
    assert full == Connection(("f6", "e8"), ("e7", "f7"), None)
    assert [found.key for found in semis] == ["e7", "f7"]
    assert report.between("black", "top", "f1") == [Connection(("top", "f1"), (), None)]
    assert report.reply("black", "f6", "e8", "e7") == "f7"
    assert report.reply("black", "f6", "e8", "a1") is None
    kinds = [found.key is not None for found in report.between("black", "f6", "f9")]
    assert kinds == sorted(kinds)  # full ones first
    sizes = [len(found.carrier) for found in report.between("black", "f6", "f9") if found.key]
    assert all(a <= b for a, b in pairwise(sizes))


def test_a_group_goes_by_any_of_its_stones_or_by_its_edge() -> None:
    board = Board.from_text(
        """
        . B . . .
         . B . . .
          . . W . .
           . . W . .
            . . . . .
        """
    )
    report = connections(board)
    assert [c.carrier for c in report.between("black", "b2", "a5")] == [
        c.carrier for c in report.between("black", "top", "a5")
    ]
    assert [c.carrier for c in report.between("white", "c3", "right")] == [
        c.carrier for c in report.between("white", "c4", "right")
    ]


def test_all_connections_come_once_and_lazily() -> None:
    board = Board(4)
    board.play("b3")
    report = connections(board)
    found = list(report.connections("black"))
    assert next(iter(report.connections("black"))) == found[0]
    assert len(set(found)) == len(found)
    assert any(c.ends == ("top", "bottom") for c in found)
    assert {name for c in found for name in c.ends} >= {"top", "bottom", "b3", "a1"}


def test_limits_change_what_is_found() -> None:
    board = Board.from_text(
        """
        W B . . .
         . . B . .
          B B . B .
           . W B . .
            . W W . W
        """
    )
    usual = list(connections(board).connections("black"))
    assert len(list(connections(board, semis=4).connections("black"))) < len(usual)
    assert list(connections(board, fulls=1).connections("black")) != usual
    assert list(connections(board, or_width=1).connections("black")) != usual
    assert len(list(connections(board, over_edges=True).connections("black"))) > len(usual)


def test_captured_cells_join_along_the_edge() -> None:
    assert not [c for c in connections(Board(4, 5)).between("black", "b2", "d2") if c.key is None]
    joined = connections(Board(4, 5), captured=True).between("black", "b2", "d2")
    assert Connection(("b2", "d2"), ("b1", "c1", "d1", "e1"), None) in joined


def test_the_report_is_of_the_board_as_it_was() -> None:
    board = Board(5)
    report = connections(board)
    board.play("c3")
    assert report.between("white", "c3", "c4") == [Connection(("c3", "c4"), (), None)]
    with pytest.raises(dataclasses.FrozenInstanceError):
        report.to_move = "white"  # type: ignore[misc]


@pytest.mark.parametrize("end", ["left", "c3", "z9", ""])
def test_an_endpoint_that_is_none_of_the_colour_is_refused(end: str) -> None:
    board = Board.from_text(". . . . .\n. . . . .\n. . W . .\n. . . . .\n. . . . .")
    report = connections(board)
    with pytest.raises(NotationError, match="endpoint"):
        report.between("black", "top", end)


def test_an_intrusion_on_a_stone_is_refused() -> None:
    board = Board(5)
    board.play("c3")
    with pytest.raises(NotationError, match="holds a stone"):
        connections(board).reply("black", "c3", "top", "c3")


def test_limits_out_of_range_are_refused() -> None:
    with pytest.raises(ValueError, match="semis must be from 1 to 1000, not 0"):
        connections(Board(3), semis=0)


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (1, 19), (19, 1), (8, 8), (8, 9), (13, 13), (19, 19)])
def test_boards_of_any_shape(rows: int, cols: int) -> None:
    report = connections(Board(rows, cols))
    assert (report.black.winning is not None) == ((rows, cols) == (1, 19))
    assert (report.white.winning is not None) == ((rows, cols) == (19, 1))
    assert report.between("black", "top", "a1")[0].carrier == ()


def test_examples_in_the_docstring() -> None:
    results = doctest.testmod(beeline.knowledge.connections)
    assert results.attempted > 0
    assert results.failed == 0
