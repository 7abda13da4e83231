"""Environments: PettingZoo's own tests, and batches of games against boards."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from beeline import Board
from beeline.errors import BoardSizeError, IllegalMove
from beeline.learning import hex_v0
from beeline.learning.batch import HexBatch
from beeline.networks.positions import positions_of, seen_cell


# PettingZoo warns of every observation with an action mask but those of its own games.
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation is not a? ?NumPy array:UserWarning")
@pytest.mark.parametrize("options", [{"size": 3}, {"size": 5, "swap": True}, {"size": 3, "columns": 4}])
def test_pettingzoo_accepts_it(options: dict[str, int]) -> None:
    api_test(hex_v0.env(**options), num_cycles=60)
    seed_test(lambda: hex_v0.env(**options), num_cycles=40)


def play(env: hex_v0.raw_env, *actions: int) -> None:
    for action in actions:
        env.step(action)


def test_a_game_is_won_and_lost() -> None:
    env = hex_v0.raw_env(size=2)
    assert env.agent_selection == "player_0"
    play(env, 1, 0)
    assert not any(env.terminations.values())
    assert env.observe("player_0")["action_mask"].tolist() == [0, 0, 1, 1]
    assert env.observe("player_1")["action_mask"].tolist() == [0, 0, 0, 0]
    play(env, 2)
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards == {"player_0": 1, "player_1": -1}


def test_agents_see_themselves_first() -> None:
    env = hex_v0.raw_env(size=2)
    play(env, 1)
    own = env.observe("player_0")["observation"]
    other = env.observe("player_1")["observation"]
    assert own[0, 1].tolist() == [1, 0, 1]
    assert other[0, 1].tolist() == [0, 1, 0]


def test_a_swap_is_the_last_action_once() -> None:
    env = hex_v0.raw_env(size=3, swap=True)
    assert env.observe("player_0")["action_mask"][-1] == 0
    play(env, 2)
    assert env.observe("player_1")["action_mask"][-1] == 1
    play(env, 9)
    # c1 becomes White's a3, and Black is to move.
    assert env.observe("player_1")["observation"][2, 0].tolist() == [1, 0, 0]
    assert env.agent_selection == "player_0"
    assert env.observe("player_0")["action_mask"][-1] == 0
    assert hex_v0.raw_env(size=3).action_space("player_0").n == 9


def test_bad_sizes_and_moves_are_refused() -> None:
    with pytest.raises(BoardSizeError, match="square"):
        hex_v0.env(size=3, columns=4, swap=True)
    env = hex_v0.raw_env(size=3)
    play(env, 2)
    with pytest.raises(IllegalMove):
        env.step(2)


def test_rendering_is_the_board() -> None:
    env = hex_v0.raw_env(size=2, render_mode="ansi")
    play(env, 1)
    board = Board(2)
    board.play("b1")
    assert env.render() == str(board)


def test_a_batch_plays_the_games_of_boards() -> None:
    side, count = 5, 20
    games = HexBatch(count, side=side, seed=3)
    boards = [Board(side) for _ in range(count)]
    finished = 0
    for _ in range(100):
        assert (games.positions == positions_of(boards)).all()
        assert games.legal_moves().sum() == sum(len(board.legal_moves) for board in boards)
        moves = games.random_moves().copy()
        won = games.step(moves)
        for number, board in enumerate(boards):
            cell = seen_cell(int(moves[number]), side=side, to_move=board.to_move)
            board.play(board.name_of(cell))
            assert won[number] == (board.winner is not None)
            if won[number]:
                boards[number], finished = Board(side), finished + 1
    assert finished > 50
    assert games.stones().sum() == sum(len(board) for board in boards)


@pytest.mark.parametrize(
    ("moves", "message"),
    [([0, 1], "a move for each of 3 boards"), ([0, 1, 25], "from 0 to 24"), ([7, 12, 3], "board 1: cell 12")],
)
def test_illegal_moves_of_a_batch_change_nothing(moves: list[int], message: str) -> None:
    games = HexBatch(3, side=5)
    games.step(np.array([12, 12, 12], dtype=np.int32))
    before = games.positions.copy()
    with pytest.raises(IllegalMove, match=message):
        games.step(np.array(moves, dtype=np.int32))
    assert (games.positions == before).all()


def test_equal_seeds_give_equal_games() -> None:
    def moves(seed: int) -> list[list[int]]:
        games = HexBatch(8, side=6, seed=seed)
        made = []
        for _ in range(10):
            made.append(games.random_moves().tolist())
            games.step(games._moves)
        return made

    assert moves(1) == moves(1)
    assert moves(1) != moves(2)


def test_a_batch_has_boards_of_a_size() -> None:
    with pytest.raises(BoardSizeError):
        HexBatch(1, side=20)
    with pytest.raises(ValueError, match="1 board or more"):
        HexBatch(0, side=5)


@pytest.mark.parametrize("twin_of", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_an_environment_is_copied_with_its_game(twin_of: Callable[[Any], Any]) -> None:
    env = hex_v0.env(size=4, swap=True)
    env.reset(seed=1)
    play(env, 5, 6)
    twin = twin_of(env)
    play(twin, 7)
    assert env.observe("player_0")["observation"][..., 0].sum() == 1
    assert twin.observe("player_0")["observation"][..., 0].sum() == 2
    play(env, 7)
    for agent in ("player_0", "player_1"):
        assert np.array_equal(env.observe(agent)["observation"], twin.observe(agent)["observation"])
