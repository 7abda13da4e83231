"""Neighbours and chains, and games as SGF and as links."""

from __future__ import annotations

import random

import pytest

from beeline import Board, GoBoard, IllegalMove, NotationError, SgfError
from beeline.rules.cells import parse_cell
from tests.rules import hex_referee


def test_a_cell_in_the_middle_has_six_neighbours() -> None:
    assert Board(3).neighbours("b2") == ["b1", "c1", "a2", "c2", "a3", "b3"]
    assert Board(3).neighbours("a1") == ["b1", "a2"]
    assert Board(3).neighbours("C1") == ["b1", "b2", "c2"]
    with pytest.raises(NotationError):
        Board(3).neighbours("d1")


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (1, 4), (3, 5), (6, 6)])
def test_neighbours_are_those_of_the_referee_and_mutual(rows: int, cols: int) -> None:
    board = Board(rows, cols)
    for cell in board.legal_moves:
        ours = {parse_cell(name) for name in board.neighbours(cell)}
        row, col = parse_cell(cell)
        theirs = {(r, c) for r, c in hex_referee.neighbours((row, col)) if 0 <= r < rows and 0 <= c < cols}
        assert ours == theirs
        assert all(cell in board.neighbours(name) for name in board.neighbours(cell))


@pytest.mark.parametrize("seed", range(20))
def test_chains_are_those_of_the_referee(seed: int) -> None:
    chance = random.Random(seed)
    board = Board(6, 5)
    for move in chance.sample(board.legal_moves, 16):
        if board.winner is None:
            board.play(move)
    for colour in ("black", "white"):
        chains = board.chains(colour)
        stones = {parse_cell(name) for name in board.stones(colour)}
        assert {frozenset(map(parse_cell, chain)) for chain in chains} == {
            frozenset(chain) for chain in hex_referee.chains(stones)
        }
        firsts = [board.cell_of(chain[0]) for chain in chains]
        assert firsts == sorted(firsts)
        assert all(chain[0] == min(chain, key=board.cell_of) for chain in chains)


def test_the_winning_chain_is_a_chain() -> None:
    board = Board.from_text(". B .\n. B W\nW B W")
    assert board.chains("black") == [["b1", "b2", "b3"]]
    assert board.chains("white") == [["c2", "c3"], ["a3"]]
    assert sorted(board.winning_chain) == ["b1", "b2", "b3"]


def test_chains_of_go() -> None:
    board = GoBoard(3)
    board.set_up(black=["A3", "B3", "C1"], white=["A2", "A1"])
    assert board.neighbours("B2") == ["B3", "A2", "C2", "B1"]
    assert board.neighbours("A3") == ["B3", "A2"]
    assert board.chains() == [["A3", "B3"], ["A2", "A1"], ["C1"]]
    assert GoBoard(3).chains() == []


def test_a_game_goes_through_sgf_and_a_link_and_back() -> None:
    board = Board(5, swap_rule=True)
    for move in ("b2", "swap-pieces", "c3", "d2"):
        board.play(move)
    sgf = board.to_sgf(black_player="Ann", white_player="Bo")
    assert "PB[Ann]" in sgf
    for again in (
        Board.from_sgf(sgf),
        Board.from_sgf(sgf.encode()),
        Board.from_hexworld(board.to_hexworld()),
    ):
        assert again == board
        assert again.moves == board.moves
    assert Board.from_sgf(sgf, moves=1).moves == ["b2"]
    assert Board.from_hexworld("#5,b2c3").moves == ["b2", "c3"]


def test_sgf_without_a_game_and_broken_records_are_refused() -> None:
    with pytest.raises(SgfError):
        Board.from_sgf("(;GM[1]SZ[9])")
    with pytest.raises((NotationError, SgfError)):
        Board.from_sgf("")
    with pytest.raises(NotationError):
        Board.from_hexworld("nonsense")
    with pytest.raises(IllegalMove):
        Board.from_hexworld("#3,a1a1")
