"""The solver from Python; the search itself is tested in cpp/tests/solver_test.cpp."""

from __future__ import annotations

import dataclasses
import json
import os
import signal
import threading
import time

import pytest

import beeline
from beeline import Board, Certificate, Solver, solve

WINNING_OPENINGS = {
    2: "b1 a2",
    3: "c1 a2 b2 c2 a3",
    4: "d1 c2 b3 a4",
    5: "e1 b2 c2 d2 e2 b3 c3 d3 a4 b4 c4 d4 a5",
}


@pytest.mark.parametrize("size", WINNING_OPENINGS)
def test_winning_first_moves(size: int) -> None:
    answer = solve(Board(size), all_moves=True)
    assert answer.winner == "black"
    assert answer.winning_moves == tuple(WINNING_OPENINGS[size].split())


@pytest.mark.slow
def test_seven_by_seven_has_27_winning_first_moves() -> None:
    answer = solve(Board(7), all_moves=True)
    assert answer.winning_moves is not None
    assert len(answer.winning_moves) == 27


def test_the_loser_has_no_winning_move() -> None:
    board = Board(5)
    board.play("a1")
    answer = solve(board)
    assert (answer.to_move, answer.winner) == ("white", "white")
    board.play("c3")
    answer = solve(board, all_moves=True)
    assert (answer.to_move, answer.winner, answer.winning_moves) == ("black", "white", ())


def test_a_won_board_has_its_winner() -> None:
    board = Board(1)
    board.play("a1")
    answer = solve(board)
    assert (answer.winner, answer.winning_moves, answer.variation) == ("black", (), ())


def test_the_variation_is_played_by_the_winner() -> None:
    board = Board(6)
    answer = solve(board)
    assert len(answer.variation) >= 3
    for move in answer.variation:
        assert solve(board).winner == "black"
        board.play(move)


def test_the_carrier_is_enough_for_the_winner() -> None:
    board = Board(5)
    board.play("a1")
    answer = solve(board)
    board.set_up(black=[cell for cell in board.legal_moves if cell not in answer.carrier], to_move="white")
    assert len(answer.carrier) < 24
    assert solve(board).winner == "white"


def test_a_limit_leaves_the_winner_open_and_the_table_carries_on() -> None:
    board = Board(6)
    board.play("a2")
    solver = Solver(6)
    stopped = solver.solve(board, nodes=50)
    assert (stopped.winner, stopped.winning_moves, stopped.nodes) == (None, None, 50)
    assert stopped.proof > 0
    assert stopped.disproof > 0
    assert solver.solve(board, seconds=0).winner is None
    whole = solver.solve(board)
    assert whole.winner == "white"
    again = solver.solve(board, variation=False)
    assert (again.winner, again.nodes) == ("white", 0)
    solver.forget()
    assert solver.solve(board, variation=False).nodes > 50


def test_a_small_table_gives_the_same_answer() -> None:
    assert solve(Board(4), all_moves=True, table_entries=1).winning_moves == ("d1", "c2", "b3", "a4")
    with pytest.raises(ValueError, match="at least 1 entry"):
        Solver(4, table_entries=0)


def test_a_callback_stops_it() -> None:
    assert solve(Board(8), should_stop=lambda: True).winner is None

    def fails() -> bool:
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        solve(Board(8), should_stop=fails)


def test_control_c_stops_it() -> None:
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    start = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        solve(Board(9))
    assert time.perf_counter() - start < 20


def test_a_solver_is_for_one_size() -> None:
    with pytest.raises(beeline.BoardSizeError, match="5×5 boards, not for 4×5"):
        Solver(5).solve(Board(4, 5))
    with pytest.raises(beeline.BoardSizeError):
        Solver(20)


def test_certificate_survives_json_and_is_checked() -> None:
    board = Board(4)
    certificate = solve(board, certificate=True).certificate
    assert certificate is not None
    copy = Certificate.from_json(certificate.to_json())
    assert copy == certificate
    assert copy.flaw(board) is None
    fields = json.loads(certificate.to_json())
    fields["promises"][-1] = fields["promises"][-1][:1]
    assert Certificate.from_json(json.dumps(fields)).flaw(board) is not None
    assert dataclasses.replace(certificate, first="z9").flaw(board) is not None
    assert dataclasses.replace(certificate, winner="white").flaw(board) is not None
    with pytest.raises(beeline.NotationError, match="no certificate"):
        Certificate.from_json("{}")
