"""Games as plain lists of moves: what people write in a chat, and what PlayOK saves.

A list has moves in turn, with or without numbers: ``a3 f6 d4``, ``1. a3 f6 2. d4``, ``1.a3 2.swap 3.f6``,
``a3f6d4``. ``11x11`` or ``size 11`` before the first move is the board; else it is the smallest of the usual
boards that has room. Tags of PGN, as in the files of PlayOK, name the players and the result; a file may
hold several games. The player who is named first moves first, and is Black here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from beeline.errors import NotationError
from beeline.rules.cells import MAX_SIZE, PASS, RESIGN, SWAP_PIECES, special_move
from beeline.rules.game import Colour, opponent
from beeline.rules.sgf import GameRecord

_USUAL: Final = (11, 13, 14, 15, 17, 19)
_TAG: Final = re.compile(r'\[\s*(\w{1,40})\s+"([^"\n]{0,1000})"\s*\]')
_ASIDE: Final = re.compile(r"\{[^{}]*\}|\([^()]*\)")
_SIZE: Final = re.compile(
    r"\b(?:size\s*[:=]?\s*)?(\d{1,2})\s*[x×]\s*(\d{1,2})\b|\bsize\s*[:=]?\s*(\d{1,2})\b", re.I
)
_NUMBER: Final = re.compile(r"(?<![\w-])\d+(?:\s*[.)]+|(?=\s|$))")
_CELLS: Final = re.compile(r"(?:[a-s]\d{1,2})+", re.I)
_CELL: Final = re.compile(r"[a-s]\d{1,2}", re.I)
_ENDS: Final = ("1-0", "0-1", "1/2-1/2", "*")
_WORDS: Final = {"resigns": RESIGN, "swaps": SWAP_PIECES, "--": PASS}


def read_move_lists(text: str, *, most_moves: int = 20_000) -> list[GameRecord]:
    """The games of a text, as it would be pasted or saved.

    Raises ``NotationError`` for what is no move, and for more than ``most_moves``.
    """
    games = [_game(tags, moves, most_moves) for tags, moves in _parts(text)]
    if sum(len(game.moves) for game in games) > most_moves:
        raise NotationError(f"this text has more than {most_moves:,} moves")
    if not any(game.moves for game in games):
        raise NotationError("expected moves such as a3 f6 d4, with or without numbers")
    return games


def _parts(text: str) -> Iterator[tuple[dict[str, str], str]]:
    """Each game's tags, in their order, and what follows them."""
    tags: dict[str, str] = {}
    end = 0
    for tag in _TAG.finditer(text):
        between = text[end : tag.start()]
        if between.strip():
            yield tags, between
            tags = {}
        tags[tag[1].lower()] = tag[2].strip()
        end = tag.end()
    if text[end:].strip() or not tags:
        yield tags, text[end:]


def _game(tags: dict[str, str], text: str, most_moves: int) -> GameRecord:
    text = _ASIDE.sub(" ", text)
    size, text = _size(tags, text)
    moves = list(_moves(text, most_moves))
    first, second = ("white", "black") if _is_first(tags, "white", "black") else ("black", "white")
    rows, cols = size or (_room(moves),) * 2
    if not (1 <= rows <= MAX_SIZE and 1 <= cols <= MAX_SIZE):
        raise NotationError(f"expected a board of up to {MAX_SIZE}×{MAX_SIZE}, got {cols}×{rows}")
    return GameRecord(
        rows=rows,
        cols=cols,
        moves=_with_colours(moves),
        black_player=tags.get(first, ""),
        white_player=tags.get(second, ""),
        result=_result(tags.get("result", "")),
        event=tags.get("event", "").strip("?"),
        date=tags.get("date", "").replace(".", "-"),
    )


def _is_first(tags: dict[str, str], name: str, other: str) -> bool:
    names = list(tags)
    return name in names and other in names and names.index(name) < names.index(other)


def _size(tags: dict[str, str], text: str) -> tuple[tuple[int, int] | None, str]:
    """Rows and columns, if they are given, and the text without them."""
    for source in (tags.get("size", ""), tags.get("boardsize", "")):
        if found := re.fullmatch(r"(\d{1,2})(?:\s*[x×:]\s*(\d{1,2}))?", source):
            return (int(found[2] or found[1]), int(found[1])), text
    first_cell = _CELL.search(text)
    found = _SIZE.search(text[: first_cell.start()] if first_cell else text)
    if found is None:
        return None, text
    cols = int(found[1] or found[3])
    return (int(found[2] or cols), cols), text[: found.start()] + text[found.end() :]


def _moves(text: str, most_moves: int) -> Iterator[str]:
    count = 0
    for word in _NUMBER.sub(" ", text.replace(",", " ").replace(";", " ")).split():
        if word in _ENDS:
            continue
        for move in _read(word.strip(".").lower()):
            count += 1
            if count > most_moves:
                raise NotationError(f"this text has more than {most_moves:,} moves")
            yield move


def _read(word: str) -> list[str]:
    if special := special_move(_WORDS.get(word, word)):
        return [special]
    if _CELLS.fullmatch(word):
        return [f"{cell[0]}{int(cell[1:])}" for cell in _CELL.findall(word)]
    raise NotationError(f"expected a move such as f6, swap or resign, got {word[:40]!r}")


def _room(moves: list[str]) -> int:
    """The smallest of the usual boards on which all moves are."""
    cells = [move for move in moves if _CELL.fullmatch(move)]
    most = max((max(ord(cell[0]) - ord("a") + 1, int(cell[1:])) for cell in cells), default=1)
    return next((size for size in _USUAL if size >= most), most)


def _with_colours(moves: list[str]) -> list[tuple[Colour, str]]:
    colour: Colour = "black"
    made: list[tuple[Colour, str]] = []
    for move in moves:
        made.append((colour, move))
        colour = opponent(colour)
    return made


def _result(text: str) -> str:
    return {"1-0": "B+", "0-1": "W+"}.get(text.replace(" ", ""), "")
