"""Players as bots of OpenSpiel, and its states as boards.

    import pyspiel
    from beeline.learning.open_spiel import BeelineBot

    game = pyspiel.load_game("hex(board_size=7)")
    bot = BeelineBot("club")
    action = bot.step(game.new_initial_state())

OpenSpiel's cells have our numbers, and player 0 is Black: rules and numbering are compared in the tests.
"""

from __future__ import annotations

from typing import Any

from beeline.errors import ArgumentError, extra
from beeline.players import make_player
from beeline.rules.board import Board

with extra("bench", of="an OpenSpiel bot"):
    import pyspiel


def board_of_state(state: Any) -> Board:
    """The position of a state of OpenSpiel's Hex, with its moves; raises ArgumentError for another game."""
    game = state.get_game()
    if game.get_type().short_name != "hex":
        raise ArgumentError(f"expected a state of OpenSpiel's hex, not of {game.get_type().short_name}")
    given = game.get_parameters()
    if given.get("swap"):
        raise ArgumentError("OpenSpiel's swap is a rule of its own; load hex without swap=true")
    size = given.get("board_size", 11)
    board = Board(given.get("num_rows", size), given.get("num_cols", size))
    for action in state.history():
        board.play(board.name_of(action))
    return board


class BeelineBot(pyspiel.Bot):  # type: ignore[misc]  # untyped
    """A player, by its string or its level, in OpenSpiel's games of Hex."""

    def __init__(self, player: str) -> None:
        super().__init__()
        self._player = make_player(player)

    def step(self, state: Any) -> int:
        """The action that the player chooses in a state of Hex."""
        board = board_of_state(state)
        return board.cell_of(self._player.choose(board).move)

    def restart(self) -> None:
        """A new game; the player finds that out by itself."""
