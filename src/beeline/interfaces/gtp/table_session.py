"""A conversation about any other game of ``beeline.rules.registry``, by the commands of every game."""

from __future__ import annotations

from beeline.errors import GtpFailure
from beeline.interfaces.gtp.commands import CommandTable, read_whole_number
from beeline.interfaces.gtp.session import Session
from beeline.rules.game import Colour
from beeline.rules.registry import TableGame, game_kind

_LEAST_MOVES_AHEAD = 5

table: CommandTable[TableSession] = CommandTable()


class TableSession(Session):
    def __init__(self, player_spec: str, game: str, size: int | None) -> None:
        super().__init__(player_spec)
        self._kind = game_kind(game)
        self.resize(self._kind.SIZE if size is None else size)

    def resize(self, size: int) -> None:
        self._size = size
        self.start_game(self.empty_board())

    def empty_board(self) -> TableGame:
        return self._kind.new_board(self._size, self._size)

    def play(self, colour: Colour, move: str) -> None:
        self.board.play(move, colour=colour)

    @property
    def final_score(self) -> str:
        winner = self.board.winner
        if winner == "draw":
            return "0"
        return "cannot score" if winner is None else f"{winner[0].upper()}+"

    def load_game(self, sgf: bytes, move_number: int | None) -> None:
        raise GtpFailure(f"cannot load a file of {self._kind.TITLE}")

    def move_after_end(self) -> str:
        winner = self.board.winner
        raise GtpFailure("game over: a draw" if winner == "draw" else f"game over: {winner} has won")

    @property
    def moves_ahead(self) -> int:
        return max(_LEAST_MOVES_AHEAD, len(self.board.legal_moves) // 4)

    def seen_by(self, colour: Colour) -> TableGame:
        board = self.board.copy()
        if board.to_move != colour:
            board.set_up(to_move=colour)
        return board


@table.command("boardsize SIZE")
def boardsize(session: TableSession, size: str) -> None:
    session.resize(read_whole_number(size, "the size of a board"))
