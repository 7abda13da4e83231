"""Sets of openings: the moves made for the players before a game begins.

Hex favours the player who moves first, so games from the empty board say little about players of like
strength. These sets, each used with either colour, take that advantage away.
"""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

from beeline.errors import ArgumentError, NotationError
from beeline.rules.cells import cell_name, cells_near_sides, split_moves, swap_safe_cell
from beeline.versioned import read_json

Opening = tuple[str, ...]

BALANCED_FILE: Final = Path(__file__).with_name("data") / "balanced.json"
"""The openings of ``balanced``, written by ``beeline.arena.balance``."""
BALANCED_VERSION: Final = 1


def openings(name: str, rows: int, cols: int) -> list[Opening]:
    """The set of openings with this name, for a board of this size.

    =============  ==============================================================================
    ``empty``      one opening of no move
    ``swap-safe``  one neutral first move: the third column, in the fourth row from the bottom
    ``edge2``      every cell within two rows of a side
    ``all``        every cell
    ``balanced``   two moves that leave both players even chances, by our own search
    a path         a file with one opening per line: ``a2 b3``; what follows a ``#`` is a comment
    =============  ==============================================================================

    ``swap-safe`` is c4 on 7×7 and c8 on 11×11, the cells of the Hivemind paper (footnote 1), and
    what they have in common on other sizes (on the smallest boards, the nearest cell to that). Our search
    (RAVE, local continuation, 100,000 simulations) then gives Black from 0.46 to 0.57 on 7×7 to 13×13.
    ``edge2`` is the set of the EZO-CNN paper (section IV-C).
    """
    from beeline.rules.board import Board  # the command line shows its help without the core

    Board(rows, cols)  # refuses a size that no board has
    if name in _SETS:
        return _SETS[name](rows, cols)
    if Path(name).is_file():
        return _from_file(Path(name), rows, cols)
    close = get_close_matches(name, _SETS, n=1)
    hint = f"; did you mean {close[0]!r}?" if close else ""
    raise NotationError(
        f"expected openings {', '.join(_SETS)}, or a file with one opening per line, got {name!r}{hint}"
    )


def default_openings(rows: int, cols: int) -> str:
    """The set for matches of Hex that name none: ``balanced`` where there is one, else ``edge2``."""
    return "balanced" if f"{rows}x{cols}" in _balanced_sizes() else "edge2"


def _balanced_sizes() -> dict[str, Any]:
    return dict(read_json(BALANCED_FILE, version=BALANCED_VERSION)["boards"])


def _empty(rows: int, cols: int) -> list[Opening]:
    return [()]


def _swap_safe(rows: int, cols: int) -> list[Opening]:
    return [(swap_safe_cell(rows, cols),)]


def _edge2(rows: int, cols: int) -> list[Opening]:
    return [(cell_name(*divmod(cell, cols)),) for cell in cells_near_sides(rows, cols)]


def _all(rows: int, cols: int) -> list[Opening]:
    return [(cell_name(row, col),) for row in range(rows) for col in range(cols)]


def _balanced(rows: int, cols: int) -> list[Opening]:
    sizes = _balanced_sizes()
    if (size := f"{rows}x{cols}") not in sizes:
        raise ArgumentError(
            f"there are balanced openings for {', '.join(sizes)}, not for {size}; "
            f"take others, such as edge2; beeline.arena.balance makes more"
        )
    return [tuple(split_moves(opening["moves"])) for opening in sizes[size]["openings"]]


_SETS: Final[dict[str, Callable[[int, int], list[Opening]]]] = {
    "empty": _empty,
    "swap-safe": _swap_safe,
    "edge2": _edge2,
    "all": _all,
    "balanced": _balanced,
}
OPENING_SETS: Final = tuple(_SETS)
"""Their names."""


def _from_file(path: Path, rows: int, cols: int) -> list[Opening]:
    found = []
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    for number, line in enumerate(lines, start=1):
        try:
            if moves := split_moves(line.partition("#")[0]):
                found.append(_playable(moves, rows, cols))
        except ValueError as error:
            raise NotationError(f"{path}, line {number}: {error}") from None
    if not found:
        raise NotationError(f"{path} holds no opening; expected one a line, such as 'a2 b3'")
    return found


def _playable(moves: list[str], rows: int, cols: int) -> Opening:
    from beeline.rules.board import Board

    board = Board(rows, cols)
    for move in moves:
        board.play(move)
    if board.winner is not None:
        raise NotationError(f"the opening ends the game: {board.winner} has won")
    return tuple(board.moves)
