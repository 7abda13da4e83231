"""Names of cells and moves.

One cell of an 11x11 board in every coordinate system that Beeline meets:

=============  =========  =================================================================
cell name      ``e4``     column 5 of row 4, ``a1`` at the top left; all that people read
(row, col)     ``(3, 4)`` counted from 0; Python code
cell index     ``37``     row * cols + col; the native core
Go point name  ``E8``     GTP for Go: the letters skip I, the rows count from the bottom
=============  =========  =================================================================

A move is a cell name or one of the four special moves below.
"""

from __future__ import annotations

import re

from beeline.errors import BoardSizeError, NotationError

MAX_SIZE = 19
"""The most rows or columns that a board can have."""

SWAP_PIECES = "swap-pieces"
"""Reflect the stone in the long diagonal and recolour it; the players keep their colours."""

SWAP_SIDES = "swap-sides"
"""The players exchange colours; the stone stays, and the colour that swapped is to move again."""

RESIGN = "resign"
PASS = "pass"

SPECIAL_MOVES = frozenset({SWAP_PIECES, SWAP_SIDES, RESIGN, PASS})

_SPELLINGS = {move: move for move in SPECIAL_MOVES} | {"swap": SWAP_PIECES, "forfeit": RESIGN}

_COLUMNS = "abcdefghijklmnopqrs"
_CELLS = {f"{_COLUMNS[col]}{row + 1}": (row, col) for row in range(MAX_SIZE) for col in range(MAX_SIZE)}
_NAMES = {cell: name for name, cell in _CELLS.items()}

_GO_COLUMNS = "ABCDEFGHJKLMNOPQRST"

_SEPARATORS = re.compile(r"[\s,;]*")
_MOVE_NUMBER = re.compile(r"[0-9]+\.+")
_MOVE = re.compile(r"[a-z][0-9]+|[a-z-]+", re.IGNORECASE)
_WORD = re.compile(r"[^\s,;]+")


def cell_name(row: int, col: int) -> str:
    """The name of the cell in ``row`` and ``col``, both counted from 0 at the top left."""
    try:
        return _NAMES[row, col]
    except KeyError:
        raise NotationError(
            f"expected row and column from 0 to {MAX_SIZE - 1}, got {row} and {col}"
        ) from None


def parse_cell(name: str, *, rows: int = MAX_SIZE, cols: int = MAX_SIZE) -> tuple[int, int]:
    """The ``(row, col)`` of a cell on a board of that size; capitals and outer blanks are accepted."""
    cell = _CELLS.get(_text(name)) or _CELLS.get(name.strip().lower())
    if cell is None or cell[0] >= rows or cell[1] >= cols:
        raise NotationError(
            f"expected a letter and a number such as 'e4', from a1 to {cell_name(rows - 1, cols - 1)}, "
            f"got {name!r}"
        )
    return cell


def normalise_move(name: str, *, rows: int = MAX_SIZE, cols: int = MAX_SIZE) -> str:
    """The one spelling of a move: a special move, or the name of a cell on a board of that size.

    ``swap`` means ``swap-pieces`` and ``forfeit`` means ``resign``.
    """
    return special_move(name) or cell_name(*parse_cell(name, rows=rows, cols=cols))


def special_move(name: str) -> str | None:
    """The special move that ``name`` spells, or None."""
    return _SPELLINGS.get(_text(name).strip().lower())


def _text(move: str) -> str:
    """A move that is a text; raises TypeError for anything else."""
    if not isinstance(move, str):
        raise TypeError(f"a move is its name, a text such as 'e4', not {move!r}")
    return move


def transpose_name(name: str) -> str:
    """The move reflected in the long diagonal: ``a3`` becomes ``c1``. Special moves stay."""
    move = normalise_move(name)
    if move in SPECIAL_MOVES:
        return move
    row, col = parse_cell(move)
    return cell_name(col, row)


def split_moves(text: str) -> list[str]:
    """The moves of a written list, each in its one spelling.

    Blanks, commas and semicolons separate moves, cells may run together, and move numbers are
    skipped: ``"a2 b3 swap-pieces c4"``, ``"1. a2 2. b3"``, ``"a2,b3"`` and ``"a2b3"`` all read.
    """
    moves: list[str] = []
    at = _skip(_SEPARATORS, text, 0)
    while at < len(text):
        at = _skip(_SEPARATORS, text, _skip(_MOVE_NUMBER, text, at))
        if at < len(text):
            move, at = _move_at(text, at)
            moves.append(move)
        at = _skip(_SEPARATORS, text, at)
    return moves


def go_name(point: int, size: int) -> str:
    """The GTP name of a Go point: ``D4``, or ``pass`` for the point ``size * size``.

    ``point`` is row * size + column, with row 0 at the top; the name counts rows from the bottom.
    """
    _check_go_size(size)
    if point == size * size:
        return PASS
    if not 0 <= point < size * size:
        raise NotationError(f"expected a point from 0 to {size * size} (pass) on {size}x{size}, got {point}")
    row, col = divmod(point, size)
    return f"{_GO_COLUMNS[col]}{size - row}"


def parse_go(name: str, size: int) -> int:
    """The Go point of a GTP name, in any case; ``pass`` is ``size * size``. Undoes ``go_name``."""
    _check_go_size(size)
    word = _text(name).strip().upper()
    if word == PASS.upper():
        return size * size
    col = _GO_COLUMNS.find(word[0], 0, size) if word else -1
    number = small_number(word[1:], most=size)
    if col < 0 or number is None:
        raise NotationError(
            f"expected 'pass' or a point such as 'D4' (columns A to {_GO_COLUMNS[size - 1]} without I, "
            f"rows 1 to {size}), got {name!r}"
        )
    return (size - number) * size + col


def small_number(digits: str, *, most: int = MAX_SIZE) -> int | None:
    """The number from 1 to ``most`` that ``digits`` spells without leading zeros, or None."""
    plain = digits.isascii() and digits.isdigit() and len(digits) <= 2 and digits[0] != "0"
    number = int(digits) if plain else 0
    return number if 1 <= number <= most else None


def _skip(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found else at


def _move_at(text: str, at: int) -> tuple[str, int]:
    """The move that starts at ``at``, and the offset after it."""
    end = _skip(_MOVE, text, at)
    try:
        return normalise_move(text[at:end]), end
    except NotationError:
        raise NotationError(
            f"expected a cell such as 'e4', or one of {', '.join(sorted(SPECIAL_MOVES))}, "
            f"got {text[at : _skip(_WORD, text, at)]!r} at character {at + 1} of the moves"
        ) from None


def _check_go_size(size: int) -> None:
    if not 1 <= size <= MAX_SIZE:
        raise BoardSizeError(f"expected a Go board of 1 to {MAX_SIZE} lines, got {size}")


def swap_safe_cell(rows: int, cols: int) -> str:
    """A first move that leaves neither player much better: third column, fourth row from the bottom.

    That is c4 on 7×7 and c8 on 11×11, the cells of the Hivemind paper (footnote 1).
    """
    return cell_name(max(rows - 4, 0), min(2, cols - 1))


def fair_openings(size: int) -> list[str]:
    """First moves of a square board that leave both players about even, as people open under the swap rule.

    A cell beside the obtuse corner, b4 and c2, each also turned by 180°; on boards below 5×5, where all of
    these would be near the centre, the cell beside the acute corner alone.
    """
    places = [(size - 2, 0), (3, 1), (1, 2)] if size >= 5 else [(min(1, size - 1), 0)]
    turned = [(size - 1 - row, size - 1 - col) for row, col in places]
    return [cell_name(row, col) for row, col in places + turned]


def cells_near_sides(rows: int, cols: int) -> list[int]:
    """The cells within two rows of a side, from which the games of the EZO-CNN paper start."""
    return [
        row * cols + col
        for row in range(rows)
        for col in range(cols)
        if min(row, col, rows - 1 - row, cols - 1 - col) < 2
    ]
