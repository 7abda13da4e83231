"""The analyst: verdicts that are proven, and the same answer to the same question."""

from __future__ import annotations

import pytest

from beeline import Board, solve
from beeline.interfaces.analyst import ANALYST, Analyst, Insight
from beeline.players import make_player
from beeline.rules.cells import fair_openings


def board_after(size: int, moves: str) -> Board:
    board = Board(size)
    for move in moves.split():
        board.play(move)
    return board


def analyse(
    board: Board, *, most: int = 40, player: str = f"{ANALYST},seed=0", openings: bool = True
) -> Insight:
    analyst = Analyst(board, make_player(player), openings=openings)
    for _ in range(most):
        found = analyst.round()
        if found.done:
            break
    return found


@pytest.mark.parametrize("openings", [True, False], ids=["table", "search"])
@pytest.mark.parametrize("size", [3, 4, 5])
def test_every_opening_is_called_right_and_proven(size: int, openings: bool) -> None:
    wins = solve(Board(size), all_moves=True).winning_moves or ()
    for opening in Board(size).legal_moves:
        found = analyse(board_after(size, opening), openings=openings)
        assert found.done == "proven"
        assert found.winner == ("black" if opening in wins else "white"), opening
        assert found.value == float(found.winner == "white")


def test_every_move_of_a_small_board_is_proven_to_win_or_to_lose() -> None:
    found = analyse(Board(5))
    wins = {move.move for move in found.analysis.moves if move.proof == "win"}
    losses = {move.move for move in found.analysis.moves if move.proof == "loss"}
    assert wins == set(solve(Board(5), all_moves=True).winning_moves or ())
    assert len(wins | losses) == 25
    assert found.analysis.best.move in wins


def test_a_lost_position_ends_with_every_move_refuted() -> None:
    found = analyse(board_after(5, "c3"))
    assert (found.winner, found.value, found.done) == ("black", 0.0, "proven")
    assert {move.proof for move in found.analysis.moves} == {"loss"}


def test_equal_questions_get_equal_answers() -> None:
    board = board_after(9, "a1 e5 f4 d6")
    one, two = analyse(board, most=3), analyse(board, most=3)
    assert one.winner is None
    assert one.simulations > 0
    assert [(m.move, m.visits, m.value, m.proof) for m in one.analysis.moves] == [
        (m.move, m.visits, m.value, m.proof) for m in two.analysis.moves
    ]
    assert (one.analysis.variation, one.positions) == (two.analysis.variation, two.positions)


def test_a_player_without_knowledge_is_told_the_truth_by_the_solver() -> None:
    found = analyse(board_after(7, "d4"), player="mcts:seed=0", most=80)
    assert found.winner == "black"


def test_an_interrupted_round_can_be_gone_on_with() -> None:
    analyst = Analyst(board_after(5, "a1"), make_player(f"{ANALYST},seed=0"))
    analyst.round(lambda: True)
    while not (found := analyst.round()).done:
        pass
    assert found.winner == "white"


def test_all_openings_of_7x7_are_proven_at_once() -> None:
    found = analyse(Board(7), most=1)
    proofs = [move.proof for move in found.analysis.moves]
    assert (found.winner, found.done) == ("black", "proven")
    assert (proofs.count("win"), proofs.count("loss")) == (27, 22)
    assert (found.simulations, found.positions) == (0, 0)


def test_the_swap_rule_does_not_keep_the_first_move_from_being_analysed() -> None:
    found = analyse(Board(9, swap_rule=True), most=1)
    assert found.simulations > 0
    assert len(found.analysis.moves) == 81


def test_the_swap_map_has_the_symmetry_of_the_board_and_favours_its_middle() -> None:
    found = analyse(Board(11), most=1)
    values = {move.move: move.value for move in found.analysis.moves if not move.visits}
    names = Board(11).legal_moves
    turned = dict(zip(names, reversed(names), strict=True))
    assert len(values) > 100
    for move, value in values.items():
        if turned[move] in values:
            assert value == pytest.approx(values[turned[move]]), move
    assert values["a1"] < 0.5 < values["d6"]
    for fair in fair_openings(11):
        assert 0.35 < values[fair] < 0.65, "the computer's first moves under the swap rule"


def test_every_move_has_a_value_and_the_best_have_lines() -> None:
    found = analyse(board_after(9, "a1 e5 f4 d6"), most=2)
    unvisited = [move for move in found.analysis.moves if not move.visits and move.proof is None]
    assert len({move.value for move in unvisited}) > 10, "the network has a view of each"
    first, second = found.analysis.lines[:2]
    assert [first[0], second[0]] == [move.move for move in found.analysis.moves[:2]]
    assert len(first) > 3


def test_a_step_is_a_small_part_of_a_round_and_rounds_are_made_of_steps() -> None:
    board = board_after(9, "a1 e5 f4 d6")
    in_steps, in_a_round = (Analyst(board, make_player(f"{ANALYST},seed=0")) for _ in range(2))
    in_steps.step()
    first = in_steps.insight()
    assert 0 < first.simulations <= 50
    for _ in range(5):
        in_steps.step()
    whole = in_a_round.round()
    assert whole.simulations == 200
    assert in_steps.insight().analysis.moves == whole.analysis.moves
    assert in_steps.insight().positions == whole.positions
