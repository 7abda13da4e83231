"""The solver from Python; the search itself is tested in cpp/tests/solver_test.cpp."""

from __future__ import annotations

import dataclasses
import json
import math
import os
import signal
import threading
import time
from typing import Any

import pytest

import beeline
from beeline import Board, Certificate, Solver, solve
from beeline.networks.zero.packaged import small_network

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


def test_a_network_that_orders_the_moves_changes_positions_and_no_answer() -> None:
    alone, ordered = Solver(5), Solver(5, network=small_network().native)
    nodes = [0, 0]
    for name in Board(5).legal_moves:
        board = Board(5)
        board.play(name)
        answers = [solver.solve(board, all_moves=True) for solver in (alone, ordered)]
        assert answers[0].winner == answers[1].winner
        assert answers[0].winning_moves == answers[1].winning_moves
        nodes = [sum(pair) for pair in zip(nodes, (answer.nodes for answer in answers), strict=True)]
    assert nodes[0] != nodes[1]


def test_a_proof_with_a_network_stands_without_it() -> None:
    board = Board(5)
    board.play("a3")
    answer = Solver(5, network=small_network().native).solve(board, certificate=True)
    assert answer.nodes > 300  # the network has had its say
    assert answer.certificate is not None
    assert answer.certificate.flaw(board) is None


def test_a_table_that_finds_no_memory_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*arguments: object) -> None:
        raise MemoryError

    monkeypatch.setattr(beeline._core, "Solver", full)
    with pytest.raises(ValueError, match=r"^there is no memory for a table of 1,048,576 entries$"):
        Solver(5)


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
    assert (answer.to_move, answer.winner, answer.winning_moves) == ("white", "black", ())
    assert (answer.open_moves, answer.variation) == ((), ())


def test_the_proof_numbers_of_a_won_board_are_those_of_a_win() -> None:
    won = Board(2)
    won.set_up(black=["a1", "a2"], to_move="black")
    answer, as_searched = solve(won), solve(Board(2))
    assert (answer.proof, answer.disproof) == (as_searched.proof, as_searched.disproof) == (0, 1 << 30)
    won.set_up(to_move="white")
    answer = solve(won)
    assert (answer.proof, answer.disproof) == (1 << 30, 0)


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
    assert solver.solve(board, seconds=1e-9).winner is None
    whole = solver.solve(board)
    assert whole.winner == "white"
    again = solver.solve(board, variation=False)
    assert (again.winner, again.nodes) == ("white", 0)
    solver.forget()
    assert solver.solve(board, variation=False).nodes > 50


def test_a_limit_keeps_the_winning_moves_that_are_known() -> None:
    board, solver = Board(6), Solver(6)
    one = Solver(6).solve(board)
    assert one.winning_moves is not None
    assert one.open_moves == ()
    limited = solver.solve(board, all_moves=True, nodes=one.nodes + 600)
    assert limited.nodes == one.nodes + 600
    assert limited.winner == "black"
    assert limited.variation == one.variation
    assert limited.winning_moves is not None
    assert set(one.winning_moves) <= set(limited.winning_moves)
    assert limited.open_moves
    assert limited.as_dict()["open_moves"] == limited.open_moves
    whole = solver.solve(board, all_moves=True)
    assert whole.winning_moves is not None
    assert (len(whole.winning_moves), whole.open_moves) == (24, ())
    assert (
        set(limited.winning_moves)
        < set(whole.winning_moves)
        <= {
            *limited.winning_moves,
            *limited.open_moves,
        }
    )


def test_a_limit_that_the_winner_used_up_leaves_its_move() -> None:
    board = Board(6)
    nodes = solve(board, variation=False).nodes
    answer = solve(board, all_moves=True, certificate=True, nodes=nodes)
    assert (answer.winner, answer.nodes, answer.certificate) == ("black", nodes, None)
    assert answer.winning_moves == answer.variation[:1]
    assert len(answer.open_moves) == 35


def test_without_a_winner_all_moves_are_open() -> None:
    answer = solve(Board(7), all_moves=True, nodes=5)
    assert (answer.winner, answer.winning_moves, answer.variation) == (None, None, ())
    assert answer.open_moves == tuple(Board(7).legal_moves)


@pytest.mark.parametrize(
    ("limit", "complaint"),
    [
        ({"nodes": 0}, "nodes must be 1 or more, not 0"),
        ({"nodes": -5}, "nodes must be 1 or more, not -5"),
        ({"seconds": 0}, "seconds must be more than 0, not 0"),
        ({"seconds": -1.0}, "seconds must be more than 0, not -1.0"),
        ({"seconds": math.nan}, "seconds must be more than 0, not nan"),
    ],
)
def test_limits_that_are_none(limit: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        solve(Board(4), **limit)


def test_a_small_table_gives_the_same_answer() -> None:
    assert solve(Board(4), all_moves=True, table_entries=1).winning_moves == ("d1", "c2", "b3", "a4")
    with pytest.raises(ValueError, match="a table has 1 to 1,073,741,824 entries, not 0"):
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
    past_the_end = dataclasses.replace(certificate, promises=((("a1", 2**32),),))
    assert past_the_end.flaw(board) == "a plan builds on a promise that is not there"


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({"winner": "red"}, "the winner is black or white, not 'red'"),
        ({"winner": []}, "the winner is black or white"),
        ({"first": 5}, "the first move is a cell or null, not 5"),
        ({"promises": 3}, "the promises are a list of lists of plans"),
        ({"promises": {}}, "the promises are a list of lists of plans"),
        ({"promises": ["a1"]}, "the promises are a list of lists of plans"),
        ({"promises": [[["a1", -1]]]}, "there is no promise -1: they count from 0, and there are 1"),
        ({"promises": [[["a1", 2**32]]]}, "there is no promise 4294967296"),
        ({"promises": [[["a1", 0.5]]]}, "a plan is a cell and the number of a promise"),
        ({"promises": [[["a1", True]]]}, "a plan is a cell and the number of a promise"),
        ({"promises": [[[7, 0]]]}, "a plan is a cell and the number of a promise"),
        ({"promises": [[["a1"]]]}, "a plan is a cell and the number of a promise"),
    ],
)
def test_what_is_no_certificate_is_refused(changed: dict[str, Any], complaint: str) -> None:
    fields = {"winner": "black", "first": "a1", "promises": [[]]} | changed
    with pytest.raises(beeline.NotationError, match=f"this is no certificate: {complaint}"):
        Certificate.from_json(json.dumps(fields))


@pytest.mark.parametrize("text", ["{}", "[]", "nothing", '{"winner": "black", "first": null}'])
def test_text_that_is_no_certificate_is_refused(text: str) -> None:
    with pytest.raises(beeline.NotationError, match="this is no certificate"):
        Certificate.from_json(text)
