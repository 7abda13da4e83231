"""One search, solver or board in several threads: right, or a RuntimeError that says so; never a crash."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from beeline import Board, GoBoard, SearchSettings, Solver, TicTacToe, TreeSearch, _core, make_player
from beeline.search.alpha_beta import AlphaBetaSettings, alpha_beta

RUNNING = "is running already, in another thread or around this call: use one per thread"


def in_threads(action: Callable[[], Any], *, threads: int = 4, rounds: int = 5) -> list[Exception]:
    """What went wrong when several threads did the same again and again."""
    failures: list[Exception] = []

    def repeat() -> None:
        for _ in range(rounds):
            try:
                action()
            except Exception as error:
                failures.append(error)

    workers = [threading.Thread(target=repeat) for _ in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return failures


def only_refusals(failures: list[Exception]) -> bool:
    return all(isinstance(error, RuntimeError) and RUNNING in str(error) for error in failures)


@pytest.mark.parametrize("board", [Board(7), GoBoard(5), TicTacToe()], ids=["hex", "go", "tictactoe"])
def test_one_search_in_four_threads_refuses_all_but_one(board: Any) -> None:
    search = TreeSearch(SearchSettings(memory=16))
    failures = in_threads(lambda: search.run(board, simulations=20_000))
    assert only_refusals(failures)
    assert search.run(board, simulations=100).simulations <= 100


def test_one_player_in_three_threads() -> None:
    player = make_player("mcts:simulations=5000,knowledge=50,memory=16")
    assert only_refusals(in_threads(lambda: player.choose(Board(6)), threads=3))
    assert player.choose(Board(6)).move in Board(6).legal_moves


def test_one_solver_in_four_threads() -> None:
    solver = Solver(5)
    assert only_refusals(in_threads(lambda: solver.solve(Board(5), seconds=0.3)))
    assert solver.solve(Board(5)).winner == "black"


def test_one_native_alpha_beta_in_four_threads() -> None:
    native = _core.AlphaBeta(7, 7, connections=True)
    board = _core.HexBoard(7, 7)

    def run() -> None:
        native.run(board, ply=2, width=10, exact=True, seconds=None, should_stop=None)

    assert only_refusals(in_threads(run, threads=3, rounds=2))


def test_a_search_entered_again_from_should_stop_refuses() -> None:
    search = TreeSearch(SearchSettings(memory=16))

    def enter() -> bool:
        search.run(Board(5), simulations=10)
        return False

    with pytest.raises(RuntimeError, match=RUNNING):
        search.run(Board(5), seconds=5, should_stop=enter)
    assert search.run(Board(5), simulations=10).simulations == 10


def test_a_search_reset_from_should_stop_refuses() -> None:
    search = TreeSearch(SearchSettings(memory=16))

    def reset() -> bool:
        search.reset()
        return False

    with pytest.raises(RuntimeError, match=RUNNING):
        search.run(Board(5), seconds=5, should_stop=reset)


@pytest.mark.parametrize("call", ["reset", "advance", "run"])
def test_a_native_search_refuses_every_call_while_it_runs(call: str) -> None:
    search = TreeSearch(SearchSettings(memory=16))
    search.run(Board(5), simulations=10)
    assert search._on is not None
    native = search._on.native
    limits = _core.Limits(simulations=10, seconds=None, decided=False, should_stop=None)
    arguments: dict[str, tuple[Any, ...]] = {
        "reset": (),
        "advance": ([0],),
        "run": (_core.HexBoard(5, 5), _core.Continuation(_core.ContinuationKind.DEFAULT), limits),
    }

    def enter() -> bool:
        getattr(native, call)(*arguments[call])
        return False

    with pytest.raises(RuntimeError, match=RUNNING):
        search.run(Board(5), seconds=5, should_stop=enter)


def test_a_solver_entered_again_from_should_stop_refuses() -> None:
    solver = Solver(7)

    def enter() -> bool:
        solver.solve(Board(7), nodes=10)
        return False

    with pytest.raises(RuntimeError, match=RUNNING):
        solver.solve(Board(7), seconds=5, should_stop=enter)


def test_a_solver_that_forgets_from_should_stop_refuses() -> None:
    solver = Solver(7)

    def forget() -> bool:
        solver._native.forget()
        return False

    with pytest.raises(RuntimeError, match=RUNNING):
        solver.solve(Board(7), seconds=5, should_stop=forget)


def test_a_search_entered_again_from_its_network_refuses() -> None:
    from beeline.search.games import SearchNetwork

    def enter(_: Any) -> Any:
        return search.run(Board(5), simulations=10)

    search = TreeSearch(SearchSettings(memory=16), network=SearchNetwork(enter))
    with pytest.raises(RuntimeError, match=RUNNING):
        search.run(Board(5), simulations=10)


@pytest.mark.parametrize(
    "look",
    [
        lambda board: TreeSearch(SearchSettings(memory=16, knowledge=20)).run(board, simulations=3000),
        lambda board: alpha_beta(board, AlphaBetaSettings(ply=2, width=8)),
        lambda board: Solver(7).solve(board, seconds=0.1),
        lambda board: _core.Connections(board._native),
        lambda board: _core.characteristics_after_moves(board._native),
        lambda board: _core.exact_action_values(board._native, 1),
    ],
    ids=["tree", "alpha-beta", "solver", "connections", "characteristics", "action values"],
)
def test_a_board_may_change_while_it_is_looked_at(look: Callable[[Board], Any]) -> None:
    board = Board(7)
    for move in ("d4", "c3", "e5"):
        board.play(move)
    stop = threading.Event()

    def change() -> None:
        while not stop.is_set():
            board.play("b2")
            board.play("f6")
            time.sleep(0)
            board.undo()
            board.undo()

    changing = threading.Thread(target=change)
    changing.start()
    try:
        for _ in range(8):
            look(board)
    finally:
        stop.set()
        changing.join()


@pytest.mark.parametrize("colour", [0, 3, 255, -1])
def test_colours_other_than_the_two_are_refused(colour: int) -> None:
    board, go = _core.HexBoard(3, 3), _core.GoBoard(3, 1.0)
    for call in (
        lambda: board.play(0, colour),
        lambda: board.set_up(0, colour),
        lambda: setattr(board, "to_move", colour),
        lambda: go.play(0, colour),
        lambda: go.set_up(0, colour),
        lambda: go.captures(colour),
        lambda: _core.Connections(board).must_play(colour),
        lambda: _core.circuit_links(board, colour, 0),
    ):
        with pytest.raises(ValueError, match=rf"a colour is 1 \(Black\) or 2 \(White\), not {colour}"):
            call()  # type: ignore[no-untyped-call]
    assert board.legal_moves() == list(range(9))
