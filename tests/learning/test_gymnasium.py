"""Gymnasium's environments: its own checks, games that agree with the board, many games at once."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from beeline.errors import ArgumentError, IllegalMove
from beeline.learning.envs import HexEnv, HexVectorEnv
from beeline.networks.positions import board_of, positions_of
from beeline.players.levels import levels

PREFIX = "beeline.learning.envs:beeline/"


@pytest.mark.parametrize("colour", ["black", "white", None])
def test_gymnasium_accepts_it(colour: Any) -> None:
    class Legal(HexEnv):
        """The checker draws actions from the space, where most are legal and some are not."""

        def step(self, action: Any) -> Any:
            legal = np.flatnonzero(self.action_masks())
            return super().step(legal[int(action) % len(legal)])

    check_env(Legal(size=5, opponent="random", colour=colour), skip_render_check=True)


def test_every_level_is_an_opponent_by_its_id() -> None:
    for level in levels():
        assert f"beeline/Hex-{level.name.lower()}-v0" in gymnasium.registry
    env = gymnasium.make(f"{PREFIX}Hex-newcomer-v0", size=4)
    _, info = env.reset(seed=1)
    assert info["action_mask"].sum() >= 15
    env.close()


def played(env: HexEnv, seed: int) -> tuple[list[int], float]:
    """The actions of a game of first legal actions, and its reward."""
    _, info = env.reset(seed=seed)
    actions, done, reward = [], False, 0.0
    while not done:
        actions.append(int(np.flatnonzero(info["action_mask"])[0]))
        _, reward, done, _, info = env.step(actions[-1])
    return actions, reward


def test_equal_seeds_give_equal_games() -> None:
    games = [[played(HexEnv(5), seed) for seed in range(8)] for _ in range(2)]
    assert games[0] == games[1]
    assert {reward for _, reward in games[0]} == {1.0, -1.0}


def test_the_learner_sees_itself_first_and_joins_left_and_right() -> None:
    env = HexEnv(3, opponent="random", colour="black")
    env.reset(seed=1)
    seen, *_ = env.step(1)
    assert seen[0, 0, 1] == 1
    assert env._board["a2"] == "black"  # seen in the diagonal: row 0, column 1 is column a, row 2
    assert seen.sum(axis=(1, 2)).tolist() == [1, 1]


def test_a_lost_game_ends_with_minus_one_seen_by_the_loser() -> None:
    env = HexEnv(2, opponent="mcts:simulations=200", colour="white")
    env.reset(seed=3)
    done = False
    while not done:
        seen, reward, done, _, info = env.step(np.flatnonzero(env.action_masks())[0])
    assert reward == -1
    assert not info["action_mask"].any()
    assert seen[1].sum() == seen[0].sum() + 1


def test_an_illegal_action_is_refused() -> None:
    env = HexEnv(3, colour="black")
    env.reset(seed=1)
    env.step(0)
    with pytest.raises(IllegalMove):
        env.step(0)
    with pytest.raises(ArgumentError, match="'black' or 'white'"):
        HexEnv(3, colour="red")  # type: ignore[arg-type]


def test_the_board_can_be_shown() -> None:
    env = HexEnv(2, colour="black", render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == "  a b\n1  . .\n 2  . ."


# Many games


def random_actions(mask: np.ndarray, draw: np.random.Generator) -> np.ndarray:
    return np.argmax(draw.random(mask.shape) * mask, axis=1)


@pytest.mark.parametrize("opponent", ["self", "random"])
def test_many_games_agree_with_boards(opponent: Any) -> None:
    """Every position seen is one that play leads to from the one before: the action, perhaps a reply."""
    envs = HexVectorEnv(16, 4, opponent=opponent)
    draw = np.random.default_rng(1)
    seen, info = envs.reset(seed=1)
    finished = 0
    for _ in range(60):
        before, actions = seen, random_actions(info["action_mask"], draw)
        seen, rewards, ended, truncated, info = envs.step(actions)
        assert not truncated.any()
        assert (ended == (rewards != 0)).all()
        for i in range(16):
            check_step(
                before[i],
                int(actions[i]),
                info["final_obs"][i] if ended[i] else seen[i],
                rewards[i],
                opponent,
            )
        assert (info["action_mask"] == ~seen.any(axis=1).reshape(16, -1)).all()
        finished += int(ended.sum())
    assert finished > 20


def check_step(before: np.ndarray, action: int, after: np.ndarray, reward: float, opponent: str) -> None:
    board = board_of(bits(before))
    board.play(board.name_of(action))
    if board.winner is not None:
        assert reward == 1
        assert (after[0].ravel() == before[0].ravel() + (np.arange(16) == action)).all()
    elif opponent == "self":
        assert reward == 0
        assert (positions_of([board])[0] == bits(after)).all()
    else:
        reply = after[1].astype(bool) & ~before[1].astype(bool)
        assert reply.sum() == 1
        board.play(board.name_of(int(reply.ravel().argmax())))
        assert reward == (0 if board.winner is None else -1)
        assert after[0].ravel()[action] == 1


def bits(stones: np.ndarray) -> np.ndarray:
    return (stones.astype(np.uint32) << np.arange(stones.shape[-1], dtype=np.uint32)).sum(
        axis=-1, dtype=np.uint32
    )


def test_half_of_the_games_begin_with_the_opponents_stone() -> None:
    seen, _ = HexVectorEnv(400, 5).reset(seed=2)
    begun = seen[:, 1].any(axis=(1, 2)).mean()
    assert 0.4 < begun < 0.6
    assert not seen[:, 0].any()


def test_many_games_repeat_with_their_seed() -> None:
    def run() -> list[Any]:
        envs = HexVectorEnv(8, 4)
        draw = np.random.default_rng(0)
        _, info = envs.reset(seed=5)
        told = []
        for _ in range(20):
            seen, rewards, _, _, info = envs.step(random_actions(info["action_mask"], draw))
            told.append((seen.tolist(), rewards.tolist()))
        return told

    assert run() == run()


@pytest.mark.parametrize("actions", [[0, 0, 0], [0, 16], [0, -1]])
def test_no_board_changes_when_an_action_is_illegal(actions: list[int]) -> None:
    envs = HexVectorEnv(2, 4, opponent="self")
    seen, _ = envs.reset(seed=1)
    with pytest.raises(IllegalMove):
        envs.step(np.array(actions))
    envs.step(np.array([3, 3]))
    with pytest.raises(IllegalMove, match="board 0: cell 12 is taken"):  # seen by the other player
        envs.step(np.array([12, 0]))
    assert envs.step(np.array([0, 0]))[0].sum() == 4
    assert not seen.any()


def test_what_was_seen_stays_unless_it_may_be_overwritten() -> None:
    for copy in (True, False):
        envs = HexVectorEnv(2, 4, opponent="self", copy=copy)
        seen, _ = envs.reset(seed=1)
        envs.step(np.array([3, 3]))
        assert bool(seen.any()) == (not copy)


def test_gymnasium_makes_many() -> None:
    envs = gymnasium.make_vec(f"{PREFIX}Hex-random-v0", num_envs=3, size=4)
    assert envs.reset(seed=1)[0].shape == (3, 2, 4, 4)
    assert gymnasium.make_vec(f"{PREFIX}Hex-self-v0", num_envs=2, size=3).reset(seed=1)[0].shape == (
        2,
        2,
        3,
        3,
    )
    with pytest.raises(ArgumentError, match="'random' or 'self'"):
        HexVectorEnv(2, 4, opponent="club")  # type: ignore[arg-type]
