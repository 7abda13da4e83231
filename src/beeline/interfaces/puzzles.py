"""Puzzles: positions with one winning move, which the solver has verified.

Below its head, ``data/puzzles.txt`` has a puzzle per line: grade, themes, size, side to move, black cells,
white cells, the last move or ``-``, and the winning move. ``tools/make_puzzles.py`` made them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final, Literal, Self, get_args

from beeline.errors import ArgumentError
from beeline.rules.board import Board
from beeline.rules.cells import split_moves
from beeline.rules.game import Colour
from beeline.versioned import read_lines

PUZZLE_FILE: Final = Path(__file__).parent / "data" / "puzzles.txt"
PUZZLE_HEAD: Final = "beeline puzzles"
PUZZLE_VERSION: Final = 1

Theme = Literal["bridge", "edge template", "ladder", "double threat", "must-play"]
THEMES: Final[tuple[Theme, ...]] = get_args(Theme)
_THEMES: Final = {theme.replace(" ", "_"): theme for theme in THEMES}
HINTS: Final[dict[Theme, str]] = {
    "bridge": "Two stones with two free cells between them are as good as joined: look for a bridge.",
    "edge template": "From where is an edge reached whatever the other side does?",
    "ladder": "Follow the stones along the edge: who gets ahead of the ladder?",
    "double threat": "One move can threaten to win in two ways that no single stone stops.",
    "must-play": "The other side threatens to win: where do all its threats meet?",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Puzzle:
    """A position and the only move that wins it."""

    size: int
    to_move: Colour
    black: tuple[str, ...]
    white: tuple[str, ...]
    last: str | None
    """The move before, where the position is from a game."""
    solution: str
    grade: int = 0
    """Difficulty from 1, easy, to 5."""
    themes: tuple[Theme, ...] = ()

    def board(self) -> Board:
        board = Board(self.size)
        board.set_up(black=list(self.black), white=list(self.white), to_move=self.to_move)
        return board

    def line(self) -> str:
        """Line of the puzzle file."""
        themes = ",".join(theme.replace(" ", "_") for theme in self.themes) or "-"
        stones = ["".join(cells) or "-" for cells in (self.black, self.white)]
        words = [self.grade, themes, self.size, self.to_move, *stones, self.last or "-", self.solution]
        return " ".join(map(str, words))

    @classmethod
    def read(cls, line: str) -> Self:
        grade, themes, size, to_move, black, white, last, solution = line.split()
        return cls(
            size=int(size),
            to_move="black" if to_move == "black" else "white",
            black=_cells(black),
            white=_cells(white),
            last=None if last == "-" else last,
            solution=solution,
            grade=int(grade),
            themes=tuple(_THEMES[theme] for theme in themes.split(",") if theme in _THEMES),
        )

    @property
    def id(self) -> str:
        """Eight digits of its position, by which it is known whatever its number is."""
        position = f"{self.size} {self.to_move} {''.join(self.black)} {''.join(self.white)}"
        return sha256(position.encode()).hexdigest()[:8]

    @property
    def hints(self) -> tuple[str, ...]:
        """Hints, from a word about the idea to the row in which the move is."""
        ideas = [HINTS[theme] for theme in self.themes[:1]]
        return (*ideas, f"The move is in column {self.solution[0]}.")


def _cells(text: str) -> tuple[str, ...]:
    return () if text == "-" else tuple(split_moves(text))


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """All puzzles, the easiest first."""
    return tuple(map(Puzzle.read, read_lines(PUZZLE_FILE, head=PUZZLE_HEAD, version=PUZZLE_VERSION)))


def puzzle(number: int) -> Puzzle:
    """The puzzle of this number, from 1. Raises ArgumentError if there is none."""
    if not 1 <= number <= len(puzzles()):
        raise ArgumentError(f"there are puzzles 1 to {len(puzzles())}, not {number}")
    return puzzles()[number - 1]
