"""Replies that keep bridges, held against the cells that two stones of a board have in common."""

from __future__ import annotations

import random

import numpy as np
import pytest

from beeline import Board
from beeline.networks.hivemind.patterns import BLACK, EMPTY, NEIGHBOURS, OFF, WHITE, pattern_index
from beeline.rules.go import GoBoard
from beeline.search.bridge_replies import bridge_weights
from beeline.search.settings import Continuation, SearchSettings
from beeline.search.tree import TreeSearch

SIDE = 5
Cell = tuple[int, int]
Stones = dict[Cell, int]


def around(cell: Cell) -> list[Cell]:
    return [(cell[0] + row, cell[1] + col) for row, col in NEIGHBOURS["hex"]]


def owner(stones: Stones, cell: Cell) -> int | None:
    """Whose the cell is: a stone's, or a side's beyond the board; None for corners, which are both's."""
    above_or_below, beside = not 0 <= cell[0] < SIDE, not 0 <= cell[1] < SIDE
    if above_or_below or beside:
        return None if above_or_below and beside else BLACK if above_or_below else WHITE
    return stones.get(cell, EMPTY)


def keeps_a_bridge(stones: Stones, reply: Cell, colour: int) -> bool:
    """Whether a stone of the opponent next to it has intruded into a bridge whose other cell it is."""
    for intruder in around(reply):
        if stones.get(intruder) == 3 - colour:
            both = set(around(reply)) & set(around(intruder))
            if len(both) == 2 and all(owner(stones, end) == colour for end in both):
                return True
    return False


def test_weights_are_large_for_what_keeps_a_bridge_and_no_other_reply() -> None:
    chance, found = random.Random(1), 0
    cells = [(row, col) for row in range(SIDE) for col in range(SIDE)]
    for _ in range(400):
        stones = {cell: chance.choice((BLACK, WHITE)) for cell in cells if chance.random() < 0.5}
        for reply in (cell for cell in cells if cell not in stones):
            states = [
                stones.get(cell, EMPTY) if 0 <= cell[0] < SIDE and 0 <= cell[1] < SIDE else OFF
                for cell in around(reply)
            ]
            for colour in (BLACK, WHITE):
                weight = bridge_weights()[pattern_index(states, black_to_play=colour == BLACK)]
                keeps = keeps_a_bridge(stones, reply, colour)
                found += keeps
                assert (weight == 100) == keeps, (stones, reply, colour)
    assert found > 500
    assert set(np.unique(bridge_weights())) == {np.float32(0.1), np.float32(100)}


def test_playouts_that_keep_bridges_are_a_continuation_of_hex() -> None:
    """White's three stones are joined to each other and to both sides by bridges alone."""
    board = Board(5)
    for move in ("a1", "b3", "e1", "d2", "a2"):
        board.play(move)
    shares = {}
    continuations: tuple[Continuation, ...] = ("local", "bridges")
    for continuation in continuations:
        settings = SearchSettings(continuation=continuation, update="path", expand=10**6)
        analysis = TreeSearch(settings).run(board, simulations=4000)
        shares[continuation] = sum(move.value * move.visits for move in analysis.moves) / 4000
    assert shares["bridges"] > shares["local"] + 0.03


def test_go_has_no_bridges() -> None:
    with pytest.raises(ValueError, match="game without bridges"):
        TreeSearch(SearchSettings(continuation="bridges")).run(GoBoard(5), simulations=10)
