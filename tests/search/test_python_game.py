"""A game written in Python runs on the native search; the example of the docs is the one tested."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from beeline import SearchSettings, TreeSearch

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "connect_four.py"


@pytest.fixture(scope="module")
def connect_four() -> ModuleType:
    spec = importlib.util.spec_from_file_location("connect_four", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["connect_four"] = module
    spec.loader.exec_module(module)
    return module


def after(connect_four: ModuleType, moves: str) -> Any:
    game = connect_four.ConnectFour()
    for move in moves:
        game.play(move)
    return game


@pytest.mark.parametrize(
    ("moves", "answer"),
    [
        ("agbgc", "d"),  # White must stop a, b, c from becoming four
        ("aabbcc", "d"),  # Black completes the row
        ("dadbdc", "d"),  # and the column
    ],
)
def test_finds_the_only_move(connect_four: ModuleType, moves: str, answer: str) -> None:
    analysis = TreeSearch(SearchSettings(expand=1)).run(after(connect_four, moves), simulations=3000)
    assert analysis.best.move == answer


def test_a_win_in_one_is_proven_and_ends_the_search(connect_four: ModuleType) -> None:
    analysis = TreeSearch(SearchSettings(expand=1)).run(after(connect_four, "aabbcc"), simulations=100_000)
    assert analysis.best.proof == "win"
    assert analysis.stopped == "proven"
    assert analysis.simulations < 100_000


def test_equal_seeds_give_equal_searches(connect_four: ModuleType) -> None:
    settings = SearchSettings(expand=2, update="amaf", rave=50, seed=3)
    first, second = (TreeSearch(settings).run(after(connect_four, "dd"), simulations=500) for _ in range(2))
    assert first.moves == second.moves


def test_the_tree_is_kept_below_the_moves_played(connect_four: ModuleType) -> None:
    """The example has no history, so its tree is not kept; with one it is."""
    with_history = type("WithHistory", (_History, connect_four.ConnectFour), {})
    search = TreeSearch(SearchSettings(expand=1))
    game = with_history()
    first = search.run(game, simulations=2000)
    game.play(first.best.move)
    second = search.run(game, simulations=1)
    assert sum(move.visits for move in second.moves) > 100


class _History:
    """Adds what the search needs to see that one position follows another."""

    def __init__(self) -> None:
        super().__init__()
        self.moves: list[str] = []

    def play(self, move: str) -> None:
        super().play(move)  # type: ignore[misc]
        self.moves.append(move)

    def copy(self) -> Any:
        game = super().copy()  # type: ignore[misc]
        game.moves = self.moves.copy()
        return game

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _History) and self.moves == other.moves

    __hash__ = None  # type: ignore[assignment]


def test_an_error_in_the_game_reaches_the_caller(connect_four: ModuleType) -> None:
    class Broken(connect_four.ConnectFour):  # type: ignore[misc, name-defined]
        def play(self, move: str) -> None:
            if sum(map(len, self.columns)) > 3:
                raise RuntimeError("the stones fell off")
            super().play(move)

    with pytest.raises(RuntimeError, match="fell off"):
        TreeSearch().run(Broken(), simulations=100)


def test_a_game_without_moves_and_winner_is_refused(connect_four: ModuleType) -> None:
    class Stuck(connect_four.ConnectFour):  # type: ignore[misc, name-defined]
        legal_moves = ()

    with pytest.raises(ValueError, match="no legal move"):
        TreeSearch().run(Stuck(), simulations=100)
