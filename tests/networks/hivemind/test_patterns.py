"""Local patterns: their numbers, which of them boards can show, and their symmetries."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest

from beeline import _core
from beeline.networks.hivemind.patterns import (
    BLACK,
    EMPTY,
    NEIGHBOURS,
    OFF,
    WHITE,
    PatternGame,
    count_classes,
    orbits,
    pattern_count,
    pattern_index,
    pattern_of,
    reachable,
)
from beeline.rules.board import Board
from beeline.rules.cells import go_name
from beeline.rules.go import GoBoard

GAMES: list[PatternGame] = ["hex", "go"]


@pytest.mark.parametrize("game", GAMES)
def test_numbers_and_patterns_are_one_to_one(game: PatternGame) -> None:
    numbers = set()
    for index in range(pattern_count(game)):
        states, black = pattern_of(index, game)
        assert pattern_index(states, black_to_play=black) == index
        numbers.add((states, black))
    assert len(numbers) == pattern_count(game) == {"hex": 8192, "go": 131072}[game]


def neighbourhoods(game: PatternGame, size: int) -> set[tuple[tuple[int, ...], bool]]:
    """What some point of a board of this size can have around it, point by point."""
    found = set()
    for row, col in product(range(size), repeat=2):
        choices = [
            (EMPTY, BLACK, WHITE) if 0 <= row + down < size and 0 <= col + right < size else (OFF,)
            for down, right in NEIGHBOURS[game]
        ]
        found |= set(product(product(*choices), (False, True)))
    return found


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", [3, 4])
def test_the_patterns_that_can_occur_are_those_of_a_board(game: PatternGame, size: int) -> None:
    can_occur = {pattern_of(index, game) for index in reachable(game).nonzero()[0].tolist()}
    assert can_occur == neighbourhoods(game, size)


STATES: dict[str | None, int] = {None: EMPTY, "black": BLACK, "white": WHITE}


@pytest.mark.parametrize("game", GAMES)
def test_the_index_is_that_of_the_core(game: PatternGame) -> None:
    size = 5
    board: Any = Board(size) if game == "hex" else GoBoard(size)
    search: Any = _core.HexSearch if game == "hex" else _core.GoSearch
    weights = np.zeros(pattern_count(game), dtype=np.float32)
    weights[0] = 1  # equal weights would be played without patterns
    patterns = _core.Continuation(_core.ContinuationKind.PATTERNS, weights)

    def state(row: int, col: int) -> int:
        if not (0 <= row < size and 0 <= col < size):
            return OFF
        point = row * size + col
        return STATES[board[board.name_of(point) if game == "hex" else go_name(point, size)]]

    random = Random(1)
    for _ in range(8):
        board.play(random.choice([move for move in board.legal_moves if move != "pass"]))
        for row, col in product(range(size), repeat=2):
            if state(row, col) == EMPTY:
                around = [state(row + down, col + right) for down, right in NEIGHBOURS[game]]
                code = search.pattern_code(board._native, patterns, row * size + col)
                assert code == pattern_index(around, black_to_play=False)
                assert reachable(game)[code]


def test_symmetric_patterns_of_hex_share_a_class() -> None:
    #   up, up-right, left, right, down-left, down
    states = (BLACK, EMPTY, OFF, WHITE, OFF, EMPTY)
    turned = (EMPTY, OFF, WHITE, OFF, EMPTY, BLACK)
    # The reflection in the long diagonal exchanges up with left, up-right with down-left, right with down.
    mirrored = (OFF, OFF, WHITE, EMPTY, EMPTY, BLACK)
    classes = orbits("hex")
    one = classes[pattern_index(states, black_to_play=True)]
    assert one == classes[pattern_index(turned, black_to_play=True)]
    assert one == classes[pattern_index(mirrored, black_to_play=False)]
    assert one != classes[pattern_index(states, black_to_play=False)]
    assert one != classes[pattern_index(mirrored, black_to_play=True)]


@pytest.mark.parametrize(("game", "symmetries"), [("hex", 4), ("go", 16)])
def test_classes_are_as_large_as_the_symmetries_allow(game: PatternGame, symmetries: int) -> None:
    classes = orbits(game)
    sizes = [0] * (int(classes.max()) + 1)
    for number in classes.tolist():
        sizes[number] += 1
    assert sum(sizes) == pattern_count(game)
    assert all(symmetries % size == 0 for size in sizes)
    assert sizes.count(symmetries) > len(sizes) / 2


def test_symmetric_patterns_of_go_share_a_class() -> None:
    corner = (OFF, OFF, OFF, OFF, BLACK, OFF, EMPTY, WHITE)
    other_corner = (OFF, OFF, OFF, EMPTY, OFF, BLACK, WHITE, OFF)  # mirrored, and colours exchanged below
    exchanged = tuple({BLACK: WHITE, WHITE: BLACK}.get(state, state) for state in corner)
    classes = orbits("go")
    assert (
        classes[pattern_index(corner, black_to_play=True)]
        == classes[pattern_index(exchanged, black_to_play=False)]
    )
    assert (
        classes[pattern_index(corner, black_to_play=True)]
        != classes[pattern_index(other_corner, black_to_play=True)]
    )
    assert (
        classes[pattern_index(corner, black_to_play=True)]
        == classes[pattern_index((OFF, OFF, OFF, BLACK, OFF, WHITE, EMPTY, OFF), black_to_play=True)]
    )


def test_classes_by_counts_tell_what_is_at_the_sides_and_at_the_corners() -> None:
    def counts(index: int) -> tuple[int, ...]:
        states, black = pattern_of(index, "go")
        own, enemy = (BLACK, WHITE) if black else (WHITE, BLACK)
        corners, sides = (states[0], states[2], states[5], states[7]), (states[1], *states[3:5], states[6])
        return tuple(place.count(kind) for place in (sides, corners) for kind in (own, enemy, OFF))

    classes = count_classes()
    found: dict[tuple[int, ...], int] = {}
    for index in range(0, pattern_count("go"), 7):
        assert found.setdefault(counts(index), int(classes[index])) == classes[index]
    assert len(set(found.values())) == len(found)
    assert len(np.unique(classes)) == 1225  # 35 ways to share four points among four states, twice
    assert len(np.unique(classes[reachable("go")])) == 303
