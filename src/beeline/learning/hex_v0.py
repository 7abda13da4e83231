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

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from beeline.errors import BoardSizeError, extra
from beeline.rules.board import Board
from beeline.rules.cells import SWAP_PIECES
from beeline.rules.game import Colour, opponent

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
    """Without guards. ``size`` is the number of rows, and of columns unless those are given."""

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

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Empties the board. Nothing here is random, so that ``seed`` changes nothing."""
        self._board = Board(self._board.rows, self._board.cols, swap_rule=self._swap)
        self._start()

    def _start(self) -> None:
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
        cells = self._board.rows * self._board.cols
        self._board.play(SWAP_PIECES if int(action) == cells else self._board.name_of(int(action)))
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

    def observe(self, agent: str) -> dict[str, NDArray[np.int8]]:
        board, colour = self._board, AGENTS[agent]
        shown = np.zeros((board.rows, board.cols, _PLANES), dtype=np.int8)
        for plane, of in enumerate((colour, opponent(colour))):
            for name in board.stones(of):
                shown[(*divmod(board.cell_of(name), board.cols), plane)] = 1
        shown[:, :, 2] = colour == "black"
        mask = np.zeros(board.rows * board.cols + self._swap, dtype=np.int8)
        if agent == self.agent_selection:
            for name in board.legal_moves:
                mask[-1 if name == SWAP_PIECES else board.cell_of(name)] = 1
        return {"observation": shown, "action_mask": mask}

    def render(self) -> str | None:
        if self.render_mode == "ansi":
            return str(self._board)
        if self.render_mode == "human":
            print(self._board)
        return None

    def close(self) -> None:
        """Nothing is held."""
