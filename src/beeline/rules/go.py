"""The Go board: captures, no suicide, positional superko, area scoring."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Self

from beeline import _core
from beeline.checks import require_type, whole_number
from beeline.errors import BoardSizeError, GameOver, IllegalMove
from beeline.rules.board import Step
from beeline.rules.cells import MAX_SIZE, PASS, go_name, parse_go
from beeline.rules.game import Colour, Copied, Result, colour_number, colour_of, colour_or_none
from beeline.rules.state import GoState, go_board, go_state

_RESULT: Final[tuple[Result | None, Result, Result, Result]] = (None, "black", "white", "draw")
_REASONS: Final = {
    _core.GoIllegal.OCCUPIED: "the point is taken",
    _core.GoIllegal.SUICIDE: "suicide is not allowed",
    _core.GoIllegal.SUPERKO: "it repeats an earlier position (superko)",
}


class GoBoard(Copied):
    """A Go position with its history. Points are named as in GTP: ``D4`` counts rows from the bottom.

    The game ends after two passes in a row, and every stone then on the board counts as alive.
    """

    __slots__ = ("_native",)

    def __init__(self, size: int = 9, *, komi: float = 7.5) -> None:
        size = whole_number(size, "size")
        require_type(komi, float, "komi")
        if not 1 <= size <= MAX_SIZE:
            raise BoardSizeError(f"a Go board has 1 to {MAX_SIZE} lines, not {size}")
        self._native = _core.GoBoard(size, komi)

    def copy(self) -> Self:
        board = type(self).__new__(type(self))
        board._native = _core.GoBoard(self._native)
        return board

    def __getstate__(self) -> GoState:
        return go_state(self._native)

    def __setstate__(self, state: GoState) -> None:
        self._native = go_board(state)

    # The position

    @property
    def size(self) -> int:
        return self._native.size

    @property
    def komi(self) -> float:
        return self._native.komi

    @komi.setter
    def komi(self, komi: float) -> None:
        self._native.komi = komi

    @property
    def to_move(self) -> Colour:
        return colour_of(self._native.to_move)

    @property
    def winner(self) -> Result | None:
        return _RESULT[self._native.winner]

    @property
    def score(self) -> float:
        """Black's area minus White's area and komi, taking every stone as alive."""
        return self._native.area_score

    @property
    def hash(self) -> int:
        """A 64-bit Zobrist hash of the stones, the one that superko compares."""
        return self._native.hash

    @property
    def legal_moves(self) -> list[str]:
        """The points in reading order, then ``pass``; none after the end."""
        if self._native.over:
            return []
        number, legal = self._native.to_move, _core.GoIllegal.NO
        points = [p for p in range(self.size * self.size) if self._native.why_illegal(p, number) is legal]
        return [go_name(point, self.size) for point in points] + [PASS]

    def __getitem__(self, point: str) -> Colour | None:
        """The colour of the stone on a point."""
        number = parse_go(point, self.size)
        return None if number == self.size * self.size else colour_or_none(self._native.at(number))

    def neighbours(self, point: str) -> list[str]:
        """The points next to a point, in reading order: four of them, fewer at the sides."""
        row, col = divmod(parse_go(point, self.size), self.size)
        steps = ((-1, 0), (0, -1), (0, 1), (1, 0))
        return [
            go_name((row + down) * self.size + col + right, self.size)
            for down, right in steps
            if 0 <= row + down < self.size and 0 <= col + right < self.size
        ]

    def chains(self) -> list[list[str]]:
        """The chains of stones of either colour, in reading order, each by its stones in reading order."""
        places = {go_name(point, self.size): point for point in range(self.size**2)}
        left = {name: colour for name in places if (colour := self[name]) is not None}
        chains = []
        while left:
            first = next(iter(left))
            colour, chain = left.pop(first), [first]
            for at in chain:  # grows as it goes
                for neighbour in self.neighbours(at):
                    if left.get(neighbour) == colour:
                        del left[neighbour]
                        chain.append(neighbour)
            chains.append(sorted(chain, key=places.__getitem__))
        return chains

    def captures(self, by: Colour) -> int:
        """Number of stones that ``by`` has captured."""
        return self._native.captures(colour_number(by))

    def __eq__(self, other: object) -> bool:
        """Whether size, stones and side to move are the same; how they came about does not count."""
        if not isinstance(other, GoBoard):
            return NotImplemented
        return (self.size, self.hash, self.to_move) == (other.size, other.hash, other.to_move)

    __hash__ = None  # type: ignore[assignment]  # a board changes; use board.hash

    # The moves

    @property
    def steps(self) -> list[Step]:
        """The moves made so far, each with who made it."""
        return [Step(colour_of(colour), go_name(point, self.size)) for colour, point in self._native.moves]

    @property
    def moves(self) -> list[str]:
        """The names of the moves made so far."""
        return [step.move for step in self.steps]

    def is_legal(self, move: str) -> bool:
        """Whether ``play(move)`` would be accepted."""
        try:
            self._check(move, parse_go(move, self.size), self.to_move)
        except ValueError:
            return False
        return True

    def play(self, move: str, *, colour: Colour | None = None) -> None:
        """Plays a point or ``pass``, for the side to move unless told otherwise."""
        by = self.to_move if colour is None else colour
        point = parse_go(move, self.size)
        self._check(move, point, by)
        self._native.play(point, colour_number(by))

    def undo(self) -> str:
        """Takes back the last move and returns its name."""
        moves = self.moves
        if not moves:
            raise IllegalMove("there is no move to take back")
        self._native.undo()
        return moves[-1]

    def set_up(
        self, *, black: Iterable[str] = (), white: Iterable[str] = (), to_move: Colour | None = None
    ) -> None:
        """Places stones before the first move (handicap stones, or a position), and says whose turn it is.

        ``to_move`` alone may come at any time.
        """
        trial = _core.GoBoard(self._native)
        for number, points in ((1, black), (2, white)):
            for name in points:
                if trial.moves:
                    raise IllegalMove("stones are set up before the first move")
                point = parse_go(name, self.size)
                if point == self.size * self.size or trial.at(point):
                    raise IllegalMove(f"cannot set up {name!r}: not an empty point")
                try:
                    trial.set_up(point, number)
                except ValueError as error:
                    raise IllegalMove(f"cannot set up {name!r}: {error}") from None
        if to_move is not None:
            trial.to_move = colour_number(to_move)
        self._native = trial

    def _check(self, move: str, point: int, colour: Colour) -> None:
        reason = self._native.why_illegal(point, colour_number(colour))
        if self._native.over:
            raise GameOver(f"illegal move {move!r}: the game has ended by two passes")
        if reason != _core.GoIllegal.NO:
            raise IllegalMove(f"illegal move {move!r} for {colour}: {_REASONS[reason]}")

    # Pictures

    def __str__(self) -> str:
        symbols = {"black": "X", "white": "O", None: "."}
        names = [go_name(col, self.size)[0] for col in range(self.size)]
        header = "   " + " ".join(names)
        rows = [
            f"{row:>2} " + " ".join(symbols[self[f"{letter}{row}"]] for letter in names)
            for row in range(self.size, 0, -1)
        ]
        return "\n".join([header, *rows])

    def __repr__(self) -> str:
        return f"<GoBoard({self.size}): {len(self._native.moves)} moves, {self.to_move} to move>"
