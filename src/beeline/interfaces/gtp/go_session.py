"""A conversation about Go."""

from __future__ import annotations

from collections.abc import Sequence

from beeline.interfaces.gtp.session import Session
from beeline.players import Decision
from beeline.rules.board import Step
from beeline.rules.cells import PASS
from beeline.rules.game import Colour, opponent
from beeline.rules.go import GoBoard

_LEAST_MOVES_AHEAD = 8
_POINTS_A_MOVE = 3


class GoSession(Session):
    board: GoBoard

    def __init__(self, player_spec: str, size: int | None) -> None:
        super().__init__(player_spec)
        self.start_game(GoBoard() if size is None else GoBoard(size))

    def resize(self, size: int) -> None:
        self.start_game(GoBoard(size, komi=self.board.komi))

    def empty_board(self) -> GoBoard:
        return GoBoard(self.board.size, komi=self.board.komi)

    def set_komi(self, komi: float) -> None:
        self.board.komi = komi
        self.forget_search()

    def play(self, colour: Colour, move: str) -> None:
        self.board.play(move, colour=colour)

    def place_handicap(self, points: Sequence[str]) -> None:
        """Black stones before the first move; White is to move."""
        self.board.set_up(black=points, to_move="white")

    @property
    def is_empty(self) -> bool:
        return not self.board.moves and not self.board.chains()

    @property
    def final_score(self) -> str:
        score = self.board.score
        return "0" if score == 0 else f"{'B' if score > 0 else 'W'}+{abs(score):g}"

    def load_game(self, sgf: bytes, move_number: int | None) -> None:
        from beeline.rules.go_sgf import read_go_sgf

        board = read_go_sgf(sgf, moves=None if move_number is None else max(0, move_number - 1))
        self.start_game(board)
        self.forget_search()

    def decide(self, colour: Colour, *, seconds: float | None) -> Decision:
        lead = self.board.score if colour == "black" else -self.board.score
        if self.board.steps[-1:] == [Step(opponent(colour), PASS)] and lead > 0:
            return Decision(PASS, 1.0)  # the game ends, and is won
        return super().decide(colour, seconds=seconds)

    def move_after_end(self) -> str:
        return PASS

    @property
    def moves_ahead(self) -> int:
        empty = self.board.size**2 - len(self.board.moves)
        return max(_LEAST_MOVES_AHEAD, empty // _POINTS_A_MOVE)

    def seen_by(self, colour: Colour) -> GoBoard:
        board = self.board.copy()
        board.set_up(to_move=colour)
        return board
