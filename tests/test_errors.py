"""What can go wrong is in one tree, and a program ends with a line for it alone."""

from __future__ import annotations

import inspect
import pkgutil
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import Any

import numpy as np
import pytest

import beeline
from beeline import Board, GoBoard, SearchSettings, TicTacToe, TreeSearch, errors, make_player
from beeline.errors import BeelineError
from beeline.interfaces.main import main
from beeline.learning.ezo.system import EzoSettings
from beeline.rules.y import YBoard
from beeline.search.alpha_beta import AlphaBetaSettings, alpha_beta

RANDOM: Any = lambda: make_player("random")  # noqa: E731


def every_error() -> set[type[BeelineError]]:
    found: set[type[BeelineError]] = set()
    todo: list[type[BeelineError]] = [BeelineError]
    for error in todo:
        found.add(error)
        todo.extend(error.__subclasses__())
    return found


def test_every_error_is_defined_and_drawn_in_one_place() -> None:
    for module in pkgutil.walk_packages(beeline.__path__, "beeline."):
        if not module.name.endswith("__main__"):
            with suppress(errors.MissingExtra):
                import_module(module.name)
    ours = {error for error in every_error() if error.__module__.startswith("beeline")}
    assert {error.__module__ for error in ours} == {"beeline.errors"}
    drawn = set(re.findall(r"[├└]── (\w+)", inspect.getdoc(errors) or "")) | {"BeelineError"}
    assert {error.__name__ for error in ours} == drawn


def ended_by(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise error

    monkeypatch.setattr("beeline.interfaces.main.application", lambda: fail)
    monkeypatch.setattr(sys, "argv", ["beeline", "bench"])
    main()


@pytest.mark.parametrize(
    "error", [errors.PlayerError("no such player"), FileNotFoundError(2, "no such file")]
)
def test_what_is_ours_or_the_systems_is_one_line(
    error: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        ended_by(error, monkeypatch)
    assert end.value.code == 2
    assert capsys.readouterr().err == f"beeline: {error}\n"


@pytest.mark.parametrize("error", [ValueError("shapes do not match"), TypeError("a bug"), KeyError("x")])
def test_a_bug_is_not_swallowed(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(type(error)):
        ended_by(error, monkeypatch)


@pytest.mark.parametrize("move", [None, 3, ("a", 1), b"a1"])
@pytest.mark.parametrize(
    "use",
    [
        lambda move: Board(3).play(move),
        lambda move: Board(3).is_legal(move),
        lambda move: Board(3)[move],
        lambda move: Board(3).set_up(black=[move]),
        lambda move: Board(3).neighbours(move),
        lambda move: GoBoard(3).play(move),
        lambda move: TicTacToe().play(move),
    ],
)
def test_a_move_that_is_no_text_is_a_type_error(use: Callable[[Any], object], move: object) -> None:
    with pytest.raises(TypeError, match="a move is its name, a text such as 'e4', not"):
        use(move)


@pytest.mark.parametrize(
    ("use", "sentence"),
    [
        (lambda: beeline.make_player(3), "a player is named by a text such as"),
        (lambda: beeline.make_player(None), "a player is named by a text such as"),
        (lambda: RANDOM().choose(None), "a player takes a position of a game"),
        (lambda: RANDOM().choose("x"), "a player takes a position of a game"),
        (lambda: RANDOM().choose(Board), "a player takes a position of a game"),
        (lambda: RANDOM().choose(Board(3), 3), r"a limit is a beeline\.Limit, such as"),
        (lambda: TreeSearch(3), r"settings are beeline\.SearchSettings, not 3"),
        (lambda: TreeSearch().run(None, simulations=1), "a search takes a position of a game"),
        (lambda: TreeSearch().run(Board(3), simulations="x"), "simulations must be a whole number, not 'x'"),
        (lambda: TreeSearch().run(Board(3), should_stop=3), "should_stop must be a function"),
        (lambda: alpha_beta(GoBoard(3)), "alpha_beta takes a Hex position"),
        (lambda: beeline.solve(Board(3), seconds="x"), "seconds must be a number, not 'x'"),
        (lambda: beeline.solve(Board(3), nodes=1.5), "nodes must be a whole number, not 1.5"),
        (lambda: beeline.Limit(seconds="x"), "seconds must be a number, not 'x'"),
        (lambda: beeline.Limit(should_stop=3), "should_stop must be a function without arguments, not 3"),
        (lambda: SearchSettings(threads="2"), "threads must be a whole number, not '2'"),
        (lambda: SearchSettings(rave="x"), "rave must be a number, not 'x'"),
        (lambda: EzoSettings(epochs=None), "epochs must be a whole number, not None"),
        (lambda: Board.from_sgf(3), "SGF is a text, not 3"),
        (lambda: Board.from_hexworld(None), "a HexWorld link is a text, not None"),
        (lambda: Board.from_text(5), "a drawn board is a text, not 5"),
        (lambda: Board(3).to_sgf(result=3), "result is a text, not 3"),
        (lambda: Board("x"), "rows must be a whole number, not 'x'"),
        (lambda: Board(5.5), r"rows must be a whole number, not 5\.5"),
        (lambda: Board(5, "x"), "cols must be a whole number, not 'x'"),
        (lambda: GoBoard("x"), "size must be a whole number, not 'x'"),
        (lambda: YBoard(2.5), r"size must be a whole number, not 2\.5"),
        (lambda: Board(3).play("a1", colour=1), "a colour is a text, 'black' or 'white', not 1"),
        (lambda: Board(3).play("a1", colour=0), "a colour is a text, 'black' or 'white', not 0"),
        (lambda: Board(3).stones(None), "a colour is a text, 'black' or 'white', not None"),
        (lambda: GoBoard(3).set_up(to_move=2), "a colour is a text, 'black' or 'white', not 2"),
        (lambda: beeline.opponent(1), "a colour is a text, 'black' or 'white', not 1"),
        (lambda: beeline.connections(Board(3), fulls="x"), "fulls must be a whole number, not 'x'"),
    ],
)
def test_a_value_of_a_wrong_type_is_a_type_error_with_a_sentence(
    use: Callable[[], object], sentence: str
) -> None:
    with pytest.raises(TypeError, match=f"^{sentence}"):
        use()


@pytest.mark.parametrize(
    ("use", "error", "sentence"),
    [
        (lambda: SearchSettings(amaf=2), errors.ArgumentError, "amaf must be from 0 to 1, not 2"),
        (lambda: SearchSettings(amaf=0.5, update="path"), errors.ArgumentError, "amaf and rave weigh"),
        (lambda: TreeSearch().run(Board(3)), errors.ArgumentError, "a search needs a limit"),
        (lambda: TreeSearch().run(Board(3), seconds=-1), errors.ArgumentError, "seconds must be more than 0"),
        (lambda: beeline.solve(Board(3), seconds=-1), errors.ArgumentError, "seconds must be more than 0"),
        (lambda: beeline.solve(Board(3), nodes=0), errors.ArgumentError, "nodes must be 1 or more, not 0"),
        (lambda: beeline.Limit(simulations=0), errors.ArgumentError, "simulations must be 1 or more"),
        (lambda: beeline.opponent("red"), errors.NotationError, "a colour is 'black' or 'white', not 'red'"),
        (lambda: Board(3).play("a1", colour=""), errors.NotationError, "a colour is 'black' or 'white'"),
        (lambda: Board(20), errors.BoardSizeError, "a Hex board has 1 to 19 rows"),
        (lambda: make_player("mcts:amaf=2"), errors.PlayerError, "player 'mcts:amaf=2': amaf must be"),
        (lambda: make_player("gtp:seconds=1"), errors.PlayerError, "an outside program needs its command"),
    ],
)
def test_a_value_out_of_range_is_an_error_of_ours(
    use: Callable[[], object], error: type[BeelineError], sentence: str
) -> None:
    with pytest.raises(error, match=sentence):
        use()


def test_numbers_of_numpy_are_numbers() -> None:
    assert Board(np.int64(5)).rows == 5
    assert SearchSettings(threads=np.int32(1), rave=np.float32(2), exploration=1).rave == 2
    assert beeline.Limit(seconds=1, simulations=np.int64(5)).simulations == 5


def test_a_bug_in_a_player_is_not_made_its_options_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def create(options: object) -> None:
        raise ValueError("shapes do not match")

    monkeypatch.setattr("beeline.players.kinds.random.create", create)
    with pytest.raises(ValueError, match="shapes do not match") as raised:
        make_player("random")
    assert not isinstance(raised.value, BeelineError)


def test_no_error_of_ours_stands_outside_the_tree() -> None:
    """But private ones, which never leave their module."""
    for module in list(sys.modules.values()):
        if getattr(module, "__name__", "").startswith("beeline."):
            for name, kind in vars(module).items():
                if isinstance(kind, type) and issubclass(kind, Exception) and not name.startswith("_"):
                    ours = kind.__module__.startswith("beeline.")
                    assert not ours or issubclass(kind, BeelineError), f"{module.__name__}.{name}"


def test_a_limit_is_one_object_for_every_search() -> None:
    board, asked = Board(5), []

    def stop() -> bool:
        asked.append(1)
        return True

    assert TreeSearch().run(board, beeline.Limit(simulations=50)).simulations == 50
    assert TreeSearch().run(board, beeline.Limit(simulations=50), simulations=20).simulations == 20
    limit = beeline.Limit(should_stop=stop)
    for stopped in (
        TreeSearch().run(board, limit).stopped,
        alpha_beta(Board(9), AlphaBetaSettings(ply=50), limit=limit).stopped,
        beeline.solve(Board(8), limit=limit).stopped,
    ):
        assert stopped == "interrupted"
    assert len(asked) >= 3
    both = limit.within(should_stop=lambda: False).should_stop
    assert both is not None
    assert both()
