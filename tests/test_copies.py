"""Players, environments, searches and reports are copied, pickled and compared."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import pytest

import beeline
from beeline import Board, Limit, Player, SearchSettings, Solver, TreeSearch, make_player
from beeline.learning import hex_v0
from beeline.learning.batch import HexBatch
from beeline.learning.envs import HexEnv, HexVectorEnv
from beeline.players.base import Decision
from beeline.rules.game import Game


def pickled(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


ways = pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, pickled], ids=["copy", "deepcopy", "pickle"])
Way = Callable[[Any], Any]


@ways
def test_players_of_one_string_are_equal(way: Way) -> None:
    player = make_player("mcts:simulations=50,seed=3")
    assert way(player) == player
    assert len({player, way(player)}) == 1
    assert player != make_player("mcts:simulations=50,seed=4")
    assert player != "mcts:simulations=50,seed=3"


def test_players_without_a_string_equal_only_themselves() -> None:
    class First(Player):
        def decide(self, board: Game, limit: Limit) -> Decision:
            return Decision(board.legal_moves[0])

    player = First()
    assert player == player
    assert player != First()
    assert len({player, First()}) == 2


def pettingzoo_env() -> Any:
    env = hex_v0.raw_env(size=4, swap=True)
    env.reset()
    env.step(5)
    return env


def gymnasium_env() -> Any:
    env = HexEnv(4, opponent="random", colour="black")
    env.reset(seed=1)
    return env


def vector_env() -> Any:
    envs = HexVectorEnv(8, 4)
    envs.reset(seed=1)
    return envs


def batch() -> Any:
    games = HexBatch(8, side=4, seed=1)
    games.step(games.random_moves())
    return games


STEPS: dict[Callable[[], Any], Callable[[Any], Any]] = {
    pettingzoo_env: lambda env: env.step(6),
    gymnasium_env: lambda env: env.step(int(env.action_masks().argmax())),
    vector_env: lambda envs: envs.step(envs.random_actions()),
    batch: lambda games: games.step(games.random_moves()),
}


@ways
@pytest.mark.parametrize("make", STEPS, ids=lambda make: make.__name__)
def test_a_copy_of_an_environment_leads_its_own_life(make: Callable[[], Any], way: Way) -> None:
    original = make()
    twin = way(original)
    assert twin == original == make()
    STEPS[make](twin)
    assert twin != original
    assert original == make()
    STEPS[make](original)
    assert twin == original


def test_environments_that_differ_only_in_their_options_differ() -> None:
    assert hex_v0.raw_env(size=4) != hex_v0.raw_env(size=4, swap=True)
    assert hex_v0.raw_env(size=4) != hex_v0.raw_env(size=5)
    assert HexEnv(4) != HexEnv(4, opponent="newcomer")
    assert HexVectorEnv(4, 4) != HexVectorEnv(4, 4, opponent="self")
    assert HexVectorEnv(4, 4, seed=1) != HexVectorEnv(4, 4, seed=2)
    assert HexBatch(4, side=4, seed=1) != HexBatch(4, side=4, seed=2)
    assert gymnasium_env() != "a game"


def test_wrapped_environments_are_compared_by_what_they_wrap() -> None:
    name = "beeline.learning.envs:beeline/Hex-random-v0"
    env = gymnasium.make(name, size=4)
    env.reset(seed=1)
    assert copy.deepcopy(env).unwrapped == env.unwrapped
    guarded = hex_v0.env(size=4)
    guarded.reset()
    assert pickled(guarded).unwrapped == guarded.unwrapped


@ways
def test_a_copy_of_a_search_has_its_settings_and_a_tree_of_its_own(way: Way) -> None:
    search, board = TreeSearch(SearchSettings(seed=7, exploration=0.5)), Board(5)
    first = search.run(board, simulations=200)
    twin = way(search)
    assert twin.settings == search.settings
    assert twin.run(board, simulations=200).moves == first.moves


@ways
def test_a_copy_of_a_solver_solves(way: Way) -> None:
    solver = Solver(3, 4, table_entries=64)
    twin = way(solver)
    assert (twin.rows, twin.cols) == (3, 4)
    assert twin.solve(Board(3, 4)).winner == solver.solve(Board(3, 4)).winner


@ways
def test_a_copy_of_connections_answers_questions(way: Way) -> None:
    board = Board(4)
    board.play("b3")
    found = beeline.connections(board, fulls=2)
    board.play("c2")  # the report keeps the position that it is of
    twin = way(found)
    assert twin == found
    assert list(twin.connections("black")) == list(found.connections("black"))
