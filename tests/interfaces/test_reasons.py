"""Why a position is won, in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from beeline import Board, Solver, connections
from beeline.interfaces.analyst import solver_for
from beeline.interfaces.game_review import positions_of
from beeline.interfaces.puzzles import puzzles
from beeline.interfaces.reasons import Reason, answer_in_game, reason_of
from beeline.interfaces.review_sgf import board_at_end
from beeline.rules.variations import read_game_trees

GAMES = Path(__file__).parents[2] / "benchmarks/results/games/match_wolve_outside_11x11_1s.sgf"


def reason(size: int, moves: str) -> tuple[Board, Reason]:
    board = Board(size)
    for move in moves.split():
        board.play(move)
    solver = Solver(size)
    return board, reason_of(board, solver.solve(board), solver)


@pytest.mark.parametrize(
    ("size", "moves", "sentence"),
    [
        (
            3,
            "b2",
            "Black’s top and bottom are joined, whoever moves: the two ways from b2 to the top edge "
            "(b1 or c1) cannot both be blocked and the two ways from b2 to the bottom edge (a3 or b3) "
            "cannot both be blocked.",
        ),
        (
            7,
            "d4 b4 c6 e3",
            "Black answers e3 with d3. Black’s top and bottom are joined, whoever moves: the two ways "
            "from c6 to the bottom edge (b7 or c7) cannot both be blocked and the bridge d4–c6 "
            "(c5 or d5) cannot be broken.",
        ),
    ],
)
def test_the_sentence_names_the_answer_and_what_holds(size: int, moves: str, sentence: str) -> None:
    assert reason(size, moves)[1].sentence == sentence


@pytest.mark.parametrize(("size", "moves"), [(5, "a1"), (5, "e5 b4 a4"), (6, "a1"), (7, "d4")])
def test_the_line_ends_where_the_winner_is_connected(size: int, moves: str) -> None:
    board, found = reason(size, moves)
    for move in found.line:
        board.play(move)
    report = connections(board)
    winning = (report.black if found.winner == "black" else report.white).winning
    assert winning is not None
    assert winning.carrier == found.carrier
    assert "joined" in found.sentence


def test_how_a_game_went_on_helps_to_prove_why_it_was_lost() -> None:
    games = read_game_trees(GAMES.read_bytes())
    end = board_at_end(games[0])
    board = positions_of(end)[26]
    alone = solver_for(board).solve(board, nodes=500)
    assert alone.winner is None
    solver = solver_for(board)
    answer = answer_in_game(board, end.moves[26:], solver, seconds=20)
    assert answer.winner == board.to_move == "black"
    assert answer.variation[0] == end.moves[26]
    assert "Black answers f10 with g10." in reason_of(board, answer, solver).sentence


def test_moves_that_cannot_follow_are_left_out() -> None:
    board = Board(3)
    board.play("b2")
    for then in (["b2"], ["zz"], ["swap-pieces"], ["a1", "a1"], ["resign"]):
        assert answer_in_game(board, then, Solver(3), seconds=5).winner == "black"


def test_a_move_outside_the_must_play_region_is_told_where_it_had_to_be() -> None:
    puzzle = next(each for each in puzzles() if each.size == 9 and "ladder" in each.themes)
    board = puzzle.board()
    region = connections(board).must_play
    assert puzzle.solution in region
    outside = next(move for move in board.legal_moves if move not in region)
    board.play(outside)
    solver = Solver(9)
    found = reason_of(board, solver.solve(board), solver)
    assert found.missed == region
    listed = f"{', '.join(region[:-1])} or {region[-1]}"
    assert found.sentence.startswith(f"{puzzle.to_move.capitalize()} had to play {listed}.")


def test_the_winner_has_missed_no_region() -> None:
    assert reason(3, "b2")[1].missed == ()
    assert reason(5, "a1 c3 b2")[1].winner == "white"
    assert reason(5, "a1 c3")[1].missed == (), "White, who wins, moved last"
