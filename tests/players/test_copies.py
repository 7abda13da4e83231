"""A copy of a player, also from a pickle, is a new player of the same string."""

from __future__ import annotations

import copy
import pickle

import pytest

from beeline import Board, make_player


@pytest.mark.parametrize(
    "spec", ["mcts:simulations=50,seed=3", "random:seed=1", "wolve:ply=1", "zero:simulations=4"]
)
def test_players_are_copied_and_pickled(spec: str) -> None:
    player, board = make_player(spec), Board(5)
    chosen = player.choose(board).move
    for twin in (copy.copy(player), copy.deepcopy(player), pickle.loads(pickle.dumps(player))):
        assert twin is not player
        assert (type(twin), twin.spec) == (type(player), player.spec)
        assert twin.choose(board).move == chosen


def test_what_players_find_is_pickled() -> None:
    decision = make_player("mcts:simulations=50,seed=3").choose(Board(4))
    assert pickle.loads(pickle.dumps(decision)) == decision
