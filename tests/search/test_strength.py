"""Cheap, repeatable checks that the search plays Hex, not just legal moves."""

from __future__ import annotations

from itertools import product

import pytest

from beeline import Board, Colour, SearchSettings, TreeSearch, make_player
from beeline.rules.cells import transpose_name
from beeline.search.settings import CONTINUATIONS

# White has just intruded into a bridge, or into the two cells between a stone on the second row and its side.
# Black's other cell of the two is the only move that wins.
FORCED = {
    "bridge on 5×5": ("c2", """
        W B W B .
         B . . W W
          B W B . B
           W . . W W
            . B W B B"""),
    "edge on 5×5": ("b5", """
        B . B . .
         B W . B W
          B W . . W
           W . B W B
            W . W W B"""),
    "bridge on 6×6": ("b4", """
        B W . B W W
         B W . . W W
          W W B W B W
           W . W W B B
            . B . B B B
             . . . B B B"""),
    "edge on 6×6": ("c6", """
        W B W . . W
         B B W B W B
          B W . . W B
           B W B . . B
            W . . B W W
             W W . W . B"""),
    "bridge on 7×7": ("d6", """
        B B W . . . W
         W B W B . B W
          W W . . . W B
           B . B . W B W
            B W . B W B B
             W . W . W B B
              W W B W B B B"""),
    "edge on 7×7": ("c7", """
        B B B . B . B
         B B W . . W W
          W B . B . W B
           B B W . B . B
            B W W . . . W
             B W W B W W B
              W W . W W B W"""),
}  # fmt: skip


def position(name: str, colour: Colour) -> tuple[Board, str]:
    """A forced position and its answer, from the side of either colour."""
    answer, text = FORCED[name]
    board = Board.from_text(text, to_move="black")
    return (board, answer) if colour == "black" else (board.reflected(), transpose_name(answer))


def wins(board: Board, known: dict[int, bool]) -> bool:
    """Whether the side to move wins, by trying everything."""
    if board.hash not in known:
        known[board.hash] = bool(winning_moves(board, known, first_only=True))
    return known[board.hash]


def winning_moves(board: Board, known: dict[int, bool], *, first_only: bool = False) -> list[str]:
    found = []
    for move in board.legal_moves:
        board.play(move)
        won = board.winner is not None or not wins(board, known)
        board.undo()
        if won:
            found.append(move)
            if first_only:
                break
    return found


@pytest.mark.parametrize(("name", "colour"), list(product(FORCED, ["black", "white"])))
def test_the_drawn_positions_have_one_winning_move(name: str, colour: Colour) -> None:
    board, answer = position(name, colour)
    assert winning_moves(board, {}) == [answer]


@pytest.mark.parametrize(
    ("name", "colour", "continuation"), list(product(FORCED, ["black", "white"], CONTINUATIONS[:3]))
)
def test_the_search_finds_the_forced_move(name: str, colour: Colour, continuation: str) -> None:
    board, answer = position(name, colour)
    analysis = TreeSearch(SearchSettings(continuation=continuation)).run(board, simulations=3000)  # type: ignore[arg-type]
    assert analysis.best.move == answer


def test_more_simulations_beat_fewer() -> None:
    strong, weak = (make_player(f"mcts:simulations={n},seed=1") for n in (3000, 60))
    won = 0
    for opening in ("a2", "b5", "c3", "d4", "e1", "f5", "b1", "e5"):
        for strong_colour in ("black", "white"):
            board = Board(6)
            board.play(opening)
            while board.winner is None:
                player = strong if board.to_move == strong_colour else weak
                board.play(player.choose(board).move)
            won += board.winner == strong_colour
    assert won >= 12  # of 16, half of which begin from a lost opening
