"""A conversation about Hex."""

from __future__ import annotations

from beeline.errors import GtpFailure
from beeline.interfaces.gtp.hex_knowledge import HexKnowledge
from beeline.interfaces.gtp.session import Session
from beeline.rules.board import Board
from beeline.rules.cells import RESIGN, SWAP_PIECES, SWAP_SIDES, special_move
from beeline.rules.game import Colour

_LEAST_MOVES_AHEAD = 5
_CELLS_A_MOVE = 8
"""A player fills about one in eight of the empty cells before the game is decided."""


class HexSession(Session):
    board: Board

    def __init__(self, player_spec: str, size: int | None) -> None:
        super().__init__(player_spec)
        self.allow_swap = False
        self.knowledge = HexKnowledge(lambda: self.should_stop())
        self.start_game(Board() if size is None else Board(size))

    def resize(self, *, rows: int, cols: int) -> None:
        self.start_game(Board(rows, cols, swap_rule=self.allow_swap))

    def empty_board(self) -> Board:
        return Board(self.board.rows, self.board.cols, swap_rule=self.allow_swap)

    def set_allow_swap(self, allowed: bool) -> None:
        self.allow_swap = self.board.swap_rule = allowed

    def play(self, colour: Colour, move: str) -> None:
        name = special_move(move)
        if name == RESIGN:  # as in benzene, this leaves no trace
            return
        if name in (SWAP_PIECES, SWAP_SIDES) and colour == "black":
            raise GtpFailure(f"illegal move: {name!r} is for White, who answers the first move")
        self.board.play(move, colour=colour)

    @property
    def final_score(self) -> str:
        winner = self.board.winner
        return "cannot score" if winner is None else f"{winner[0].upper()}+"

    def load_game(self, sgf: bytes, move_number: int | None) -> None:
        from beeline.limits import SGF_GTP
        from beeline.rules.records import replay
        from beeline.rules.sgf import read_hex_sgf

        # In HTP the number counts the moves to play; in GTP it is that of the move to stop before.
        board = replay(read_hex_sgf(sgf, limits=SGF_GTP)[0], moves=move_number)
        board.swap_rule = self.allow_swap
        self.start_game(board)

    def move_after_end(self) -> str:
        raise GtpFailure(f"game over: {self.board.winner} has won")

    @property
    def moves_ahead(self) -> int:
        empty = self.board.rows * self.board.cols - len(self.board)
        return max(_LEAST_MOVES_AHEAD, empty // _CELLS_A_MOVE)

    def seen_by(self, colour: Colour) -> Board:
        board = self.board.copy()
        if board.to_move != colour:
            board.set_up(to_move=colour)
            board.swap_rule = False  # there is nothing to swap for the one who moved last
        return board
