"""A copy of a player, also from a pickle, is a new player of the same string."""

from __future__ import annotations

import copy
import pickle
import sys
from contextlib import closing

import pytest

from beeline import Board, make_player, player_kinds

PLAYERS = {
    "ezo": "ezo:ply=1,width=2",
    "gtp": f'gtp:command="{sys.executable} -m beeline gtp --player random:seed=1"',
    "hivemind": "hivemind:simulations=20,seed=3",
    "mcts": "mcts:simulations=50,seed=3",
    "neurodynamic": "neurodynamic",
    "neurohex": "neurohex",
    "oldezo": "oldezo:ply=1,width=2",
    "random": "random:seed=1",
    "resistance": "resistance",
    "wolve": "wolve:ply=1",
    "zero": "zero:simulations=4",
}
SIZES = {"ezo": 7, "neurodynamic": 3, "neurohex": 7}
"""Boards for which the package has a network, where not every board will do."""


@pytest.mark.parametrize("kind", player_kinds())
def test_players_are_copied_and_pickled(kind: str) -> None:
    player, board = make_player(PLAYERS[kind]), Board(SIZES.get(kind, 5))
    with closing(player):
        chosen = player.choose(board).move
        for twin in (copy.copy(player), copy.deepcopy(player), pickle.loads(pickle.dumps(player))):
            assert twin is not player
            assert (type(twin), twin.spec) == (type(player), player.spec)
            with closing(twin):
                assert twin.choose(board).move == chosen


def test_what_players_find_is_pickled() -> None:
    decision = make_player("mcts:simulations=50,seed=3").choose(Board(4))
    assert pickle.loads(pickle.dumps(decision)) == decision
