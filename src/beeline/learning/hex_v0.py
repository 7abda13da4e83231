"""Hex as a PettingZoo environment (AEC), for learners that speak that interface.

    from beeline.learning import hex_v0

    env = hex_v0.env(size=11, swap=True)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        mask = observation["action_mask"]
        env.step(None if termination else env.action_space(agent).sample(mask))

Agents are ``player_0``, who is Black, moves first and joins top and bottom, and ``player_1``. An action is a
cell, row × columns + column; with the swap rule the number after the last cell swaps pieces. What an agent
observes is ``int8[rows, columns, 3]``: its own stones, the opponent's, and ones if it joins top and bottom.
The winner gets 1, the loser -1.
"""

from __future__ import annotations

import copy
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from beeline.errors import BoardSizeError, extra
from beeline.rules.board import Board
from beeline.rules.cells import SWAP_PIECES
from beeline.rules.game import Colour

with extra("envs", of="the environment hex_v0"):
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

AGENTS: Final[dict[str, Colour]] = {"player_0": "black", "player_1": "white"}

_PLANES: Final = 3


def env(**options: Any) -> AECEnv:
    """The environment with PettingZoo's usual guards: an illegal move loses, calls must come in order."""
    guarded: AECEnv = wrappers.TerminateIllegalWrapper(raw_env(**options), illegal_reward=-1)
    guarded = wrappers.AssertOutOfBoundsWrapper(guarded)
    return wrappers.OrderEnforcingWrapper(guarded)


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801  # PettingZoo's name for it, and untyped
    """Environment without guards. ``size`` is the number of rows, and of columns unless those are given."""

    metadata: dict[str, Any] = {  # noqa: RUF012  # as PettingZoo declares it
        "name": "hex_v0",
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        size: int = 11,
        columns: int | None = None,
        *,
        swap: bool = False,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._board = Board(size, columns, swap_rule=swap)
        rows, cols = self._board.rows, self._board.cols
        if swap and rows != cols:
            raise BoardSizeError(f"the swap rule is for square boards, not for {rows}×{cols}")
        self._swap, self.render_mode = swap, render_mode
        self.possible_agents = list(AGENTS)
        actions = rows * cols + swap
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, (rows, cols, _PLANES), np.int8),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._start()

    def __copy__(self) -> raw_env:
        return copy.deepcopy(self)

    def __eq__(self, other: object) -> bool:
        """Whether both stand at the same point of the same game; wrapped ones by their ``unwrapped``."""
        if not isinstance(other, raw_env):
            return NotImplemented
        return (self._board, self._board.steps, self._swap, self.agents) == (
            other._board,
            other._board.steps,
            other._swap,
            other.agents,
        )

    __hash__ = None  # type: ignore[assignment]  # an environment changes

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Empties the board. Nothing here is random, so that ``seed`` changes nothing."""
        self._board = Board(self._board.rows, self._board.cols, swap_rule=self._swap)
        self._start()

    def _start(self) -> None:
        self._stones = np.zeros((2, self._board.rows, self._board.cols), dtype=np.int8)
        self.agents = self.possible_agents[:]
        self.agent_selection = self.agents[0]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}

    def step(self, action: Any) -> None:
        """Plays for the selected agent; an illegal action raises ``IllegalMove``."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._play(int(action))
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        winner = self._board.winner
        if winner is not None:
            self.rewards = {name: 1 if AGENTS[name] == winner else -1 for name in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = next(name for name in self.agents if AGENTS[name] == self._board.to_move)
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _play(self, action: int) -> None:
        board = self._board
        colour = 0 if board.to_move == "black" else 1
        if action == board.rows * board.cols:
            board.play(SWAP_PIECES)
            self._stones = np.ascontiguousarray(self._stones[::-1].transpose(0, 2, 1))
        else:
            board.play(board.name_of(action))
            self._stones[colour].flat[action] = 1

    def observe(self, agent: str) -> dict[str, NDArray[np.int8]]:
        own, other = (0, 1) if AGENTS[agent] == "black" else (1, 0)
        shown = np.empty((*self._stones.shape[1:], _PLANES), dtype=np.int8)
        shown[:, :, 0], shown[:, :, 1] = self._stones[own], self._stones[other]
        shown[:, :, 2] = own == 0
        return {"observation": shown, "action_mask": self._mask(agent)}

    def _mask(self, agent: str) -> NDArray[np.int8]:
        cells = self._stones[0].size
        mask = np.zeros(cells + self._swap, dtype=np.int8)
        if agent == self.agent_selection and not self.terminations.get(agent, True):
            mask[:cells] = (self._stones[0] | self._stones[1]).ravel() ^ 1
            if self._swap:
                mask[-1] = self._board.can_swap
        return mask

    def render(self) -> str | None:
        if self.render_mode == "ansi":
            return str(self._board)
        if self.render_mode == "human":
            print(self._board)
        return None

    def close(self) -> None:
        """Nothing is held."""
