"""The Hex board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal, NamedTuple, Self

from beeline import _core
from beeline.checks import require_text, whole_number
from beeline.errors import BoardSizeError, GameOver, IllegalMove, NotationError
from beeline.rules.cells import (
    MAX_SIZE,
    SPECIAL_MOVES,
    SWAP_PIECES,
    SWAP_SIDES,
    cell_name,
    normalise_move,
    parse_cell,
)
from beeline.rules.game import Colour, Copied, Edge, colour_number, colour_of, colour_or_none, opponent
from beeline.rules.state import HexState, hex_board, hex_state

_SYMBOLS: Final = ".BW"
_NEIGHBOURS: Final = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))
_SET_UP: Final = _core.StepKind.SET_UP
_SWAPS: Final = {_core.StepKind.SWAP_PIECES: SWAP_PIECES, _core.StepKind.SWAP_SIDES: SWAP_SIDES}


class Step(NamedTuple):
    """One move of a game: who made it, and which."""

    colour: Colour
    move: str


class Board(Copied):
    """A Hex position with its history.

    Black moves first and joins top and bottom; White joins left and right. Cells are named ``a1`` (top left)
    to ``k11``: a letter for the column and a number for the row. With ``swap_rule``, ``legal_moves`` offers
    ``swap-pieces`` to the second player on the first turn; a swap can be played then with or without it.

    >>> board = Board(3)
    >>> for move in ["b2", "a2", "c1", "a3", "b3"]:
    ...     board.play(move)
    >>> print(board)
      a b c
    1  . . B
     2  W B .
      3  W B .
    >>> board.winner
    'black'
    """

    __slots__ = ("_native", "swap_rule")

    def __init__(self, rows: int = 11, cols: int | None = None, *, swap_rule: bool = False) -> None:
        rows = whole_number(rows, "rows")
        cols = rows if cols is None else whole_number(cols, "cols")
        if not (1 <= rows <= MAX_SIZE and 1 <= cols <= MAX_SIZE):
            raise BoardSizeError(f"a Hex board has 1 to {MAX_SIZE} rows and columns, not {rows} × {cols}")
        self._native = _core.HexBoard(rows, cols)
        self.swap_rule = swap_rule

    # Other ways to make a board

    @classmethod
    def from_text(cls, text: str, *, to_move: Colour | None = None) -> Self:
        """The position drawn as rows of ``.``, ``B`` and ``W``; coordinates and slant are passed over.

        Without ``to_move`` it is Black's turn when both colours have equally many stones, else White's.
        """
        require_text(text, "a drawn board")
        rows = [row for line in text.splitlines() if (row := [c for c in line if c in _SYMBOLS])]
        if not rows or any(len(row) != len(rows[0]) for row in rows):
            lengths = ", ".join(str(len(row)) for row in rows) or "none"
            raise NotationError(
                f"expected rows of equally many '.', 'B' and 'W', got rows of {lengths} in:\n{text}"
            )
        board = cls(len(rows), len(rows[0]))
        stones: dict[str, list[str]] = {"B": [], "W": []}
        for at, symbols in enumerate(rows):
            for col, symbol in enumerate(symbols):
                if symbol != ".":
                    stones[symbol].append(cell_name(at, col))
        if to_move is None:
            to_move = "black" if len(stones["B"]) == len(stones["W"]) else "white"
        board.set_up(black=stones["B"], white=stones["W"], to_move=to_move)
        return board

    @classmethod
    def from_sgf(cls, sgf: str | bytes, *, moves: int | None = None) -> Board:
        """The position after the first game of an SGF file, or after the first ``moves`` moves of it."""
        from beeline.rules.records import replay
        from beeline.rules.sgf import read_hex_sgf

        records = read_hex_sgf(sgf)
        if not records:
            raise NotationError("the SGF holds no game")
        return replay(records[0], moves=moves)

    @classmethod
    def from_hexworld(cls, link: str) -> Board:
        """The position that a HexWorld link shows, or what follows its ``#``."""
        from beeline.rules.hexworld import parse_hexworld
        from beeline.rules.records import replay

        return replay(parse_hexworld(link))

    @classmethod
    def _of(cls, native: _core.HexBoard, *, swap_rule: bool) -> Self:
        board = cls.__new__(cls)
        board._native = native
        board.swap_rule = swap_rule
        return board

    def copy(self) -> Self:
        return self._of(_core.HexBoard(self._native), swap_rule=self.swap_rule)

    def __getstate__(self) -> tuple[HexState, bool]:
        return hex_state(self._native), self.swap_rule

    def __setstate__(self, state: tuple[HexState, bool]) -> None:
        self._native, self.swap_rule = hex_board(state[0]), state[1]

    def rotated(self) -> Self:
        """The board turned by 180°, as a set-up position: same players, same value."""
        return self._of(self._native.rotated(), swap_rule=self.swap_rule)

    def reflected(self) -> Self:
        """The board reflected in the long diagonal with the colours exchanged: the players' roles change."""
        return self._of(self._native.reflected(), swap_rule=self.swap_rule)

    # The position

    @property
    def rows(self) -> int:
        return self._native.rows

    @property
    def cols(self) -> int:
        return self._native.cols

    @property
    def to_move(self) -> Colour:
        return colour_of(self._native.to_move)

    @property
    def winner(self) -> Colour | None:
        return colour_or_none(self._native.winner)

    @property
    def hash(self) -> int:
        """A 64-bit Zobrist hash of the stones and the side to move."""
        return self._native.hash

    @property
    def legal_moves(self) -> list[str]:
        """The empty cells in reading order, then ``swap-pieces`` where the rule has it; none after a win."""
        moves = [self.name_of(cell) for cell in self._native.legal_moves()]
        if self.swap_rule and self.can_swap and self.rows == self.cols:
            moves.append(SWAP_PIECES)
        return moves

    @property
    def winning_chain(self) -> list[str]:
        """The winner's stones that are joined to both its sides."""
        return [self.name_of(cell) for cell in self._native.winning_chain()]

    def __getitem__(self, cell: str) -> Colour | None:
        """The colour of the stone on a cell."""
        return colour_or_none(self._native.at(self.cell_of(cell)))

    def stones(self, colour: Colour) -> list[str]:
        """The cells that hold a stone of this colour, in reading order."""
        number = colour_number(colour)
        return [
            self.name_of(cell) for cell in range(self.rows * self.cols) if self._native.at(cell) == number
        ]

    def neighbours(self, cell: str) -> list[str]:
        """The cells next to a cell, in reading order: six of them, fewer at the sides."""
        row, col = parse_cell(cell, rows=self.rows, cols=self.cols)
        return [
            cell_name(row + down, col + right)
            for down, right in _NEIGHBOURS
            if 0 <= row + down < self.rows and 0 <= col + right < self.cols
        ]

    def touches(self, cell: str, edge: Edge) -> bool:
        """Whether a cell lies on a side of the board."""
        row, col = parse_cell(cell, rows=self.rows, cols=self.cols)
        if edge in ("top", "bottom"):
            return row == (0 if edge == "top" else self.rows - 1)
        return col == (0 if edge == "left" else self.cols - 1)

    def chains(self, colour: Colour) -> list[list[str]]:
        """The stones of a colour by the groups in which they touch, ordered by their first stones."""
        left = dict.fromkeys(self.stones(colour))
        chains = []
        while left:
            chain = [next(iter(left))]
            del left[chain[0]]
            for cell in chain:  # grows as it goes
                for neighbour in self.neighbours(cell):
                    if neighbour in left:
                        del left[neighbour]
                        chain.append(neighbour)
            chains.append(chain)
        return chains

    def __len__(self) -> int:
        """The number of stones."""
        return self.rows * self.cols - self._native.empty_cells

    def __eq__(self, other: object) -> bool:
        """Whether size, stones and side to move are the same; how they came about does not count."""
        if not isinstance(other, Board):
            return NotImplemented
        return (self.rows, self.cols, self.hash) == (other.rows, other.cols, other.hash)

    __hash__ = None  # type: ignore[assignment]  # a board changes; use board.hash

    # The moves

    @property
    def steps(self) -> list[Step]:
        """The moves made so far, swaps included, set-up stones not, each with who made it."""
        return [
            Step(colour_of(colour), _SWAPS.get(kind) or self.name_of(cell))
            for kind, colour, cell in self._native.history
            if kind != _SET_UP
        ]

    @property
    def moves(self) -> list[str]:
        """The names of the moves made so far."""
        return [step.move for step in self.steps]

    @property
    def set_up_stones(self) -> dict[Colour, list[str]]:
        """The stones placed before play by ``set_up``."""
        stones: dict[Colour, list[str]] = {"black": [], "white": []}
        for kind, colour, cell in self._native.history:
            if kind == _SET_UP:
                stones[colour_of(colour)].append(self.name_of(cell))
        return stones

    @property
    def last_move(self) -> str | None:
        return self.moves[-1] if self.moves else None

    @property
    def can_swap(self) -> bool:
        """Whether the game is one move old, so that the second player may swap."""
        return self._native.can_swap

    def is_legal(self, move: str) -> bool:
        """Whether ``play(move)`` would be accepted; False also for what is no move at all."""
        try:
            self._checked(move)
        except (IllegalMove, NotationError):
            return False
        return True

    def play(self, move: str, *, colour: Colour | None = None) -> None:
        """Plays a cell or a swap, for the side to move unless told otherwise."""
        name = self._checked(move)
        if name == SWAP_PIECES:
            self._native.swap_pieces()
        elif name == SWAP_SIDES:
            self._native.swap_sides()
        else:
            self._native.play(self.cell_of(name), colour_number(self.to_move if colour is None else colour))

    def swap(self, kind: Literal["pieces", "sides"] = "pieces") -> None:
        """Makes use of the swap rule.

        ``pieces``: the stone is reflected in the long diagonal (a3 becomes c1) and changes colour; Black is
        to move. ``sides``: the stone stays and the players exchange colours; White is to move.
        """
        if kind not in ("pieces", "sides"):
            raise NotationError(f"a swap is of 'pieces' or of 'sides', not of {kind!r}")
        self.play(f"swap-{kind}")

    def undo(self) -> str:
        """Takes back the last move (or set-up stone) and returns its name."""
        if not self._native.history:
            raise IllegalMove("there is no move to take back")
        undone = (
            self.moves[-1]
            if self._native.history[-1][0] != _SET_UP
            else self.name_of(self._native.history[-1][2])
        )
        self._native.undo()
        return undone

    def set_up(
        self, *, black: Iterable[str] = (), white: Iterable[str] = (), to_move: Colour | None = None
    ) -> None:
        """Places stones outside the order of play; either all of them, or on an error none."""
        turn = None if to_move is None else colour_number(to_move)
        stones: dict[int, int] = {}
        for number, cells in ((1, black), (2, white)):
            for name in cells:
                cell = self.cell_of(name)
                if cell in stones or self._native.at(cell):
                    raise IllegalMove(f"cannot set up {name!r}: the cell is taken")
                stones[cell] = number
        for cell, number in stones.items():
            self._native.set_up(cell, number)
        if turn is not None:
            self._native.to_move = turn

    def _checked(self, move: str) -> str:
        """The normal name of a legal move; raises otherwise."""
        name = normalise_move(move, rows=self.rows, cols=self.cols)
        if self.winner is not None:
            raise GameOver(f"illegal move {move!r}: {self.winner} has won{self._where()}")
        if name in (SWAP_PIECES, SWAP_SIDES):
            self._check_swap(name)
        elif name in SPECIAL_MOVES:
            raise IllegalMove(f"illegal move {move!r}: in Hex every move is a cell or a swap")
        elif (taken := self[name]) is not None:
            raise IllegalMove(f"illegal move {move!r}: the cell holds a {taken} stone{self._where()}")
        return name

    def _check_swap(self, name: str) -> None:
        if not self.can_swap:
            raise IllegalMove(
                f"illegal move {name!r}: a swap answers the first move of the game{self._where()}"
            )
        if name == SWAP_PIECES and self.rows != self.cols:
            raise IllegalMove(
                f"illegal move {name!r}: pieces are swapped on square boards, not {self.rows}×{self.cols}; "
                f"use {SWAP_SIDES!r}"
            )

    def _where(self) -> str:
        return f" ({self.rows}×{self.cols}, {len(self)} stones, {self.to_move} to move)"

    # Records

    def to_sgf(self, *, result: str = "", black_player: str = "", white_player: str = "") -> str:
        """The game as FF[4] text; the result of a game that is won needs no telling."""
        from beeline.rules.records import record_of

        record = record_of(self, result=result, black_player=black_player, white_player=white_player)
        return record.to_sgf()

    def to_hexworld(self) -> str:
        """The game as a HexWorld link, which has no place for set-up stones."""
        from beeline.rules.hexworld import format_hexworld
        from beeline.rules.records import link_of

        return format_hexworld(link_of(self))

    # Cells as numbers, row * columns + column: the native core's way

    def cell_of(self, name: str) -> int:
        row, col = parse_cell(name, rows=self.rows, cols=self.cols)
        return row * self.cols + col

    def name_of(self, cell: int) -> str:
        return cell_name(*divmod(cell, self.cols))

    # Pictures

    def __str__(self) -> str:
        from beeline.rules.picture import board_text

        return board_text(self)

    def __repr__(self) -> str:
        size = f"{self.rows}" if self.rows == self.cols else f"{self.rows}, {self.cols}"
        return f"<Board({size}): {len(self)} stones, {self.to_move} to move>"

    def svg(
        self,
        *,
        heat: Mapping[str, float] | None = None,
        marks: Mapping[str, str] | None = None,
        width: int = 480,
    ) -> str:
        """The board as an SVG picture.

        ``heat`` shades cells by numbers in [0, 1],
        ``marks`` writes short texts on cells. ``width`` is in pixels.
        """
        from dataclasses import replace

        from beeline.rules.picture import CellStyle, Drawing, board_svg

        shown = {name.lower(): CellStyle(heat=value) for name, value in (heat or {}).items()}
        for name, mark in (marks or {}).items():
            shown[name.lower()] = replace(shown.get(name.lower(), CellStyle()), mark=mark)
        return board_svg(self, Drawing(shown), width=width)

    def _repr_svg_(self) -> str:
        return self.svg()


def require_board(board: object, *, by: str) -> None:
    """Raises TypeError for anything but a Hex position; ``by`` is the function that wants one."""
    if not isinstance(board, Board):
        raise TypeError(f"{by} takes a Hex position (beeline.Board), not {type(board).__name__}")


__all__ = ["Board", "Step", "opponent", "require_board"]
