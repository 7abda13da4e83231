"""Games of EZO-CNN against itself."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from beeline import Board
from beeline.learning.ezo.learner import Learner
from beeline.learning.ezo.self_play import play_games, solved
from beeline.learning.ezo.system import PRESETS
from beeline.networks.ezo.onnx_network import onnx_model
from beeline.networks.weights import random_weights
from tests.learning.ezo.played import task_of

TINY = PRESETS["tiny"]


def test_games_are_legal_and_won_by_the_winner() -> None:
    settings = replace(TINY, side=5, games=30, latest_start=8)
    result = play_games(task_of(settings, Learner(settings)))
    assert len(result.games) == 30
    assert result.positions > 100
    assert 0 < result.seconds[1] < result.seconds[0]
    for played in result.games:
        board = Board(5)
        for move in played.moves:
            board.play(board.name_of(move))
        assert board.winner == (None, "black", "white")[played.winner]


def test_every_network_plays() -> None:
    """With weights that make the older networks certain, games differ from those of one network."""
    settings = replace(TINY, side=5, games=20, noise=0.0)
    learner = Learner(settings)
    other = random_weights(settings.architecture.shapes(), np.random.default_rng(9))
    model = onnx_model(settings.architecture, other)
    ours = learner.players()[0]
    alone = play_games(task_of(settings, learner, networks=(ours, ours, ours)))
    mixed = play_games(task_of(settings, learner, networks=(ours, model, ours)))
    assert 0 < sum(a == b for a, b in zip(alone.games, mixed.games, strict=True)) < 20


def test_the_solver_tells_the_winners_that_it_proves() -> None:
    settings = replace(TINY, side=5, games=6, latest_start=1)
    games = play_games(task_of(settings, Learner(settings))).games
    full = solved(games, side=5, nodes=100_000)
    for played in full:
        assert len(played.proven) == len(played.moves)
        assert 0 not in played.proven
        assert played.proven[-1] == played.winner
        # A move of the loser's does not change who wins; a winner's may.
        for ply in range(1, len(played.moves)):
            mover = 1 + ply % 2
            if played.proven[ply - 1] != mover:
                assert played.proven[ply] == played.proven[ply - 1]
    few = solved(games, side=5, nodes=1)
    assert any(0 in played.proven for played in few)
    assert all(
        a in (0, b)
        for one, other in zip(few, full, strict=True)
        for a, b in zip(one.proven, other.proven, strict=True)
    )
