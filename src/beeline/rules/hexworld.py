"""Links to HexWorld's board, such as ``https://hexworld.org/board/#11c1,a2:sb3,c4``.

What follows the ``#`` is the size (``11``, or ``11x9`` for 11 columns and 9 rows), options, and
after commas the moves already played and the moves still ahead of the cursor:

========================  ==================================================================
``a2``                    a stone; red, who is Black here, begins
``:s``  ``:S``  ``:p``    swap-pieces, swap-sides, pass
``:rb``  ``:rw``          Black or White resigns
``:fb``  ``:fw``          Black or White forfeits
``r9``  ``m``             options: the board rotated, mirrored
``c1``  ``n``             options: colours, move numbers
========================  ==================================================================

Options say how the board is drawn and change neither cells nor moves; they are kept as written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from beeline.checks import require_text
from beeline.errors import BoardSizeError, NotationError
from beeline.rules.cells import (
    MAX_SIZE,
    PASS,
    RESIGN,
    SWAP_PIECES,
    SWAP_SIDES,
    cell_name,
    normalise_move,
    small_number,
)

BOARD_ADDRESS = "https://hexworld.org/board/"

_MOVES = {":s": SWAP_PIECES, ":S": SWAP_SIDES, ":p": PASS}
_MOVE_CODES = {move: code for code, move in _MOVES.items()}
_RESULTS = {":rb": "W+R", ":rw": "B+R", ":fb": "W+F", ":fw": "B+F"}
_RESULT_CODES = {result: code for code, result in _RESULTS.items()}

_SIZE = re.compile(r"([0-9]+)(?:x([0-9]+))?")
_OPTION = re.compile(r"[rc][0-9]+|[mn]")
_MOVE = re.compile(r":[rf][bw]|:[sSp]|[a-zA-Z][0-9]+")
_ANY_MOVE = "a move (such as a2, :s, :p or :rb)"
_ESCAPED = re.compile(r"%(2C|3A)", re.IGNORECASE)  # a comma or colon, as some programs pass links on


@dataclass(kw_only=True)
class HexWorldLink:
    """A game, or a position in one, as a HexWorld link holds it.

    ``moves`` are cell names and special moves, Black first, without a resignation: ``result`` has
    that in SGF's spelling, ``"W+R"`` (Black resigned), ``"B+R"``, ``"W+F"`` (Black forfeited),
    ``"B+F"`` or ``""``. ``cursor`` is how many of the moves are played; None means everything,
    the result included.
    """

    rows: int = 11
    cols: int = 11
    moves: list[str] = field(default_factory=list)
    options: tuple[str, ...] = ()
    cursor: int | None = None
    result: str = ""

    @property
    def played(self) -> list[str]:
        """The moves up to the cursor: the position that HexWorld shows."""
        return self.moves[: self.cursor]

    @property
    def ahead(self) -> list[str]:
        """The moves after the cursor."""
        return self.moves[len(self.played) :]


def parse_hexworld(text: str) -> HexWorldLink:
    """Reads a whole link, or what follows its ``#``, with or without the ``#``.

    Raises ``NotationError``, with the character counted from 1, for any piece that HexWorld does
    not have or that does not fit the board.
    """
    require_text(text, "a HexWorld link")
    return _LinkReader(_ESCAPED.sub(_unescape, text.strip())).link()


def format_hexworld(link: HexWorldLink) -> str:
    """The link in full.

    ``parse_hexworld`` gives back an equal one, but for a cursor with nothing after it, which is
    the same as None. Raises ``BoardSizeError`` or ``NotationError`` where a field holds what no
    link can say.
    """
    _check(link)
    size = str(link.cols) if link.cols == link.rows else f"{link.cols}x{link.rows}"
    codes = [_code(move, link) for move in link.moves]
    end = _RESULT_CODES.get(link.result, "")
    lists = [[*codes, end]] if link.cursor is None else [codes[: link.cursor], [*codes[link.cursor :], end]]
    parts = [size + "".join(link.options), *("".join(codes) for codes in lists)]
    return f"{BOARD_ADDRESS}#{','.join(parts)}".rstrip(",")


class _LinkReader:
    """One pass over a link, in which ``at`` is the offset of the next character."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = text.find("#") + 1
        self.rows, self.cols = self.size()
        self.moves: list[str] = []
        self.result = ""

    def link(self) -> HexWorldLink:
        options = tuple(self.each(_OPTION))
        cursor = None
        if not self.at_end():
            self.comma("an option (such as r9, m, c1 or n) or a comma")
            self.read_moves()
        if not self.at_end():
            self.comma(f"{_ANY_MOVE} or a comma")
            cursor = None if self.at_end() else len(self.moves)
            self.read_moves()
        if not self.at_end():
            raise self.error(f"{_ANY_MOVE} or the end")
        return HexWorldLink(
            rows=self.rows,
            cols=self.cols,
            moves=self.moves,
            options=options,
            cursor=cursor,
            result=self.result,
        )

    def size(self) -> tuple[int, int]:
        found = _SIZE.match(self.text, self.at)
        cols = small_number(found[1]) if found else None
        rows = small_number(found[2] or found[1]) if found else None
        if found is None or cols is None or rows is None:
            raise self.error(f"a board size from 1 to {MAX_SIZE}, such as 11 or (columns first) 11x9")
        self.at = found.end()
        return rows, cols

    def read_moves(self) -> None:
        for code in self.each(_MOVE):
            if self.result:
                raise self.error("the end after a resignation or forfeit")
            if code in _RESULTS:
                self.result = _RESULTS[code]
            else:
                self.moves.append(_MOVES.get(code) or self.cell(code))

    def cell(self, code: str) -> str:
        try:
            return normalise_move(code, rows=self.rows, cols=self.cols)
        except NotationError:
            raise self.error(f"a cell from a1 to {cell_name(self.rows - 1, self.cols - 1)}") from None

    def each(self, pattern: re.Pattern[str]) -> Iterator[str]:
        """The pieces that match, one after the other; each is passed once the caller is done with it."""
        while found := pattern.match(self.text, self.at):
            yield found[0]
            self.at = found.end()

    def comma(self, expected: str) -> None:
        if not self.text.startswith(",", self.at):
            raise self.error(expected)
        self.at += 1

    def at_end(self) -> bool:
        return self.at == len(self.text)

    def error(self, expected: str) -> NotationError:
        got = repr(self.text[self.at : self.at + 12]) if self.text[self.at :] else "the end"
        return NotationError(f"expected {expected}, got {got} at character {self.at + 1} of the link")


def _unescape(mark: re.Match[str]) -> str:
    return chr(int(mark[1], 16))


def _check(link: HexWorldLink) -> None:
    if not (1 <= link.rows <= MAX_SIZE and 1 <= link.cols <= MAX_SIZE):
        raise BoardSizeError(f"expected 1 to {MAX_SIZE} rows and columns, got {link.rows}x{link.cols}")
    for option in link.options:
        if not _OPTION.fullmatch(option):
            raise NotationError(f"expected options such as 'r9', 'm', 'c1' or 'n', got {option!r}")
    if link.cursor is not None and not 0 <= link.cursor <= len(link.moves):
        raise NotationError(f"expected a cursor from 0 to {len(link.moves)} or None, got {link.cursor}")
    if link.result and link.result not in _RESULT_CODES:
        raise NotationError(f"expected one of {', '.join(_RESULT_CODES)} or no result, got {link.result!r}")


def _code(move: str, link: HexWorldLink) -> str:
    name = normalise_move(move, rows=link.rows, cols=link.cols)
    if name == RESIGN:
        raise NotationError("expected a resignation in result, as 'B+R' or 'W+R', got it among the moves")
    return _MOVE_CODES.get(name, name)
