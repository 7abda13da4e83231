"""The same search that plays Hex and Go plays Tic-Tac-Toe without a mistake."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from beeline import TicTacToe, make_player
from beeline.players import Player
from beeline.rules.game import Colour, opponent

SIMULATIONS = 2000


def replies(player: Player, board: TicTacToe, colour: Colour) -> Iterator[TicTacToe]:
    """The ends of all games against an opponent who tries everything."""
    if board.winner is not None:
        yield board
        return
    moves = [player.choose(board).move] if board.to_move == colour else board.legal_moves
    for move in moves:
        after = board.copy()
        after.play(move)
        yield from replies(player, after, colour)


@pytest.mark.parametrize("colour", ["black", "white"])
def test_nothing_that_an_opponent_can_try_wins(colour: Colour) -> None:
    player = make_player(f"mcts:simulations={SIMULATIONS},seed=1")
    ends = list(replies(player, TicTacToe(), colour))
    assert len(ends) > 50
    assert opponent(colour) not in {board.winner for board in ends}
    assert colour in {board.winner for board in ends}


@pytest.mark.parametrize("colour", ["black", "white"])
def test_games_of_many_seeds_without_a_loss(colour: Colour) -> None:
    chance = random.Random(7)
    for seed in range(250):
        player = make_player(f"mcts:simulations={SIMULATIONS},seed={seed}")
        board = TicTacToe()
        while board.winner is None:
            own = board.to_move == colour
            board.play(player.choose(board).move if own else chance.choice(board.legal_moves))
        assert board.winner != opponent(colour), f"seed {seed}: {board.moves}"
