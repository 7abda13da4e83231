"""Hex as Gymnasium environments: one game against an opponent, and thousands of games in one call.

    import gymnasium

    env = gymnasium.make("beeline.learning.envs:beeline/Hex-casual-v0", size=7)
    many = gymnasium.make_vec("beeline.learning.envs:beeline/Hex-random-v0", num_envs=4096, size=11)

There is an id for a random opponent and one for each level, ``beeline/Hex-newcomer-v0`` to
``beeline/Hex-strongest-v0``; ``beeline/Hex-v0`` takes any player as ``opponent``.

An observation is ``int8[2, size, size]``, the stones of the player to move and of the opponent, turned so
that the player to move joins left and right (:mod:`beeline.networks.positions`). An action is a cell as it is
seen there, row × size + column. The reward is 1 for a win and -1 for a loss. ``info["action_mask"]`` has the
legal actions, and so has ``env.action_masks()``, which sb3-contrib asks for.
"""

from __future__ import annotations

import copy
from typing import Any, Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from beeline.errors import ArgumentError, IllegalMove, extra
from beeline.learning.batch import HexBatch
from beeline.networks.positions import positions_of, seen_cell
from beeline.players import Player, make_player
from beeline.players.levels import levels
from beeline.players.registry import with_seed
from beeline.rules.board import Board
from beeline.rules.game import COLOURS, Colour

with extra("envs", of="the environment Hex-v0"):
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

Stones: TypeAlias = NDArray[np.int8]
Mask: TypeAlias = NDArray[np.bool_]
Adversary = Literal["random", "self"]

_SEEDS: Final = 1 << 31


def _spaces(size: int) -> tuple[spaces.Space[Any], spaces.Space[Any]]:
    return spaces.Box(0, 1, (2, size, size), np.int8), spaces.Discrete(size * size)


class HexEnv(gymnasium.Env[Stones, np.int64]):
    """One game against a player of the package.

    ``opponent`` is a player string or a level. ``colour`` is that of the learner, drawn from the seed unless
    given; as White it comes to a board with the opponent's first stone.
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012  # as Gymnasium declares it

    def __init__(
        self,
        size: int = 11,
        *,
        opponent: str = "random",
        colour: Colour | None = None,
        render_mode: str | None = None,
    ) -> None:
        if colour not in (None, *COLOURS):
            raise ArgumentError(f"the colour is 'black' or 'white', not {colour!r}")
        self.render_mode = render_mode
        self.observation_space, self.action_space = _spaces(size)
        self._opponent, self._colour = opponent, colour
        self._player: Player | None = None
        self._board = Board(size)

    def __copy__(self) -> HexEnv:
        return copy.deepcopy(self)

    def __eq__(self, other: object) -> bool:
        """Whether both stand at the same point of the same game against the same opponent."""
        if not isinstance(other, HexEnv):
            return NotImplemented
        return (self._board, self._board.steps, self._colour, self._opponent, self._player) == (
            other._board,
            other._board.steps,
            other._colour,
            other._opponent,
            other._player,
        )

    __hash__ = None  # type: ignore[assignment]  # an environment changes

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Stones, dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None or self._player is None:
            self._seat_opponent()
        own: Colour = self._colour or COLOURS[int(self.np_random.integers(2))]
        self._board = Board(self._board.rows)
        if own == "white":
            self._reply()
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[Stones, float, bool, bool, dict[str, Any]]:
        """Plays the action and the opponent's answer; an illegal action raises IllegalMove."""
        board, own = self._board, self._board.to_move
        board.play(board.name_of(seen_cell(int(action), side=board.rows, to_move=own)))
        if board.winner is None:
            self._reply()
        won = board.winner
        reward = 0.0 if won is None else 1.0 if won == own else -1.0
        return self._seen(own), reward, won is not None, False, self._info()

    def action_masks(self) -> Mask:
        """The legal actions, as the algorithms of sb3-contrib ask for them."""
        stones = self._seen()
        if self._board.winner is not None:
            return np.zeros(stones[0].size, dtype=np.bool_)
        return ~stones.any(axis=0).ravel()

    def render(self) -> str | None:
        return str(self._board) if self.render_mode == "ansi" else None

    def close(self) -> None:
        if self._player is not None:
            self._player.close()
            self._player = None

    def _seat_opponent(self) -> None:
        self.close()
        seeded = with_seed(self._opponent, int(self.np_random.integers(_SEEDS)))
        self._player = make_player(seeded or self._opponent)

    def _reply(self) -> None:
        assert self._player is not None
        self._board.play(self._player.choose(self._board).move)

    def _seen(self, by: Colour | None = None) -> Stones:
        """The board as the learner sees it, whose turn it is unless the game is over."""
        position = positions_of([self._board])[0]
        bits = position[..., None] >> np.arange(self._board.cols, dtype=np.uint32) & 1
        stones: Stones = bits.astype(np.int8)
        if by is not None and by != self._board.to_move:
            stones = np.ascontiguousarray(stones[::-1].transpose(0, 2, 1))
        return stones

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks()}


class HexVectorEnv(VectorEnv[Stones, NDArray[np.int64], NDArray[Any]]):
    """Games on the native batch, stepped together.

    With ``opponent="random"`` every action is answered by a random move; with ``"self"`` the learner plays
    both sides, each step for the player to move, and a reward of 1 is that of the one who moved. A game that
    ends begins anew in the same step (``AutoresetMode.SAME_STEP``); ``info["final_obs"]`` has its end, as the
    learner saw it.

    Observations, masks and rewards are overwritten by the next step unless ``copy`` is asked for.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        size: int = 11,
        *,
        opponent: Adversary = "random",
        copy: bool = True,
        seed: int = 0,
    ) -> None:
        if opponent not in ("random", "self"):
            raise ArgumentError(f"the opponent of many games at once is 'random' or 'self', not {opponent!r}")
        self.num_envs, self.size, self.opponent = num_envs, size, opponent
        self._copies = copy
        self.single_observation_space, self.single_action_space = _spaces(size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._stones = np.empty((num_envs, 2, size * size), dtype=np.bool_)
        self._mask = np.empty((num_envs, size * size), dtype=np.bool_)
        self._start(seed)

    def __copy__(self) -> HexVectorEnv:
        return copy.deepcopy(self)

    def __eq__(self, other: object) -> bool:
        """Whether all boards are the same, and the opponent will answer alike."""
        if not isinstance(other, HexVectorEnv):
            return NotImplemented
        mine, its = self._draw.bit_generator.state, other._draw.bit_generator.state
        return (self.opponent, self._batch, mine) == (other.opponent, other._batch, its)

    __hash__ = None  # type: ignore[assignment]  # an environment changes

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Stones, dict[str, Any]]:
        """Empties all boards; with the opponent of ``"random"``, half of them have its first stone."""
        first = seed if isinstance(seed, int) or seed is None else seed[0]
        super().reset(seed=first)
        self._start(int(self.np_random.integers(_SEEDS)) if first is None else first)
        return self._look(), {"action_mask": self._shown(self._mask)}

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Stones, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Plays an action on every board; one that is illegal raises IllegalMove, and no board is changed."""
        moves = np.ascontiguousarray(actions, dtype=np.int32)
        self._check(moves)
        rewards = np.zeros(self.num_envs)
        won = self._batch.step(moves, checked=False)
        rewards[won] = 1.0
        ended = won.copy()
        finals = {int(i): self._final(i, moves[i]) for i in np.flatnonzero(won)}
        if self.opponent == "random":
            self._answer(rewards, ended, finals)
        observations = self._look()
        info: dict[str, Any] = {"action_mask": self._shown(self._mask)}
        if finals:
            info |= _final_info(finals, self.num_envs)
        return observations, rewards, ended, np.zeros(self.num_envs, dtype=np.bool_), info

    def random_actions(self) -> NDArray[np.int32]:
        """A legal action for every board, each equally likely; overwritten by the next call."""
        return self._batch.random_moves()

    def _start(self, seed: int) -> None:
        self._batch = HexBatch(self.num_envs, side=self.size, seed=seed)
        self._draw = np.random.default_rng(seed)
        self._look()
        if self.opponent == "random":
            self._open(self._draw.random(self.num_envs) < 0.5)

    def _open(self, boards: Mask) -> None:
        """The opponent's first stone on these boards, which are empty."""
        if boards.any():
            chosen = np.flatnonzero(boards)
            first = HexBatch(len(chosen), side=self.size, seed=int(self._draw.integers(_SEEDS)))
            first.step(first.random_moves(), checked=False)
            self._batch.positions[chosen] = first.positions

    def _answer(self, rewards: NDArray[np.float64], ended: Mask, finals: dict[int, Stones]) -> None:
        """The opponent moves where the game goes on, and opens some of the games that begin."""
        begun = np.flatnonzero(ended)
        kept = self._batch.positions[begun]
        self._batch.stones(self._stones)
        replies = self._batch.random_moves()
        lost = self._batch.step(replies, checked=False)
        lost[begun] = False
        for i in np.flatnonzero(lost):
            finals[int(i)] = self._final_loss(i, replies[i])
        rewards[lost] = -1.0
        ended |= lost
        self._batch.positions[begun] = kept
        self._open(ended & (self._draw.random(self.num_envs) < 0.5))

    def _final(self, board: Any, move: Any) -> Stones:
        """The position that the learner's winning move made, as it saw it; ``_stones`` is from before it."""
        stones: Stones = self._stones[board].astype(np.int8)
        stones[0, move] = 1
        return stones.reshape(2, self.size, self.size)

    def _final_loss(self, board: Any, reply: Any) -> Stones:
        """The position that the opponent's winning move made; ``_stones`` is the opponent's view before."""
        stones = self._final(board, reply)
        return np.ascontiguousarray(stones[::-1].transpose(0, 2, 1))

    def _look(self) -> Stones:
        self._batch.stones(self._stones)
        np.logical_or(self._stones[:, 0], self._stones[:, 1], out=self._mask)
        np.logical_not(self._mask, out=self._mask)
        shown: Stones = self._shown(self._stones).view(np.int8)
        return shown.reshape(self.num_envs, 2, self.size, self.size)

    def _shown(self, array: Mask) -> Mask:
        return array.copy() if self._copies else array

    def _check(self, moves: NDArray[np.int32]) -> None:
        if moves.shape != (self.num_envs,):
            raise IllegalMove(f"expected an action for each of {self.num_envs} boards, got {moves.shape}")
        if moves.min() < 0 or moves.max() >= self.size**2:
            raise IllegalMove(f"actions are cells from 0 to {self.size**2 - 1}")
        legal = self._mask[np.arange(self.num_envs), moves]
        if not legal.all():
            board = int(legal.argmin())
            raise IllegalMove(f"board {board}: cell {moves[board]} is taken")


def _final_info(finals: dict[int, Stones], count: int) -> dict[str, Any]:
    """The last observations as Gymnasium's own vector environments tell them."""
    seen = np.full(count, None, dtype=object)
    for board, stones in finals.items():
        seen[board] = stones
    is_final = np.zeros(count, dtype=np.bool_)
    is_final[list(finals)] = True
    return {"final_obs": seen, "_final_obs": is_final}


def _register() -> None:
    entry = f"{__name__}:HexEnv"
    gymnasium.register("beeline/Hex-v0", entry_point=entry)
    gymnasium.register(
        "beeline/Hex-random-v0", entry_point=entry, vector_entry_point=f"{__name__}:HexVectorEnv"
    )
    gymnasium.register(
        "beeline/Hex-self-v0", vector_entry_point=f"{__name__}:HexVectorEnv", kwargs={"opponent": "self"}
    )
    for level in levels():
        name = level.name.lower()
        gymnasium.register(f"beeline/Hex-{name}-v0", entry_point=entry, kwargs={"opponent": name})


_register()
