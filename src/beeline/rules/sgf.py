"""Hex games in SGF: GM[11] trees as ``GameRecord`` and back.

Beeline writes ``SZ[11]`` or ``SZ[cols:rows]``, cells as ``e4`` and the special moves by their
names. It also reads the dialects in use:

- Cells as ``E4`` or, as Little Golem writes them, ``ed`` (column, row); an 11x11 board without SZ.
- ``forfeit`` as ``resign``, an empty move as ``pass``, ``swap`` as ``swap-pieces``.
- ``swap`` and ``swap-pieces`` with the same colour to move next, as in the records of benzene and
  of the HexGui of its day. Only ``swap-sides`` leaves that colour to move, so that is meant.
- Set-up stones in any node before the first move, with rectangles (``AB[b2:c3]``).
- Little Golem's colours. It labels the first player's moves W, although PB names the first player,
  who joins top and bottom. A record in letter pairs in which W begins is read with black first.

Reference: https://www.red-bean.com/sgf/hex.html.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from beeline.errors import BoardSizeError, NotationError
from beeline.limits import SGF_FILE, SgfLimits
from beeline.rules.cells import (
    MAX_SIZE,
    PASS,
    RESIGN,
    SWAP_PIECES,
    SWAP_SIDES,
    cell_name,
    normalise_move,
    parse_cell,
    small_number,
    special_move,
)
from beeline.rules.game import Colour, opponent
from beeline.rules.sgf_tree import Node, parse_sgf, sgf_trees, write_sgf

__all__ = ["GameRecord", "Node", "hex_records", "parse_sgf", "read_hex_sgf", "write_sgf"]

_DEFAULT_SIZE = 11
_HEX = "11"  # the number of Hex in GM
_MOVERS: dict[str, Colour] = {"B": "black", "W": "white"}
_ONE_LINE_TEXTS = {
    "black_player": "PB",
    "white_player": "PW",
    "result": "RE",
    "event": "EV",
    "date": "DT",
}

_LETTER_PAIR = re.compile(r"\s*([a-z])([a-z])\s*", re.IGNORECASE | re.ASCII)
_LINE_BREAK = re.compile(r"\r\n|\n\r|\r")
_BLANK = re.compile(r"[\t\v\f]")


@dataclass(kw_only=True)
class GameRecord:
    """A game of Hex: the board, its set-up stones, and the moves of the main line.

    A move is its colour and a name as ``normalise_move`` spells it;
    ``resign`` carries the colour that gives up. ``result`` is SGF's: ``"B+"``, ``"W+R"`` and so on.
    ``to_move`` is the colour to move after the set-up stones, where the record says so.

    ``root`` is the tree that the record was read from, with its variations and its comments on
    moves: ``write_sgf([record.root])`` writes that tree, ``to_sgf`` the record.
    """

    rows: int = _DEFAULT_SIZE
    cols: int = _DEFAULT_SIZE
    moves: list[tuple[Colour, str]] = field(default_factory=list)
    black_stones: list[str] = field(default_factory=list)
    white_stones: list[str] = field(default_factory=list)
    to_move: Colour | None = None
    black_player: str = ""
    white_player: str = ""
    result: str = ""
    event: str = ""
    date: str = ""
    comment: str = ""
    root: Node | None = field(default=None, compare=False, repr=False)

    @property
    def winner(self) -> Colour | None:
        """The colour that won, from ``result`` or else from a resignation; None if neither tells."""
        named = _MOVERS.get(self.result.strip()[:1].upper())
        resigned = [colour for colour, move in self.moves if move == RESIGN]
        return named or (opponent(resigned[0]) if resigned else None)

    def to_sgf(self) -> str:
        """The record as FF[4] text, without variations.

        Raises ``BoardSizeError`` or ``NotationError`` for a record that holds anything but names
        of cells on its board, special moves and colours.
        """
        root = Node(_root_properties(self))
        node = root
        for colour, move in self.moves:
            name = normalise_move(move, rows=self.rows, cols=self.cols)
            node.children.append(Node({_move_property(colour): [name]}))
            node = node.children[0]
        return write_sgf([root])


def read_hex_sgf(text: str | bytes, *, limits: SgfLimits = SGF_FILE) -> list[GameRecord]:
    """The Hex games of an SGF file, one record for each game tree.

    Raises ``SgfError``, with the line and column of the property, for another game, a board that
    cannot be, a cell off the board, stones set up in the middle of the game, or more than the limits allow.
    """
    return list(hex_records(text, limits=limits))


def hex_records(text: str | bytes, *, limits: SgfLimits) -> Iterator[GameRecord]:
    """``read_hex_sgf`` game by game."""
    return (RecordReader(root, limits).record() for root in sgf_trees(text, limits=limits))


class RecordReader:
    """Reads one game tree along its main line."""

    def __init__(self, root: Node, limits: SgfLimits) -> None:
        _check_game(root)
        self.root = root
        self.rows, self.cols = _board_size(root)
        self.moves: list[tuple[Colour, str]] = []
        self.stones: dict[str, Colour] = {}
        self.to_move: Colour | None = None
        self.little_golem = False
        self.set_up_left = limits.set_up

    def record(self) -> GameRecord:
        for node in self.root.main_line():
            self.read_set_up(node)
            self.read_moves(node)
        moves = _with_colours_exchanged(self.moves) if self.little_golem else self.moves
        record = GameRecord(
            rows=self.rows,
            cols=self.cols,
            moves=_with_swaps_told_apart(moves),
            black_stones=[cell for cell, colour in self.stones.items() if colour == "black"],
            white_stones=[cell for cell, colour in self.stones.items() if colour == "white"],
            to_move=self.to_move,
            root=self.root,
        )
        for attribute, name in _ONE_LINE_TEXTS.items():
            setattr(record, attribute, clean_text(self.root.first(name)).replace("\n", " "))
        record.comment = clean_text(self.root.first("GC")) or clean_text(self.root.first("C"))
        return record

    def read_set_up(self, node: Node) -> None:
        if self.moves:
            for name in ("AB", "AW", "AE"):
                if name in node.properties:
                    raise node.error(
                        name, f"expected set-up stones before the first move, got {name} after it"
                    )
            return
        if self.stones:  # on an empty board there is nothing to take away
            for cell in self.cells(node, "AE"):
                self.stones.pop(cell, None)
        black, white = self.cells(node, "AB"), self.cells(node, "AW")
        if both := set(black) & set(white):
            raise node.error("AW", f"expected one colour on {min(both)}, got both AB and AW")
        for cells, colour in ((black, _MOVERS["B"]), (white, _MOVERS["W"])):
            self.stones.update(dict.fromkeys(cells, colour))
        if "PL" in node.properties:
            self.to_move = _player(node)

    def read_moves(self, node: Node) -> None:
        for name, values in node.properties.items():
            if name not in _MOVERS:
                continue
            if len(values) > 1:
                raise node.error(name, f"expected one move in {name}, got {len(values)}")
            if not self.moves and name == "W" and not self.stones and self.to_move is None:
                self.little_golem = _LETTER_PAIR.fullmatch(values[0]) is not None
            self.moves.append((_MOVERS[name], self.move(node, name, values[0])))

    def move(self, node: Node, name: str, value: str) -> str:
        return special_move(value.strip() or PASS) or cell_name(*self.cell(node, name, value))

    def cells(self, node: Node, name: str) -> list[str]:
        """The cells of a list of points, in which ``b2:c3`` is a whole rectangle."""
        cells: list[str] = []
        for value in node.properties.get(name, ()):
            cells.extend(self.rectangle(node, name, value))
            if len(cells) > self.set_up_left:
                raise node.error(name, f"more cells are listed in {name} and its like than the limit allows")
        self.set_up_left -= len(cells)
        return cells

    def rectangle(self, node: Node, name: str, value: str) -> list[str]:
        """The cells of one value: those between its two corners, or the one that it names."""
        corners = [self.cell(node, name, corner) for corner in value.split(":", 1)]
        rows, cols = zip(*corners, strict=True)
        return [
            cell_name(row, col)
            for row in range(min(rows), max(rows) + 1)
            for col in range(min(cols), max(cols) + 1)
        ]

    def cell(self, node: Node, name: str, value: str) -> tuple[int, int]:
        pair = _LETTER_PAIR.fullmatch(value)
        spelled = f"{pair[1]}{ord(pair[2].lower()) - ord('a') + 1}" if pair else value
        try:
            return parse_cell(spelled, rows=self.rows, cols=self.cols)
        except NotationError:
            corner = cell_name(self.rows - 1, self.cols - 1)
            raise node.error(name, f"expected a cell from a1 to {corner} in {name}, got {value!r}") from None


def _check_game(root: Node) -> None:
    game = root.first("GM")
    if game is not None and game.strip() != _HEX:
        raise root.error("GM", f"expected Hex, GM[{_HEX}], got GM[{game}]")


def _board_size(root: Node) -> tuple[int, int]:
    """The rows and columns that SZ gives, as one number or as columns:rows."""
    size = root.first("SZ")
    if size is None:
        return _DEFAULT_SIZE, _DEFAULT_SIZE
    numbers = [small_number(part.strip()) for part in size.split(":", 1)]
    cols, rows = numbers[0], numbers[-1]
    if cols is None or rows is None:
        raise root.error("SZ", f"expected a size from 1 to {MAX_SIZE} or columns:rows, got SZ[{size}]")
    return rows, cols


def _player(node: Node) -> Colour:
    value = node.first("PL") or ""
    colour = _MOVERS.get(value.strip()[:1].upper())
    if colour is None:
        raise node.error("PL", f"expected PL[B] or PL[W], got PL[{value}]")
    return colour


def _with_colours_exchanged(moves: list[tuple[Colour, str]]) -> list[tuple[Colour, str]]:
    return [(opponent(colour), move) for colour, move in moves]


def _with_swaps_told_apart(moves: list[tuple[Colour, str]]) -> list[tuple[Colour, str]]:
    """The moves with ``swap-sides`` for each swap after which the same colour plays again."""
    told: list[tuple[Colour, str]] = []
    next_to_play: Colour | None = None
    for colour, move in reversed(moves):
        meant = SWAP_SIDES if move == SWAP_PIECES and colour == next_to_play else move
        told.append((colour, meant))
        next_to_play = next_to_play if move == RESIGN else colour
    return told[::-1]


def clean_text(value: str | None) -> str:
    """A value as FF[4] reads text: any line break is a newline, any other blank is a space."""
    return _BLANK.sub(" ", _LINE_BREAK.sub("\n", value or ""))


def _root_properties(record: GameRecord) -> dict[str, list[str]]:
    properties = {"FF": ["4"], "GM": [_HEX], "CA": ["UTF-8"], "SZ": [_size_text(record)]}
    texts = {name: getattr(record, attribute) for attribute, name in _ONE_LINE_TEXTS.items()}
    properties.update({name: [text] for name, text in texts.items() if text})
    if record.comment:
        properties["GC"] = [record.comment]
    for name, stones in (("AB", record.black_stones), ("AW", record.white_stones)):
        if stones:
            properties[name] = [_checked_cell(record, stone) for stone in stones]
    if record.to_move is not None:
        properties["PL"] = [_move_property(record.to_move)]
    return properties


def _size_text(record: GameRecord) -> str:
    if not (1 <= record.rows <= MAX_SIZE and 1 <= record.cols <= MAX_SIZE):
        raise BoardSizeError(f"expected 1 to {MAX_SIZE} rows and columns, got {record.rows}x{record.cols}")
    return str(record.cols) if record.cols == record.rows else f"{record.cols}:{record.rows}"


def _checked_cell(record: GameRecord, name: str) -> str:
    return cell_name(*parse_cell(name, rows=record.rows, cols=record.cols))


def _move_property(colour: Colour) -> str:
    for name, mover in _MOVERS.items():
        if mover == colour:
            return name
    raise NotationError(f"expected the colour 'black' or 'white', got {colour!r}")
