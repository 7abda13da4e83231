"""OpenSpiel's Hex and ours have the same rules, and our players are bots there."""

from __future__ import annotations

import random

import pytest

from beeline.errors import ArgumentError
from beeline.rules.board import Board

pyspiel = pytest.importorskip(
    "pyspiel", reason="OpenSpiel is not installed (pip install 'beeline-hex[bench]')"
)

from beeline.learning.open_spiel import BeelineBot, board_of_state  # noqa: E402


@pytest.mark.parametrize("size", [3, 5, 11])
def test_the_rules_agree_in_random_games(size: int) -> None:
    game, draw = pyspiel.load_game(f"hex(board_size={size})"), random.Random(size)
    for _ in range(100 if size < 11 else 20):
        state, board = game.new_initial_state(), Board(size)
        while not state.is_terminal():
            assert board.winner is None
            assert [board.cell_of(move) for move in board.legal_moves] == state.legal_actions()
            action = draw.choice(state.legal_actions())
            assert state.action_to_string(state.current_player(), action) == board.name_of(action)
            state.apply_action(action)
            board.play(board.name_of(action))
        assert board.winner == ("black" if state.returns()[0] > 0 else "white")
        assert board_of_state(state) == board


def test_a_bot_beats_a_random_one() -> None:
    game = pyspiel.load_game("hex(board_size=5)")
    ours = BeelineBot("mcts:simulations=300,seed=1")
    for seat in (0, 1):
        bots = [pyspiel.make_uniform_random_bot(1 - seat, 7)] * 2
        bots[seat] = ours
        returns = pyspiel.evaluate_bots(game.new_initial_state(), bots, 3)
        assert returns[seat] == 1


def test_another_game_is_refused() -> None:
    with pytest.raises(ArgumentError, match="not of tic_tac_toe"):
        board_of_state(pyspiel.load_game("tic_tac_toe").new_initial_state())
    with pytest.raises(ArgumentError, match="swap"):
        board_of_state(pyspiel.load_game("hex(board_size=3,swap=true)").new_initial_state())
