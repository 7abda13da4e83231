"""Inferior cells from Python; their soundness is tested in cpp/tests/inferior_test.cpp."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from beeline import Board, Colour, InferiorCells, inferior, opponent

ROOT = Path(__file__).parents[2]


TABLE = ROOT / "cpp" / "inferior" / "captured_table.inc"


def derive_captured(argument: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "tools" / "derive_captured.py"), argument]
    return subprocess.run(command, check=False, capture_output=True, text=True)


def test_the_table_is_what_the_proof_derives() -> None:
    assert derive_captured("--check").returncode == 0, "run tools/derive_captured.py"


def test_only_a_plain_run_writes_the_table() -> None:
    written = TABLE.stat().st_mtime_ns
    assert "--check" in derive_captured("--help").stdout
    assert derive_captured("--chekc").returncode == 2
    assert TABLE.stat().st_mtime_ns == written


def test_a_dead_cell() -> None:
    board = Board(7)
    board.set_up(black=["d3", "e3", "c4"], white=["e4", "d5"])
    assert inferior(board).dead == ("d4",)


def test_every_empty_cell_is_dead_after_a_win() -> None:
    board = Board(3)
    board.set_up(black=["b1", "b2", "a3"], white=["c3"], to_move="white")
    found = inferior(board)
    assert found.dead == ("a1", "c1", "a2", "c2", "b3")
    assert found.captured == {"black": (), "white": ()}
    assert (found.vulnerable, found.dominated) == ((), ())


def test_captured_at_both_edges() -> None:
    board = Board(7)
    board.set_up(black=["d6"], white=["f4"])
    found = inferior(board)
    assert found.captured == {"black": ("c7", "d7"), "white": ("g3", "g4")}


def test_first_row_is_dominated_by_the_second() -> None:
    found = inferior(Board(7))
    assert "d1" in found.dominated
    assert "d2" not in found.dominated
    assert found.captured == {"black": (), "white": ()}


def test_a_vulnerable_cell_names_a_killer_whose_shape_is_captured_with_the_cell() -> None:
    board = Board(4)
    board.set_up(black=["d4"], white=["a3", "b1"], to_move="black")
    assert inferior(board).killers["b2"] in {"b3", "c1"}


def test_a_dominated_cell_names_the_end_of_a_chain_of_better_moves() -> None:
    board = Board(4)
    board.set_up(black=["b2"], white=["d2"], to_move="black")
    assert inferior(board).better == {"b3": "c3", "a4": "c3", "b4": "c3"}


def random_positions(count: int) -> Iterator[Board]:
    """Positions of small boards, with stones of either colour, that nobody has won."""
    chance = random.Random(1)
    while count > 0:
        board = Board(chance.randint(2, 5), chance.randint(2, 5))
        cells = board.legal_moves
        stones: Mapping[Colour, list[str]] = {"black": [], "white": []}
        for cell in chance.sample(cells, chance.randrange(len(cells))):
            stones[chance.choice(("black", "white"))].append(cell)
        board.set_up(**stones, to_move=chance.choice(("black", "white")))
        if board.winner is None:
            yield board
            count -= 1


def filled(board: Board, found: InferiorCells) -> Board:
    board = board.copy()
    board.set_up(black=(*found.dead, *found.captured["black"]), white=found.captured["white"])
    return board


def after(board: Board, move: str, colour: Colour) -> InferiorCells:
    board = board.copy()
    board.set_up(**{colour: [move]})
    return inferior(board)


def needless_after(board: Board, move: str) -> set[str]:
    found = after(board, move, board.to_move)
    return {*found.dead, *found.captured[board.to_move]}


def reached(start: str, worse: Mapping[str, set[str]]) -> set[str]:
    """The moves at least as good as one, by chains of those that make each other needless."""
    found, fresh = {start}, {start}
    while fresh:
        fresh = {move for move, cells in worse.items() if cells & fresh} - found
        found |= fresh
    return found - {start}


def test_every_killer_kills_and_every_better_move_captures_or_kills() -> None:
    killed = dominated = 0
    for board in random_positions(400):
        found = inferior(board)
        position = filled(board, found)
        for cell, killer in found.killers.items():
            assert position[killer] is None
            assert cell in after(position, killer, opponent(board.to_move)).dead, (board, cell, killer)
        cells = [cell for cell in board.legal_moves if position[cell] is None]  # though fill-in may decide
        worse = {move: needless_after(position, move) for move in cells}
        for cell, better in found.better.items():
            assert better not in {*found.killers, *found.better}
            assert better in reached(cell, worse), (board, cell, better)
        killed += len(found.killers)
        dominated += len(found.better)
    assert min(killed, dominated) > 100
