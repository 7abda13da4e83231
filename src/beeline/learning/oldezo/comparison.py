"""Comparison training: weights under which the moves of a stronger player are the best.

Of a position, let s(m) = -w·f(m) be the score of move m for the player who makes it, with f(m) the twelve
characteristics of the position after it, as the opponent sees them. The weights w maximise the likelihood of
the moves that were played, where m is played with probability exp s(m) / Σ exp s(m'). That is the convex
member of the family to which comparison training (Tesauro) and minimax tree optimisation (Hoki and Kaneko)
belong, with the tree cut at one ply, so there is one optimum, and Newton's method finds it.

The moves chosen say nothing of what a score means. So then the weights are multiplied by one number, and a
constant is added, such that the logistic function of the score of a position is the chance of the player to
move, by the results of the same games.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from beeline import _core
from beeline.networks.oldezo.characteristics import Weights
from beeline.rules.board import Board

_RIDGE: Final = 1e-3
"""Weight of the squared weights of standardised characteristics, so that what hardly varies weighs little."""
_STEPS: Final = 50
_SMALL: Final = 1e-9


@dataclass(frozen=True)
class Choice:
    """A position in which a move was chosen among several."""

    options: NDArray[np.float64]
    """The characteristics after each move that connections leave open, ``float[moves, 12]``."""
    chosen: int
    wins: bool
    """Whether the player who chose won the game."""


def choices(games: Iterable[Sequence[str]], side: int, *, opening: int = 1) -> list[Choice]:
    """Choices in games, after the moves of their opening, while connections decided nothing.

    A game ends where its moves do: a player who resigns there is to move.
    """
    found: list[Choice] = []
    for moves in games:
        board = Board(side)
        for number, move in enumerate(moves):
            if number >= opening:
                after = _core.characteristics_after_moves(board._native)
                if not after:
                    break
                cells = [cell for cell, _ in after]
                if (cell := board.cell_of(move)) in cells and len(cells) > 1:
                    wins = (len(moves) - number) % 2 == 1
                    numbers = np.array([numbers for _, numbers in after])
                    found.append(Choice(numbers, cells.index(cell), wins))
            board.play(move)
    return found


def learned_weights(data: Sequence[Choice]) -> Weights:
    """The weights under which the moves chosen are likeliest, as logarithms of odds."""
    scale = np.concatenate([choice.options for choice in data]).std(axis=0)
    scale[scale == 0.0] = 1.0
    weights = np.zeros(len(scale))
    for _ in range(_STEPS):
        gradient, hessian = -_RIDGE * weights, _RIDGE * np.eye(len(scale))
        for choice in data:
            options = -choice.options / scale
            chances = _chances(options, weights)
            mean = chances @ options
            gradient += (options[choice.chosen] - mean) / len(data)
            hessian += ((options - mean) * chances[:, None]).T @ (options - mean) / len(data)
        step = np.linalg.solve(hessian, gradient)
        weights += step
        if np.abs(step).max() < _SMALL:
            break
    return as_odds(data, weights / scale)


def as_odds(data: Sequence[Choice], weights: Weights) -> Weights:
    """Logistic regression of who wins on the scores of the positions reached, by Newton's method."""
    scores = np.array([choice.options[choice.chosen] @ weights for choice in data])
    inputs = np.stack([scores, np.ones_like(scores)], axis=1)
    won = np.array([not choice.wins for choice in data])  # the opponent is to move
    factors = np.zeros(2)
    for _ in range(_STEPS):
        chances = 1 / (1 + np.exp(-(inputs @ factors)))
        hessian = (inputs * (chances * (1 - chances))[:, None]).T @ inputs + _RIDGE * np.eye(2)
        step = np.linalg.solve(hessian, inputs.T @ (won - chances) - _RIDGE * factors)
        factors += step
        if np.abs(step).max() < _SMALL:
            break
    return np.append(weights * factors[0], factors[1])


def agreement(data: Sequence[Choice], weights: Weights) -> float:
    """Share of positions in which the move chosen has the best score."""
    return sum(int((choice.options @ weights[:-1]).argmin()) == choice.chosen for choice in data) / len(data)


def _chances(options: NDArray[np.float64], weights: Weights) -> NDArray[np.float64]:
    scores = options @ weights
    odds = np.exp(scores - scores.max())
    return np.asarray(odds / odds.sum())
