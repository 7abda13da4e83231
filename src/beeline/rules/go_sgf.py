"""A game of Go from SGF: GM[1] trees along their main line.

Reference: https://www.red-bean.com/sgf/go.html.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from beeline.errors import BeelineError
from beeline.limits import SGF_GTP
from beeline.rules.cells import MAX_SIZE, PASS, go_name, small_number
from beeline.rules.game import Colour
from beeline.rules.go import GoBoard
from beeline.rules.sgf_tree import Node, parse_sgf

_GO: Final = "1"  # the number of Go in GM
_DEFAULT_SIZE: Final = 19
_COLOURS: Final[dict[str, Colour]] = {"B": "black", "W": "white"}
_LETTERS: Final = "abcdefghijklmnopqrs"


def read_go_sgf(sgf: bytes, *, moves: int | None = None) -> GoBoard:
    """The board after the first ``moves`` moves of a file's first game (all of them by default).

    Raises ``SgfError``, with the line and column of the property, for another game, a board that cannot be,
    a point off the board, an illegal move, or stones set up in the middle of the game.
    """
    root = parse_sgf(sgf, limits=SGF_GTP)[0]
    if (root.first("GM") or _GO).strip() != _GO:
        raise root.error("GM", f"expected Go, GM[{_GO}], got GM[{root.first('GM')}]")
    board = GoBoard(_size(root), komi=_komi(root))
    for node in root.main_line():
        _set_up(board, node)
        for name, colour in _COLOURS.items():
            if name not in node.properties:
                continue
            if moves is not None and len(board.moves) >= moves:
                return board
            _play(board, node, name, colour)
    return board


def _size(root: Node) -> int:
    text = root.first("SZ")
    size = _DEFAULT_SIZE if text is None else small_number(text.strip())
    if size is None:
        raise root.error("SZ", f"expected a size from 1 to {MAX_SIZE}, got SZ[{text}]")
    return size


def _komi(root: Node) -> float:
    text = (root.first("KM") or "0").strip()
    try:
        komi = float(text)
    except ValueError:
        komi = float("nan")
    if not abs(komi) <= MAX_SIZE**2:
        raise root.error("KM", f"expected a komi, got KM[{text}]")
    return komi


def _set_up(board: GoBoard, node: Node) -> None:
    black, white = (list(_points(board, node, name)) for name in ("AB", "AW"))
    first = (node.first("PL") or "").strip()[:1].upper()
    to_move = _COLOURS.get(first) or ("white" if black and not white else None)
    if "AE" in node.properties:
        raise node.error("AE", "expected stones to be added, got AE, which takes some away")
    try:
        if black or white or first:
            board.set_up(black=black, white=white, to_move=to_move)
    except BeelineError as error:
        raise node.error("AB" if black else "AW", str(error)) from None


def _play(board: GoBoard, node: Node, name: str, colour: Colour) -> None:
    value = (node.first(name) or "").strip()
    # FF[3] wrote a pass as tt, a point that no board here has.
    move = PASS if value in ("", "tt") else go_name(_point(board, node, name, value), board.size)
    try:
        board.play(move, colour=colour)
    except BeelineError as error:
        raise node.error(name, str(error)) from None


def _points(board: GoBoard, node: Node, name: str) -> Iterator[str]:
    """The points of a list, in which ``bb:cc`` is a whole rectangle; no more of them than the board has."""
    left = board.size**2
    for value in node.properties.get(name, ()):
        corners = [divmod(_point(board, node, name, corner), board.size) for corner in value.split(":", 1)]
        rows, cols = zip(*corners, strict=True)
        for row in range(min(rows), max(rows) + 1):
            for col in range(min(cols), max(cols) + 1):
                left -= 1
                if left < 0:
                    raise node.error(name, f"{name} lists more points than the board has")
                yield go_name(row * board.size + col, board.size)


def _point(board: GoBoard, node: Node, name: str, value: str) -> int:
    """The point of two letters, column and row from the top left."""
    letters = _LETTERS[: board.size]
    text = value.strip()
    if len(text) != 2 or text[0] not in letters or text[1] not in letters:
        raise node.error(name, f"expected a point from aa to {letters[-1] * 2} in {name}, got {value!r}")
    return letters.index(text[1]) * board.size + letters.index(text[0])
