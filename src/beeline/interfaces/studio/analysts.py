"""The analysts of one page: those of the positions it looked at last go on where they were left."""

from __future__ import annotations

from contextlib import ExitStack

from beeline.interfaces.analyst import Analyst
from beeline.interfaces.studio.cast import Cast
from beeline.limits import KEPT_TREES
from beeline.rules.board import Board

Question = tuple[str, int, int, str, tuple[str, ...], str]


class Analysts:
    """Makes an analyst per position, and keeps the latest. One thread at a time may ask."""

    def __init__(self, cast: Cast) -> None:
        self._cast = cast
        self._kept: dict[Question, tuple[Analyst, ExitStack]] = {}

    def of(self, board: Board, player: str) -> Analyst:
        """The analyst of a position, from before if it is kept. Raises ``PlayerError``."""
        question = (player, board.rows, board.cols, board.to_move, tuple(board.moves), str(board))
        kept = self._kept.pop(question, None) or self._new(board, player)
        self._kept[question] = kept
        return kept[0]

    def _new(self, board: Board, player: str) -> tuple[Analyst, ExitStack]:
        self._cast.checked(player, analyst=True)
        while self._kept and (self._cast.is_crowded or len(self._kept) >= KEPT_TREES):
            _, held = self._kept.pop(next(iter(self._kept)))
            held.close()
        held = ExitStack()
        return Analyst(board, held.enter_context(self._cast.player(player, analyst=True))), held

    def close(self) -> None:
        for _, held in self._kept.values():
            held.close()
        self._kept.clear()
