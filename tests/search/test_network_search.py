"""Tree search with networks written in Python."""

from __future__ import annotations

import os
import re
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from beeline import Board, Game, GoBoard, SearchSettings, TicTacToe, TreeSearch
from beeline.search.games import SearchNetwork
from beeline.search.settings import NetworkSettings

DOCS = Path(__file__).parents[2] / "docs"

Planes = NDArray[np.float32]
Function = Callable[[Planes], Any]


def even(planes: Planes) -> tuple[Planes, Planes]:
    """Thinks that every position is even and every move as likely as the others, a pass included."""
    batch, _, height, width = planes.shape
    return np.full(batch, 0.5, np.float32), np.zeros((batch, height * width + 1), np.float32)


def search_with(function: Any, *, threads: int = 1, **settings: Any) -> TreeSearch:
    network = SearchNetwork(function, NetworkSettings(**settings))
    return TreeSearch(SearchSettings(threads=threads, memory=16), network=network)


@pytest.mark.parametrize("batch", [1, 5])
@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize(
    "board", [Board(5), Board(3, 6), Board(6, 3), GoBoard(5), TicTacToe()], ids=lambda board: repr(board)[:20]
)
def test_every_game_is_searched_with_a_network(board: Game, threads: int, batch: int) -> None:
    analysis = search_with(even, threads=threads, batch=batch).run(board, simulations=200)
    assert analysis.simulations == 200
    assert sum(move.visits for move in analysis.moves) == 200
    assert {move.move for move in analysis.moves} == set(board.legal_moves)
    assert sum(move.prior for move in analysis.moves) == pytest.approx(1)
    assert analysis.root_value == 0.5


def test_planes_of_hex_are_the_board_with_its_frame_as_the_player_to_move_sees_it() -> None:
    asked: list[Planes] = []

    def watch(planes: Planes) -> tuple[Planes, Planes]:
        asked.append(planes.copy())
        return even(planes)

    board = Board(2, 3)
    board.play("a1")  # Black, who joins top and bottom
    board.play("c2")
    board.play("b1")
    search_with(watch, cache=0).run(
        board, simulations=1
    )  # White is to move: transposed, 3 rows and 2 columns
    root = asked[0][0]
    upright = np.array([[2, 0], [2, 0], [0, 1]])  # of White: c2 is his
    shown = root[0, 1:-1, 1:-1] + 2 * root[1, 1:-1, 1:-1]
    assert np.array_equal(shown, upright) or np.array_equal(shown[::-1, ::-1], upright)
    assert root.shape == (4, 5, 4)
    assert root[0, 0].all()
    assert root[0, -1].all()
    assert root[1, :, 0].all()
    assert root[1, :, -1].all()
    assert root[2].sum() == 6
    assert root[3].sum() == 1


def test_planes_of_other_games_are_own_stones_opposing_stones_and_the_last_move() -> None:
    shapes: set[tuple[int, ...]] = set()

    def watch(planes: Planes) -> tuple[Planes, Planes]:
        shapes.add(planes.shape[1:])
        assert planes[0, 0].sum() >= planes[0, 1].sum() - 1
        return even(planes)

    search_with(watch).run(GoBoard(4), simulations=20)
    search_with(watch).run(TicTacToe(), simulations=20)
    assert shapes == {(3, 4, 4), (3, 3, 3)}


def test_the_search_follows_the_policy_and_the_value_of_the_network() -> None:
    favourite = 7  # of a 5×5 board

    def prefers(planes: Planes) -> tuple[Planes, Planes]:
        values, logits = even(planes)
        if planes[0, :2, 1:-1, 1:-1].sum() == 0:
            logits[:, favourite] = 5
        return values, logits

    analysis = search_with(prefers, cache=0).run(Board(5), simulations=50)
    turned = 24 - favourite  # a position is evaluated one way round or the other
    assert analysis.best.move in (Board(5).name_of(favourite), Board(5).name_of(turned))
    assert analysis.best.prior > 0.8


def test_action_values_are_what_unvisited_moves_are_worth() -> None:
    def knows(planes: Planes) -> tuple[Planes, Planes, Planes]:
        values, logits = even(planes)
        chances = np.full_like(logits, 0.1)
        chances[:, 12] = 0.9  # the middle of 5×5, whichever way round
        return values, logits, chances

    assert search_with(knows).run(Board(5), simulations=3).best.move == "c3"
    without = search_with(knows, action_values=False).run(Board(5), simulations=24)
    assert max(move.visits for move in without.moves) < 24


def test_gumbel_selection_considers_so_many_moves() -> None:
    analysis = search_with(even, root="gumbel", considered=4).run(Board(5), simulations=16)
    assert sum(move.visits > 0 for move in analysis.moves) == 4
    assert sum(move.policy for move in analysis.moves) == pytest.approx(1, abs=1e-5)


def test_gumbel_selection_is_for_one_thread() -> None:
    with pytest.raises(ValueError, match="threads must be 1 with root=gumbel"):
        search_with(even, threads=2, root="gumbel").run(Board(5), simulations=16)


def test_a_mixture_with_playouts_changes_the_values() -> None:
    plain = search_with(even).run(Board(5), simulations=51)
    mixed = search_with(even, mix=0.5).run(Board(5), simulations=51)
    assert {move.value for move in plain.moves} == {0.5}
    assert {move.value for move in mixed.moves} != {0.5}
    assert 0.25 <= mixed.best.value <= 0.75


def test_predictions_are_kept() -> None:
    asked: list[int] = []

    def count(planes: Planes) -> tuple[Planes, Planes]:
        asked.append(len(planes))
        return even(planes)

    def evaluations(cache: int) -> int:
        asked.clear()
        search_with(count, cache=cache).run(Board(3), simulations=150)
        return sum(asked)

    assert evaluations(4096) < 0.7 * evaluations(0)


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("at", [1, 2, 20])
def test_an_exception_in_the_network_reaches_the_caller_and_the_search_goes_on(threads: int, at: int) -> None:
    calls = 0

    def fails_once(planes: Planes) -> tuple[Planes, Planes]:
        nonlocal calls
        calls += 1
        if calls == at:
            raise ZeroDivisionError("in the network")
        return even(planes)

    search = search_with(fails_once, threads=threads)
    with pytest.raises(ZeroDivisionError, match="in the network"):
        search.run(Board(5), simulations=500)
    analysis = search.run(Board(5), simulations=100)
    assert analysis.simulations == 100
    assert sum(move.visits for move in analysis.moves) >= 100


def wrong(values: object, logits: object, *more: object) -> Function:
    return lambda planes: (values, logits, *more)


@pytest.mark.parametrize(
    ("function", "sentence"),
    [
        (lambda planes: None, "a tuple of two or three arrays, not NoneType"),
        (lambda planes: np.zeros(2), "a tuple of two or three arrays, not ndarray"),
        (wrong([0.5], np.zeros((1, 9)), 1, 2), "two or three arrays, not 4"),
        (lambda planes: ([0.5],), "two or three arrays, not 1"),
        (wrong([0.5, 0.5], np.zeros((1, 9))), "of 1 positions it gave 2 numbers as values"),
        (wrong([[0.5, 0.5]], np.zeros((1, 9))), "one value per position, not 1 x 2 numbers"),
        (wrong([0.5], np.zeros((1, 8))), "at least 9 logits per position, one per point, not 8"),
        (wrong([0.5], np.zeros((1, 9)), np.zeros((1, 8))), "as many action values as policy logits"),
        (wrong([-0.5], np.zeros((1, 9))), "numbers from 0 to 1, not -0.5"),
        (wrong([float("nan")], np.zeros((1, 9))), "numbers from 0 to 1, not -?nan"),
        (wrong([0.5], np.full((1, 9), np.nan)), "logits must be numbers"),
        (wrong(["x"], np.zeros((1, 9))), "could not convert string to float"),
    ],
)
def test_answers_of_another_shape_are_refused_in_a_sentence(function: Function, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        search_with(function).run(Board(3), simulations=10)


def test_a_network_of_go_has_an_output_for_the_pass() -> None:
    def without_pass(planes: Planes) -> tuple[Planes, Planes]:
        values, logits = even(planes)
        return values, logits[:, :-1]

    with pytest.raises(ValueError, match="predicts 16 moves of a game that has 17"):
        search_with(without_pass).run(GoBoard(4), simulations=10)


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_ends_a_search_with_a_network(threads: int) -> None:
    def slow(planes: Planes) -> tuple[Planes, Planes]:
        time.sleep(0.002)
        return even(planes)

    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        search_with(slow, threads=threads).run(Board(9), seconds=30)
    assert time.monotonic() - began < 10


def test_should_stop_may_answer_anything_that_is_true_or_false() -> None:
    answers: list[Any] = [None, 0, [], "yes"]
    analysis = search_with(even).run(Board(9), should_stop=lambda: answers.pop(0))
    assert analysis.stopped == "interrupted"
    assert answers == []


class TakeAway:
    """Players take one, two or three of a heap; whoever takes the last one wins."""

    def __init__(self, heap: int = 13, to_move: str = "black") -> None:
        self.heap, self.to_move = heap, to_move

    @property
    def legal_moves(self) -> list[str]:
        return [str(n) for n in (1, 2, 3) if n <= self.heap]

    @property
    def winner(self) -> str | None:
        return None if self.heap else ("white" if self.to_move == "black" else "black")

    def play(self, move: str) -> None:
        self.heap -= int(move)
        self.to_move = "white" if self.to_move == "black" else "black"

    def copy(self) -> TakeAway:
        return TakeAway(self.heap, self.to_move)


def knows_take_away(games: list[TakeAway]) -> list[tuple[float, dict[str, float]]]:
    return [(float(game.heap % 4 > 0), dict.fromkeys(game.legal_moves, 1.0)) for game in games]


@pytest.mark.parametrize("batch", [1, 3])
def test_a_game_and_a_network_written_in_python(batch: int) -> None:
    analysis = search_with(knows_take_away, batch=batch).run(TakeAway(14), simulations=30)  # type: ignore[arg-type]
    assert analysis.best.move == "2"
    assert analysis.root_value == 1.0
    assert [move.prior for move in analysis.moves] == pytest.approx([1 / 3] * 3)


@pytest.mark.parametrize(
    ("function", "sentence"),
    [
        (lambda games: None, "a list with one pair per game"),
        (lambda games: [], "a list with one pair per game"),
        (lambda games: [0.5] * len(games), "a pair: its value"),
        (lambda games: [(0.5, 0.5)] * len(games), "a dictionary of priors by move"),
        (lambda games: [(1.5, {})] * len(games), "a number from 0 to 1"),
        (lambda games: [(0.5, {"1": -1.0})] * len(games), "a number, 0 or more; not so that of 1"),
    ],
)
def test_wrong_answers_about_a_python_game_are_refused_and_the_search_goes_on(
    function: Callable[[Any], Any], sentence: str
) -> None:
    answers = [function]
    search = search_with(lambda games: answers[0](games))
    with pytest.raises(ValueError, match=sentence):
        search.run(TakeAway(), simulations=30)  # type: ignore[arg-type]
    answers[0] = knows_take_away
    assert search.run(TakeAway(), simulations=30).best.move == "1"  # type: ignore[arg-type]


def test_the_example_of_the_docs_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(DOCS / "examples")
    text = (DOCS / "explanation" / "search.md").read_text()
    blocks = re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)
    (example,) = [block for block in blocks if "def network(games)" in block]
    names: dict[str, Any] = {}
    exec(example, names)
    assert names["analysis"].best.move == "d"
    assert len(example.splitlines()) <= 14
